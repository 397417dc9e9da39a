//! Drafts: a person's picks and texts so far.

use super::{Answers, Entry, Pick};
use crate::text::{Shown, Untrusted};

/// The place of a typed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TypedIn {
    /// The custom row.
    Custom,
    /// The note.
    Note,
    /// The editor of a number or text question.
    Edit,
}

/// A text that isn't an answer yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    /// The question's index, from 0.
    pub question: usize,
    /// The place where it was typed.
    pub place: TypedIn,
    /// The text; never empty.
    pub text: Untrusted,
}

/// Answers so far, and texts that aren't answers yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// The answers so far; no entries at all means no answers.
    pub answers: Answers,
    /// The uncommitted texts.
    pub typed: Vec<Typed>,
    /// The time of keeping, in words for the person; `None` unless the draft was kept earlier.
    pub kept: Option<Shown>,
}

impl Draft {
    /// All its non-empty texts, committed or not, by question and place.
    pub fn texts(&self) -> Vec<Typed> {
        let mut texts = Vec::new();
        let mut add = |question, place, text: &Untrusted| {
            if !text.raw().is_empty() {
                texts.push(Typed { question, place, text: text.clone() });
            }
        };
        for (question, entry) in self.answers.entries.iter().enumerate() {
            if let Some(answer) = &entry.answer {
                for own in answer.picks().iter().filter_map(Pick::own_words) {
                    add(question, TypedIn::Custom, own);
                }
                if let Some(text) = answer.typed() {
                    add(question, TypedIn::Edit, &text);
                }
            }
            if let Some(note) = &entry.note {
                add(question, TypedIn::Note, note);
            }
        }
        for typed in &self.typed {
            add(typed.question, typed.place, &typed.text);
        }
        texts
    }

    /// What it has of one question, as a draft of that question alone, which counts it as question 0. Never a
    /// confirmation: each form needs its own.
    pub fn of_question(&self, at: usize) -> Draft {
        let entry = self.answers.entries.get(at).cloned().unwrap_or_default();
        let typed = self.typed.iter().filter(|typed| typed.question == at);
        let typed = typed.map(|typed| Typed { question: 0, ..typed.clone() }).collect();
        Draft { answers: Answers { entries: vec![Entry { confirmed: None, ..entry }] }, typed, kept: None }
    }

    /// Whether it has no pick and no text.
    pub fn is_empty(&self) -> bool {
        self.typed.is_empty() && self.answers.entries.iter().all(|e| e.answer.is_none() && e.note.is_none())
    }
}
