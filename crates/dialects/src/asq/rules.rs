//! How a form of asq's own contract behaves, as data.
//!
//! - `n` writes a note, `s` skips, Ctrl+X declines, Ctrl+L discusses; in text, with Ctrl or Alt.
//! - In a list of several picks Enter ticks, and on a ticked row it is Done; Space only ticks.
//! - The custom row types on focus; the last row of every list starts a discussion.
//! - A review follows several questions, or a dangerous one that is answered without a typed text; Esc goes back step by
//!   step.

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

/// Rows of a question's own page.
const ROWS: &[Spot] = &[Spot::Option, Spot::CompareOption, Spot::Discuss, Spot::Commit];
const TICKS: &[Spot] = &[Spot::Option, Spot::CompareOption, Spot::CustomText];
/// Text fields that answer a question.
const TEXTS: &[Spot] = &[Spot::CustomText, Spot::Value, Spot::Text];

const KEYS: &[Binding] = &[
    Binding::any(LISTS, Key::char(' '), Act::Choose),
    Binding::many_picks(TICKS, Key::plain(Code::Enter), Act::PickOrCommit),
    Binding::any(LISTS, Key::char('j'), Act::Down),
    Binding::any(LISTS, Key::char('k'), Act::Up),
    Binding::yes_or_no(ROWS, Key::char('y'), Act::Number(1)),
    Binding::yes_or_no(ROWS, Key::char('Y'), Act::Number(1)),
    Binding::yes_or_no(ROWS, Key::char('n'), Act::Number(2)),
    Binding::yes_or_no(ROWS, Key::char('N'), Act::Number(2)),
    Binding::yes_or_no(ROWS, Key::alt(Code::Char('n')), Act::Notes),
    Binding::any(ROWS, Key::char('n'), Act::Notes),
    Binding::any(&[Spot::NotesPage], Key::plain(Code::Tab), Act::Notes),
    Binding::any(TEXTS, Key::alt(Code::Char('n')), Act::Notes),
    Binding::any(&[Spot::Danger, Spot::NotesPage], Key::alt(Code::Char('n')), Act::Notes),
    Binding::any(ROWS, Key::char('s'), Act::Skip),
    Binding::any(TEXTS, Key::ctrl(Code::Char('s')), Act::Skip),
    Binding::any(&[Spot::Danger], Key::ctrl(Code::Char('s')), Act::Skip),
    Binding::any(LISTS, Key::ctrl(Code::Char('x')), Act::Decline),
    Binding::any(TEXTS, Key::ctrl(Code::Char('x')), Act::Decline),
    Binding::any(LISTS, Key::ctrl(Code::Char('l')), Act::Discuss),
    Binding::any(TEXTS, Key::ctrl(Code::Char('l')), Act::Discuss),
    Binding::any(&[Spot::Danger], Key::ctrl(Code::Char('l')), Act::Discuss),
];

/// How the form behaves.
pub const FORM: FormRules = FormRules {
    called: Called::ASQ,
    keys: KEYS,
    custom: Some(CustomRow { label: "Something else…", entry: CustomEntry::Focus, placeholder: "" }),
    discuss: Some("Let's discuss this"),
    tabs: Tabs::Several,
    review: Review {
        when: ReviewWhen::SeveralOrUnconfirmed,
        title: "Review your answers",
        rows: ReviewRows::AnswersAndSubmit,
        submit: "[ Submit answers ]",
        cancel: "",
    },
    single: SubmitOn::Pick,
    many: CommitRow { label: "[ Done · {picked} ]", zero: Zero::Refuse },
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
    notes: Notes::Page(OnSave::GoBack),
    preview: PreviewPlace::Side { source_width: 120 },
    look: Look {
        focus: "❯",
        rules: false,
        numbers: Numbers::All,
        tab_open: "○",
        tab_done: "✓",
        submit_tab: "Review",
        one: "{move} move · {enter} select · {digits} pick · {yesno} answer · {skip} skip · {notes} note · {filter} filter · {read} read · {help} keys · {leave} back · {cancel} cancel",
        one_many: "{move} move · {enter} tick|tick|accept|done · {digits} tick · {untick} untick · {skip} skip · {notes} note · {filter} filter · {read} read · {help} keys · {leave} back · {cancel} cancel",
        several: "{move} move · {enter} select|tick|accept|done · {digits} pick|tick|tick|tick · {untick} untick · {yesno} answer · {skip} skip · {tab} next · {filter} filter · {read} read · {help} keys · {leave} back · {cancel} cancel",
        review: "{enter} submit · {move} change an answer · {decline} decline · {leave} back",
        danger: "{enter} confirm · {decline} decline · {discuss} discuss · {notes} note · {leave} back · {cancel} cancel",
        editor: "{enter} accept · {nudge} change · {skip} skip · {discuss} discuss · {newline} new line · {notes} note · {leave} back · {cancel} cancel",
        commit_gap: true,
        filter_over: 0,
    },
    elapsed: false,
};
