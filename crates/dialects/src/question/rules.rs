//! How a form of the contract `question` behaves, as data.

use asq_core::form::{
    Called, CommitRow, CustomEntry, CustomRow, Ends, EscStep, FormRules, Look, Notes, Numbers, PreviewPlace,
    Review, ReviewRows, ReviewWhen, Revisit, SubmitOn, Tabs, Zero,
};
use asq_core::model::{AnswerRules, Complete, DangerRule, Order};

/// What fits.
pub const ANSWER: AnswerRules = AnswerRules {
    complete: Complete::Every,
    order: Order::Offered,
    discuss: false,
    notes: false,
    danger: DangerRule::Unknown,
};

/// How the form behaves.
pub const FORM: FormRules = FormRules {
    called: Called::ASQ,
    keys: &[],
    custom: Some(CustomRow {
        label: "Something else…",
        entry: CustomEntry::Opens,
        placeholder: "Type your answer",
    }),
    discuss: None,
    tabs: Tabs::Several,
    review: Review {
        when: ReviewWhen::Several,
        title: "Review your answers",
        rows: ReviewRows::AnswersAndSubmit,
        submit: "Submit answers",
        cancel: "",
    },
    single: SubmitOn::Pick,
    many: CommitRow { label: "Done ({n} picked)", zero: Zero::Refuse },
    revisit: Revisit::Picked,
    ends: Ends::Wrap,
    esc: &[EscStep::LeaveEditor, EscStep::ConfirmIfAnswers, EscStep::Cancel],
    notes: Notes::Never,
    preview: PreviewPlace::Never,
    look: Look {
        focus: "❯",
        rules: false,
        numbers: Numbers::All,
        tab_open: "○",
        tab_done: "✓",
        submit_tab: "Review",
        one: "{move} move · {enter} select · {digits} pick · {filter} filter · {help} keys · {cancel} cancel",
        one_many: "{move} move · {enter} tick · {filter} filter · {help} keys · {cancel} cancel",
        several: "{move} move · {enter} select · {tab} next · {filter} filter · {help} keys · {cancel} cancel",
        review: "{enter} submit · {move} change an answer · {back} back · {cancel} cancel",
        danger: "",
        editor: "{enter} accept · {newline} new line · {tab} next · {editor} editor · {leave} back · {cancel} cancel",
        commit_gap: true,
        filter_over: 0,
    },
    elapsed: false,
};
