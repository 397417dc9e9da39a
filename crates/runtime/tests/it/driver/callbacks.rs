//! Asking and closing by callback: no caller blocks, and each is called once.

use super::setting::{Party, answer, asker, called, open, person, pick, request, two};
use asq_backend::{AskReply, Backend, Failure, Then};
use asq_core::life::{Closing, Kin, Refusal, RequestId};
use asq_core::model::Outcome;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const LONG: Duration = Duration::from_mins(1);

type Replies<T> = Receiver<(usize, Result<T, Failure>)>;

/// Makes a call for each of these, and collects the replies by number.
fn replies<T: Send + 'static>(
    many: usize,
    call: impl Fn(usize, Then<T>),
) -> (Vec<Result<T, Failure>>, Replies<T>) {
    let (tell, told) = channel();
    for n in 0..many {
        let tell = tell.clone();
        call(n, Box::new(move |reply| tell.send((n, reply)).unwrap()));
    }
    let mut all: Vec<_> = (0..many).map(|_| told.recv_timeout(LONG).unwrap()).collect();
    all.sort_by_key(|(n, _)| *n);
    (all.into_iter().map(|(_, reply)| reply).collect(), told)
}

fn party(driver: &super::setting::OnStore) -> Arc<dyn Backend> {
    driver.backend(Arc::new(Party { person: person("ann"), kin: Kin::Apart }))
}

fn opened(reply: Result<AskReply, Failure>) -> (RequestId, bool) {
    match reply {
        Ok(AskReply::Open { id, again }) => (id, again),
        other => panic!("{other:?}"),
    }
}

#[test]
fn thousands_that_ask_and_close_by_callback_are_called_once_each() {
    let (here, there, _) = two();
    let backend = party(&here);
    let many = 2000;
    let ask = |n: usize, then| backend.ask_then(called(&n.to_string(), request("Which?")), then);
    let (asked, more) = replies(many, ask);
    assert!(more.try_recv().is_err(), "called twice");
    let ids: Vec<RequestId> = asked.into_iter().map(|reply| opened(reply).0).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), many);
    assert_eq!(there.pending(0).unwrap().len(), many, "what a callback reports is stored");

    let (again, _) = replies(many, ask);
    let again: Vec<_> = again.into_iter().map(opened).collect();
    assert_eq!(again, ids.iter().map(|id| (*id, true)).collect::<Vec<_>>());

    let digest = |id| there.life(id).unwrap().asked().unwrap().digest.clone();
    let close = |n: usize, then| backend.close_then(ids[n], answer(pick(0), &digest(ids[n])), None, then);
    let all = |(replies, _): (Vec<Result<bool, Failure>>, _), wanted| {
        assert_eq!(replies.iter().find(|reply| **reply != Ok(wanted)), None);
    };
    all(replies(many, close), true);
    all(replies(many, |n, then| backend.delivered_then(ids[n], then)), true);
    all(replies(many, |n, then| backend.delivered_then(ids[n], then)), false);
    assert_eq!(there.pending(0).unwrap(), []);
}

#[test]
fn the_same_ask_twice_in_one_batch_is_one_request() {
    let (here, _, _) = two();
    let backend = party(&here);
    let (asked, _) = replies(64, |_, then| backend.ask_then(called("c1", request("Which?")), then));
    let asked: Vec<_> = asked.into_iter().map(opened).collect();
    assert_eq!(asked.iter().filter(|(_, again)| !again).count(), 1, "{asked:?}");
    assert!(asked.iter().all(|(id, _)| *id == asked[0].0), "{asked:?}");
}

#[test]
fn a_callback_that_comes_too_late_learns_the_winner() {
    let (here, there, _) = two();
    let (id, digest) = open(&here, called("c1", request("Which?")));
    there.close(id, answer(pick(1), &digest), None, &person("bob")).unwrap();
    let backend = party(&here);
    let (told, _) = replies(1, |_, then| backend.close_then(id, answer(pick(0), &digest), None, then));
    let [Err(Failure::Refused(why))] = &told[..] else { panic!("{told:?}") };
    let Refusal::Closed { by, outcome, .. } = &**why else { panic!("{why:?}") };
    assert_eq!((&**by, &**outcome), (&person("bob"), &Outcome::Answered(pick(1))));
    let (none, _) = replies(1, |_, then| backend.close_then(RequestId(5), Closing::Withdraw, None, then));
    assert_eq!(none, [Err(Failure::NoSuch(RequestId(5)))]);
}

#[test]
fn a_callback_may_call_the_driver_again() {
    let (here, _, _) = two();
    let backend = party(&here);
    let (tell, told) = channel();
    let next = backend.clone();
    let asked = move |reply: Result<AskReply, Failure>| {
        let (id, _) = opened(reply);
        let digest = next.get(id).unwrap().asked().unwrap().digest.clone();
        let blocking = next.close(id, answer(pick(0), &digest), None);
        let then = move |delivered| tell.send((blocking, delivered)).unwrap();
        next.delivered_then(id, Box::new(then));
    };
    backend.ask_then(called("c1", request("Which?")), Box::new(asked));
    assert_eq!(told.recv_timeout(LONG).unwrap(), (Ok(true), Ok(true)));
}

#[test]
fn after_a_callback_panicked_the_next_one_is_called() {
    let (here, _, _) = two();
    let backend = party(&here);
    let (gone, panicked) = channel::<()>();
    backend.ask_then(
        called("c1", request("Which?")),
        Box::new(move |_| {
            let _gone = gone;
            std::panic::panic_any("the test wants it");
        }),
    );
    assert!(panicked.recv_timeout(LONG).is_err());
    let (asked, _) = replies(1, |_, then| backend.ask_then(called("c2", request("Which?")), then));
    assert!(!opened(asked.into_iter().next().unwrap()).1);
    assert_eq!(here.pending(0).unwrap().len(), 2);
    // The asker of the first one attaches.
    assert!(opened(here.ask(called("c1", request("Which?")), &asker())).1);
}
