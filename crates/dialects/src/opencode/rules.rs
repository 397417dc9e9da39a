//! How a form of OpenCode's contract `question` behaves, as data.

use asq_core::form::{
    Act, Called, CommitRow, CustomEntry, CustomRow, Ends, EscStep, FormRules, Key, Look, Notes, Numbers,
    PreviewPlace, Review, ReviewRows, ReviewWhen, Revisit, SubmitOn, Tabs, Zero,
};
use asq_core::form::{Binding, Spot};
use asq_core::model::{AnswerRules, Complete, DangerRule, Order};

/// What fits.
pub const ANSWER: AnswerRules = AnswerRules {
    complete: Complete::Any,
    order: Order::Picked,
    discuss: false,
    notes: false,
    danger: DangerRule::Unknown,
};

const LISTS: &[Spot] = &[Spot::Option, Spot::Custom, Spot::Commit, Spot::Answer, Spot::Submit];

const KEYS: &[Binding] = &[
    Binding::any(LISTS, Key::char(' '), Act::Choose),
    Binding::any(LISTS, Key::char('j'), Act::Down),
    Binding::any(LISTS, Key::char('k'), Act::Up),
    Binding::any(LISTS, Key::char('h'), Act::PreviousTab),
    Binding::any(LISTS, Key::char('l'), Act::NextTab),
];

/// How the form behaves.
pub const FORM: FormRules = FormRules {
    called: Called::ASQ,
    keys: KEYS,
    custom: Some(CustomRow {
        label: "Type your own answer",
        entry: CustomEntry::Opens,
        placeholder: "Type your answer",
    }),
    discuss: None,
    tabs: Tabs::Several,
    review: Review {
        when: ReviewWhen::SeveralOrMany,
        title: "Review",
        rows: ReviewRows::AnswersAndSubmit,
        submit: "Submit",
        cancel: "",
    },
    single: SubmitOn::Pick,
    many: CommitRow { label: "Confirm", zero: Zero::Allow },
    revisit: Revisit::First,
    ends: Ends::Wrap,
    esc: &[EscStep::LeaveEditor, EscStep::Cancel],
    notes: Notes::Never,
    preview: PreviewPlace::Never,
    look: Look {
        focus: "❯",
        rules: false,
        numbers: Numbers::All,
        tab_open: "○",
        tab_done: "✓",
        submit_tab: "Confirm",
        one: "{move} select · {enter} submit · {filter} filter · {help} keys · {cancel} dismiss",
        one_many: "{tab} next · {move} select · {enter} toggle · {filter} filter · {cancel} dismiss",
        several: "{tab} next · {move} select · {enter} choose · {filter} filter · {cancel} dismiss",
        review: "{back} back · {enter} submit · {cancel} dismiss",
        danger: "",
        editor: "{enter} save · {newline} new line · {leave} back · {cancel} dismiss",
        commit_gap: true,
        filter_over: 0,
    },
    elapsed: false,
};
