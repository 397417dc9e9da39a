//! Turns an ending into the reply of `ask`.
//!
//! - The text alone is complete: every question with its answer, or what happened, what stays undecided and
//!   what to do.
//! - Only an answer decides anything; a cancel sends nothing that was typed. A wish to discuss sends the
//!   picks so far, marked as undecided and without secrets.
//! - Details hold the outcome's name, and the answers by id if there are any.
//! - Only endings that waiting can't cure are errors: nobody to ask, an invalid call, somebody else's answer.

use super::quoted::{labelled, quoted};
use super::{answered, expires};
use crate::common_replies::misuse_text;
use crate::{Ending, ToolCall, ToolReply, Why};
use asq_core::model::{Answers, Draft, Entry, Outcome, Request};
use asq_core::text::Untrusted;
use serde_json::{Value, json};

const SKIPPED: &str = "   skipped: the user chose not to answer, so assume nothing\n";
const OPEN: &str = "   nothing yet\n";

pub(super) fn write(_call: &ToolCall, request: Option<&Request>, ending: Ending<'_>) -> ToolReply {
    let outcome = ending.ended().name();
    let (content, more, is_error) = match ending {
        Ending::Closed(outcome) => closed(request, outcome),
        Ending::Unavailable(why) => (
            format!(
                "The user could not be asked: {why}. They never saw the questions. Ask in plain text, or go on \
                 without assuming an answer."
            ),
            json!({"answers": {}, "reason": reason(why)}),
            true,
        ),
        Ending::Pending(id) => (
            format!("Not answered yet. The user has been asked (id {id}). Call wait, or run: asq wait {id}"),
            json!({"answers": {}, "id": id}),
            false,
        ),
        Ending::Conflict(conflict) => (
            format!("Conflict: {} was first, at {}.", conflict.winner, conflict.time),
            json!({"answers": {}, "winner": conflict.winner, "time": conflict.time}),
            true,
        ),
        Ending::Misuse(misuse) => {
            let problem = |p: &crate::Problem| json!({"path": p.path, "wanted": p.wanted, "came": p.came, "fix": p.fix});
            let problems: Vec<Value> = misuse.problems.iter().map(problem).collect();
            let text = misuse_text("this call of ask can't be asked", misuse);
            (text, json!({"answers": {}, "problems": problems}), true)
        }
    };
    let mut details = json!({ "outcome": outcome });
    if let (Value::Object(details), Value::Object(more)) = (&mut details, more) {
        details.extend(more);
    }
    ToolReply { content: content.trim_end_matches('\n').to_owned(), details, is_error }
}

fn closed(request: Option<&Request>, outcome: &Outcome) -> (String, Value, bool) {
    let nothing = || json!({"answers": {}});
    match outcome {
        Outcome::Answered(answers) => {
            let Some(request) = request else {
                return ("The user answered, but the questions are not known any more.".to_owned(), nothing(), true);
            };
            let words = answered::answered_text(request, answers, SKIPPED);
            let text = format!("{}\n{words}", lead(answers));
            (text, json!({"answers": answered::details(request, answers)}), false)
        }
        Outcome::Discuss(draft) => discuss(request, draft),
        Outcome::Declined { reason, draft: _ } => {
            let reason = reason.as_ref().filter(|reason| !reason.is_blank());
            let why = reason.map(|reason| labelled("reason", reason.raw())).unwrap_or_default();
            let text = format!(
                "The user declined to answer. Nothing was decided. Don't ask the same again; find another way, or \
                 ask in plain text what they would prefer.\n{why}"
            );
            (text, json!({"answers": {}, "reason": reason.map(Untrusted::raw)}), false)
        }
        Outcome::Cancelled(_) => (
            "The user cancelled without answering. Nothing was decided. Stop, and wait for the user to tell you \
             how to go on."
                .to_owned(),
            nothing(),
            false,
        ),
        Outcome::Withdrawn(_) => {
            ("The question was withdrawn before the user answered. Nothing was decided.".to_owned(), nothing(), false)
        }
        Outcome::Expired(_) => expired(request),
    }
}

fn lead(answers: &Answers) -> String {
    let (all, open) = (answers.entries.len(), answers.open().len());
    match (all, open) {
        (1, 0) => "The user answered your question.".to_owned(),
        (1, _) => "The user skipped your question.".to_owned(),
        (_, 0) => format!("The user answered all {all} questions."),
        (_, _) => format!("The user answered {} of {all} questions and skipped the others.", all - open),
    }
}

fn discuss(request: Option<&Request>, draft: &Draft) -> (String, Value, bool) {
    let mut text =
        "The user wants to talk about this before answering. Nothing was decided. Ask in plain text, \
        without tools, what they would like to clear up; call ask again when a decision is still needed."
            .to_owned();
    let mut details = json!({"answers": {}});
    if let Some(request) = request
        && draft
            .answers
            .entries
            .iter()
            .zip(&request.questions)
            .any(|(e, q)| e.answer.is_some() && !q.sensitive)
    {
        let open = |(entry, question): (&Entry, &asq_core::model::Question)| {
            if question.sensitive { Entry::default() } else { entry.clone() }
        };
        let so_far =
            Answers { entries: draft.answers.entries.iter().zip(&request.questions).map(open).collect() };
        text.push_str("\nPicked so far, not decided:\n");
        text.push_str(&answered::answered_text(request, &so_far, OPEN));
        let mut picked = answered::details(request, &so_far);
        if let Value::Object(picked) = &mut picked {
            picked.retain(|_, detail| detail.get("skipped").is_none());
        }
        details["so_far"] = picked;
    }
    (text, details, false)
}

fn expired(request: Option<&Request>) -> (String, Value, bool) {
    let expiry = request.and_then(|request| request.expiry.as_ref());
    let within = expiry.map(|e| format!(" of {}", expires::in_words(e.after_ms))).unwrap_or_default();
    let mut text = format!("No answer came before the time limit{within}. No choice was made.");
    let means = expiry.and_then(|e| e.means.as_ref());
    if let Some(means) = means {
        text.push_str(" You told the user what that means: ");
        text.push_str(&quoted(means.raw()));
    }
    (text, json!({"answers": {}, "means": means.map(Untrusted::raw)}), false)
}

fn reason(why: Why) -> &'static str {
    match why {
        Why::NoTerminal => "no_terminal",
        Why::TerminalInUse | Why::TerminalTaken => "terminal_in_use",
        Why::TerminalFailed => "terminal_failed",
        Why::NotOffered => "not_offered",
        Why::NoStore => "no_store",
    }
}
