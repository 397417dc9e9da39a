//! The same for a walk: a person who answers in simple steps.

use super::{in_draft, said};
use asq_core::model::{Outcome, Request};
use asq_core::walk::{Reply, Step, TextFor, Walk};
use asq_dialects::{Dialect, Ending, ToolCall};
use proptest::prelude::*;
use std::fmt::Write as _;

/// A person's answer to a step.
#[derive(Clone, Debug)]
pub(crate) enum Says {
    Row(usize),
    Rows(Vec<usize>),
    Text,
    Number(i8),
    Keep,
    Use,
    Yes,
    Go(usize),
    Note,
    Back,
    Skip,
    Discuss,
    Decline,
    Leave,
    /// The connection breaks.
    Hold,
}

pub(crate) fn says() -> impl Strategy<Value = Says> {
    prop_oneof![
        4 => (0..5usize).prop_map(Says::Row),
        1 => proptest::collection::vec(0..4usize, 0..3).prop_map(Says::Rows),
        5 => Just(Says::Text),
        2 => (0..12i8).prop_map(Says::Number),
        2 => Just(Says::Keep),
        1 => Just(Says::Use),
        2 => Just(Says::Yes),
        1 => (0..5usize).prop_map(Says::Go),
        3 => Just(Says::Note),
        2 => Just(Says::Back),
        2 => Just(Says::Skip),
        1 => Just(Says::Discuss),
        1 => Just(Says::Decline),
        1 => Just(Says::Leave),
        2 => Just(Says::Hold),
    ]
}

/// The purpose of a text at the current step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Text(usize, &'static str),
    Elsewhere,
}

pub(crate) struct Speaker {
    pub(crate) walk: Walk,
    words: Vec<(String, At)>,
    count: usize,
    log: String,
    shown: Vec<String>,
}

impl Speaker {
    pub(crate) fn new(walk: Walk) -> Speaker {
        Speaker { walk, words: Vec::new(), count: 0, log: String::new(), shown: Vec::new() }
    }

    fn at(&self) -> At {
        match self.walk.step() {
            Step::Text { asked, what, .. } => match what {
                TextFor::Answer { .. } => At::Text(asked.index, "edit"),
                TextFor::Custom => At::Text(asked.index, "custom"),
                TextFor::Note => At::Text(asked.index, "note"),
                TextFor::Confirmation { .. } => At::Elsewhere,
            },
            Step::Value { asked, .. } => At::Text(asked.index, "edit"),
            Step::Choose { .. }
            | Step::Many { .. }
            | Step::Confirm { .. }
            | Step::Leave { .. }
            | Step::Done(_) => At::Elsewhere,
        }
    }

    pub(crate) fn says(&mut self, says: Says) {
        write!(self.log, "{says:?} ").unwrap();
        let question = self.walk.at();
        let sensitive =
            question.and_then(|i| self.walk.request().questions.get(i)).is_some_and(|q| q.sensitive);
        self.count += 1;
        let word = format!("v{}z", self.count);
        let before = self.at();
        let uses = matches!(says, Says::Use);
        self.shown.clear();
        if let Step::Confirm { answers, .. } = self.walk.step() {
            self.shown.extend(answers.iter().filter_map(|said| Some(said.note?.raw().to_owned())));
        }
        let (writes, ok) = match says {
            Says::Row(n) => (At::Elsewhere, self.walk.reply(Reply::Row(n)).is_ok()),
            Says::Rows(rows) => (At::Elsewhere, self.walk.reply(Reply::Rows(rows)).is_ok()),
            Says::Text => (before, self.walk.reply(Reply::Text(word.as_str().into())).is_ok()),
            Says::Number(n) => (before, self.walk.reply(Reply::Text(n.to_string().into())).is_ok()),
            Says::Keep => (At::Elsewhere, self.walk.reply(Reply::Keep).is_ok()),
            Says::Use => (before, self.walk.reply(Reply::Use).is_ok()),
            Says::Yes => (At::Elsewhere, self.walk.reply(Reply::Yes).is_ok()),
            Says::Go(n) => (At::Elsewhere, self.walk.reply(Reply::Go(n)).is_ok()),
            Says::Note => {
                let at = question.map_or(At::Elsewhere, |i| At::Text(i, "note"));
                (at, self.walk.note(Some(word.as_str().into())).is_ok())
            }
            Says::Back => (At::Elsewhere, self.walk.back().is_ok()),
            Says::Skip => (At::Elsewhere, self.walk.skip().is_ok()),
            Says::Discuss => (At::Elsewhere, self.walk.discuss().is_ok()),
            Says::Decline => (At::Elsewhere, self.walk.decline(None).is_ok()),
            Says::Leave => {
                self.walk.leave();
                (At::Elsewhere, true)
            }
            Says::Hold => {
                self.walk.hold(word.as_str().into());
                (before, before != At::Elsewhere)
            }
        };
        let draft = match self.walk.outcome() {
            None | Some(Outcome::Answered(_)) => self.walk.draft(),
            Some(ended) => ended.clone().into_draft(),
        };
        if ok && writes != At::Elsewhere {
            // The person replaced the text on purpose.
            self.words.retain(|(text, at)| *at != writes || (uses && in_draft(&draft, text)));
            if !sensitive && in_draft(&draft, &word) {
                self.words.push((word, writes));
            }
        }
        for (word, _) in &self.words {
            assert!(in_draft(&draft, word), "{word:?} is lost after {}: {draft:?}", self.log);
        }
    }

    pub(crate) fn ended(&self, dialect: &Dialect, call: &ToolCall, request: &Request, outcome: &Outcome) {
        let reply = (dialect.write)(call, Some(request), Ending::Closed(outcome));
        match outcome {
            Outcome::Answered(_) => {
                let (said, left) = (said(&reply), self.walk.draft());
                for (word, _) in &self.words {
                    let loose = left.typed.iter().any(|t| t.text.raw().contains(word));
                    assert!(loose || said.contains(word), "{word:?} is lost after {}: {reply:?}", self.log);
                }
                for note in &self.shown {
                    assert!(said.contains(note), "{note:?} was shown after {}: {reply:?}", self.log);
                }
            }
            Outcome::Discuss(draft)
            | Outcome::Declined { draft, .. }
            | Outcome::Cancelled(draft)
            | Outcome::Withdrawn(draft)
            | Outcome::Expired(draft) => {
                for (word, _) in &self.words {
                    assert!(in_draft(draft, word), "{word:?} is lost after {}: {draft:?}", self.log);
                }
            }
        }
    }
}
