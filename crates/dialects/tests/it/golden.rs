//! Every case in `golden/<dialect>/<case>.txt`: the call is read, the ending is written.
//!
//! A case is new with its call and its ending; `UPDATE_EXPECT=1` writes the request and the reply.

#![allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]

use crate::case::{Case, cases, folder};
use crate::notation::{self, Wanted};
use asq_core::{fit::fit, model::Outcome};
use asq_dialects::{ALL, Dialect, Ending, Reading, ToolCall, ToolReply, What, misuse_reply, recognise};
use asq_wire::{Ended, Misuse, stored};
use serde_json::json;

fn reply_text(ended: Ended, reply: &ToolReply) -> String {
    let shown = json!({
        "outcome": ended.name(), "exit": ended.exit_code(),
        "content": reply.content, "details": reply.details, "is_error": reply.is_error,
    });
    format!("{shown:#}\n")
}

fn check(dialect: &Dialect, case: &Case) {
    let (path, ending) = (case.path().display(), &case.ending);
    let (request, reply) = match asq_wire::read(case.call.as_slice()) {
        Err(misuse) => {
            assert!(matches!(notation::ending(ending, 0), Wanted::Misuse), "{path} can't be read");
            (notation::reading("", &Err(misuse.clone())), reply_text(Ended::Misuse, &misuse_reply(&misuse)))
        }
        Ok(parsed) => {
            let found = recognise(&parsed.value, Some(dialect.id), None).unwrap();
            let mut read = (found.read)(&parsed.value, &asq_core::model::Prefs::default());
            if let Ok(reading) = &mut read {
                reading.notes.splice(0..0, parsed.notes);
            }
            let reply = match &read {
                Err(misuse) => ill(found, &parsed.value, misuse, ending),
                Ok(Reading { what: What::Reply(reply), .. }) => {
                    assert_eq!(ending.trim(), "replied", "{path} asks nobody");
                    reply_text(Ended::Answered, reply)
                }
                Ok(reading) => ended(found, &parsed.value, notation::request(reading), ending),
            };
            (notation::reading(found.id, &read), reply)
        }
    };
    case.check(&request, &reply);
}

fn ill(dialect: &Dialect, call: &ToolCall, misuse: &Misuse, ending: &str) -> String {
    assert!(
        matches!(notation::ending(ending, 0), Wanted::Misuse),
        "an ill call can't end in {ending}: {misuse}"
    );
    let ending = Ending::Misuse(misuse);
    reply_text(ending.ended(), &(dialect.write)(call, None, ending))
}

fn ended(dialect: &Dialect, call: &ToolCall, request: &asq_core::model::Request, ending: &str) -> String {
    let wanted = notation::ending(ending, request.questions.len());
    let ending = match &wanted {
        Wanted::Closed(outcome) => {
            if let Outcome::Answered(answers) = outcome {
                assert_eq!(fit(request, answers), [], "a person can't answer so");
            }
            Ending::Closed(outcome)
        }
        Wanted::Unavailable(why) => Ending::Unavailable(*why),
        Wanted::Pending(id) => Ending::Pending(id),
        Wanted::Conflict(conflict) => Ending::Conflict(conflict),
        Wanted::Misuse => panic!("the call is sound"),
    };
    let reply = (dialect.write)(call, Some(request), ending);
    // Another process, which knows the call, request and outcome only as stored, writes the same.
    if let Wanted::Closed(outcome) = &wanted {
        let request = stored::request_from_bytes(&stored::request_to_bytes(request).unwrap()).unwrap();
        let outcome = stored::outcome_from_bytes(&stored::outcome_to_bytes(outcome).unwrap()).unwrap();
        assert_eq!((dialect.write)(call, Some(&request), Ending::Closed(&outcome)), reply);
    }
    reply_text(ending.ended(), &reply)
}

#[test]
fn question() {
    all_of("question");
}

#[test]
fn ask_user_question() {
    all_of("ask_user_question");
}

#[test]
fn opencode() {
    all_of("opencode");
}

#[test]
fn spec() {
    all_of("spec");
}

#[test]
fn questionnaire() {
    all_of("questionnaire");
}

#[test]
fn asq() {
    all_of("asq");
}

fn all_of(id: &str) {
    let dialect = ALL.iter().find(|dialect| dialect.id == id).unwrap();
    let cases = cases(dialect);
    assert!(cases.len() >= 25, "{id} has {} cases", cases.len());
    for case in cases {
        check(dialect, &case);
    }
}

#[test]
fn every_dialect_has_cases_and_every_folder_a_dialect() {
    for dialect in ALL {
        assert!(!cases(dialect).is_empty(), "{}", dialect.id);
    }
    for entry in std::fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(ALL.iter().any(|dialect| dialect.id == name), "{name}");
    }
}
