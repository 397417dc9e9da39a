//! Reads of records, open requests and ids.

use super::Opened;
use crate::sample::*;
use asq_core::inbox::{Pending, Position};
use asq_core::life::{AskerTree, Fact};
use asq_core::model::{Expiry, Outcome, Preview, PreviewKind};
use asq_store::Append;

pub(crate) fn records_come_back_as_they_were(open: &Opened) {
    let mut hostile = asked(1, vec![question("NUL \0, bell \u{7}, bidi \u{202e}, 漢字, e\u{301}, \u{fffd}")]);
    hostile.call = String::from("{\"text\":\"\\u0000\"}");
    hostile.origin.folder = Some("/tmp/new\nline".into());
    hostile.origin.tree = AskerTree { boot: Some(u128::MAX), ..AskerTree::default() }.known();
    let declined = Outcome::Declined { reason: Some("no\0".into()), draft: typed("beaten") };
    let all = [ask_with(1, hostile), close(1, 1, declined), deliver(1, 2)];
    put(&*open.store, &all);
    assert_eq!(open.store.records(id(1)).expect("read"), stored(1, &all));
    assert_eq!((open.again)().records(id(1)).expect("read"), stored(1, &all));
}

pub(crate) fn what_is_after_a_position_comes_in_its_order(open: &Opened) {
    let all: Vec<Append> = (1..=5).map(ask).collect();
    put(&*open.store, &all);
    let after = |position, limit| open.store.after(Position(position), limit).expect("read");
    assert_eq!(after(0, 100), stored(1, &all));
    assert_eq!(after(2, 2), stored(3, &all[2..4]));
    assert_eq!(after(5, 100), []);
    assert_eq!(after(9, 100), []);
}

fn pending(append: &Append, position: u64) -> Pending {
    let record = &append.records[0];
    let Fact::Asked(asked) = &record.fact else { panic!("an ask") };
    Pending::of(append.request, Position(position), record.at, asked)
}

pub(crate) fn open_requests_come_in_the_order_of_asking_and_in_pages(open: &Opened) {
    let mut limited = asked(2, vec![question("Soon?")]);
    limited.request.expiry = Some(Expiry { after_ms: 90_000, means: None });
    let asks = [ask(3), ask_with(2, limited), ask(1), ask(4)];
    put(&*open.store, &asks);
    put(&*open.store, &[close(1, 1, words("x"))]);
    let [three, two, _, four] = &asks;
    let (three, two, four) = (pending(three, 1), pending(two, 2), pending(four, 4));
    assert!(two.due.is_some());
    let page = |after, limit| open.store.pending(Position(after), limit).expect("read").1;
    assert_eq!(page(0, 0), [three.clone(), two.clone(), four.clone()]);
    assert_eq!(page(0, 2), [three, two]);
    assert_eq!(page(2, 2), [four]);
    assert_eq!(page(4, 2), []);
}

pub(crate) fn a_page_says_up_to_where_it_holds(open: &Opened) {
    assert_eq!(open.store.pending(Position(0), 0).expect("read"), (Position(0), vec![]));
    put(&*open.store, &[ask(1), ask(2), close(1, 1, words("x")), close(2, 1, words("x"))]);
    assert_eq!(open.store.pending(Position(0), 1).expect("read"), (Position(4), vec![]));
}

pub(crate) fn the_count_follows(open: &Opened) {
    let count = || open.store.count().expect("a count");
    assert_eq!(count(), 0);
    put(&*open.store, &[ask(1), ask(2), ask(3)]);
    assert_eq!(count(), 3);
    put(&*open.store, &[close(2, 1, words("x"))]);
    assert_eq!(count(), 2);
    put(&*open.store, &[deliver(2, 1)]);
    assert_eq!(count(), 2);
}

pub(crate) fn ids_are_found_by_their_beginning(open: &Opened) {
    let mut ids: Vec<_> = (1..=40).map(id).collect();
    put(&*open.store, &(1..=40).map(ask).collect::<Vec<_>>());
    put(&*open.store, &[close(1, 1, words("x")), deliver(1, 1)]);
    ids.sort_unstable();
    for id in &ids {
        let text = id.to_string();
        assert_eq!(open.store.find(&text, 9).expect("read"), [*id]);
        for letters in 1..6 {
            let begins = text[..letters].to_ascii_uppercase();
            let same: Vec<_> =
                ids.iter().copied().filter(|it| it.to_string().starts_with(&text[..letters])).collect();
            assert_eq!(open.store.find(&begins, 100).expect("read"), same, "{begins}");
            assert_eq!(open.store.find(&begins, 1).expect("read"), same[..1]);
        }
    }
    for nothing in ["", "zzz", "not an id", "il", "%"] {
        assert_eq!(open.store.find(nothing, 9).expect("read"), [], "{nothing}");
    }
}

pub(crate) fn an_unknown_id_has_no_records(open: &Opened) {
    assert_eq!(open.store.records(id(1)).expect("read"), []);
}

pub(crate) fn a_large_request_comes_back(open: &Opened) {
    let mut large = question("Large?");
    let source = "0123456789abcdef\n".repeat(2 * 1024 * 1024 / 17);
    large.options[0].preview = Some(Preview { kind: PreviewKind::Text, source: source.into() });
    let large = ask_with(1, asked(1, vec![large]));
    put(&*open.store, std::slice::from_ref(&large));
    assert_eq!(open.store.records(id(1)).expect("read"), stored(1, &[large]));
}
