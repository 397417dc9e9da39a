//! The state of a form, with simple queries.
//!
//! - It holds the person's input, their place in the form, and the time.
//! - The position alone determines the current page and the text with the caret.
//! - It only answers queries: other files of the form take a [`Model`] and change it.

use super::binding::Binding;
use super::guard::{Guard, GuardWatch};
use super::key::Key;
use super::state::{QuestionState, RowId};
use super::{Aside, CustomEntry, CustomRow, EscStep, FormRules, Notes, Page, lookalikes};
use crate::kind::Misread;
use crate::life::{About, Origin};
use crate::model::{Question, Request};
use crate::text::{Editor, Untrusted};
use crate::time::Timestamp;

/// The target of keys, apart from the focused row.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum FormMode {
    /// The rows, including a custom row that types on focus.
    Rows,
    /// The custom row's opened editor.
    Custom,
    /// The notes, in their row or on their page.
    Notes,
    /// The filter of a list.
    Filter,
    /// The page that confirms a dangerous answer.
    Danger,
}

/// An overlay of the page that takes all keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overlay {
    /// The question whether to cancel and drop the answers.
    Asking,
    /// The help page with all keys.
    Help,
    /// The reason for declining.
    Declining,
    /// The full-screen view of clipped or shortened parts.
    Reading,
    /// The same view of what the agent was doing.
    About,
}

/// A number of ticks that makes a list invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Miscount {
    /// Fewer than this.
    Below(usize),
    /// More than this.
    Above(usize),
}

/// Why the last action did nothing, or another message; disappears with the next action.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum FormNotice {
    EmptyText,
    NothingPicked,
    Miscount(Miscount),
    Unanswered(Vec<usize>),
    Secret,
    TooLong,
    Misread(Misread),
    WrongConfirmation,
    NoText,
    Saved,
    EditFailed(String),
    Masked,
    NotSkippable,
    ReadFirst,
    Returned,
    /// No drawn row has the focus.
    OutOfSight,
    /// What is recommended isn't among the drawn rows.
    RecommendedOutOfSight,
    NoRow(usize),
}

/// The person's place in the form.
#[derive(Clone, Debug)]
pub(super) struct FormPosition {
    /// The current page: a question's index, or the number of questions for the review.
    pub(super) at: usize,
    pub(super) mode: FormMode,
    /// The mode that the notes page returns to.
    pub(super) before_notes: FormMode,
    pub(super) overlay: Option<Overlay>,
    /// The focused row of the review page, counted over those that take the focus.
    pub(super) review_focus: usize,
    /// The question opened from the review: its answer leads back there.
    pub(super) revised: Option<usize>,
    /// The number that is being typed, digit by digit; 0 without one. No row may have it.
    pub(super) number: usize,
    /// Identifies the page for the surface: a new number means a new page.
    pub(super) page_id: u64,
}

/// The points in time that the form knows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Times {
    /// When the time limit ends, if it doesn't count from the first frame.
    pub(super) due: Option<Timestamp>,
    pub(super) shown_at: Option<Timestamp>,
    /// The latest time given to the form.
    pub(super) now: Timestamp,
}

/// The state of a form: the request, its rules, and the person's input so far.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) request: Request,
    pub(super) rules: FormRules,
    /// Whether it left out the answers of a script's earlier run.
    pub(super) forgets: bool,
    pub(super) position: FormPosition,
    pub(super) times: Times,
    pub(super) guard: GuardWatch,
    pub(super) states: Vec<QuestionState>,
    pub(super) notice: Option<FormNotice>,
    /// The labels that could pass for asq's own rows, by question and option.
    pub(super) lookalikes: Vec<Vec<bool>>,
    pub(super) asks_secret: Vec<bool>,
    /// The open questions that the last refused submit named.
    pub(super) refused: Vec<usize>,
    /// The reason for declining, while the person types it.
    pub(super) reason: Editor,
    /// The person's own keys, before those of the rules.
    pub(super) keys: Vec<Binding>,
    pub(super) aside: Aside,
    /// Keys with which the surface acts on the request, where the form has no use for them; for the help page.
    pub(super) surface_keys: Vec<(Vec<Key>, &'static str)>,
    /// The host's keys, for the help page.
    pub(super) host_keys: Vec<(Untrusted, Untrusted)>,
    /// The request's origin, as the machine knows it.
    pub(super) origin: Option<Origin>,
    /// Whether every page names the origin's folder. On the asker's own terminal, only pages with all of the origin do.
    pub(super) names_folder: bool,
    /// What the agent was doing when it asked.
    pub(super) about: Option<Box<About>>,
}

impl Model {
    /// A model without answers, before its first page is entered.
    pub(super) fn new(request: Request, rules: FormRules) -> Model {
        let states = request.questions.iter().map(QuestionState::new).collect();
        let lookalikes = lookalikes::table(&request, &rules);
        let asks_secret = request.questions.iter().map(crate::facts::asks_for_secret).collect();
        Model {
            request,
            rules,
            forgets: false,
            position: FormPosition {
                at: 0,
                mode: FormMode::Rows,
                before_notes: FormMode::Rows,
                overlay: None,
                review_focus: 0,
                revised: None,
                number: 0,
                page_id: 0,
            },
            times: Times::default(),
            guard: GuardWatch::new(Guard::DEFAULT),
            states,
            notice: None,
            lookalikes,
            asks_secret,
            refused: Vec::new(),
            reason: Editor::new(""),
            keys: Vec::new(),
            aside: Aside::Never,
            surface_keys: Vec::new(),
            host_keys: Vec::new(),
            origin: None,
            names_folder: false,
            about: None,
        }
    }

    /// The current question; `None` on the review page.
    pub(super) fn question(&self) -> Option<&Question> {
        self.request.questions.get(self.position.at)
    }

    pub(super) fn state(&self) -> Option<&QuestionState> {
        self.states.get(self.position.at)
    }

    pub(super) fn state_mut(&mut self) -> Option<&mut QuestionState> {
        self.states.get_mut(self.position.at)
    }

    pub(super) fn page(&self) -> Page {
        match (self.question(), &self.position.mode) {
            (None, _) => Page::Review,
            (Some(_), FormMode::Danger) => Page::Danger,
            (Some(_), FormMode::Notes) if self.rules.notes.have_a_page() => Page::Notes,
            (Some(q), FormMode::Notes | FormMode::Rows | FormMode::Custom | FormMode::Filter) => {
                Page::of(q, &self.rules)
            }
        }
    }

    pub(super) fn is_many(&self) -> bool {
        self.question().is_some_and(|q| q.kind.is_several())
    }

    /// The custom row of this page, if it has one.
    pub(super) fn custom_row(&self) -> Option<CustomRow> {
        self.rules.custom.filter(|_| self.question().is_some_and(|q| q.custom))
    }

    /// Whether the caret is in the custom row.
    pub(super) fn in_custom(&self) -> bool {
        let Some(state) = self.state().filter(|_| self.position.overlay != Some(Overlay::Declining)) else {
            return false;
        };
        match self.position.mode {
            FormMode::Custom => true,
            FormMode::Rows => {
                state.focus == RowId::Custom
                    && self.custom_row().is_some_and(|c| c.entry == CustomEntry::Focus)
            }
            FormMode::Notes | FormMode::Filter | FormMode::Danger => false,
        }
    }

    /// Whether the current page takes a note.
    pub(super) fn notes_here(&self) -> bool {
        match self.rules.notes {
            Notes::Never => false,
            Notes::Compare => self.page() == Page::Compare,
            Notes::Page(_) => self.question().is_some(),
        }
    }

    /// Whether Esc puts the form aside on this page.
    pub(super) fn leaves_aside_here(&self) -> bool {
        self.aside.is_left_by_esc() && !(self.position.at > 0 && self.rules.esc.contains(&EscStep::StepBack))
    }

    /// The editor that has the caret.
    pub(super) fn editor_mut(&mut self) -> Option<&mut Editor> {
        let page = self.page();
        let custom = self.in_custom();
        let mode = self.position.mode.clone();
        if self.position.overlay == Some(Overlay::Declining) {
            return Some(&mut self.reason);
        }
        let state = self.states.get_mut(self.position.at)?;
        match mode {
            FormMode::Filter => Some(&mut state.filter),
            FormMode::Notes => Some(&mut state.note),
            FormMode::Danger => Some(&mut state.danger),
            FormMode::Custom => Some(&mut state.custom),
            FormMode::Rows if custom => Some(&mut state.custom),
            FormMode::Rows if page == Page::Edit => Some(&mut state.edit),
            FormMode::Rows => None,
        }
    }

    /// Whether the current text takes line breaks.
    pub(super) fn multiline(&self) -> bool {
        if self.position.overlay == Some(Overlay::Declining) || self.question().is_none() {
            return false;
        }
        match self.position.mode {
            FormMode::Filter | FormMode::Danger => false,
            FormMode::Notes | FormMode::Custom => true,
            FormMode::Rows => self.question().is_none_or(|q| q.kind.takes_lines()),
        }
    }

    /// Whether typed characters are shown as dots here.
    pub(super) fn masked(&self) -> bool {
        self.question().is_some_and(|q| q.sensitive)
            && self.position.overlay.is_none()
            && match self.page() {
                Page::Choose | Page::Compare | Page::Edit => self.position.mode != FormMode::Notes,
                Page::Danger | Page::Notes | Page::Review => false,
            }
    }

    /// Whether the current page takes text, at the caret or in one of its rows.
    pub(super) fn takes_text(&self) -> bool {
        match (self.page(), &self.position.mode) {
            (Page::Review, _) => self.position.overlay == Some(Overlay::Declining),
            (Page::Edit | Page::Danger | Page::Notes, _)
            | (_, FormMode::Filter | FormMode::Notes | FormMode::Custom | FormMode::Danger) => true,
            (Page::Compare, FormMode::Rows) if self.rules.notes == Notes::Compare => true,
            (Page::Choose | Page::Compare, FormMode::Rows) => self.custom_row().is_some(),
        }
    }
}
