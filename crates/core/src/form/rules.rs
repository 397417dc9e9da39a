//! How a form behaves, as data. Not stored: built from the dialect at each opening.
//!
//! - One [`FormRules`] per dialect holds all that contracts differ in; there is no `if dialect`.
//! - Small enums, no closures, no pairs of bools with illegal combinations.
//! - Keys are one overlay over the base table of [`keymap`](super::keymap).
//! - Footers are templates over the live keymap.

use super::binding::Binding;

/// How the custom row takes text.
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

/// When header tabs are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tabs {
    /// No tab row.
    Never,
    /// With two questions or more, or if a review page follows.
    Several,
    /// Also over a single question.
    Always,
}

/// When a review page follows the questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewWhen {
    /// The last question submits.
    Never,
    /// Two questions or more.
    Several,
    /// Two or more, or one that takes several picks.
    SeveralOrMany,
    /// Two or more, or a dangerous one.
    SeveralOrDanger,
}

/// Which rows the review page ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewRows {
    /// The answers can be focused, Enter goes to the question; then one row that submits.
    AnswersAndSubmit,
    /// Only a row that submits and one that cancels can be focused.
    SubmitAndCancel,
}

/// The review page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Review {
    /// When it follows.
    pub when: ReviewWhen,
    /// Its heading.
    pub title: &'static str,
    /// Which of its rows take the focus.
    pub rows: ReviewRows,
    /// Label of the row that submits.
    pub submit: &'static str,
    /// Label of the row that cancels, if there is one.
    pub cancel: &'static str,
}

/// What a single pick does on the only question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubmitOn {
    /// It submits (or opens the review page, if one follows).
    Pick,
}

/// What the commit row does while nothing is picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zero {
    /// Refuses, with a line that says so.
    Refuse,
    /// With one question nothing; with several it moves on and leaves the question open.
    Skip,
    /// Moves on: an empty answer is one.
    Allow,
}

/// The row that commits several picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommitRow {
    /// `{n}` stands for the number of picks.
    pub label: &'static str,
    /// What it does while nothing is picked.
    pub zero: Zero,
}

/// Where the focus goes when a question is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revisit {
    /// To the first row.
    First,
    /// To the picked row, else the default, else the first.
    Picked,
}

/// What a step beyond the first or last row does.
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
    /// From the page that confirms danger back to the question's own, if it has one; the answer is taken
    /// back.
    LeaveDanger,
    /// From a custom row that types on focus back to the first row; the text stays.
    LeaveCustom,
    /// Clears the focused custom text; undo brings it back.
    ClearCustom,
    /// Goes to the page before.
    StepBack,
    /// With several questions, and anything answered or typed: asks first.
    ConfirmIfAnswers,
    /// Cancels.
    Cancel,
}

/// Where notes are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notes {
    /// The contract has none.
    Never,
    /// In a row below the preview, on compare pages only; Enter submits the focused option.
    Compare,
    /// On a page of their own, on every kind of question; Enter saves and stays.
    Page,
}

/// Where previews are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreviewPlace {
    /// The contract has none.
    Never,
    /// In a box next to the list, laid out at `source_width` and clipped; below under 76 columns.
    Side {
        /// Cells of the layout that is clipped, from the left.
        source_width: usize,
    },
    /// In a box below the focused option, opened by a key.
    Below,
}

/// Which lists number their rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Every list.
    All,
    /// Not those that take several picks.
    Single,
}

/// Marks and footers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The focus marker at the left edge, one cell.
    pub focus: &'static str,
    /// A row above and below the form.
    pub rules: bool,
    /// Which lists number their rows; digits act either way.
    pub numbers: Numbers,
    /// Mark of an open tab, one cell.
    pub tab_open: &'static str,
    /// Mark of a tab that is done, one cell.
    pub tab_done: &'static str,
    /// Label of the Submit tab.
    pub submit_tab: &'static str,
    /// Footer of one question with one pick. All footers are templates: a name in braces becomes the keys
    /// that are bound to it, and a part between two ` · ` whose keys are unbound is left out. Words divided by
    /// `|` are for one pick, for several, and for the row that commits.
    pub one: &'static str,
    /// Footer of one question with several picks.
    pub one_many: &'static str,
    /// Footer of a question among several.
    pub several: &'static str,
    /// Footer of the review page.
    pub review: &'static str,
    /// While a text is typed in an opened editor; empty: the page's own footer stays.
    pub editor: &'static str,
    /// An empty line before the commit row.
    pub commit_gap: bool,
    /// Lists longer than this can be filtered.
    pub filter_over: usize,
}

/// The form's name if only its header is shown with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Called {
    /// In the terminal's title.
    pub title: &'static str,
    /// In speech and notifications.
    pub aloud: &'static str,
}

impl Called {
    /// Where the contract has no name of its own for it.
    pub const ASQ: Called = Called { title: "asq", aloud: "asq" };
}

/// How a form behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormRules {
    /// Its name for those who do not look at it.
    pub called: Called,
    /// Over the base table; the first binding that matches counts.
    pub keys: &'static [Binding],
    /// `None`: no custom row in any list.
    pub custom: Option<CustomRow>,
    /// Label of the discuss row.
    pub discuss: Option<&'static str>,
    /// When header tabs are drawn.
    pub tabs: Tabs,
    /// The review page.
    pub review: Review,
    /// What a single pick does.
    pub single: SubmitOn,
    /// The row that commits several picks.
    pub many: CommitRow,
    /// Where the focus goes when a question is entered.
    pub revisit: Revisit,
    /// What a step beyond the ends of a list does.
    pub ends: Ends,
    /// The Esc ladder, from the top.
    pub esc: &'static [EscStep],
    /// Where notes are written.
    pub notes: Notes,
    /// Where previews are drawn.
    pub preview: PreviewPlace,
    /// Marks and footers.
    pub look: Look,
    /// A clock line, once a second.
    pub elapsed: bool,
}
