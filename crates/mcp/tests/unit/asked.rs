//! What a call leads to, with a store that fails, is full of requests, or changes in the same moment.

use super::{CallFailure, CallStage, McpCaller, PendingCall, ask, go_on};
use crate::test_client::{TestSide, answers, store};
use asq_backend::{Backend, Failure, FaultKind, StoreFault};
use asq_core::model::{Prefs, Provenance};
use asq_dialects::Dialect;
use serde_json::{Value, json};

fn caller(agent: &str) -> McpCaller {
    McpCaller { from: Provenance { agent: Some(agent.into()), ..Provenance::default() }, folder: None }
}

fn asks(side: &TestSide, call: Value) -> Result<CallStage, CallFailure> {
    ask(side, &asq_dialects::asq::DIALECT, "ask", call, caller("a"))
}

fn pending(stage: Result<CallStage, CallFailure>) -> Box<PendingCall> {
    match stage {
        Ok(CallStage::Open(pending, _)) => pending,
        Ok(CallStage::Ended(ended)) => panic!("{}", ended.ending.reply.content),
        Err(failure) => panic!("{failure}"),
    }
}

/// The kind of an ending and its text, or the failure.
fn ended(stage: Result<CallStage, CallFailure>) -> (String, String) {
    match stage {
        Ok(CallStage::Open(..)) => ("open".to_owned(), String::new()),
        Ok(CallStage::Ended(ended)) => {
            (ended.ending.ended.name().to_owned(), ended.ending.reply.content.clone())
        }
        Err(failure) => ("failed".to_owned(), failure.to_string()),
    }
}

fn fault(kind: FaultKind, text: &str) -> Failure {
    Failure::Store(StoreFault { kind, text: text.to_owned() })
}

#[test]
fn a_question_that_was_closed_in_the_moment_of_the_limit_has_its_ending() {
    let side = TestSide { page: Some("http://asq/r".to_owned()), ..TestSide::new() };
    let call = pending(asks(&side, store()));
    let still = call.still_open(&side);
    let place = "The user answers in asq inbox, or at http://asq/r".to_owned();
    assert_eq!((still.ending.ended.name(), still.place), ("pending", Some(place)));
    answers(&side.backend);
    let closed = call.still_open(&side);
    assert_eq!((closed.ending.ended.name(), closed.place), ("answered", None));
    assert!(closed.ending.delivery.is_some());
}

#[test]
fn a_store_that_fails_asks_nobody_and_one_that_may_have_stored_it_says_so() {
    let side = TestSide::new();
    side.backend.fail(Some(fault(FaultKind::Full, "the disk is full")));
    let (kind, _) = ended(asks(&side, store()));
    assert_eq!(kind, "unavailable");
    let words = format!("{:?}", fault(FaultKind::Full, "the disk is full"));
    assert_eq!(*side.lines.lock().unwrap(), [format!("asq: {words}; nobody was asked")]);
    let lost = fault(FaultKind::Unknown, "no reply");
    side.backend.fail(Some(lost.clone()));
    let told = CallFailure::Unclear(format!("{lost:?}")).to_string();
    assert_eq!(ended(asks(&side, store())), ("failed".to_owned(), told));
    side.backend.fail(None);
    assert_eq!(ended(asks(&side, store())).0, "open");
}

#[test]
fn an_agent_that_can_not_be_shown_as_waiting_waits_all_the_same_and_the_person_learns_it() {
    let side = TestSide::new();
    let id = pending(asks(&side, store())).id().to_string();
    assert_eq!(side.lines.lock().unwrap().len(), 0);
    let failure = fault(FaultKind::Failed, "no more files");
    side.backend.fail(Some(failure.clone()));
    assert_eq!(ended(go_on(&side, &id, &caller("a"))).0, "open");
    let told = format!("asq: lists show the agent as gone: {failure:?}");
    assert_eq!(*side.lines.lock().unwrap(), [told]);
}

#[test]
fn what_a_dialect_does_not_offer_is_not_asked() {
    let dialect: &Dialect = &asq_dialects::opencode::DIALECT;
    let call = json!({"questions": [{"header": "Store", "question": "Which?", "options": [{"label": "A", "description": "a"}]}]});
    for (opencode_offered, kind) in [(true, "open"), (false, "unavailable")] {
        let side = TestSide { prefs: Prefs { opencode_offered, ..Prefs::default() }, ..TestSide::new() };
        assert_eq!(ended(ask(&side, dialect, "question", call.clone(), caller("a"))).0, kind);
        assert_eq!(side.backend.list(0).unwrap().len(), usize::from(opencode_offered));
    }
}

#[test]
fn waiting_needs_an_id_of_the_agents_own_that_names_one_request() {
    let side = TestSide::new();
    let first = pending(asks(&side, store())).id().to_string();
    let unknown = |id: &str| ("failed".to_owned(), format!("no question of yours has the id \"{id}\""));
    let waits = |id: &str| ended(go_on(&side, id, &caller("a")));
    assert_eq!(waits(&first).0, "open");
    assert_eq!(waits(&format!(" {first}\n")).0, "open");
    assert_eq!([waits(""), waits(" ")], [unknown(""), unknown(" ")]);
    assert_eq!(ended(go_on(&side, &first, &caller("b"))), unknown(&first));
    let text = json!({"questions": [{"id": "n", "question": "What name?", "kind": "text"}]});
    let second = pending(asks(&side, text)).id().to_string();
    let both = &first[..first.len() - 1];
    assert!(second.starts_with(both));
    let told = format!("several questions have ids that begin with \"{both}\"; name it in full");
    assert_eq!(waits(both), ("failed".to_owned(), told));
}

#[test]
fn a_question_whose_ending_was_erased_does_not_wait() {
    let side = TestSide::new();
    let call = pending(asks(&side, store()));
    side.backend.log.erase(call.id());
    let (kind, text) = ended(go_on(&side, &call.id().to_string(), &caller("a")));
    let told =
        "Conflict: an earlier ask of the same, whose answer was delivered and erased, was first, at then.";
    assert_eq!((kind.as_str(), text.as_str()), ("conflict", told));
}

#[test]
fn what_was_dropped_from_a_call_is_in_each_of_its_endings() {
    let side = TestSide::new();
    let call = json!({"questions": [{"question": "Drop it?", "danger_level": "high",
        "options": [{"label": "Yes"}, {"label": "No"}]}]});
    let result = |ended: &super::CallEnding, structured| {
        let result = serde_json::to_value(crate::result::of(ended, structured)).unwrap();
        let texts: Vec<Value> =
            result["content"].as_array().unwrap().iter().skip(1).map(|it| it["text"].clone()).collect();
        (texts, result["structuredContent"]["notes"].clone())
    };
    let open = pending(asks(&side, call));
    let note = "questions[0].danger_level: dropped: this tool does not know this key";
    let text = json!(format!("\nNotes on the call:\n- {note}"));
    let place = json!("\nThe user answers in asq inbox.");
    assert_eq!(result(&open.still_open(&side), true), (vec![text.clone(), place.clone()], json!([note])));
    let id = open.id().to_string();
    // A later wait reads them from the stored call.
    let waited = pending(go_on(&side, &id, &caller("a")));
    assert_eq!(result(&waited.still_open(&side), true), (vec![text.clone(), place], json!([note])));
    answers(&side.backend);
    for call in [open, waited] {
        assert_eq!(result(&call.still_open(&side), true), (vec![text.clone()], json!([note])));
    }
    // A call that lost nothing has nothing of it.
    let plain = pending(asks(&side, store())).still_open(&side);
    assert_eq!(result(&plain, true), (vec![json!("\nThe user answers in asq inbox.")], Value::Null));
}
