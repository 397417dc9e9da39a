//! What a form remembers about one question.
//!
//! - Picks stand in the order in which they were made; the custom text counts as one of them.
//! - A text that was typed and not committed is a draft, never an answer.
//! - A note that an earlier form kept counts as saved, and is only a draft.
//! - Editing a committed single custom text takes the commitment back.
//! - What a default ticked or typed is neither an answer nor a draft until the person touches or commits it.

use super::found::Hit;
use super::{CustomEntry, FormRules};
use crate::kind::{Answer, AnswerShape, Pick};
use crate::model::{Entry, Order, Question, Typed, TypedIn};
use crate::text::{Editor, Shown, Untrusted};

/// A row of a list, by what it is.
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
    /// The text of a number or text question, or what confirms danger.
    pub(super) edit: Editor,
    /// What `edit` was when it was committed.
    pub(super) committed: Option<Answer>,
    pub(super) note: Editor,
    /// The note as it was last saved on its page.
    pub(super) saved_note: String,
    /// Somebody typed, saved or sent the note in this form: one that an earlier form kept is a draft till then.
    pub(super) note_typed: bool,
    /// The texts that Esc cleared last, until others take their places: own words, and the note.
    pub(super) cleared: (String, String),
    pub(super) danger: Editor,
    pub(super) confirmed: Option<Untrusted>,
    pub(super) focus: RowId,
    /// Where the focus was before it went to the commit row.
    pub(super) before_commit: RowId,
    pub(super) filter: Editor,
    /// The options that the filter lets through, in their order; `None`: all.
    pub(super) found: Option<Vec<Hit>>,
    /// When the texts were kept, while they are as they were kept.
    pub(super) kept: Option<Shown>,
    /// The ticks are the default's, and nobody has touched or committed them.
    pub(super) untouched: bool,
    /// What the default put into the editor.
    preset: String,
    preset_at: u64,
    /// The person left it open on purpose.
    pub(super) skipped: bool,
    /// All of the page that confirms danger has been on the screen.
    pub(super) seen: bool,
    /// Rows whose previews are open below them.
    pub(super) unfolded: Vec<RowId>,
    /// Those of them that show their source.
    pub(super) sources: Vec<RowId>,
    /// The form has warned that the text looks like a secret; it may be sent now.
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
            untouched: false,
            preset: String::new(),
            preset_at: 0,
            skipped: false,
            seen: false,
            unfolded: Vec::new(),
            sources: Vec::new(),
            secret_seen: false,
        };
        state.take_default(question);
        state
    }

    /// A default moves the focus, ticks boxes or fills the editor; it isn't an answer.
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

    /// Whether the editor holds what the default put there, untouched.
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

    /// The only pick.
    pub(super) fn pick_only(&mut self, pick: Picked) {
        self.picks = vec![pick];
        self.untouched = false;
        self.confirmed = None;
    }

    /// Puts a pick in at the end, or takes it out.
    pub(super) fn toggle(&mut self, pick: Picked) {
        self.untouched = false;
        self.confirmed = None;
        if self.holds(pick) {
            self.picks.retain(|p| *p != pick);
        } else {
            self.picks.push(pick);
        }
    }

    /// After each change of the custom text: in a list of several picks, text is a pick as soon as it
    /// is there; in a single list it is one only when committed.
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

    /// The custom text as an answer: as typed, one trailing line break removed.
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

    /// A note that an earlier form kept; it counts as saved, and is only a draft.
    pub(super) fn restore_note(&mut self, text: &str) {
        self.note = Editor::new(text);
        self.saved_note = self.note.text().to_owned();
    }

    /// Whether there is a note to be sent, whatever became of its question.
    pub(super) fn note_counts(&self, notes: bool) -> bool {
        notes && self.note_typed && !self.note.is_blank()
    }

    /// Texts that are in no answer; `done` is whether the answer counts.
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
