//! The behaviour of a form, as data. It isn't stored, but taken from the dialect at each opening.
//!
//! - One [`FormRules`] per dialect holds all differences between contracts; there is no `if dialect`.
//! - It uses small enums, no closures, and no pairs of bools with illegal combinations.
//! - Keys are an overlay over the base table of [`keymap`](super::keymap).
//! - Footers are templates over the live keymap.

use super::binding::Binding;
use crate::fit;
use crate::model::Request;

/// The ways in which the custom row takes text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CustomEntry {
    /// Enter opens an editor in the row.
    Opens,
    /// The focus alone puts the caret into the row.
    Focus,
}

/// The custom row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CustomRow {
    /// Its label; with [`CustomEntry::Focus`] the placeholder of the row.
    pub label: &'static str,
    /// How it takes text.
    pub entry: CustomEntry,
    /// Shown in the opened editor while it is empty.
    pub placeholder: &'static str,
}

/// Whether header tabs are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tabs {
    /// No tab row.
    Never,
    /// For two questions or more, or if a review page follows.
    Several,
    /// Even for a single question.
    Always,
}

/// Whether a review page follows the questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewWhen {
    /// Never: the last question submits.
    Never,
    /// After two questions or more.
    Several,
    /// After two questions or more, or one that takes several picks.
    SeveralOrMany,
    /// After two questions or more, or a dangerous one that no typed text confirms.
    SeveralOrUnconfirmed,
}

/// The last rows of the review page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewRows {
    /// The answers take the focus, and Enter goes to the question; then one row that submits.
    AnswersAndSubmit,
    /// Only a row that submits and one that cancels take the focus.
    SubmitAndCancel,
}

/// The review page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Review {
    /// Whether it follows.
    pub when: ReviewWhen,
    /// Its heading.
    pub title: &'static str,
    /// Its rows that take the focus.
    pub rows: ReviewRows,
    /// Label of the row that submits.
    pub submit: &'static str,
    /// Label of the row that cancels, if there is one.
    pub cancel: &'static str,
}

impl Review {
    /// Whether it follows the questions of this request.
    pub(crate) fn follows(&self, request: &Request) -> bool {
        match self.when {
            ReviewWhen::Never => false,
            ReviewWhen::Several => !request.is_single(),
            ReviewWhen::SeveralOrMany => {
                !request.is_single() || request.questions.iter().any(|q| q.kind.is_several())
            }
            ReviewWhen::SeveralOrUnconfirmed => {
                !request.is_single() || request.questions.iter().any(|q| fit::is_unconfirmed(request, q))
            }
        }
    }
}

/// The event that submits the only question with a single pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubmitOn {
    /// The pick itself submits, or opens the review page if one follows.
    Pick,
}

/// The effect of the commit row without a pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zero {
    /// Refuses, with a line that says why.
    Refuse,
    /// With one question it does nothing; with several it moves on and leaves the question open.
    Skip,
    /// Moves on: an empty answer is valid.
    Allow,
}

/// The row that commits several picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommitRow {
    /// The label; `{n}` stands for the number of picks.
    pub label: &'static str,
    /// Its effect without a pick.
    pub zero: Zero,
}

/// The focus on entering a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revisit {
    /// The first row.
    First,
    /// The picked row, else the default, else the first.
    Picked,
}

/// The effect of a step beyond the first or last row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Goes to the other end.
    Wrap,
    /// Stays.
    Clamp,
}

/// One rung of the Esc ladder; the first that applies is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EscStep {
    /// Leaves an opened editor or the notes; the text stays.
    LeaveEditor,
    /// Goes from the confirmation page back to the question's own, if it has one; takes the answer back.
    LeaveDanger,
    /// Goes from a custom row that types on focus back to the first row; the text stays.
    LeaveCustom,
    /// Clears the focused custom text; undo brings it back.
    ClearCustom,
    /// Goes to the previous page.
    StepBack,
    /// Asks first, if there are several questions and any answer or text.
    ConfirmIfAnswers,
    /// Cancels.
    Cancel,
}

/// The place for writing notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notes {
    /// Nowhere: the contract doesn't have them.
    Never,
    /// In a row below the preview, on compare pages only; Enter submits the focused option.
    Compare,
    /// On their own page, for every kind of question.
    Page(OnSave),
}

/// What Enter does on the page of notes, once it has saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnSave {
    Stay,
    GoBack,
}

impl Notes {
    pub(super) fn have_a_page(self) -> bool {
        matches!(self, Notes::Page(_))
    }
}

/// The place of previews.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreviewPlace {
    /// Nowhere: the contract doesn't have them.
    Never,
    /// In a box next to the list, laid out at `source_width` and clipped; below the list under 76 columns.
    Side {
        /// The width of the layout before clipping, in cells.
        source_width: usize,
    },
    /// In a box below the focused option; a key opens it.
    Below,
}

/// The lists with numbered rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// All lists.
    All,
    /// All but those that take several picks.
    Single,
}

/// Marks and footers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The focus marker at the left edge, one cell.
    pub focus: &'static str,
    /// Whether a rule is drawn above and below the form.
    pub rules: bool,
    /// The lists with numbered rows; digits act in all lists.
    pub numbers: Numbers,
    /// The mark of an unanswered question's tab, one cell.
    pub tab_open: &'static str,
    /// The mark of an answered question's tab, one cell.
    pub tab_done: &'static str,
    /// The label of the Submit tab.
    pub submit_tab: &'static str,
    /// The footer of a single question with one pick. All footers are templates: a name in braces becomes the keys
    /// bound to it. A part between two ` · ` is left out if its keys are unbound. Texts separated by `|` are for one
    /// pick, several picks, and the commit row.
    pub one: &'static str,
    /// The footer of a single question with several picks.
    pub one_many: &'static str,
    /// The footer of a question among several.
    pub several: &'static str,
    /// The footer of the review page.
    pub review: &'static str,
    /// The footer of a confirmation; empty if the contract confirms nothing.
    pub danger: &'static str,
    /// The footer of an opened editor; if empty, the page's own footer stays.
    pub editor: &'static str,
    /// Whether an empty line precedes the commit row.
    pub commit_gap: bool,
    /// Lists longer than this have a filter.
    pub filter_over: usize,
}

/// The form's name where only its header is shown with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Called {
    /// For the terminal's title.
    pub title: &'static str,
    /// For speech and notifications.
    pub aloud: &'static str,
}

impl Called {
    /// The name for contracts without their own.
    pub const ASQ: Called = Called { title: "asq", aloud: "asq" };
}

/// The behaviour of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormRules {
    /// Its name in titles, speech and notifications.
    pub called: Called,
    /// The overlay over the base table; the first matching binding counts.
    pub keys: &'static [Binding],
    /// The custom row of lists; `None`: they have none.
    pub custom: Option<CustomRow>,
    /// The label of the discuss row.
    pub discuss: Option<&'static str>,
    /// Whether header tabs are drawn.
    pub tabs: Tabs,
    /// The review page.
    pub review: Review,
    /// The event that submits a single pick.
    pub single: SubmitOn,
    /// The row that commits several picks.
    pub many: CommitRow,
    /// The focus on entering a question.
    pub revisit: Revisit,
    /// The effect of a step beyond the ends of a list.
    pub ends: Ends,
    /// The Esc ladder, from the top.
    pub esc: &'static [EscStep],
    /// The place for writing notes.
    pub notes: Notes,
    /// The place of previews.
    pub preview: PreviewPlace,
    /// Marks and footers.
    pub look: Look,
    /// Whether a clock line shows the seconds.
    pub elapsed: bool,
}
