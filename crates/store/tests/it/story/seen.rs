//! Seen state: announced once, or put off until a time.

use super::Opened;
use crate::sample::*;

pub(crate) fn a_request_is_announced_once(open: &Opened) {
    put(&*open.store, &[ask(1), ask(2), ask(3)]);
    assert_eq!(open.store.announce(&[id(2), id(1)]).expect("taken"), [id(2), id(1)]);
    assert_eq!((open.again)().announce(&[id(1), id(3), id(2)]).expect("taken"), [id(3)]);
    assert_eq!(open.store.announce(&[id(1), id(2), id(3)]).expect("taken"), []);
    assert_eq!(open.store.announce(&[]).expect("taken"), []);
}

pub(crate) fn a_closed_request_is_not_announced(open: &Opened) {
    put(&*open.store, &[ask(1), ask(2), close(1, 1, words("x"))]);
    assert_eq!(open.store.announce(&[id(1), id(2), id(9)]).expect("taken"), [id(2)]);
}

pub(crate) fn a_request_is_put_off_and_brought_back(open: &Opened) {
    put(&*open.store, &[ask(1), ask(2)]);
    assert_eq!(open.store.snoozed().expect("read"), []);
    open.store.snooze(id(1), 5000).expect("put off");
    open.store.snooze(id(1), 6000).expect("put off");
    open.store.announce(&[id(1)]).expect("taken");
    assert_eq!((open.again)().snoozed().expect("read"), [(id(1), 6000)]);
    open.store.snooze(id(1), 0).expect("brought back");
    open.store.snooze(id(2), 0).expect("brought back");
    assert_eq!(open.store.snoozed().expect("read"), []);
    assert_eq!(open.store.announce(&[id(1), id(2)]).expect("taken"), [id(2)]);
}

pub(crate) fn what_is_put_off_is_announced_again_when_it_comes_back(open: &Opened) {
    put(&*open.store, &[ask(1), ask(2)]);
    assert_eq!(open.store.announce(&[id(1), id(2)]).expect("taken"), [id(1), id(2)]);
    open.store.snooze(id(1), 5000).expect("put off");
    open.store.snooze(id(2), 5000).expect("put off");
    assert_eq!((open.again)().announce(&[id(1)]).expect("taken"), [id(1)], "its time is over");
    assert_eq!(open.store.announce(&[id(1)]).expect("taken"), [], "once");
    open.store.snooze(id(2), 0).expect("brought back");
    assert_eq!(open.store.announce(&[id(2)]).expect("taken"), [], "by hand: it is looked at");
}

pub(crate) fn closing_forgets_what_was_seen(open: &Opened) {
    put(&*open.store, &[ask(1)]);
    open.store.snooze(id(1), 5000).expect("put off");
    put(&*open.store, &[close(1, 1, words("x"))]);
    assert_eq!(open.store.snoozed().expect("read"), []);
    open.store.snooze(id(1), 5000).expect("put off");
    assert_eq!(open.store.snoozed().expect("read"), []);
}
