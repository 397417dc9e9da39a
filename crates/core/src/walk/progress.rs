//! What a walk remembers about one question.
//!
//! - An answer that stands, with its note and its confirmation.
//! - Texts that were typed or kept and are in no answer; they are drafts.
//! - Own words that another pick replaces become a draft.

use crate::model::{Answer, Entry, Pick, Question, Typed, TypedIn};
use crate::text::Untrusted;

#[derive(Clone, Debug, Default)]
pub(super) struct Progress {
    pub(super) entry: Entry,
    pub(super) custom: Option<Loose>,
    pub(super) edit: Option<Loose>,
    pub(super) note: Option<Loose>,
}

/// A text that is in no answer.
#[derive(Clone, Debug)]
pub(super) struct Loose {
    pub(super) text: Untrusted,
    /// It came from an earlier form.
    pub(super) kept: bool,
}

impl Loose {
    pub(super) fn typed(text: Untrusted) -> Option<Loose> {
        (!text.raw().is_empty()).then_some(Loose { text, kept: false })
    }

    fn kept(text: Untrusted) -> Option<Loose> {
        (!text.raw().is_empty()).then_some(Loose { text, kept: true })
    }
}

impl Progress {
    pub(super) fn place(&mut self, place: TypedIn) -> &mut Option<Loose> {
        match place {
            TypedIn::Custom => &mut self.custom,
            TypedIn::Note => &mut self.note,
            TypedIn::Edit => &mut self.edit,
        }
    }

    /// Own words in the answer that stands.
    pub(super) fn own_words(&self) -> Option<&Untrusted> {
        match &self.entry.answer {
            Some(Answer::Picks(picks)) => picks.iter().find_map(|p| match p {
                Pick::Custom(text) => Some(text),
                Pick::Option(_) => None,
            }),
            Some(Answer::Number(_) | Answer::Text(_)) | None => None,
        }
    }

    /// Replaces the answer. Own words that are not in the new one stay as a draft.
    pub(super) fn answer(&mut self, answer: Answer, confirmed: Option<Untrusted>) {
        let before = self.own_words().cloned();
        self.entry.answer = Some(answer);
        self.entry.confirmed = confirmed;
        match (self.own_words(), before) {
            // What stands goes on standing; what was typed since stays a draft.
            (Some(now), Some(before)) if *now == before => {}
            (Some(_), _) => self.custom = None,
            (None, Some(before)) => self.custom = self.custom.take().or_else(|| Loose::typed(before)),
            (None, None) => {}
        }
        match self.entry.answer {
            Some(Answer::Number(_) | Answer::Text(_)) => self.edit = None,
            Some(Answer::Picks(_)) | None => {}
        }
    }

    /// Takes the answer back; its texts stay as drafts.
    pub(super) fn take_back(&mut self) {
        // What was typed since is newer.
        if let Some(words) = self.own_words().cloned() {
            self.custom = self.custom.take().or_else(|| Loose::typed(words));
        }
        let loose = match self.entry.answer.take() {
            Some(Answer::Text(text)) => Loose::typed(text),
            Some(Answer::Number(n)) => Loose::typed(n.as_str().into()),
            Some(Answer::Picks(_)) | None => None,
        };
        self.edit = self.edit.take().or(loose);
        self.entry.confirmed = None;
    }

    /// The texts of an answer that did not come to stand are drafts.
    pub(super) fn loosen(&mut self, answer: Answer) {
        match answer {
            Answer::Picks(picks) => {
                for pick in picks {
                    if let Pick::Custom(text) = pick
                        && self.own_words() != Some(&text)
                    {
                        self.custom = Loose::typed(text);
                    }
                }
            }
            Answer::Text(text) => self.edit = Loose::typed(text),
            Answer::Number(n) => self.edit = Loose::typed(n.as_str().into()),
        }
    }

    /// Takes kept words back as drafts; picks are not kept.
    pub(super) fn restore(&mut self, entry: Entry) {
        match entry.answer {
            Some(Answer::Picks(picks)) => {
                let words = picks.into_iter().find_map(|p| match p {
                    Pick::Custom(text) => Some(text),
                    Pick::Option(_) => None,
                });
                self.custom = words.and_then(Loose::kept);
            }
            Some(Answer::Text(text)) => self.edit = Loose::kept(text),
            Some(Answer::Number(n)) => self.edit = Loose::kept(n.as_str().into()),
            None => {}
        }
        self.note = entry.note.and_then(Loose::kept);
    }

    pub(super) fn restore_typed(&mut self, place: TypedIn, text: Untrusted) {
        *self.place(place) = Loose::kept(text);
    }

    /// The entry as it would be sent; a note is, whatever became of its question.
    pub(super) fn entry(&self, notes: bool) -> Entry {
        let answered = self.entry.answer.is_some();
        Entry {
            answer: self.entry.answer.clone(),
            note: self.entry.note.clone().filter(|_| notes),
            confirmed: self.entry.confirmed.clone().filter(|_| answered),
        }
    }

    /// The texts that are in no answer.
    pub(super) fn typed(&self, index: usize, question: &Question) -> Vec<Typed> {
        if question.sensitive {
            return Vec::new();
        }
        [
            (TypedIn::Custom, self.custom.as_ref().map(|l| &l.text)),
            (TypedIn::Note, self.note.as_ref().map(|l| &l.text)),
            (TypedIn::Edit, self.edit.as_ref().map(|l| &l.text)),
        ]
        .into_iter()
        .filter_map(|(place, text)| Some(Typed { question: index, place, text: text?.clone() }))
        .collect()
    }
}
