//! What an asker that is gone left behind, asked again under another call id.

use super::setting::{OnStore, answer, asker, at, called, open, person, pick, put, request, two};
use asq_backend::ClosedRequest;
use asq_backend::{AskReply, NewRequest};
use asq_core::life::{AccessToken, Closing, RequestId, TokenId};
use asq_core::model::{Draft, Outcome};
use std::collections::BTreeSet;

/// Which request is there to go on with, and whether it is over.
fn left(driver: &OnStore, put: &NewRequest) -> Option<(RequestId, bool)> {
    driver.left_behind(put).unwrap().map(|asking| match asking {
        AskReply::Open { id, again } => {
            assert!(again);
            (id, false)
        }
        AskReply::Closed(over) => (over.id, true),
        AskReply::Erased(_) | AskReply::Conflict { .. } => panic!("{asking:?}"),
    })
}

fn elsewhere(mut put: NewRequest, session: &str, folder: &str) -> NewRequest {
    put.request.from.session = (!session.is_empty()).then(|| session.into());
    put.origin.folder = Some(folder.into());
    put
}

#[test]
fn an_open_request_is_gone_on_with_once_nobody_waits_for_it() {
    let (here, there, _) = two();
    let (id, _) = open(&here, called("c1", request("Which?")));
    let again = called("c2", request("Which?"));
    let held = here.hold(id).unwrap();
    assert_eq!(left(&there, &again), None);
    drop(held);
    assert_eq!(left(&there, &again), Some((id, false)));
    assert_eq!(left(&there, &called("c2", request("Whether?"))), None);
    let mut other = called("c2", request("Which?"));
    other.dialect = "question".into();
    assert_eq!(left(&there, &other), None);
    assert_eq!(here.pending(0).unwrap().len(), 1, "nothing is asked");
}

#[test]
fn an_answer_is_told_until_it_was_handed_over() {
    let (here, there, _) = two();
    let (id, digest) = open(&here, called("c1", request("Which?")));
    here.close(id, answer(pick(1), &digest), None, &person("ann")).unwrap();
    let again = called("c2", request("Which?"));
    let Some(AskReply::Closed(over)) = there.left_behind(&again).unwrap() else { panic!("not left") };
    let outcome = Box::new(Outcome::Answered(pick(1)));
    let asked = over.asked.clone();
    assert_eq!(over, ClosedRequest { id, asked, outcome, by: person("ann"), at: at(0), delivered: None });
    there.deliver(id, &asker()).unwrap();
    assert_eq!(left(&there, &again), None);
}

#[test]
fn what_no_person_ended_is_asked_anew_and_the_latest_counts() {
    let (here, there, _) = two();
    let (withdrawn, _) = open(&here, called("c1", request("Which?")));
    here.close(withdrawn, Closing::Withdraw, None, &asker()).unwrap();
    let again = called("c9", request("Which?"));
    assert_eq!(left(&there, &again), None);
    let (declined, _) = open(&here, called("c2", request("Which?")));
    here.close(declined, Closing::Decline { reason: None, draft: Draft::default() }, None, &person("ann"))
        .unwrap();
    assert_eq!(left(&there, &again), Some((declined, true)));
    let (open, _) = open(&here, called("c3", request("Which?")));
    assert_eq!(left(&there, &again), Some((open, false)));
}

/// Whatever else an asker says of itself.
#[test]
fn what_was_asked_with_a_token_belongs_to_that_token() {
    let (here, there, clock) = two();
    let with = |bits: u64, mut put: NewRequest| {
        put.origin.via.token =
            (bits > 0).then(|| Box::new(AccessToken { label: "ci".into(), id: TokenId::new(bits) }));
        put
    };
    let unnamed = || put(request("Which?"));
    let owned = [0, 1, 2].map(|bits| {
        let named = open(&here, with(bits, called("c1", request("Which?")))).0;
        (named, open(&here, with(bits, unnamed())).0)
    });
    let all: BTreeSet<RequestId> = owned.iter().flat_map(|(one, two)| [*one, *two]).collect();
    assert_eq!(all.len(), 6, "{owned:?}");
    clock.set(10_000);
    for (bits, (named, by_content)) in [0, 1, 2].into_iter().zip(owned) {
        assert_eq!(open(&there, with(bits, called("c1", request("Which?")))).0, named);
        assert_eq!(open(&there, with(bits, unnamed())).0, by_content);
        let other_call = with(bits, called("c2", request("Which?")));
        assert_eq!(left(&there, &other_call), Some((named, false)));
    }
    assert_eq!(left(&there, &with(3, called("c2", request("Which?")))), None);
}

#[test]
fn an_asker_over_http_has_ten_seconds_for_its_first_poll() {
    let (here, there, clock) = two();
    let with = |call: &str, returns| {
        let mut put = called(call, request("Which?"));
        put.origin.via.token = Some(Box::new(AccessToken { label: "ci".into(), id: TokenId::new(1) }));
        NewRequest { returns, ..put }
    };
    let (waits, digest) = open(&here, with("c1", false));
    clock.set(9_999);
    assert_eq!(left(&there, &with("c2", false)), None);
    clock.set(10_000);
    assert_eq!(left(&there, &with("c2", false)), Some((waits, false)));
    here.close(waits, answer(pick(0), &digest), None, &person("ann")).unwrap();
    assert_eq!(left(&there, &with("c2", false)), Some((waits, true)));
    // One that said that it comes back has no poll to wait for.
    let (returns, _) = open(&here, with("c3", true));
    assert_eq!(left(&there, &with("c4", true)), Some((returns, false)));
}

#[test]
fn the_same_session_or_the_same_agent_in_the_same_folder() {
    let (here, there, _) = two();
    let (id, _) = open(&here, elsewhere(called("c1", request("Which?")), "s", "/a"));
    let found = Some((id, false));
    for (session, folder, expected) in
        [("s", "/b", found), ("t", "/a", found), ("", "/a", found), ("t", "/b", None), ("", "/b", None)]
    {
        let again = elsewhere(called("c2", request("Which?")), session, folder);
        assert_eq!(left(&there, &again), expected, "{session} {folder}");
    }
    let mut other = elsewhere(called("c2", request("Which?")), "s", "/a");
    other.request.from.agent = Some("other".into());
    assert_eq!(left(&there, &other), None);
    // Who does not say who it is gets what its content names, and nothing else.
    assert_eq!(left(&there, &put(request("Which?"))), None);
}

#[test]
fn a_secret_is_not_gone_on_with_under_another_call_id() {
    let (here, there, _) = two();
    let mut secret = request("Which password?");
    secret.questions[0].sensitive = true;
    open(&here, elsewhere(called("c1", secret.clone()), "s", "/a"));
    assert_eq!(left(&there, &elsewhere(called("c2", secret.clone()), "t", "/a")), None);
    assert_eq!(left(&there, &elsewhere(called("c2", secret), "s", "/a")), None);
}

#[test]
fn what_ones_own_session_asked_goes_before_what_was_asked_later() {
    let (here, there, _) = two();
    let (own, _) = open(&here, elsewhere(called("c1", request("Which?")), "s", "/a"));
    open(&here, elsewhere(called("c2", request("Which?")), "t", "/a"));
    let again = elsewhere(called("c3", request("Which?")), "s", "/a");
    assert_eq!(left(&there, &again), Some((own, false)));
}

/// Of more than five hundred open ones none is looked at.
#[test]
fn among_too_many_open_ones_only_what_a_person_ended_is_found_and_later_all_again() {
    let (here, there, _) = two();
    let (id, digest) = open(&here, called("c0", request("Which?")));
    let other = |n: usize| open(&here, called(&format!("o{n}"), request(&format!("Other {n}?")))).0;
    let withdrawn = |other| here.close(other, Closing::Withdraw, None, &asker()).unwrap();
    let others: Vec<RequestId> = (0..500).map(other).collect();
    let again = called("c1", request("Which?"));
    assert_eq!(left(&there, &again), None);
    withdrawn(others[0]);
    assert_eq!(left(&there, &again), Some((id, false)));
    let one_more = other(500);
    assert_eq!(left(&there, &again), None);
    here.close(id, answer(pick(0), &digest), None, &person("ann")).unwrap();
    assert_eq!(left(&there, &again), Some((id, true)));
    let (newer, _) = open(&here, called("c2", request("Which?")));
    withdrawn(one_more);
    withdrawn(others[1]);
    assert_eq!(left(&there, &again), Some((newer, false)));
}

/// What is compared first is only the beginning.
#[test]
fn what_begins_alike_is_told_apart_by_its_end() {
    let (here, there, _) = two();
    let long = |end: &str| request(&format!("{} {end}?", "which of them ".repeat(20)));
    let (one, _) = open(&here, called("c1", long("one")));
    let (two, _) = open(&here, called("c2", long("two")));
    let found = ["one", "two", "three"].map(|end| left(&there, &called("c9", long(end))));
    assert_eq!(found, [Some((one, false)), Some((two, false)), None]);
}
