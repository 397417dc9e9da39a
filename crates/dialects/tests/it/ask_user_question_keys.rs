//! Keys and flow of the contract `ask_user_question`: each test cites the sentence that it shows.

use crate::forms;
use crate::forms::{compare, many, one, shows};
use asq_core::form::Form;
use asq_core::model::Question;
use asq_dialects::ask_user_question::rules::{ANSWER, FORM};
use asq_testkit::situation;
use asq_testkit::sketch::play_with;

fn ask(questions: Vec<Question>) -> Form {
    forms::form(FORM, ANSWER, questions)
}

fn single() -> Form {
    ask(vec![one("Header", "Question text?", &["Option A", "Option B"])])
}

fn multi() -> Form {
    ask(vec![many("Header", "Question text?", &["Option A", "Option B"], 0)])
}

fn previews() -> Form {
    ask(vec![compare("Layout", "Which layout?", &[("Sidebar", "S|S"), ("Tabs", "T T"), ("Plain", "")])])
}

fn flow() -> Form {
    ask(vec![
        one("HeaderA", "First?", &["A1", "A2"]),
        many("HeaderB", "Second?", &["B1", "B2", "B3"], 0),
        compare("HeaderC", "Third?", &[("C1", "one"), ("C2", "two")]),
    ])
}

/// "Single-select questions omit the checkbox column and submit row"; the footer word for word; "A
/// single question renders one selected header tab".
#[test]
fn a_single_question_page() {
    let mut situation = situation!("ask_user_question_keys/a_single_question_page");
    shows(single(), "", &mut situation);
}

/// "Single-question multi-select pages also render a trailing Submit tab"; rows and footer word for word.
#[test]
fn a_multi_select_page() {
    let mut situation = situation!("ask_user_question_keys/a_multi_select_page");
    shows(multi(), "", &mut situation);
}

/// "↑/↓ moves focus through configured options and the custom input row"; S4-12: wraps.
#[test]
fn up_and_down_wrap_through_the_custom_row() {
    let mut situation = situation!("ask_user_question_keys/up_and_down_wrap_through_the_custom_row");
    shows(single(), "<down><down>", &mut situation);
    shows(single(), "<down><down><down>", &mut situation);
    shows(single(), "<up>", &mut situation);
}

/// "Enter or Space on a configured option submits that answer immediately."
#[test]
fn enter_or_space_submits_an_option() {
    let mut situation = situation!("ask_user_question_keys/enter_or_space_submits_an_option");
    shows(single(), "<ret>", &mut situation);
    shows(single(), "<down><space>", &mut situation);
}

/// "Enter on the custom input row submits only when text has been typed. Empty custom input does not
/// submit."
#[test]
fn enter_on_the_custom_row() {
    let mut situation = situation!("ask_user_question_keys/enter_on_the_custom_row");
    shows(single(), "<up><ret>", &mut situation);
    shows(single(), "<up>my own<ret>", &mut situation);
}

/// "Esc cancels the request, unless it first clears typed custom input."
#[test]
fn esc_cancels_or_clears_first() {
    let mut situation = situation!("ask_user_question_keys/esc_cancels_or_clears_first");
    shows(single(), "<esc>", &mut situation);
    shows(single(), "<up>text<esc>", &mut situation);
    shows(single(), "<up>text<esc><esc>", &mut situation);
}

/// S4-14: Ctrl+Z and Ctrl+_ bring the cleared text back.
#[test]
fn undo_brings_cleared_text_back() {
    let mut situation = situation!("ask_user_question_keys/undo_brings_cleared_text_back");
    shows(single(), "<up>text<esc><c-z>", &mut situation);
    shows(multi(), "<down><down>text<esc><c-_>", &mut situation);
}

/// "↑/↓ moves focus through configured options, the custom input row, and Submit." S4-6, S4-12.
#[test]
fn up_and_down_reach_submit() {
    let mut situation = situation!("ask_user_question_keys/up_and_down_reach_submit");
    shows(multi(), "<down><down><down>", &mut situation);
    shows(multi(), "<up>", &mut situation);
    shows(multi(), "<up><down>", &mut situation);
}

/// "Tab or Right moves focus from the question to Submit. Shift+Tab or Left returns from Submit to the
/// question."
#[test]
fn tab_or_right_goes_to_submit_and_back() {
    let mut situation = situation!("ask_user_question_keys/tab_or_right_goes_to_submit_and_back");
    shows(multi(), "<down><tab>", &mut situation);
    shows(multi(), "<right>", &mut situation);
    shows(multi(), "<down><tab><s-tab>", &mut situation);
    shows(multi(), "<down><right><left>", &mut situation);
    shows(multi(), "<down><down>own<tab><ret>", &mut situation);
}

/// "Enter on a configured option toggles it. Enter on Submit submits selected answers."
#[test]
fn enter_toggles_and_submit_submits() {
    let mut situation = situation!("ask_user_question_keys/enter_toggles_and_submit_submits");
    shows(multi(), "<ret>", &mut situation);
    shows(multi(), "<ret><ret><down><space>", &mut situation);
    shows(multi(), "<down><ret><up><ret><tab><ret>", &mut situation);
    shows(multi(), "<space><tab><space>", &mut situation);
}

/// "Submit does nothing when no answer is selected."
#[test]
fn submit_without_a_pick_does_nothing() {
    let mut situation = situation!("ask_user_question_keys/submit_without_a_pick_does_nothing");
    shows(multi(), "<tab><ret>", &mut situation);
}

/// "Typing custom input automatically includes the custom row in the selected answers. Clearing custom
/// input removes that row from the selected answers." S4-10: Enter toggles it and keeps the text.
#[test]
fn custom_text_in_a_multi_select() {
    let mut situation = situation!("ask_user_question_keys/custom_text_in_a_multi_select");
    shows(multi(), "<down><down>own", &mut situation);
    shows(multi(), "<down><down>own<bs><bs><bs>", &mut situation);
    shows(multi(), "<down><down>own<esc>", &mut situation);
    shows(multi(), "<down><down>own<ret>", &mut situation);
    shows(multi(), "<down><down>own<ret><ret><tab><ret>", &mut situation);
}

/// S4-11: "Order of inclusion, custom row counted when first included."
#[test]
fn answers_stand_in_selection_order() {
    let mut situation = situation!("ask_user_question_keys/answers_stand_in_selection_order");
    shows(multi(), "<down><ret><down>own<up><up><ret><tab><ret>", &mut situation);
}

/// "Preview mode": "The custom input row is omitted"; "A notes row appears under the preview box";
/// "Empty notes show press n to add notes".
#[test]
fn a_preview_page() {
    let mut situation = situation!("ask_user_question_keys/a_preview_page");
    shows(previews(), "", &mut situation);
}

/// "Up/Down moves focus through configured options and updates the preview, including while notes are
/// focused." S4-16: stays in notes, text kept.
#[test]
fn up_and_down_update_the_preview() {
    let mut situation = situation!("ask_user_question_keys/up_and_down_update_the_preview");
    shows(previews(), "<down>", &mut situation);
    shows(previews(), "nwhy<down><down>", &mut situation);
}

/// "1-9 moves focus to the numbered option without submitting."
#[test]
fn digits_on_a_preview_page_only_focus() {
    let mut situation = situation!("ask_user_question_keys/digits_on_a_preview_page_only_focus");
    shows(previews(), "2", &mut situation);
    shows(previews(), "9", &mut situation);
}

/// "n focuses the inline notes entry"; the placeholder changes, the cursor on `A`. "printable keys,
/// spaces, and number keys type into notes."
#[test]
fn n_focuses_the_notes() {
    let mut situation = situation!("ask_user_question_keys/n_focuses_the_notes");
    shows(previews(), "n", &mut situation);
    shows(previews(), "nn 1 2 x", &mut situation);
}

/// "Left/Right moves the notes cursor"; "Backspace deletes the character before the notes cursor."
#[test]
fn the_notes_cursor_moves() {
    let mut situation = situation!("ask_user_question_keys/the_notes_cursor_moves");
    shows(previews(), "nabc<left><left><bs>X", &mut situation);
    shows(previews(), "nabc<left><right><bs>", &mut situation);
}

/// "Enter while notes are focused submits the currently focused option with the typed notes."
#[test]
fn enter_in_the_notes_submits() {
    let mut situation = situation!("ask_user_question_keys/enter_in_the_notes_submits");
    shows(previews(), "<down>nwide<ret>", &mut situation);
    shows(previews(), "n<ret>", &mut situation);
}

/// "Esc while notes are focused exits notes entry; a later Esc cancels."
#[test]
fn esc_leaves_the_notes_then_cancels() {
    let mut situation = situation!("ask_user_question_keys/esc_leaves_the_notes_then_cancels");
    shows(previews(), "nwhy<esc>", &mut situation);
    shows(previews(), "nwhy<esc><esc>", &mut situation);
}

/// "Enter or Space outside notes submits the focused option."
#[test]
fn enter_or_space_outside_notes_submits() {
    let mut situation = situation!("ask_user_question_keys/enter_or_space_outside_notes_submits");
    shows(previews(), "<down><ret>", &mut situation);
    shows(previews(), "<space>", &mut situation);
    shows(previews(), "nwhy<esc><space>", &mut situation);
}

/// "Multiple questions render all question tabs side by side, followed by a Submit tab." "Tab or Right
/// moves to the next question. On the last question it opens review." "Shift+Tab or Left moves to the
/// previous question."
#[test]
fn tab_and_arrows_switch_questions() {
    let mut situation = situation!("ask_user_question_keys/tab_and_arrows_switch_questions");
    shows(flow(), "", &mut situation);
    shows(flow(), "<tab><right>", &mut situation);
    shows(flow(), "<tab><tab><tab>", &mut situation);
    shows(flow(), "<tab><tab><tab><s-tab><left>", &mut situation);
    shows(flow(), "<left>", &mut situation);
}

/// "Entering a question resets the focus cursor to the first option while preserving any recorded
/// answer."
#[test]
fn entering_a_question_resets_the_focus() {
    let mut situation = situation!("ask_user_question_keys/entering_a_question_resets_the_focus");
    shows(flow(), "2<left>", &mut situation);
}

/// "Left/right arrows move the text cursor while the custom input row or preview notes are focused."
/// S4-7: Tab and Shift+Tab do nothing there.
#[test]
fn in_text_the_arrows_are_the_carets() {
    let mut situation = situation!("ask_user_question_keys/in_text_the_arrows_are_the_carets");
    shows(flow(), "<up>abc<left><left>X<tab>", &mut situation);
    shows(flow(), "<tab><tab>nabc<left>X<tab><s-tab>", &mut situation);
}

/// "Single-select Enter or Space confirms the focused row and advances to the next question or review."
#[test]
fn a_single_select_advances() {
    let mut situation = situation!("ask_user_question_keys/a_single_select_advances");
    shows(flow(), "<ret>", &mut situation);
    shows(flow(), "<up>mine<ret>", &mut situation);
    shows(flow(), "<tab><tab><space>", &mut situation);
}

/// "Multi-select Submit advances to the next question or review."; S4-8: also with nothing selected.
#[test]
fn submit_advances() {
    let mut situation = situation!("ask_user_question_keys/submit_advances");
    shows(flow(), "<tab>1<up><up>", &mut situation);
    shows(flow(), "<tab>13<down><down><ret>", &mut situation);
    shows(flow(), "<tab><up><ret>", &mut situation);
}

/// "shows collected answers plus Submit answers, Cancel" and the footer word for word; "review warns
/// when answers are missing" (S4-19); "does not render a synthetic progress line".
#[test]
fn the_review_page() {
    let mut situation = situation!("ask_user_question_keys/the_review_page");
    shows(flow(), "1<tab><tab>", &mut situation);
    shows(flow(), "112<down><down><down><ret>nok<ret>", &mut situation);
}

/// "confirms focused submit/review rows": Enter and Space; the Cancel row and Esc cancel; ← goes back.
#[test]
fn the_review_rows_act() {
    let mut situation = situation!("ask_user_question_keys/the_review_rows_act");
    shows(flow(), "1<tab><tab><ret>", &mut situation);
    shows(flow(), "1<tab><tab><space>", &mut situation);
    shows(flow(), "1<tab><tab><down><ret>", &mut situation);
    shows(flow(), "1<tab><tab><esc>", &mut situation);
    shows(flow(), "1<tab><tab><left>", &mut situation);
    shows(flow(), "1<tab><tab><down><down>", &mut situation);
}

/// S4-20: the review submits with nothing answered.
#[test]
fn the_review_submits_nothing_too() {
    let mut situation = situation!("ask_user_question_keys/the_review_submits_nothing_too");
    shows(flow(), "<tab><tab><tab><ret>", &mut situation);
}

/// S4-13: typed custom text without Enter isn't an answer; the review says `(typed, not chosen)`.
#[test]
fn text_without_enter_is_no_answer() {
    let mut situation = situation!("ask_user_question_keys/text_without_enter_is_no_answer");
    shows(flow(), "<up>half<up><tab>", &mut situation);
    shows(flow(), "<up>half<up><tab><tab><tab>", &mut situation);
}

/// "1-9: direct action for the visible numbered row"; "On the custom input row, the number focuses the
/// input row without submitting."
#[test]
fn digits_act_on_rows() {
    let mut situation = situation!("ask_user_question_keys/digits_act_on_rows");
    shows(single(), "2", &mut situation);
    shows(single(), "3", &mut situation);
    shows(single(), "7", &mut situation);
    shows(multi(), "21", &mut situation);
    shows(multi(), "3", &mut situation);
}

/// "While the custom input row is focused, number keys type digits"; S4-26: with Submit focused a digit
/// acts on the row.
#[test]
fn digits_in_text_are_text() {
    let mut situation = situation!("ask_user_question_keys/digits_in_text_are_text");
    shows(single(), "312", &mut situation);
    shows(multi(), "<tab>2", &mut situation);
}

/// "Space on an empty custom input row is ignored." "Space types a space after text has started."
#[test]
fn space_in_the_custom_row() {
    let mut situation = situation!("ask_user_question_keys/space_in_the_custom_row");
    shows(single(), "<up><space>", &mut situation);
    shows(single(), "<up>a<space>b<ret>", &mut situation);
    shows(multi(), "<down><down><space><space>", &mut situation);
}

/// "Left/Right moves the text cursor in Type something"; "Printable characters insert at the cursor."
/// "Backspace deletes the character before the cursor."
#[test]
fn the_cursor_of_the_custom_row() {
    let mut situation = situation!("ask_user_question_keys/the_cursor_of_the_custom_row");
    shows(single(), "<up>abc<left><left>X", &mut situation);
    shows(single(), "<up>abc<left><bs>", &mut situation);
}

/// S4-27: Ctrl+J and Shift+Enter add a line.
#[test]
fn the_custom_row_takes_lines() {
    let mut situation = situation!("ask_user_question_keys/the_custom_row_takes_lines");
    shows(single(), "<up>one<c-j>two<s-ret>three<a-ret>four<ret>", &mut situation);
}

/// S4-5: `?` works outside text, Ctrl+G everywhere; neither is in the footers.
#[test]
fn help_and_editor_work_unadvertised() {
    let mut situation = situation!("ask_user_question_keys/help_and_editor_work_unadvertised");
    shows(single(), "?", &mut situation);
    shows(single(), "<up>?", &mut situation);
    situation.shows(
        "<up>ab<c-g>, and an editor",
        &play_with(single(), "<up>ab<c-g>", |text| Some(format!("{text} edited\n"))),
    );
    situation.shows(
        "<c-g>, and an editor",
        &play_with(single(), "<c-g>", |text| Some(format!("{text}from the list\n"))),
    );
}

/// A paste goes into the row and never commits; on a preview page it goes into the notes.
#[test]
fn a_paste_never_commits() {
    let mut situation = situation!("ask_user_question_keys/a_paste_never_commits");
    shows(previews(), "<paste:because>", &mut situation);
}

/// Ctrl+C cancels at once from any page.
#[test]
fn ctrl_c_cancels_at_once() {
    let mut situation = situation!("ask_user_question_keys/ctrl_c_cancels_at_once");
    shows(flow(), "1<tab><tab><c-c>", &mut situation);
    shows(previews(), "nwhy<c-c>", &mut situation);
}

/// The filter is not this contract's: `/` does nothing.
#[test]
fn a_slash_does_nothing() {
    let mut situation = situation!("ask_user_question_keys/a_slash_does_nothing");
    shows(single(), "/", &mut situation);
}
