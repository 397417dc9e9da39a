//! What a form shows, without a size.
//!
//! - Rows with roles, tones, marks and a caret; no width, no scroll.
//! - Foreign text is carried as [`Untrusted`] or as an [`Editor`]; painting escapes it.
//! - Borrowed from the form: a screen of a megabyte of typed text costs nothing.

use super::{Key, Look, Page};
use crate::life::Origin;
use crate::model::{PreviewKind, Provenance};
use crate::text::{Editor, Line, Shown, Untrusted};

/// One tab of the tab row.
#[derive(Clone, Debug)]
pub struct Tab<'a> {
    /// The header of its question; `None` for the Submit tab.
    pub header: Option<&'a Untrusted>,
    /// Whether this page is up.
    pub active: bool,
    /// Answered, or ready to submit.
    pub done: bool,
}

/// Where a label comes from.
#[derive(Clone, Debug)]
pub enum Label<'a> {
    /// asq's own row.
    Own(Shown),
    /// The agent's words.
    Theirs(&'a Untrusted),
    /// asq's own words, then foreign text, such as `Header: ` and an answer, in review.
    Pair(Line),
    /// A text entry in the row itself (or on an edit page, the whole page).
    Entry(Entry<'a>),
    /// A text that has to be typed word for word, in lines that no other text can look like.
    Exact(&'a Untrusted),
}

/// A text entry.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// Precedes the text, such as the custom row's label.
    pub prefix: Option<Shown>,
    /// Stands dim after the text, such as a unit; no part of it.
    pub suffix: Option<Shown>,
    /// Shown dim while the text is empty.
    pub placeholder: Shown,
    /// The text and the caret's place.
    pub editor: &'a Editor,
    /// Whether the caret is here.
    pub active: bool,
    /// `kept from 14:03 · Ctrl+U clears`, for a text that an earlier form kept.
    pub kept: Option<Shown>,
    /// Most rows it grows to before it scrolls.
    pub max_rows: usize,
    /// Whether to show dots instead of the text.
    pub masked: bool,
}

/// What a row is, for pictures, for screen readers and for the painter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// An option; the index in the question's options.
    Option(usize),
    /// The custom row.
    Custom,
    /// "Let's discuss this".
    Discuss,
    /// Done, Submit, `[Select]`: commits several picks.
    Commit,
    /// The text entry of an edit, danger or notes page.
    Edit,
    /// One answer on the review page; the question's index.
    Answer(usize),
    /// A warning or another line that can't be focused.
    Remark,
    /// Submits the review.
    Submit,
    /// Cancels from the review.
    CancelRow,
}

/// One row of the body.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// What it is.
    pub role: Role,
    /// Its number, painted dim as `3. `.
    pub number: Option<usize>,
    /// `Some`: it has a check box, ticked or not.
    pub check: Option<bool>,
    /// Picked: the label is painted in the accent tone.
    pub picked: bool,
    /// Whether a tick follows the label (single picks only).
    pub ticked: bool,
    /// The agent's advice: marked in asq's own tone.
    pub recommended: bool,
    /// The label could pass for one of asq's own rows: it is marked as the agent's.
    pub imitates: bool,
    /// Its words.
    pub label: Label<'a>,
    /// Muted text below the label.
    pub description: Option<&'a Untrusted>,
    /// A preview below the description.
    pub fold: Option<Fold<'a>>,
    /// Whether an empty line precedes it.
    pub gap: bool,
}

/// A preview below its option.
#[derive(Clone, Debug)]
pub struct Fold<'a> {
    /// Its kind, as the contract writes it.
    pub name: Shown,
    /// Its words while it is folded.
    pub hint: Shown,
    /// How to read the source.
    pub kind: PreviewKind,
    /// What is in it.
    pub source: &'a Untrusted,
    /// Whether it is open.
    pub open: bool,
    /// Whether the source is shown as it came.
    pub raw: bool,
}

/// What to know before answering, above the rows.
#[derive(Clone, Debug)]
pub struct Context<'a> {
    /// How to read the source.
    pub kind: PreviewKind,
    /// What is in it.
    pub source: &'a Untrusted,
    /// Whether all of it belongs to the page; else it may be shortened, and scrolls.
    pub whole: bool,
}

/// A time limit.
#[derive(Clone, Debug)]
pub struct Expires<'a> {
    /// `expires in 5 min`
    pub words: Shown,
    /// What the asker will do then, in its own words.
    pub means: Option<&'a Untrusted>,
}

/// The preview of the focused option.
#[derive(Clone, Debug)]
pub struct PreviewRef<'a> {
    /// How to read the source.
    pub kind: PreviewKind,
    /// `None`: the focused option has no preview.
    pub source: Option<&'a Untrusted>,
}

/// What is read on the full screen.
#[derive(Clone, Debug)]
pub struct Reading {
    /// From top to bottom, what the focus is on first.
    pub passages: Vec<Passage>,
}

/// A text that is read.
#[derive(Clone, Debug)]
pub struct Passage {
    /// What it is, above it; empty: it belongs to the passage before.
    pub heading: Line,
    /// How to read the source.
    pub kind: PreviewKind,
    /// What is in it.
    pub source: Untrusted,
}

/// The notes row below a preview.
#[derive(Clone, Debug)]
pub struct NotesRow<'a> {
    /// `Notes: `
    pub label: Shown,
    /// The text, or the line that says how to begin one.
    pub entry: Entry<'a>,
}

/// What a hint is for. On a narrow screen the others go first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintFor {
    /// The way out: what Esc does.
    Leaving,
    /// What Enter does.
    Choosing,
    /// Saying no.
    Declining,
    /// Scrolling to the side: only if something is wider than the screen.
    Sideways,
    /// Anything else.
    Other,
}

/// One hint of the footer: keys, and what they do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// `Enter/Space to select`
    pub words: Shown,
    /// The same in fewer cells: `Enter`, `Esc cancel`.
    pub brief: Shown,
    /// What it is for.
    pub of: HintFor,
}

/// The footer: hints side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// From left to right.
    pub parts: Vec<Hint>,
    /// The separator between two of them.
    pub between: &'static str,
    /// Replaces their first line for a moment.
    pub instead: Option<Shown>,
}

impl Hints {
    /// All of it on one line.
    pub fn text(&self) -> String {
        if let Some(instead) = &self.instead {
            return instead.to_string();
        }
        self.parts.iter().map(|h| h.words.as_str()).collect::<Vec<_>>().join(self.between)
    }
}

/// What a form shows, without a size.
#[derive(Clone, Debug)]
pub struct Screen<'a> {
    /// Which kind of page is up.
    pub page: Page,
    /// Changes whenever another page is up: scroll positions start again.
    pub page_id: u64,
    /// Who asks; painted in a row that foreign text can't imitate.
    pub from: Option<&'a Provenance>,
    /// Where it came from, as the machine knows it; painted in such a row, too.
    pub origin: Option<&'a Origin>,
    /// A trusted row above all: the question asks for a secret, say.
    pub warning: Option<Shown>,
    /// The time limit, if the asker set one.
    pub expires: Option<Expires<'a>>,
    /// Empty: no tab row.
    pub tabs: Vec<Tab<'a>>,
    /// The header of a dangerous question: a row that foreign text can't imitate says so.
    pub danger: Option<&'a Untrusted>,
    /// The header of the question whose note is up.
    pub note_of: Option<&'a Untrusted>,
    /// asq's own heading (review, help), instead of a question.
    pub title: Option<Shown>,
    /// The question.
    pub question: Option<&'a Untrusted>,
    /// More about the question, dim below it.
    pub description: Option<&'a Untrusted>,
    /// What to know before answering.
    pub context: Option<Context<'a>>,
    /// A surface calls [`Form::seen`](super::Form::seen) once all of this page has been on it.
    pub must_see: bool,
    /// The list, the editor, the review.
    pub rows: Vec<Row<'a>>,
    /// Index into `rows`.
    pub focus: Option<usize>,
    /// Only on a compare page.
    pub preview: Option<PreviewRef<'a>>,
    /// Only on a compare page.
    pub notes: Option<NotesRow<'a>>,
    /// The filter's text, while a list is filtered; `active` while it is typed.
    pub filter: Option<Entry<'a>>,
    /// Why something was refused, or what is asked; at most one line at a time.
    pub notice: Option<Line>,
    /// The footer, from the live keymap.
    pub hints: Hints,
    /// `⏱  1:23 elapsed`, if the contract has a clock.
    pub clock: Option<Shown>,
    /// Keys of the person's own, and the arrow or paging key that each stands for on the spot at hand: what
    /// only a surface can do is asked by these.
    pub scroll_keys: Vec<(Key, Key)>,
    /// What is read on the full screen, in place of the page.
    pub reading: Option<Reading>,
    /// Marks of the dialect.
    pub look: Look,
}
