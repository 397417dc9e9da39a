//! How a form of the contract `ask_user_question` behaves, as data.

use asq_core::form::{
    Act, Called, Code, CommitRow, CustomEntry, CustomRow, Ends, EscStep, FormRules, Key, Look, Notes,
    Numbers, PreviewPlace, Review, ReviewRows, ReviewWhen, Revisit, SubmitOn, Tabs, Zero,
};
use asq_core::form::{Binding, Spot};
use asq_core::model::{AnswerRules, Complete, DangerRule, Order};

/// What fits.
pub const ANSWER: AnswerRules = AnswerRules {
    complete: Complete::Any,
    order: Order::Picked,
    discuss: false,
    notes: true,
    danger: DangerRule::Unknown,
};

const LISTS: &[Spot] = &[Spot::Option, Spot::CompareOption, Spot::Commit, Spot::Submit, Spot::CancelRow];
const QUESTION: &[Spot] = &[Spot::Option, Spot::CustomText];
const COMPARE: &[Spot] = &[Spot::CompareOption];

const fn compare_digit(c: char, n: usize) -> Binding {
    Binding::any(COMPARE, Key::char(c), Act::FocusNumber(n))
}

const KEYS: &[Binding] = &[
    Binding::any(LISTS, Key::char(' '), Act::Choose),
    Binding::any(LISTS, Key::char('/'), Act::Nothing),
    Binding::any(COMPARE, Key::char('n'), Act::Notes),
    compare_digit('1', 1),
    compare_digit('2', 2),
    compare_digit('3', 3),
    compare_digit('4', 4),
    compare_digit('5', 5),
    compare_digit('6', 6),
    compare_digit('7', 7),
    compare_digit('8', 8),
    compare_digit('9', 9),
    Binding::several(&[Spot::CustomText], Key::plain(Code::Tab), Act::Nothing),
    Binding::several(&[Spot::CustomText], Key::shift(Code::Tab), Act::Nothing),
    Binding::one(QUESTION, Key::plain(Code::Tab), Act::ToCommit),
    Binding::one(&[Spot::Option], Key::plain(Code::Right), Act::ToCommit),
    Binding::one(&[Spot::Commit], Key::shift(Code::Tab), Act::FromCommit),
    Binding::one(&[Spot::Commit], Key::plain(Code::Left), Act::FromCommit),
];

/// How the form behaves.
pub const FORM: FormRules = FormRules {
    called: Called::ASQ,
    keys: KEYS,
    custom: Some(CustomRow { label: "Type something", entry: CustomEntry::Focus, placeholder: "" }),
    discuss: None,
    tabs: Tabs::Always,
    review: Review {
        when: ReviewWhen::Several,
        title: "Review your answers",
        rows: ReviewRows::SubmitAndCancel,
        submit: "Submit answers",
        cancel: "Cancel",
    },
    single: SubmitOn::Pick,
    many: CommitRow { label: "Submit", zero: Zero::Skip },
    revisit: Revisit::First,
    ends: Ends::Wrap,
    esc: &[EscStep::LeaveEditor, EscStep::ClearCustom, EscStep::Cancel],
    notes: Notes::Compare,
    preview: PreviewPlace::Side { source_width: 120 },
    look: Look {
        focus: ">",
        rules: false,
        numbers: Numbers::All,
        tab_open: "☐",
        tab_done: "☒",
        submit_tab: "Submit",
        one: "{choose} to select · {move} to navigate · {cancel} to cancel",
        one_many: "{choose} to select · {navigate} to navigate · {cancel} to cancel",
        several: "{choose} to select · {navigate} to navigate · {cancel} to cancel",
        review: "{choose} to select · {move} to navigate · {back} to go back · {cancel} to cancel",
        danger: "",
        editor: "",
        commit_gap: false,
        filter_over: 0,
    },
    elapsed: false,
};
