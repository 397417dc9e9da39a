//! How a form of the contract `AskUserQuestion` v2 behaves, as data.

use asq_core::form::{
    Act, Called, Code, CommitRow, CustomEntry, CustomRow, Ends, EscStep, FormRules, Key, Look, Notes,
    Numbers, OnSave, PreviewPlace, Review, ReviewRows, ReviewWhen, Revisit, SubmitOn, Tabs, Zero,
};
use asq_core::form::{Binding, Spot};
use asq_core::model::{AnswerRules, Complete, DangerRule, Order};

/// What fits.
pub const ANSWER: AnswerRules = AnswerRules {
    complete: Complete::Every,
    order: Order::Offered,
    discuss: false,
    notes: true,
    danger: DangerRule::AnyText,
};

const LISTS: &[Spot] = &[Spot::Option, Spot::Custom, Spot::Commit];
const ROWS: &[Spot] = &[Spot::Option, Spot::Custom, Spot::Commit, Spot::Answer, Spot::Submit];
const EDITORS: &[Spot] = &[Spot::CustomText, Spot::Value, Spot::Text, Spot::Danger];
const REVIEW: &[Spot] = &[Spot::Answer, Spot::Submit];
const NOTES: &[Spot] = &[Spot::NotesPage];

const PAGES: &[Spot] = &[
    Spot::Option,
    Spot::Custom,
    Spot::Commit,
    Spot::Answer,
    Spot::Submit,
    Spot::CustomText,
    Spot::Value,
    Spot::Text,
    Spot::Danger,
];

// Tab always opens the notes, so other keys switch tabs; in editors the arrows move the caret.
const KEYS: &[Binding] = &[
    Binding::any(ROWS, Key::char(' '), Act::Choose),
    Binding::any(LISTS, Key::plain(Code::Tab), Act::Notes),
    Binding::any(LISTS, Key::char('n'), Act::Notes),
    Binding::any(EDITORS, Key::plain(Code::Tab), Act::Notes),
    Binding::any(NOTES, Key::plain(Code::Tab), Act::Notes),
    Binding::any(REVIEW, Key::plain(Code::Tab), Act::Nothing),
    Binding::any(ROWS, Key::char('['), Act::PreviousTab),
    Binding::any(ROWS, Key::char(']'), Act::NextTab),
    Binding::any(PAGES, Key::alt(Code::Left), Act::PreviousTab),
    Binding::any(PAGES, Key::alt(Code::Right), Act::NextTab),
    Binding::any(PAGES, Key::ctrl(Code::PageUp), Act::PreviousTab),
    Binding::any(PAGES, Key::ctrl(Code::PageDown), Act::NextTab),
];

/// How the form behaves.
pub const FORM: FormRules = FormRules {
    called: Called { title: "🔔 AskUserQuestion", aloud: "AskUserQuestion" },
    keys: KEYS,
    custom: Some(CustomRow { label: "Other", entry: CustomEntry::Opens, placeholder: "Type your answer" }),
    discuss: None,
    tabs: Tabs::Always,
    review: Review {
        when: ReviewWhen::Several,
        title: "Review your answers",
        rows: ReviewRows::AnswersAndSubmit,
        submit: "Submit",
        cancel: "",
    },
    single: SubmitOn::Pick,
    many: CommitRow { label: "[Select]", zero: Zero::Refuse },
    revisit: Revisit::Picked,
    ends: Ends::Wrap,
    esc: &[EscStep::LeaveEditor, EscStep::Cancel],
    notes: Notes::Page(OnSave::Stay),
    preview: PreviewPlace::Below,
    look: Look {
        focus: ">",
        rules: false,
        numbers: Numbers::All,
        tab_open: "☐",
        tab_done: "☒",
        submit_tab: "Submit",
        one: "{move} navigate · {choose} select · {fold} fold · {source} source · {read} read · {notes} notes · {help} keys · {cancel} cancel",
        one_many: "{move} navigate · {choose} select|toggle|commit · {fold} fold · {source} source · {read} read · {notes} notes · {help} keys · {cancel} cancel",
        several: "{move} navigate · {choose} select|toggle|commit · {fold} fold · {source} source · {read} read · {back}/{tab} tabs · {notes} notes · {help} keys · {cancel} cancel",
        review: "{choose} submit · {back} back · {help} keys · {cancel} cancel",
        danger: "{enter} confirm · {decline} decline · {notes} notes · {leave} back · {cancel} cancel all",
        editor: "{enter} accept · {nudge} change · {newline} new line · {tab} next tab · {notes} notes · {leave} back · {cancel} cancel",
        commit_gap: true,
        filter_over: 7,
    },
    elapsed: true,
};
