//! The state of one question in a form.
//!
//! - Picks are in the order in which the person made them; the custom text counts as a pick.
//! - An uncommitted text is a draft, never an answer.
//! - A note kept by an earlier form counts as saved, and is only a draft.
//! - Editing the committed custom text of a single pick takes the commitment back.
//! - A default's ticks and text are neither an answer nor a draft until the person touches or commits them.

use super::found::Hit;
use super::{CustomEntry, FormRules};
use crate::kind::{Answer, AnswerShape, Pick};
use crate::model::{Entry, Order, Question, Typed, TypedIn};
use crate::text::{Editor, Shown, Untrusted};

/// A row of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowId {
    Option(usize),
    Custom,
    Discuss,
    Commit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Picked {
    Option(usize),
    Custom,
}

#[derive(Clone, Debug)]
pub(super) struct QuestionState {
    pub(super) picks: Vec<Picked>,
    pub(super) custom: Editor,
    /// The text of a number or text question, or of a confirmation.
    pub(super) edit: Editor,
    /// The committed content of `edit`.
    pub(super) committed: Option<Answer>,
    pub(super) note: Editor,
    /// The note as last saved on its page.
    pub(super) saved_note: String,
    /// Whether the person typed, saved or sent the note in this form. Until then, an earlier form's note is a draft.
    pub(super) note_typed: bool,
    /// The custom text and the note that Esc cleared last, until others replace them.
    pub(super) cleared: (String, String),
    pub(super) danger: Editor,
    pub(super) confirmed: Option<Untrusted>,
    pub(super) focus: RowId,
    /// The focused row before the focus went to the commit row.
    pub(super) before_commit: RowId,
    pub(super) filter: Editor,
    /// The options that match the filter, in their order; `None`: all.
    pub(super) found: Option<Vec<Hit>>,
    /// The time when the texts were kept, as long as they are unchanged.
    pub(super) kept: Option<Shown>,
    /// Whether the answer came back from a draft, and the person hasn't seen it in this form.
    pub(super) restored: bool,
    /// Whether the ticks are the default's, and the person hasn't touched or committed them.
    pub(super) untouched: bool,
    /// The default's text in the editor.
    preset: String,
    preset_at: u64,
    /// The revisions of the custom text and of the editor when the person skipped the question.
    skipped: Option<[u64; 2]>,
    /// Whether the whole confirmation page has been on the screen.
    pub(super) seen: bool,
    /// The rows with an open preview below them.
    pub(super) unfolded: Vec<RowId>,
    /// The open previews that show their source.
    pub(super) sources: Vec<RowId>,
    /// Whether the form has warned that the text looks like a secret; then it may be sent.
    pub(super) secret_seen: bool,
}

impl QuestionState {
    pub(super) fn new(question: &Question) -> QuestionState {
        let first = if question.options.is_empty() { RowId::Custom } else { RowId::Option(0) };
        let mut state = QuestionState {
            picks: Vec::new(),
            custom: Editor::new(""),
            edit: Editor::new(""),
            committed: None,
            note: Editor::new(""),
            saved_note: String::new(),
            note_typed: false,
            cleared: Default::default(),
            danger: Editor::new(""),
            confirmed: None,
            focus: first,
            before_commit: first,
            filter: Editor::new(""),
            found: None,
            kept: None,
            restored: false,
            untouched: false,
            preset: String::new(),
            preset_at: 0,
            skipped: None,
            seen: false,
            unfolded: Vec::new(),
            sources: Vec::new(),
            secret_seen: false,
        };
        state.take_default(question);
        state
    }

    /// Applies the default: it moves the focus, ticks boxes or fills the editor, but isn't an answer.
    fn take_default(&mut self, question: &Question) {
        let Some(default) = question.default.as_ref().filter(|_| question.danger.is_none()) else { return };
        match default.shape() {
            AnswerShape::Picks(picks) if question.kind.is_several() => {
                self.picks = picks
                    .iter()
                    .filter_map(|p| match p {
                        Pick::Option(i) => Some(Picked::Option(*i)),
                        Pick::Custom(_) => None,
                    })
                    .collect();
                self.untouched = true;
            }
            AnswerShape::Picks(picks) => {
                if let Some(Pick::Option(i)) = picks.first() {
                    self.focus = RowId::Option(*i);
                }
            }
            AnswerShape::Value(value) => self.edit = Editor::new(value),
            AnswerShape::Text(text) => self.edit = Editor::new(text.raw()),
        }
        self.edit.text().clone_into(&mut self.preset);
        self.preset_at = self.edit.revision();
    }

    /// Whether the editor holds the untouched text of the default.
    pub(super) fn is_preset(&self) -> bool {
        let edit = &self.edit;
        !self.preset.is_empty()
            && self.committed.is_none()
            && edit.revision() == self.preset_at
            && (edit.text(), edit.caret()) == (self.preset.as_str(), self.preset.len())
    }

    pub(super) fn holds(&self, pick: Picked) -> bool {
        self.picks.contains(&pick)
    }

    pub(super) fn answered(&self) -> bool {
        (!self.picks.is_empty() && !self.untouched) || self.committed.is_some()
    }

    /// Takes the picks back, and leaves the question open. The texts stay as drafts.
    pub(super) fn skip(&mut self) {
        self.picks.clear();
        self.committed = None;
        self.confirmed = None;
        self.skipped = Some(self.revisions());
    }

    /// Whether the question is skipped: not answered, and nothing was typed since.
    pub(super) fn is_skipped(&self) -> bool {
        self.skipped == Some(self.revisions()) && !self.answered()
    }

    fn revisions(&self) -> [u64; 2] {
        [self.custom.revision(), self.edit.revision()]
    }

    /// Makes this the only pick.
    pub(super) fn pick_only(&mut self, pick: Picked) {
        self.picks = vec![pick];
        self.untouched = false;
        self.restored = false;
        self.confirmed = None;
    }

    /// Adds a pick at the end, or removes it.
    pub(super) fn toggle(&mut self, pick: Picked) {
        self.untouched = false;
        self.confirmed = None;
        if self.holds(pick) {
            self.picks.retain(|p| *p != pick);
        } else {
            self.picks.push(pick);
        }
    }

    /// Follows a change of the custom text. In a list of several picks any text is a pick at once; in a single list
    /// only a committed text is.
    pub(super) fn custom_changed(&mut self, question: &Question, rules: &FormRules) {
        self.kept = None;
        self.cleared.0.clear();
        self.secret_seen = false;
        self.confirmed = None;
        let many = question.kind.is_several();
        let live = many && rules.custom.is_some_and(|c| c.entry == CustomEntry::Focus);
        if !live || self.custom.is_blank() {
            self.picks.retain(|p| *p != Picked::Custom);
        } else if !self.holds(Picked::Custom) {
            self.toggle(Picked::Custom);
        }
    }

    /// The custom text as an answer: as typed, without one trailing line break.
    fn custom_text(&self) -> Untrusted {
        let text = self.custom.text();
        text.strip_suffix('\n').unwrap_or(text).into()
    }

    pub(super) fn entry(&self, order: Order, notes: bool) -> Entry {
        let answer = if self.picks.is_empty() {
            self.committed.clone()
        } else {
            let mut picks = self.picks.clone();
            match order {
                Order::Picked => {}
                Order::Offered => picks.sort_by_key(|p| match p {
                    Picked::Option(i) => *i,
                    Picked::Custom => usize::MAX,
                }),
            }
            Some(Answer::Picks(
                picks
                    .into_iter()
                    .map(|p| match p {
                        Picked::Option(i) => Pick::Option(i),
                        Picked::Custom => Pick::Custom(self.custom_text()),
                    })
                    .collect(),
            ))
        };
        let note = self.note_counts(notes).then(|| self.note.text().into());
        let confirmed = self.confirmed.clone().filter(|_| answer.is_some());
        Entry { answer, note, confirmed }
    }

    /// Restores a note kept by an earlier form; it counts as saved, and is only a draft.
    pub(super) fn restore_note(&mut self, text: &str) {
        self.note = Editor::new(text);
        self.saved_note = self.note.text().to_owned();
    }

    /// Whether there is a note to send, even if its question stays open.
    pub(super) fn note_counts(&self, notes: bool) -> bool {
        notes && self.note_typed && !self.note.is_blank()
    }

    /// The texts that no answer contains; `done`: the answer counts.
    pub(super) fn typed(&self, question: usize, done: bool) -> Vec<Typed> {
        let mut typed = Vec::new();
        let mut add = |place, text: &str| {
            if !text.is_empty() {
                typed.push(Typed { question, place, text: text.into() });
            }
        };
        if !done || !self.holds(Picked::Custom) {
            add(TypedIn::Custom, self.custom.text());
        }
        if !self.note_counts(true) {
            add(TypedIn::Note, self.note.text());
        }
        if (!done || self.committed.is_none()) && self.edit.text() != self.preset {
            add(TypedIn::Edit, self.edit.text());
        }
        typed
    }
}
