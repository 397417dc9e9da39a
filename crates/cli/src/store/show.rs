//! `asq show ID`: one request, open or closed.
//!
//! - Begins with the state; then who asked from where, as the machine knows it and as the agent claims.
//! - Shows the questions as a person sees them, then the answers, or the text typed without an answer.
//! - Shows what the agent was doing, below the questions: all of it, by the agent's own account.
//! - Says whether the ending was delivered; showing it doesn't deliver it.
//! - Shows the text of a person who was too late, for the week that the store keeps it.
//! - Never shows the answer to a secret; says what was erased.

use crate::clock::local_zone;
use crate::describe;
use crate::env::Env;
use crate::error::CommandError;
use crate::output;
use crate::session::{OpenBackend, actor_text};
use crate::when;
use crate::zone::LocalZone;
use asq_asking::{dialect, draft_texts, readable, shown};
use asq_backend::{LateDraft, StoredRequest};
use asq_core::kind::AnswerShape;
use asq_core::life::{About, Asked, RequestId};
use asq_core::model::{Answer, Draft, Entry, Outcome, Pick, Question, Request};
use asq_core::text::{Shown, Untrusted};
use std::fmt::Write;

pub(super) fn run(id: RequestId, as_json: bool, opened: &OpenBackend, env: &Env) -> Result<(), CommandError> {
    let backend = &opened.backend;
    // `get` applies the time limit first, which writes; a store that can't be written can still be read.
    let kept = backend.get(id).or_else(|_| backend.read(id))?;
    if as_json {
        return output::print(&output::json(&shown(&**backend, &kept)?.to_json()));
    }
    let (waits, late) = (backend.asker_waits(id), backend.late_drafts(id)?);
    let zone = local_zone(env);
    output::print(&(text(&kept, waits, opened.now_ms, &zone, env) + &beaten(&kept, &late, &zone)))
}

/// The text of people who were too late, while the store keeps it.
pub(super) fn beaten(kept: &StoredRequest, late: &[LateDraft], zone: &LocalZone) -> String {
    let mut text = String::new();
    let Some(asked) = kept.asked() else { return text };
    for (question, LateDraft { at_ms, draft, .. }) in readable(&asked.request, late) {
        if text.is_empty() {
            text.push_str("\ntyped by somebody who was too late, and never sent:\n");
        }
        let _ = writeln!(text, "  {}, {}:", actor_text::name(&question.header), when::local(zone, *at_ms));
        if let Some(answer) = draft.answers.entries.first().and_then(|entry| entry.answer.as_ref()) {
            write_answer(&mut text, question, answer);
        }
        for own in draft_texts(draft) {
            block(&mut text, own);
        }
    }
    text
}

fn state(kept: &StoredRequest) -> &'static str {
    match kept.life.closed() {
        Some((outcome, ..)) => outcome.name(),
        None if kept.life.is_erased() => "erased",
        None => "open",
    }
}

pub(super) fn text(kept: &StoredRequest, waits: bool, now_ms: u64, zone: &LocalZone, env: &Env) -> String {
    let mut text = format!("{}  {}\n", kept.id, state(kept));
    let Some(asked) = kept.asked() else {
        text.push_str("\nwhat was asked and answered has been erased\n");
        return text;
    };
    if let Some((at, by)) = &kept.asked_by {
        let age = when::age(now_ms, at.wall_ms);
        row(&mut text, "asked", &format!("{}, {age} ago", when::local(zone, at.wall_ms)));
        row(&mut text, "how", &actor_text::who(by));
    }
    for (name, what) in actor_text::origin(&asked.origin, env) {
        row(&mut text, name, what.as_str());
    }
    claims(&mut text, asked);
    row(&mut text, "contract", actor_text::name(&asked.dialect.as_str().into()).as_str());
    if kept.life.closed().is_none() {
        let asker = match (waits, asked.returns) {
            (true, _) => "waits",
            (false, true) => "comes back for the answer",
            (false, false) if asked.request.from.script => "is over; only asq wait gets the answer",
            (false, false) => "is gone; the answer is kept until it asks or waits again",
        };
        row(&mut text, "asker", asker);
        if let Some(due) = kept.life.deadline() {
            row(&mut text, "time limit", &when::local(zone, due.0.wall_ms));
        }
    }
    let rules = (dialect(&asked.dialect).form)(&asked.request.prefs);
    text.push_str(&describe::request(&asked.request, &rules));
    if let Some(about) = &asked.about {
        doing(&mut text, about);
    }
    if let Some((outcome, by, at)) = kept.life.closed() {
        text.push('\n');
        row(&mut text, outcome.name(), &when::local(zone, at.wall_ms));
        row(&mut text, "how", &actor_text::who(by));
        if let Some(terminal) = actor_text::terminal(by, env) {
            row(&mut text, "terminal", terminal.as_str());
        }
        ending(&mut text, &asked.request, outcome, kept.life.delivered().is_some());
        match kept.life.delivered() {
            Some(at) => {
                row(&mut text, "delivered", &when::local(zone, at.wall_ms));
                taken(&mut text, kept, env);
            }
            None => row(&mut text, "delivered", "not yet: the next ask or wait of its asker gets it"),
        }
    }
    text
}

/// The receiver of the ending: its process, program and user.
fn taken(text: &mut String, kept: &StoredRequest, env: &Env) {
    let Some(by) = kept.life.delivered_to() else { return };
    let process = by.pid.map_or_else(String::new, |pid| format!("process {pid}: "));
    row(text, "to", &format!("{process}{}", actor_text::name(&by.name)));
    if let Some(exe) = &by.exe {
        row(text, "program", actor_text::place(exe, env).as_str());
    }
}

/// One row of asq's own, not of foreign text.
fn row(text: &mut String, name: &str, what: &str) {
    let _ = writeln!(text, "{name:12}{what}");
}

/// The asker's names for itself, and its pane as its environment names it.
fn claims(text: &mut String, asked: &Asked) {
    let from = &asked.request.from;
    let all = [
        ("agent", &from.agent),
        ("session", &from.session),
        ("call", &from.call_id),
        ("tmux pane", &asked.origin.pane),
    ];
    for (what, claim) in all {
        if let Some(claim) = claim {
            row(text, "claims", &format!("{what} {}", actor_text::name(claim)));
        }
    }
}

/// What the agent was doing; a line of its own text is never one of asq's.
fn doing(text: &mut String, about: &About) {
    let About { says, task, branch, link, text: notes, diff } = about;
    text.push_str("\nwhat the asker was doing, by its own account:\n");
    let all = [
        ("task", task),
        ("last words", says),
        ("branch", branch),
        ("link", link),
        ("notes", notes),
        ("diff", diff),
    ];
    for (name, what) in all {
        if let Some(what) = what {
            let _ = writeln!(text, "  {name}:");
            block(text, what);
        }
    }
}

fn ending(text: &mut String, request: &Request, outcome: &Outcome, spent: bool) {
    match outcome {
        Outcome::Answered(answers) => {
            for (question, entry) in request.questions.iter().zip(&answers.entries) {
                one(text, question, entry, spent);
            }
        }
        Outcome::Declined { reason, draft } => {
            if let Some(reason) = reason {
                text.push_str("  reason:\n");
                block(text, reason);
            }
            typed(text, request, draft);
        }
        Outcome::Discuss(draft)
        | Outcome::Cancelled(draft)
        | Outcome::Withdrawn(draft)
        | Outcome::Expired(draft) => typed(text, request, draft),
    }
}

/// The text that was typed before the request ended without an answer.
fn typed(text: &mut String, request: &Request, draft: &Draft) {
    if draft.is_empty() {
        return;
    }
    text.push_str("  typed before:\n");
    for (question, entry) in request.questions.iter().zip(&draft.answers.entries) {
        if entry.answer.is_some() || entry.note.is_some() {
            one(text, question, entry, false);
        }
    }
    for typed in &draft.typed {
        if let Some(question) = request.questions.get(typed.question) {
            let _ = writeln!(text, "  {}: (not chosen)", actor_text::name(&question.header));
            if question.sensitive { text.push_str(SECRET) } else { block(text, &typed.text) }
        }
    }
}

const SECRET: &str = "    (a secret)\n";

fn one(text: &mut String, question: &Question, entry: &Entry, spent: bool) {
    let header = actor_text::name(&question.header);
    let _ = match &entry.answer {
        None if question.sensitive && spent => {
            writeln!(text, "  {header}: (a secret, erased after it was delivered)")
        }
        None => writeln!(text, "  {header}: (not answered)"),
        Some(answer) if answer.is_left_empty() => writeln!(text, "  {header}: (not answered)"),
        Some(_) if question.sensitive => write!(text, "  {header}:\n{SECRET}"),
        Some(_) => writeln!(text, "  {header}:"),
    };
    if let Some(answer) = entry.answer.as_ref().filter(|it| !question.sensitive && !it.is_left_empty()) {
        write_answer(text, question, answer);
    }
    if let Some(confirmed) = &entry.confirmed {
        text.push_str("    confirmed by typing:\n");
        block(text, confirmed);
    }
    if let Some(note) = &entry.note {
        text.push_str("    note:\n");
        block(text, note);
    }
}

fn write_answer(text: &mut String, question: &Question, answer: &Answer) {
    match answer.shape() {
        AnswerShape::Value(value) => {
            let _ = writeln!(text, "    {value}");
        }
        AnswerShape::Text(own) => block(text, own),
        AnswerShape::Picks(picks) => {
            for pick in picks {
                match pick {
                    Pick::Option(index) => match question.options.get(*index) {
                        Some(option) => {
                            let _ = writeln!(text, "    {}. {}", index + 1, Shown::one_line(&option.label));
                        }
                        None => {
                            let _ = writeln!(text, "    option {}", index + 1);
                        }
                    },
                    Pick::Custom(own) => {
                        text.push_str("    in own words:\n");
                        block(text, own);
                    }
                }
            }
        }
    }
}

fn block(text: &mut String, foreign: &Untrusted) {
    for line in Shown::lines(foreign) {
        let _ = writeln!(text, "      {line}");
    }
}
