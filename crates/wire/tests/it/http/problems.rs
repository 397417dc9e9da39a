//! Why a call failed: written, and read back without a loss of what a surface shows.

use super::any::{ONE, refusal};
use crate::public::of_json;
use crate::stored::any::draft;
use asq_core::fit::{Misfit, Wrong};
use asq_core::life::{Actor, How, Moment, Refusal, Right};
use asq_core::model::{Draft, Outcome};
use asq_wire::http::{CallCode, CallProblem, StoreProblem};
use asq_wire::{Ended, Output, ToolReply};
use expect_test::expect;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;

fn ending(ended: Ended) -> Box<Output> {
    let details = json!({"status": [1.50, null]});
    let reply = ToolReply { content: "said \u{1b}".into(), details, is_error: true };
    Box::new(Output { id: Some(ONE.to_string()), ended, reply, notes: Vec::new() })
}

proptest! {
    #[test]
    fn every_refusal_reads_back(refusal in refusal()) {
        let problem = CallProblem::Refused(Box::new(refusal));
        prop_assert_eq!(of_json(&problem.to_json(), CallProblem::from_json), problem);
    }

    #[test]
    fn a_clash_reads_back(revision in any::<u64>(), theirs in draft(), yours in draft()) {
        let problem = CallProblem::Clash { revision, theirs, yours };
        prop_assert_eq!(of_json(&problem.to_json(), CallProblem::from_json), problem);
    }
}

/// Every problem but those of a request.
fn others() -> Vec<CallProblem> {
    let mut all: Vec<CallProblem> =
        CallCode::ALL.map(|code| CallProblem::call(code, format!("about {}", code.code()))).into();
    let faults = [StoreProblem::Final, StoreProblem::Unknown, StoreProblem::Failed, StoreProblem::Full];
    all.extend(faults.map(|fault| CallProblem::Store { fault, detail: "two\nlines".into() }));
    let errors = vec![("questions[0].header".into(), "is too long".into()), (String::new(), "is bad".into())];
    all.push(CallProblem::Misuse { errors, ending: ending(Ended::Misuse) });
    all.push(CallProblem::Conflict { ending: ending(Ended::Conflict) });
    all
}

#[test]
fn every_other_problem_reads_back() {
    for problem in others() {
        assert_eq!(of_json(&problem.to_json(), CallProblem::from_json), problem);
    }
}

#[test]
fn each_has_its_status_and_a_code() {
    let at = Moment { wall_ms: 1, boot: None };
    let refusals = [
        Refusal::NotAsked,
        Refusal::AskedBefore { digest: "d".into() },
        Refusal::Closed {
            by: Box::new(Actor::new("ada", Right::Answer, How::Tty)),
            at,
            outcome: Box::new(Outcome::Cancelled(Draft::default())),
        },
        Refusal::Erased,
        Refusal::Misfit(vec![]),
        Refusal::Changed { came: "a".into(), asked: "b".into() },
        Refusal::Right { needed: Right::Answer, came: Right::Ask },
        Refusal::Danger(How::Api),
        Refusal::OwnTree,
        Refusal::UnknownTree(asq_core::life::Unseen::User),
        Refusal::NotDue(None),
        Refusal::Overdue,
        Refusal::LongKey(300),
        Refusal::Open,
        Refusal::DeliveredBefore(at),
    ];
    let clash = CallProblem::Clash { revision: 1, theirs: Draft::default(), yours: Draft::default() };
    let refused = refusals.into_iter().map(|refusal| CallProblem::Refused(Box::new(refusal)));
    let all: BTreeSet<String> =
        others().into_iter().chain([clash]).chain(refused).map(|problem| line(&problem)).collect();
    let mut lines = String::new();
    for one in all {
        let _ = writeln!(lines, "{one}");
    }
    expect![[r#"
        400 Bad Request bad_request ()
        401 Unauthorized unauthorized ()
        403 Forbidden danger (how)
        403 Forbidden forbidden ()
        403 Forbidden own_tree ()
        403 Forbidden right (needed came)
        403 Forbidden unknown_tree (why)
        404 Not Found not_found ()
        404 Not Found unknown ()
        405 Method Not Allowed method_not_allowed ()
        408 Request Timeout timeout ()
        409 Conflict changed (came asked)
        409 Conflict clash (revision theirs yours)
        409 Conflict closed (by at outcome)
        409 Conflict conflict (digest)
        409 Conflict conflict (ending)
        409 Conflict delivered (at)
        409 Conflict open ()
        409 Conflict open (left_ms)
        410 Gone erased ()
        410 Gone expired ()
        413 Content Too Large too_large ()
        415 Unsupported Media Type unsupported_media_type ()
        421 Misdirected Request misdirected ()
        422 Unprocessable Content long_key (bytes)
        422 Unprocessable Content misfit (errors)
        422 Unprocessable Content misuse (errors ending)
        429 Too Many Requests too_many ()
        431 Request Header Fields Too Large large_headers ()
        503 Service Unavailable unavailable ()
        503 Service Unavailable unavailable (fault)
        507 Insufficient Storage disk_full (fault)
    "#]]
    .assert_eq(&lines);
}

fn line(problem: &CallProblem) -> String {
    let body = problem.to_json();
    assert_eq!((&body["type"], &body["status"]), (&json!("about:blank"), &json!(problem.status())));
    assert_eq!(body["detail"], json!(problem.detail()));
    let members = body.as_object().unwrap().keys().skip(5).cloned().collect::<Vec<_>>().join(" ");
    format!(
        "{} {} {} ({members})",
        problem.status(),
        body["title"].as_str().unwrap(),
        body["code"].as_str().unwrap()
    )
}

#[test]
fn a_misfit_has_everything_that_a_program_needs_to_mend_it() {
    let misfit = |wrong| Misfit { question: Some((1, "Size".into())), wrong };
    let wrong = Wrong::TooSmall { min: "0.50".parse().unwrap(), came: "0.4900".parse().unwrap() };
    let refusal = Refusal::Misfit(vec![misfit(wrong), misfit(Wrong::Twice { option: 2 })]);
    let body = CallProblem::Refused(Box::new(refusal)).to_json();
    expect![[r#"
        {
          "type": "about:blank",
          "title": "Unprocessable Content",
          "status": 422,
          "code": "misfit",
          "detail": "the answer does not fit, so the request stays open",
          "errors": [
            {
              "question": 1,
              "header": "Size",
              "place": "questions[1]",
              "code": "too_small",
              "limit": 0.50,
              "came": 0.4900,
              "message": "question 2 (Size): must be at least 0.50, got 0.4900"
            },
            {
              "question": 1,
              "header": "Size",
              "place": "questions[1]",
              "code": "twice",
              "limit": 1,
              "came": 2,
              "message": "question 2 (Size): must pick option 3 only once, got it twice",
              "option": 2
            }
          ]
        }"#]]
    .assert_eq(&format!("{body:#}"));
}

#[test]
fn the_winner_is_named_and_what_was_answered_is_not() {
    let mut by = Actor::new("ada", Right::Answer, How::Tty);
    by.pid = Some(7);
    let outcome = Outcome::Declined { reason: Some("hunter2".into()), draft: Draft::default() };
    let at = Moment { wall_ms: 1_795_257_607_250, boot: None };
    let refusal = Refusal::Closed { by: Box::new(by), at, outcome: Box::new(outcome) };
    let body = CallProblem::Refused(Box::new(refusal)).to_json();
    expect![[r#"{"type":"about:blank","title":"Conflict","status":409,"code":"closed","detail":"it is closed: declined","by":{"name":"ada","claimed":false,"how":"tty","pid":7,"exe":null,"tty":null,"leader":null,"own_tree":false,"unknown_tree":null,"forced":false,"right":"answer","let_in":null,"via":null},"at":"2026-11-21T10:40:07.250Z","outcome":"declined"}"#]].assert_eq(&body.to_string());
}

#[test]
fn what_is_no_problem_body_is_an_error() {
    for (body, why) in [
        (json!({}), "the object has another shape: invalid type: null, expected a string"),
        (json!({"code": "sung"}), "the problem has a code that this asq doesn't know"),
        (json!({"code": "misuse"}), "the problem lacks the ending"),
        (json!({"code": "closed"}), "the problem lacks a member"),
        (json!({"code": "unavailable", "fault": "sad"}), "the store failed in an unknown way"),
        (
            json!({"code": "misfit", "errors": [{"place": "", "code": "sung", "limit": 1, "came": 2, "message": ""}]}),
            "the misfit is one that this asq doesn't know: update asq",
        ),
        (Value::Null, "the object has another shape: invalid type: null, expected a string"),
    ] {
        assert_eq!(CallProblem::from_json(&body).unwrap_err().to_string(), why, "{body}");
    }
}
