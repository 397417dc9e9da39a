//! How the forms of `ask_question` and `ask_multi_select` behave, as data.

use asq_core::form::{
    Act, Called, CommitRow, CustomEntry, CustomRow, Ends, EscStep, FormRules, Key, Look, Notes, Numbers,
    PreviewPlace, Review, ReviewRows, ReviewWhen, Revisit, SubmitOn, Tabs, Zero,
};
use asq_core::form::{Binding, Spot};
use asq_core::model::{AnswerRules, Complete, DangerRule, Order};

/// What fits.
pub const ANSWER: AnswerRules = AnswerRules {
    complete: Complete::Every,
    order: Order::Offered,
    discuss: true,
    notes: false,
    danger: DangerRule::Unknown,
};

const LISTS: &[Spot] = &[Spot::Option, Spot::Custom, Spot::Discuss, Spot::Commit];

const KEYS: &[Binding] = &[Binding::any(LISTS, Key::char(' '), Act::Choose)];

/// How the form behaves.
pub const FORM: FormRules = FormRules {
    called: Called::ASQ,
    keys: KEYS,
    custom: Some(CustomRow {
        label: "Something else (I'll explain)",
        entry: CustomEntry::Opens,
        placeholder: "Type your answer",
    }),
    discuss: Some("Let's discuss this"),
    tabs: Tabs::Never,
    review: Review {
        when: ReviewWhen::Never,
        title: "",
        rows: ReviewRows::AnswersAndSubmit,
        submit: "",
        cancel: "",
    },
    single: SubmitOn::Pick,
    many: CommitRow { label: "Done ({n} selected)", zero: Zero::Refuse },
    revisit: Revisit::First,
    ends: Ends::Clamp,
    esc: &[EscStep::LeaveEditor, EscStep::Cancel],
    notes: Notes::Never,
    preview: PreviewPlace::Never,
    look: Look {
        focus: ">",
        rules: true,
        numbers: Numbers::Single,
        tab_open: "",
        tab_done: "",
        submit_tab: "",
        one: "{updown} navigate - {enter} to select - {cancel} to cancel",
        one_many: "{updown} navigate - {choose} to toggle - {cancel} to cancel",
        several: "",
        review: "",
        danger: "",
        editor: "{enter} to submit - {leave} to go back",
        commit_gap: true,
        filter_over: 6,
    },
    elapsed: false,
};
