//! The screen of a form, without a size.
//!
//! - It has rows with roles, tones, marks and a caret, but no width and no scroll position.
//! - Foreign text stays [`Untrusted`] or in an [`Editor`]; painting escapes it.
//! - It borrows from the form: a screen with a megabyte of typed text costs nothing.

use super::{Key, Look, Page};
use crate::life::Origin;
use crate::model::{PreviewKind, Provenance};
use crate::text::{Editor, Line, Shown, Untrusted};

/// One tab of the tab row.
#[derive(Clone, Debug)]
pub struct Tab<'a> {
    /// The header of its question; `None` for the Submit tab.
    pub header: Option<&'a Untrusted>,
    /// Whether this page is the current one.
    pub active: bool,
    /// Whether the question is answered, or the form is ready to submit.
    pub done: bool,
}

/// A label, by its source.
#[derive(Clone, Debug)]
pub enum Label<'a> {
    /// asq's own text.
    Own(Shown),
    /// The agent's text.
    Theirs(&'a Untrusted),
    /// asq's own text, then foreign text, such as `Header: ` and an answer in the review.
    Pair(Line),
    /// A text entry in the row itself; on an edit page, the whole page.
    Entry(TextEntry<'a>),
    /// A text to type word for word, in lines that no other text can look like.
    Exact(&'a Untrusted),
}

/// A text entry.
#[derive(Clone, Debug)]
pub struct TextEntry<'a> {
    /// A label before the text, such as the custom row's.
    pub prefix: Option<Shown>,
    /// A dim label after the text, such as a unit; it isn't a part of the text.
    pub suffix: Option<Shown>,
    /// A dim text while the entry is empty.
    pub placeholder: Shown,
    /// The text and the caret's place.
    pub editor: &'a Editor,
    /// Whether the caret is here.
    pub active: bool,
    /// `kept from 14:03 · Ctrl+U clears`, for a text that an earlier form kept.
    pub kept: Option<Shown>,
    /// The most rows before it scrolls.
    pub max_rows: usize,
    /// Whether to show dots instead of the text.
    pub masked: bool,
}

/// The role of a row, for pictures, screen readers and the painter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The option with this index.
    Option(usize),
    /// The custom row.
    Custom,
    /// "Let's discuss this".
    Discuss,
    /// Done, Submit, `[Select]`: commits several picks.
    Commit,
    /// The text entry of an edit, danger or notes page.
    Edit,
    /// An answer on the review page, by the question's index.
    Answer(usize),
    /// A warning or another line that takes no focus.
    Remark,
    /// Submits the review.
    Submit,
    /// Cancels from the review.
    CancelRow,
}

/// One row of the body.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The role of the row.
    pub role: Role,
    /// The number, painted dim as `3. `.
    pub number: Option<usize>,
    /// The check box, ticked or not, if it has one.
    pub check: Option<bool>,
    /// Whether it is picked: the label is painted in the accent tone.
    pub picked: bool,
    /// Whether a tick follows the label (single picks only).
    pub ticked: bool,
    /// Whether the agent recommends it: marked in asq's own tone.
    pub recommended: bool,
    /// Whether the label could pass for one of asq's own rows: it is marked as the agent's.
    pub lookalike: bool,
    /// The label itself.
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
    /// The hint while it is folded.
    pub hint: Shown,
    /// The kind of the source.
    pub kind: PreviewKind,
    /// The source text.
    pub source: &'a Untrusted,
    /// Whether it is unfolded.
    pub open: bool,
    /// Whether the source is shown without rendering.
    pub raw: bool,
}

/// The context to read before answering, above the rows.
#[derive(Clone, Debug)]
pub struct Context<'a> {
    /// The kind of the source.
    pub kind: PreviewKind,
    /// The source text.
    pub source: &'a Untrusted,
    /// Whether the page shows all of it; otherwise it may be shortened, and scrolls.
    pub whole: bool,
}

/// A time limit.
#[derive(Clone, Debug)]
pub struct Expires<'a> {
    /// `expires in 5 min`
    pub words: Shown,
    /// What the asker will do at the limit, in its own words.
    pub means: Option<&'a Untrusted>,
}

/// The preview of the focused option.
#[derive(Clone, Debug)]
pub struct PreviewRef<'a> {
    /// The kind of the source.
    pub kind: PreviewKind,
    /// `None`: the focused option has no preview.
    pub source: Option<&'a Untrusted>,
}

/// The content of the full-screen view.
#[derive(Clone, Debug)]
pub struct ReadingScreen {
    /// The texts from top to bottom; the focused one comes first.
    pub passages: Vec<Passage>,
}

/// One text of the full-screen view.
#[derive(Clone, Debug)]
pub struct Passage {
    /// The heading above it; empty if it belongs to the passage before.
    pub heading: Line,
    /// The kind of the source.
    pub kind: PreviewKind,
    /// The source text.
    pub source: Untrusted,
}

/// The notes row below a preview.
#[derive(Clone, Debug)]
pub struct NotesRow<'a> {
    /// `Notes: `
    pub label: Shown,
    /// The text, or the line that explains how to begin one.
    pub entry: TextEntry<'a>,
}

/// The purpose of a hint. A narrow screen drops [`HintFor::Other`] first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintFor {
    /// The way out: the effect of Esc.
    Leaving,
    /// The effect of Enter.
    Choosing,
    /// Saying no.
    Declining,
    /// All keys: a short form stays on every screen that has room for it.
    Help,
    /// Scrolling sideways: only if something is wider than the screen.
    Sideways,
    /// Wrapping what is wider than the screen, or not.
    Wrapping,
    /// Anything else.
    Other,
}

/// One hint of the footer: keys and their effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// `Enter/Space to select`
    pub words: Shown,
    /// The same in fewer cells: `Enter`, `Esc cancel`.
    pub brief: Shown,
    /// The purpose of the hint.
    pub of: HintFor,
}

/// The footer: a row of hints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// From left to right.
    pub parts: Vec<Hint>,
    /// The separator between two of them.
    pub between: &'static str,
    /// A temporary replacement of their first line.
    pub instead: Option<Shown>,
}

impl Hints {
    /// The whole footer on one line.
    pub fn text(&self) -> String {
        if let Some(instead) = &self.instead {
            return instead.to_string();
        }
        self.parts.iter().map(|h| h.words.as_str()).collect::<Vec<_>>().join(self.between)
    }
}

/// The screen of a form, without a size.
#[derive(Clone, Debug)]
pub struct Screen<'a> {
    /// The kind of the current page.
    pub page: Page,
    /// Changes with every new page: scroll positions start again.
    pub page_id: u64,
    /// The asker, painted in a row that foreign text can't imitate.
    pub from: Option<&'a Provenance>,
    /// The request's origin, as the machine knows it; painted in such a row, too.
    pub origin: Option<&'a Origin>,
    /// Whether the origin's program, process and terminal are shown, too: on dangerous pages and the help page.
    pub origin_in_full: bool,
    /// A trusted row above everything: for example, the question asks for a secret.
    pub warning: Option<Shown>,
    /// The time limit, if the asker set one.
    pub expires: Option<Expires<'a>>,
    /// The tabs; empty if there is no tab row.
    pub tabs: Vec<Tab<'a>>,
    /// The header of a dangerous question; a row that foreign text can't imitate warns of it.
    pub danger: Option<&'a Untrusted>,
    /// The header of the question, on its notes page.
    pub note_of: Option<&'a Untrusted>,
    /// asq's own heading (review, help), instead of a question.
    pub title: Option<Shown>,
    /// The question.
    pub question: Option<&'a Untrusted>,
    /// The dim description below the question.
    pub description: Option<&'a Untrusted>,
    /// The context to read before answering.
    pub context: Option<Context<'a>>,
    /// Whether the surface must call [`Form::seen`](super::Form::seen) once it has shown the whole page.
    pub must_see: bool,
    /// The rows of the list, the editor or the review.
    pub rows: Vec<Row<'a>>,
    /// The focused row, as an index into `rows`.
    pub focus: Option<usize>,
    /// Only on a compare page.
    pub preview: Option<PreviewRef<'a>>,
    /// Only on a compare page.
    pub notes: Option<NotesRow<'a>>,
    /// The filter's text, while a list is filtered; `active` while the person types it.
    pub filter: Option<TextEntry<'a>>,
    /// A refusal or a question of the form, at most one line at a time.
    pub notice: Option<Line>,
    /// The footer, from the live keymap.
    pub hints: Hints,
    /// Whether it is only to be read: footer and clock are left blank, and everything else stays where it is.
    pub still: bool,
    /// `⏱  1:23 elapsed`, if the contract has a clock.
    pub clock: Option<Shown>,
    /// The person's own keys, each with the arrow or paging key that it stands for on the current spot. The surface
    /// needs them for acts that only it can do.
    pub scroll_keys: Vec<(Key, Key)>,
    /// The full-screen view, in place of the page.
    pub reading: Option<ReadingScreen>,
    /// The marks of the dialect.
    pub look: Look,
}

impl Screen<'_> {
    /// Makes it the screen of a form that is over: it names no key without an effect, and no time that is left. `keys` are
    /// those that work.
    pub fn end(&mut self, keys: Vec<Hint>) {
        self.hints = Hints { parts: keys, between: " · ", instead: None };
        self.notice = None;
        self.expires = None;
    }
}
