//! Keys and flow of the contract `question`: each test cites the sentence that it shows.

use crate::forms;
use crate::forms::{one, shows};
use asq_core::form::Form;
use asq_core::model::Question;
use asq_dialects::question::rules::{ANSWER, FORM};
use asq_testkit::situation;

fn ask(questions: Vec<Question>) -> Form {
    forms::form(FORM, ANSWER, questions)
}

fn single() -> Form {
    ask(vec![one("DB", "Which database?", &["Postgres", "SQLite"])])
}

fn three() -> Form {
    ask(vec![
        one("DB", "Which database?", &["Postgres", "SQLite"]),
        one("Lang", "Which language?", &["Rust", "Go"]),
        one("CI", "Which runner?", &["Own", "Hosted"]),
    ])
}

/// "display the prompt … display numbered predefined options … automatically display the final
/// appended option: Something else…"
#[test]
fn a_single_question_shows_numbered_options_and_the_custom_row() {
    let mut situation =
        situation!("question_keys/a_single_question_shows_numbered_options_and_the_custom_row");
    shows(single(), "", &mut situation);
}

/// "selecting a predefined option completes the tool immediately"
#[test]
fn a_predefined_option_completes_at_once() {
    let mut situation = situation!("question_keys/a_predefined_option_completes_at_once");
    shows(single(), "<down><ret>", &mut situation);
}

/// S0-6: "a digit acts as focus + Enter"
#[test]
fn a_digit_selects() {
    let mut situation = situation!("question_keys/a_digit_selects");
    shows(single(), "2", &mut situation);
    shows(single(), "3", &mut situation);
    shows(single(), "4", &mut situation);
    shows(single(), "9", &mut situation);
}

/// "selecting `Something else…` opens inline free-text entry"
#[test]
fn the_custom_row_opens_text_entry() {
    let mut situation = situation!("question_keys/the_custom_row_opens_text_entry");
    shows(single(), "<up><ret>", &mut situation);
    shows(single(), "<up><ret>own 日本 words<ret>", &mut situation);
}

/// "`Esc` in text entry exits text entry and returns to the option list"; S0-7: the text stays on the row.
#[test]
fn esc_in_text_entry_returns_to_the_list_and_keeps_the_text() {
    let mut situation = situation!("question_keys/esc_in_text_entry_returns_to_the_list_and_keeps_the_text");
    shows(single(), "3half<esc>", &mut situation);
    shows(single(), "3half<esc><ret> and more", &mut situation);
    shows(single(), "3half<esc><up><ret>", &mut situation);
}

/// "`Esc` in the picker cancels the tool"; S0-8: at once for one question, with the text as a draft.
#[test]
fn esc_in_the_picker_cancels() {
    let mut situation = situation!("question_keys/esc_in_the_picker_cancels");
    shows(single(), "<esc>", &mut situation);
    shows(single(), "3half<esc><esc>", &mut situation);
}

/// "do not accept an empty answer … keep the user in text-entry mode until they provide non-empty text
/// or press Esc"; S0-15: empty is nothing but white space.
#[test]
fn empty_text_is_bounced() {
    let mut situation = situation!("question_keys/empty_text_is_bounced");
    shows(single(), "3<ret>", &mut situation);
    shows(single(), "3 <c-j> <ret>", &mut situation);
    shows(single(), "3 <ret>x<ret>", &mut situation);
}

/// S0-15: "the text is returned as typed, a single trailing newline removed"; here, and nowhere else.
#[test]
fn one_trailing_newline_is_removed() {
    let mut situation = situation!("question_keys/one_trailing_newline_is_removed");
    shows(single(), "3 a <c-j><c-j><ret>", &mut situation);
}

/// S0-3: `options: []` shows `Something else…` alone with its editor open.
#[test]
fn without_options_the_editor_is_open() {
    let mut situation = situation!("question_keys/without_options_the_editor_is_open");
    let form = || ask(vec![one("Name", "Which name?", &[])]);
    shows(form(), "", &mut situation);
    shows(form(), "quill<ret>", &mut situation);
    shows(form(), "quill<esc>", &mut situation);
}

/// S0-5: tabs appear with several questions.
#[test]
fn several_questions_show_one_at_a_time_with_tabs() {
    let mut situation = situation!("question_keys/several_questions_show_one_at_a_time_with_tabs");
    shows(three(), "", &mut situation);
}

/// "allow tab or left/right navigation between questions"
#[test]
fn tab_and_arrows_switch_questions() {
    let mut situation = situation!("question_keys/tab_and_arrows_switch_questions");
    shows(three(), "<tab>", &mut situation);
    shows(three(), "<right><right><left>", &mut situation);
    shows(three(), "<tab><tab><tab><tab><s-tab>", &mut situation);
    shows(three(), "<left>", &mut situation);
}

/// Tab and Shift+Tab turn pages out of the editor, too; its text stays.
#[test]
fn tab_leaves_the_editor_for_another_question() {
    let mut situation = situation!("question_keys/tab_leaves_the_editor_for_another_question");
    shows(three(), "3half<tab>", &mut situation);
    shows(three(), "3half<tab><s-tab>", &mut situation);
    shows(ask(vec![one("A", "Name?", &[]), one("B", "Which?", &["x"])]), "half<tab>", &mut situation);
}

/// "after answering one question, move to the next question"; "include a final review/submit step
/// summarizing all current answers"
#[test]
fn answering_moves_on_and_ends_in_the_review() {
    let mut situation = situation!("question_keys/answering_moves_on_and_ends_in_the_review");
    shows(three(), "1", &mut situation);
    shows(three(), "123own<ret>", &mut situation);
}

/// "submit only from the review step"
#[test]
fn submitting_happens_on_the_review_only() {
    let mut situation = situation!("question_keys/submitting_happens_on_the_review_only");
    shows(three(), "1<tab>21<ret>", &mut situation);
    shows(three(), "121<ret>", &mut situation);
}

/// "allow navigating back to change answers before final submission"
#[test]
fn answers_are_changed_before_submission() {
    let mut situation = situation!("question_keys/answers_are_changed_before_submission");
    shows(three(), "121<left><left><left>", &mut situation);
    shows(three(), "121<left><left><left>2<tab><tab><ret>", &mut situation);
    shows(three(), "121<up><up><ret>", &mut situation);
    shows(three(), "121<up><up><ret>1<right><ret>", &mut situation);
}

/// S0-9: "Submit with unanswered questions is refused: names them, Enter goes to the first."
#[test]
fn submit_with_open_questions_names_them_and_goes_there() {
    let mut situation = situation!("question_keys/submit_with_open_questions_names_them_and_goes_there");
    shows(three(), "<tab>1<tab><ret>", &mut situation);
    shows(three(), "<tab>1<tab><ret><ret>", &mut situation);
}

/// S0-8: several, nothing answered or typed: Esc cancels at once; with any answer or text it asks.
#[test]
fn esc_with_answers_asks_first() {
    let mut situation = situation!("question_keys/esc_with_answers_asks_first");
    shows(three(), "<esc>", &mut situation);
    shows(three(), "1<esc>", &mut situation);
    shows(three(), "1<esc><esc>", &mut situation);
    shows(three(), "1<esc>n2<esc>y", &mut situation);
    shows(three(), "1<esc><ret>", &mut situation);
    shows(three(), "3half<esc><esc>", &mut situation);
}

/// "If the user cancels from the picker or review flow: return `cancelled: true`"
#[test]
fn cancelling_from_the_review() {
    let mut situation = situation!("question_keys/cancelling_from_the_review");
    shows(three(), "121<esc><ret>", &mut situation);
}

/// Ctrl+C cancels at once from any page, also in editors.
#[test]
fn ctrl_c_cancels_at_once() {
    let mut situation = situation!("question_keys/ctrl_c_cancels_at_once");
    shows(three(), "121<c-c>", &mut situation);
    shows(three(), "1<esc><c-c>", &mut situation);
}

/// `/` filters in every list of `question`; numbers stay, the custom row stays.
#[test]
fn a_slash_filters() {
    let mut situation = situation!("question_keys/a_slash_filters");
    let form = || ask(vec![one("Region", "Where?", &["eu-west", "us-east", "eu-north", "ap-south"])]);
    shows(form(), "/eu", &mut situation);
    shows(form(), "/no<ret>", &mut situation);
    shows(form(), "/eu<down><ret>", &mut situation);
    shows(form(), "/zzz", &mut situation);
    shows(form(), "/zzz<ret>own<ret>", &mut situation);
    shows(form(), "/no<esc>", &mut situation);
}

/// A text edited after it was chosen is a draft again.
#[test]
fn editing_a_chosen_text_takes_the_choice_back() {
    let mut situation = situation!("question_keys/editing_a_chosen_text_takes_the_choice_back");
    shows(three(), "3own<ret><left><ret>x<esc>", &mut situation);
}

/// The help page lists the live keys; any key closes it.
#[test]
fn help_lists_the_keys() {
    let mut situation = situation!("question_keys/help_lists_the_keys");
    shows(single(), "?", &mut situation);
    shows(single(), "?<ret>", &mut situation);
}

/// S0-4: a model's own `Something else…` option is kept as an ordinary option, and marked.
#[test]
fn labels_like_our_rows_are_marked() {
    let mut situation = situation!("question_keys/labels_like_our_rows_are_marked");
    shows(
        ask(vec![one("X", "Which?", &["Something else…", "Other", "1. Yes", "Plain"])]),
        "",
        &mut situation,
    );
}
