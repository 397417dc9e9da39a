//! How a form of asq's own contract behaves, as data.

use asq_core::form::keymap::{Binding, Spot};
use asq_core::form::{
    Act, Called, CommitRow, CustomEntry, CustomRow, Ends, EscStep, FormRules, Key, Look, Notes, Numbers,
    PreviewPlace, Review, ReviewRows, ReviewWhen, Revisit, SubmitOn, Tabs, Zero,
};
use asq_core::model::{AnswerRules, Complete, DangerRule, Order};

/// What fits.
pub const ANSWER: AnswerRules = AnswerRules {
    complete: Complete::Every,
    order: Order::Offered,
    discuss: true,
    notes: true,
    danger: DangerRule::ExactText,
};

const LISTS: &[Spot] = &[
    Spot::Option,
    Spot::CompareOption,
    Spot::Discuss,
    Spot::Commit,
    Spot::Answer,
    Spot::Submit,
    Spot::CancelRow,
];

const KEYS: &[Binding] = &[
    Binding::any(LISTS, Key::char(' '), Act::Choose),
    Binding::any(LISTS, Key::char('j'), Act::Down),
    Binding::any(LISTS, Key::char('k'), Act::Up),
    Binding::any(
        &[Spot::Option, Spot::CompareOption, Spot::Discuss, Spot::Commit],
        Key::char('n'),
        Act::Notes,
    ),
    Binding::any(&[Spot::NotesPage], Key::plain(asq_core::form::Code::Tab), Act::Notes),
];

/// How the form behaves.
pub const FORM: FormRules = FormRules {
    called: Called::ASQ,
    keys: KEYS,
    custom: Some(CustomRow { label: "Something else…", entry: CustomEntry::Focus, placeholder: "" }),
    discuss: Some("Let's discuss this"),
    tabs: Tabs::Several,
    review: Review {
        when: ReviewWhen::SeveralOrDanger,
        title: "Review your answers",
        rows: ReviewRows::AnswersAndSubmit,
        submit: "Submit answers",
        cancel: "",
    },
    single: SubmitOn::Pick,
    many: CommitRow { label: "Done ({n} picked)", zero: Zero::Refuse },
    revisit: Revisit::Picked,
    ends: Ends::Wrap,
    esc: &[
        EscStep::LeaveEditor,
        EscStep::LeaveDanger,
        EscStep::LeaveCustom,
        EscStep::StepBack,
        EscStep::ConfirmIfAnswers,
        EscStep::Cancel,
    ],
    notes: Notes::Page,
    preview: PreviewPlace::Side { source_width: 120 },
    look: Look {
        focus: "❯",
        rules: false,
        numbers: Numbers::All,
        tab_open: "○",
        tab_done: "✓",
        submit_tab: "Review",
        one: "{move} move · {enter} select · {notes} note · {filter} filter · {help} keys · {cancel} cancel",
        one_many: "{move} move · {choose} tick · {notes} note · {filter} filter · {help} keys · {cancel} cancel",
        several: "{move} move · {enter} select · {tab} next · {filter} filter · {help} keys · {cancel} back",
        review: "{enter} submit · {move} change an answer · {cancel} back",
        editor: "{enter} accept · {newline} new line · {notes} note · {leave} back · {cancel} cancel",
        commit_gap: true,
        filter_over: 0,
    },
    elapsed: false,
};
