//! What the store keeps is enough: any process that has call, request, rules, settings and outcome only as
//! bytes writes the reply byte for byte. Over the golden cases of every dialect.

use crate::case::{Case, cases};
use crate::notation::{self, Wanted};
use asq_core::model::{Outcome, Prefs, Request};
use asq_dialects::{ALL, Dialect, Ending, ToolCall, ToolReply, What};
use asq_wire::{Output, stored};
use serde_json::json;

/// Not the default in any field: settings that were not stored would show.
const PREFS: Prefs =
    Prefs { danger_check: false, danger_held: false, debounce_ms: 7, clock: false, opencode_offered: false };

/// The line that the asker reads.
fn line(ending: Ending<'_>, reply: ToolReply) -> String {
    Output { id: None, ended: ending.ended(), reply, notes: Vec::new() }.line()
}

/// The call as a store keeps it, read again.
fn call_again(call: &ToolCall) -> ToolCall {
    let bytes = json!({ "name": call.name, "arguments": call.arguments }).to_string();
    let again = asq_wire::read(bytes.as_bytes()).unwrap();
    assert_eq!(again.notes, [], "a stored call needs no mending");
    again.value
}

fn request_again(request: &Request) -> Request {
    let bytes = stored::request_to_bytes(request).unwrap();
    let again = stored::request_from_bytes(&bytes).unwrap();
    assert_eq!(&again, request);
    assert_eq!(stored::request_to_bytes(&again).unwrap(), bytes);
    again
}

fn outcome_again(outcome: &Outcome) -> Outcome {
    stored::outcome_from_bytes(&stored::outcome_to_bytes(outcome).unwrap()).unwrap()
}

/// Whether the case was asked, and written again.
fn check(dialect: &Dialect, case: &Case) -> bool {
    let Ok(parsed) = asq_wire::read(case.call.as_slice()) else { return false };
    let call = parsed.value;
    let stored_call = call_again(&call);
    assert_eq!(stored_call, call);
    let request = match (dialect.read)(&call, &PREFS) {
        Err(misuse) => {
            let again = (dialect.read)(&stored_call, &PREFS).unwrap_err();
            assert_eq!(again, misuse);
            return false;
        }
        Ok(reading) => match reading.what {
            What::Reply(reply) => {
                let again = (dialect.read)(&stored_call, &PREFS).unwrap().what;
                assert_eq!(again, What::Reply(reply));
                return false;
            }
            What::Ask { request, .. } => request,
        },
    };
    assert_eq!(request.prefs, PREFS, "{}", case.path().display());
    let stored_request = request_again(&request);
    let wanted = notation::ending(&case.ending, request.questions.len());
    let again = match &wanted {
        Wanted::Closed(outcome) => Some(outcome_again(outcome)),
        Wanted::Unavailable(_) | Wanted::Pending(_) | Wanted::Conflict(_) | Wanted::Misuse => None,
    };
    let (ending, stored_ending) = match (&wanted, &again) {
        (Wanted::Closed(outcome), Some(again)) => (Ending::Closed(outcome), Ending::Closed(again)),
        (Wanted::Unavailable(why), _) => (Ending::Unavailable(*why), Ending::Unavailable(*why)),
        (Wanted::Pending(id), _) => (Ending::Pending(id), Ending::Pending(id)),
        (Wanted::Conflict(conflict), _) => (Ending::Conflict(conflict), Ending::Conflict(conflict)),
        (Wanted::Closed(_) | Wanted::Misuse, _) => panic!("{} is asked", case.path().display()),
    };
    let here = line(ending, (dialect.write)(&call, Some(&request), ending));
    let there = line(stored_ending, (dialect.write)(&stored_call, Some(&stored_request), stored_ending));
    assert_eq!(there, here, "{}", case.path().display());
    true
}

#[test]
fn another_process_writes_the_same_bytes() {
    for dialect in ALL {
        let asked = cases(dialect).iter().filter(|case| check(dialect, case)).count();
        assert!(asked >= 15, "{}: {asked} cases were asked", dialect.id);
    }
}

/// The request alone carries the settings that decide what fits.
#[test]
fn settings_travel_with_the_request() {
    for dialect in ALL {
        for danger_check in [false, true] {
            let prefs = Prefs { danger_check, ..PREFS };
            let arguments = json!({"questions": [{"id": "a", "prompt": "?", "question": "?", "header": "h",
                "options": [{"value": "x", "label": "X"}, {"value": "y", "label": "Y"}]}],
                "question": "?", "options": [{"label": "X"}, {"label": "Y"}]});
            let call = ToolCall { name: Some("ask_multi_select".into()), arguments };
            let Ok(reading) = (dialect.read)(&call, &prefs) else { continue };
            let What::Ask { request, .. } = reading.what else { panic!("somebody is asked") };
            assert_eq!(request_again(&request).prefs, prefs, "{}", dialect.id);
        }
    }
}
