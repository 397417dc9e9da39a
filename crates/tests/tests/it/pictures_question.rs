//! Pictures of the contract `question`.

use crate::painted::{Open, SIZES, check_at, one, option, pictured, request};
use asq_core::model::{Question, Request};
use asq_dialects::question::rules::{ANSWER, FORM};
use asq_frame::Glyphs;

fn ask(questions: Vec<Question>) -> Request {
    request(ANSWER, questions)
}

#[track_caller]
fn check(request: &Request, keys: &str, situation: &str) {
    crate::painted::check(request, FORM, keys, situation);
}

fn single() -> Request {
    ask(vec![one("Q1", "Which colour?", vec![option("Red", "Warm"), option("Blue", "")])])
}

fn two() -> Request {
    ask(vec![
        one("Colour", "Which colour?", vec![option("Red", "Warm"), option("Blue", "")]),
        one("Size", "Which size?", vec![option("Small", ""), option("Large", "")]),
    ])
}

fn forty() -> Request {
    let options = (1..=40).map(|n| option(&format!("Option number {n}"), "")).collect();
    ask(vec![one("Many", "Which of these forty?", options)])
}

#[test]
fn numbered_options_and_the_custom_row() {
    check(&single(), "", "question/numbered_options_and_the_custom_row");
}

/// S0-7: the text stays on the row, dim.
#[test]
fn own_words_in_an_opened_editor() {
    check(&single(), "3Green", "question/own_words_in_an_opened_editor");
    check_at(&single(), FORM, (80, 24), "3", "question/an_opened_editor");
    check_at(&single(), FORM, (80, 24), "3Green<esc>", "question/own_words_in_a_closed_editor");
}

#[test]
fn several_questions_and_their_review() {
    check(&two(), "<ret>", "question/several_questions");
    check(&two(), "<ret><ret>", "question/the_review_of_several_questions");
}

/// S0-8: `Cancel and drop N answers? Enter/y · Esc back`
#[test]
fn asking_before_answers_are_dropped() {
    check(&two(), "<ret><esc>", "question/asking_before_answers_are_dropped");
}

#[test]
fn a_long_list_scrolls_with_the_focus() {
    check(&forty(), "", "question/a_long_list");
    check(
        &forty(),
        "<down><down><down><down><down><down><down><down><down><down><down><down>",
        "question/a_long_list_scrolled_by_the_focus",
    );
}

/// "PgUp/PgDn page through the document"
#[test]
fn a_long_list_pages() {
    check_at(&forty(), FORM, (46, 12), "<pgdn>", "question/a_long_list_one_page_down");
    check_at(
        &forty(),
        FORM,
        (46, 12),
        "<pgdn><pgdn><pgup>",
        "question/a_long_list_two_pages_down_and_one_up",
    );
    check_at(
        &forty(),
        FORM,
        (46, 12),
        "<pgdn><pgdn><pgdn><pgdn><pgdn><pgdn><pgdn><pgdn><pgdn>",
        "question/a_long_list_paged_to_its_end",
    );
    check_at(&forty(), FORM, (46, 12), "<a-pgdn>", "question/a_long_list_whose_view_is_paged");
    check_at(
        &forty(),
        FORM,
        (46, 12),
        "<a-pgdn><down>",
        "question/a_long_list_whose_view_is_paged_and_the_focus_moved",
    );
}

#[test]
fn filtering() {
    check(&forty(), "/3", "question/a_filter");
    check_at(&forty(), FORM, (46, 12), "/zzz", "question/a_filter_that_matches_nothing");
}

#[test]
fn all_keys() {
    check(&single(), "?", "question/all_keys");
}

/// A paste bypasses the keys; the view follows it anyway.
#[test]
fn a_paste_into_a_scrolled_form_is_in_sight() {
    check_at(
        &forty(),
        FORM,
        (46, 12),
        "<a-pgdn><paste:pasted words>",
        "question/a_paste_into_a_scrolled_form_is_in_sight",
    );
}

/// The first line of the hints reports a key that came too soon; nothing else moves.
#[test]
fn an_ignored_key() {
    let at = |size| Open::new(two(), FORM, size, Glyphs::Unicode).paced("12", 100).picture();
    pictured("question/an_ignored_key", "12", &SIZES.map(at).concat());
}

/// An answer is indented below its header, so own words can't pass for the next answer.
#[test]
fn long_own_words_in_the_review() {
    let keys = "3wherever it is cheap and near, and then  Size: Large, whatever it costs<ret>1";
    check_at(&two(), FORM, (46, 12), keys, "question/long_own_words_in_the_review");
}
