//! The state of one question in a walk.
//!
//! - It has the current answer, with its note and its confirmation.
//! - Typed or kept texts outside the answer are drafts.
//! - A custom text that another pick replaces becomes a draft.

use crate::kind::{Answer, Pick};
use crate::model::{Entry, Question, Typed, TypedIn};
use crate::text::Untrusted;

#[derive(Clone, Debug, Default)]
pub(super) struct QuestionProgress {
    pub(super) entry: Entry,
    pub(super) custom: Option<Loose>,
    pub(super) edit: Option<Loose>,
    pub(super) note: Option<Loose>,
}

/// A text that no answer contains.
#[derive(Clone, Debug)]
pub(super) struct Loose {
    pub(super) text: Untrusted,
    /// Whether it came from an earlier form.
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

impl QuestionProgress {
    pub(super) fn place(&mut self, place: TypedIn) -> &mut Option<Loose> {
        match place {
            TypedIn::Custom => &mut self.custom,
            TypedIn::Note => &mut self.note,
            TypedIn::Edit => &mut self.edit,
        }
    }

    /// The custom text in the current answer.
    pub(super) fn own_words(&self) -> Option<&Untrusted> {
        self.entry.answer.as_ref()?.picks().iter().find_map(Pick::own_words)
    }

    /// Replaces the answer. A custom text that the new one doesn't contain stays as a draft.
    pub(super) fn answer(&mut self, answer: Answer, confirmed: Option<Untrusted>) {
        let before = self.own_words().cloned();
        self.entry.answer = Some(answer);
        self.entry.confirmed = confirmed;
        match (self.own_words(), before) {
            // The custom text is unchanged, so text typed since then stays a draft.
            (Some(now), Some(before)) if *now == before => {}
            (Some(_), _) => self.custom = None,
            (None, Some(before)) => self.custom = self.custom.take().or_else(|| Loose::typed(before)),
            (None, None) => {}
        }
        if self.entry.answer.as_ref().is_some_and(|answer| answer.typed().is_some()) {
            self.edit = None;
        }
    }

    /// Takes the answer back; its texts stay as drafts.
    pub(super) fn take_back(&mut self) {
        // Text typed since then is newer.
        if let Some(words) = self.own_words().cloned() {
            self.custom = self.custom.take().or_else(|| Loose::typed(words));
        }
        let typed = self.entry.answer.take().and_then(|answer| answer.typed());
        self.edit = self.edit.take().or_else(|| typed.and_then(Loose::typed));
        self.entry.confirmed = None;
    }

    /// Keeps the texts of an answer that wasn't accepted as drafts.
    pub(super) fn loosen(&mut self, answer: &Answer) {
        for own in answer.picks().iter().filter_map(Pick::own_words) {
            if self.own_words() != Some(own) {
                self.custom = Loose::typed(own.clone());
            }
        }
        if let Some(text) = answer.typed() {
            self.edit = Loose::typed(text);
        }
    }

    /// Restores kept texts as drafts; picks aren't kept.
    pub(super) fn restore(&mut self, entry: Entry) {
        if let Some(answer) = entry.answer {
            self.custom = answer.picks().iter().find_map(Pick::own_words).cloned().and_then(Loose::kept);
            self.edit = answer.typed().and_then(Loose::kept);
        }
        self.note = entry.note.and_then(Loose::kept);
    }

    pub(super) fn restore_typed(&mut self, place: TypedIn, text: Untrusted) {
        *self.place(place) = Loose::kept(text);
    }

    /// The entry as it would be sent; it has the note even if the question stays open.
    pub(super) fn entry(&self, notes: bool) -> Entry {
        let answered = self.entry.answer.is_some();
        Entry {
            answer: self.entry.answer.clone(),
            note: self.entry.note.clone().filter(|_| notes),
            confirmed: self.entry.confirmed.clone().filter(|_| answered),
        }
    }

    /// The texts that no answer contains.
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
