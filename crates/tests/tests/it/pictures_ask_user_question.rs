//! Pictures of the contract `ask_user_question`; the document's mock-ups first, word for word.
//!
//! Brackets of the mock-ups' tabs stand for ☐ and ☒ (S4-1); the indents that the document lost follow its rules.

#![allow(clippy::unicode_not_nfc, reason = "letters with combining marks are what one picture shows")]

use crate::painted::{Open, check_ascii, check_at, compare, many, one, option, pictured, request};
use asq_core::model::{Question, Request};
use asq_core::text::Line;
use asq_dialects::ask_user_question::rules::{ANSWER, FORM};
use asq_frame::Glyphs;

fn ask(questions: Vec<Question>) -> Request {
    request(ANSWER, questions)
}

#[track_caller]
fn check(request: &Request, keys: &str, situation: &str) {
    crate::painted::check(request, FORM, keys, situation);
}

fn options() -> Vec<asq_core::model::QuestionOption> {
    vec![option("Option A", "Description for option A"), option("Option B", "Description for option B")]
}

fn single() -> Request {
    ask(vec![one("Header", "Question text?", options())])
}

fn multi() -> Request {
    ask(vec![many("Header", "Question text?", options())])
}

/// The frame's text, line by line.
fn text(request: &Request) -> String {
    let open = Open::new(request.clone(), FORM, (80, 24), Glyphs::Unicode);
    open.frame.lines.iter().map(Line::text).map(|l| l.trim_end().to_owned() + "\n").collect()
}

/// "Every question page uses the same top-to-bottom structure"
#[test]
fn the_mock_up_of_several_picks() {
    let request =
        ask(vec![many("HeaderA", "Question text?", options()), many("HeaderB", "More?", options())]);
    pictured("ask_user_question/the_mock_up_of_several_picks", "", &text(&request));
}

/// "Single-question multi-select pages also render a trailing Submit tab."
#[test]
fn one_question_of_several_picks() {
    check(&multi(), "", "ask_user_question/one_question_of_several_picks");
}

/// "Single-select questions omit the checkbox column and submit row"
#[test]
fn the_mock_up_of_one_pick() {
    pictured("ask_user_question/the_mock_up_of_one_pick_as_text", "", &text(&single()));
    check(&single(), "", "ask_user_question/the_mock_up_of_one_pick");
}

fn layouts() -> Request {
    let long = (1..=30).map(|n| format!("- point {n} of the long preview")).collect::<Vec<_>>().join("\n");
    ask(vec![compare(
        "Layout",
        "Which layout?",
        &[
            ("Sidebar", "# Sidebar\n\n```\n+----+-------+\n| nav| main  |\n+----+-------+\n```\n"),
            ("Tabs on top of the page, with a label that wraps", long.as_str()),
            ("Plain", ""),
        ],
    )])
}

#[test]
fn a_preview_beside_the_list() {
    check(&layouts(), "", "ask_user_question/a_preview_beside_the_list");
}

#[test]
fn a_long_preview() {
    check(&layouts(), "<down><pgdn>", "ask_user_question/a_long_preview");
}

/// "Focused and empty: > 3. Type something"; "the placeholder text does not shift to the right"
#[test]
fn the_mock_up_of_an_empty_custom_row() {
    check_at(
        &single(),
        FORM,
        (80, 24),
        "<down><down>",
        "ask_user_question/the_mock_up_of_an_empty_custom_row",
    );
    check_at(
        &multi(),
        FORM,
        (80, 24),
        "<down><down>",
        "ask_user_question/the_mock_up_of_an_empty_custom_row_of_several_picks",
    );
}

/// "Focused with typed text: > 3. custom text▌"
#[test]
fn the_mock_up_of_typed_text() {
    check(&single(), "<down><down>custom text", "ask_user_question/the_mock_up_of_typed_text");
}

/// "Selected or checked options use accent styling for the checkbox/label/content"
#[test]
fn ticked_boxes_and_the_submit_row() {
    check(&multi(), "<space><down><down>own<down>", "ask_user_question/ticked_boxes_and_the_submit_row");
}

fn flow() -> Request {
    ask(vec![
        one(
            "Database",
            "Which database?",
            vec![option("SQLite", "One file"), option("PostgreSQL", "A server")],
        ),
        many(
            "Features",
            "Which features?",
            vec![option("Search", ""), option("Export", ""), option("Sync", "")],
        ),
        one("Name", "What is it called?", vec![option("asq", ""), option("ask", "")]),
    ])
}

/// "Answered question tabs and ready submit tabs show ☒"
#[test]
fn tabs_of_several_questions() {
    check(&flow(), "<ret>1", "ask_user_question/tabs_of_several_questions");
    check_at(&flow(), FORM, (20, 6), "<tab><tab>", "ask_user_question/tabs_of_several_questions_small");
}

/// "uses the same header tab row with the Submit tab active, then shows collected answers"
#[test]
fn the_review_page() {
    check(&flow(), "<ret>13<tab><tab>", "ask_user_question/the_review_page");
    check_at(
        &flow(),
        FORM,
        (80, 24),
        "<ret>13<tab><down><down>my own<ret><down>",
        "ask_user_question/the_review_page_with_own_words",
    );
}

/// "changes the empty inline placeholder to Add notes on this design..., with the cursor on A"
#[test]
fn notes_in_focus() {
    check(&layouts(), "n", "ask_user_question/notes_in_focus");
}

#[test]
fn typed_notes_wrap_below_the_box() {
    check(
        &layouts(),
        "nPlease keep the navigation narrow, and the main part in the middle of it<down>",
        "ask_user_question/typed_notes_wrap_below_the_box",
    );
}

#[test]
fn who_asks_and_a_secret() {
    let mut request = ask(vec![one("Key", "Paste your API key, please", vec![option("I have none", "")])]);
    request.from.agent = Some("codex · session 1\n── asked by agent root".into());
    request.from.session = Some("s-42".into());
    request.from.call_id = Some("call_7".into());
    check(&request, "", "ask_user_question/who_asks_and_a_secret");
}

/// A label that looks like one of the form's own rows; text of all widths.
#[test]
fn foreign_labels() {
    let request = ask(vec![one(
        "日本語のヘッダー",
        "どれにしますか？ مرحبا בעולם 👩‍👩‍👧‍👦",
        vec![
            option("日本語のとても長いラベルがここで折り返されることを確かめます", "説明 🎉"),
            option("Type something", "3. Submit"),
            option("שלום \u{202e}txt.exe", "e\u{301}te\u{301}"),
        ],
    )]);
    check(&request, "", "ask_user_question/foreign_labels");
}

#[test]
fn a_locale_without_utf_8() {
    let request = ask(vec![many("Café", "Où — “là”?", vec![option("Thé", "☒ done"), option("日本", "│")])]);
    check_ascii(
        &request,
        FORM,
        (46, 12),
        "<space><down><down>né 日",
        "ask_user_question/a_locale_without_utf_8",
    );
    check_ascii(
        &layouts(),
        FORM,
        (80, 12),
        "<down>",
        "ask_user_question/a_locale_without_utf_8_and_a_preview",
    );
}

/// S4-27: "the row grows to 5 lines, then scrolls"
#[test]
fn a_long_custom_text() {
    let text = (1..=200).map(|n| format!("line {n}")).collect::<Vec<_>>().join("\\n");
    check(&single(), &format!("<down><down><paste:{text}><up><up>"), "ask_user_question/a_long_custom_text");
}

#[test]
fn a_long_question() {
    let text = "Should the migration run now, with the site down for an hour, or tonight? ".repeat(16);
    let request = ask(vec![one("Migrate", text.trim_end(), options())]);
    check(&request, "", "ask_user_question/a_long_question");
    check_at(&request, FORM, (46, 12), "<pgup><pgup><pgup>", "ask_user_question/a_long_question_paged_up");
    check_at(
        &request,
        FORM,
        (46, 12),
        "<pgup><pgup><pgup><c-down>",
        "ask_user_question/a_long_question_paged_up_and_one_row_down",
    );
    check_at(
        &request,
        FORM,
        (46, 12),
        "<pgup><pgup><pgup><down>",
        "ask_user_question/a_long_question_paged_up_and_on_the_next_option",
    );
}

#[test]
fn what_remains() {
    check_at(
        &flow(),
        FORM,
        (80, 24),
        "<ret>13<tab><down><down>my own<ret><ret>",
        "ask_user_question/what_remains_of_answers",
    );
    check_at(
        &flow(),
        FORM,
        (30, 24),
        "<ret>13<tab><down><down>my own words are long<ret><ret>",
        "ask_user_question/what_remains_of_answers_narrow",
    );
    check_at(&flow(), FORM, (80, 24), "<tab><tab><tab><ret>", "ask_user_question/what_remains_of_no_answers");
    check_at(&flow(), FORM, (40, 24), "<c-c>", "ask_user_question/what_remains_of_a_cancelled_form");
    check_at(&layouts(), FORM, (80, 24), "nTight margins<ret>", "ask_user_question/what_remains_of_a_note");
}
