//! Pictures of the pages that not every contract has: danger, notes, numbers, previews below their option,
//! context, skipping, declining, time.

use crate::painted::{Open, check_ascii, check_at, one, option, pictured, request};
use asq_core::model::{Danger, Expiry, Kind, Prefs, Preview, PreviewKind, Question, QuestionOption, Request};
use asq_dialects::{asq, questionnaire};
use asq_frame::Glyphs;

#[track_caller]
fn theirs(request: &Request, keys: &str, situation: &str) {
    crate::painted::check(request, questionnaire::rules::FORM, keys, situation);
}

#[track_caller]
fn ours(request: &Request, keys: &str, situation: &str) {
    crate::painted::check(request, asq::rules::FORM, keys, situation);
}

fn ask(questions: Vec<Question>) -> Request {
    request(asq::rules::ANSWER, questions)
}

fn wipe() -> Request {
    let danger = Some(Danger { confirm_text: None, direct: true });
    let options = vec![option("Affirm", ""), option("Decline", "")];
    let wipe = Question { danger, ..one("Wipe DB", "Drop the prod database?", options) };
    let env = one(
        "Env",
        "Which environment?",
        vec![option("staging", "Validate safely"), option("production", "")],
    );
    request(questionnaire::rules::ANSWER, vec![wipe, env])
}

fn drop_it() -> Request {
    let danger = Some(Danger { confirm_text: Some("delete prod-db-eu-1".into()), direct: true });
    let options = vec![option("Delete it", ""), option("Keep it", "")];
    let facts = (1..=12).map(|n| format!("- table {n} has {n}00 rows")).collect::<Vec<_>>().join("\n");
    ask(vec![Question {
        danger,
        description: Some("It can not be undone.".into()),
        context: Some(Preview { kind: PreviewKind::Markdown, source: facts.into() }),
        ..one("Delete", "Delete the database prod-db-eu-1?", options)
    }])
}

fn previews() -> Request {
    let preview = |kind, source: &str| Some(Preview { kind, source: source.into() });
    let auth = vec![
        QuestionOption {
            preview: preview(
                PreviewKind::Markdown,
                "# Flow\n\n- **redirect** to the provider\n- exchange the code",
            ),
            ..option("OAuth2", "Delegated auth")
        },
        QuestionOption {
            preview: preview(PreviewKind::Code, "let key = env(\"KEY\");"),
            ..option("API key", "")
        },
    ];
    let mut request = request(questionnaire::rules::ANSWER, vec![one("Auth", "Which auth strategy?", auth)]);
    request.prefs = Prefs { clock: false, ..request.prefs };
    request
}

fn informed() -> Request {
    let log = (1..=30).map(|n| format!("line {n} of the log")).collect::<Vec<_>>().join("\n");
    ask(vec![Question {
        context: Some(Preview { kind: PreviewKind::Text, source: log.into() }),
        skippable: true,
        ..one(
            "Cause",
            "What broke the build?",
            vec![
                QuestionOption { recommended: true, ..option("The cache", "It was not cleared") },
                option("The compiler", ""),
            ],
        )
    }])
}

/// `⚠️  DESTRUCTIVE — <header>`, "`Type the resource name to confirm:`"
#[test]
fn a_danger_page() {
    theirs(&wipe(), "prod", "pages/a_danger_page");
}

#[test]
fn a_danger_page_refuses_nothing_typed() {
    theirs(&wipe(), "<ret>", "pages/a_danger_page_refuses_nothing_typed");
}

/// Everything must have been on the screen; the exact text is in rows of asq's own.
#[test]
fn an_exact_confirmation_has_to_be_read() {
    ours(&drop_it(), "delete prod-db-eu-1<ret>", "pages/an_exact_confirmation_has_to_be_read");
}

/// At 46×12 the person must scroll before confirming.
#[test]
fn read_to_the_end_it_is_confirmed() {
    let rules = asq::rules::FORM;
    check_at(&drop_it(), rules, (46, 12), "<pgup>", "pages/danger_that_was_not_read_to_the_end");
    let mut open = Open::new(drop_it(), rules, (46, 12), Glyphs::Unicode);
    let (typed, up) = ("delete prod-db-eu-1<ret>", "<pgup><pgup><pgup><pgup><ret>");
    open.keys(typed);
    assert!(open.form.screen().must_see, "{}", open.picture());
    open.keys(up);
    assert!(!open.form.screen().must_see, "{}", open.picture());
    pictured("pages/danger_that_was_read_to_the_end", &format!("{typed}{up}"), &open.picture());
}

#[test]
fn a_notes_page() {
    theirs(&wipe(), "<a-right>nAsk SRE<ret>", "pages/a_notes_page");
}

/// A question with a note says so, in its list and on the review.
#[test]
fn a_note_is_told() {
    theirs(&wipe(), "<a-right>nAsk SRE first.<tab>", "pages/a_note_on_the_question");
    theirs(&wipe(), "prod<ret>nAsk SRE first.<tab>1", "pages/a_note_on_the_review");
}

/// "Collapsed — `[<type>] (press e to expand)`"; "Expanded — … `┌─ <type> ─` / `│ <content>` / `└────`"
#[test]
fn previews_below_their_option() {
    theirs(&previews(), "", "pages/previews_below_their_option");
    theirs(&previews(), "e<down>R", "pages/previews_below_their_option_raw");
}

#[test]
fn a_number_with_unit_range_and_step() {
    let kind =
        Kind::Number { min: Some(1.into()), max: Some(100.into()), step: 5.into(), unit: Some("GB".into()) };
    let size = Question { kind, custom: false, ..one("Size", "How large may it grow?", Vec::new()) };
    ours(&ask(vec![size]), "<up><up>", "pages/a_number_with_unit_range_and_step");
}

#[test]
fn a_masked_text() {
    let kind = Kind::Text { multiline: false, placeholder: None };
    let key = Question { kind, custom: false, sensitive: true, ..one("Key", "The deploy key?", Vec::new()) };
    ours(&ask(vec![key]), "s3cret", "pages/a_masked_text");
}

/// "a context block above the question": a share of the height, the rest is scrolled to.
#[test]
fn what_to_know_stands_above_the_list() {
    ours(&informed(), "", "pages/what_to_know_above_the_list");
    ours(&informed(), "<pgdn><pgdn>", "pages/what_to_know_above_the_list_scrolled");
}

#[test]
fn declining_asks_why() {
    ours(&informed(), "<c-x>not today", "pages/declining_asks_why");
}

#[test]
fn skipped_and_open_on_the_review() {
    let skippable = |q: Question| Question { skippable: true, ..q };
    let request = ask(vec![
        skippable(one("A", "First?", vec![option("a1", "")])),
        one("B", "Second?", vec![option("b1", "")]),
    ]);
    ours(&request, "s<tab>", "pages/skipped_and_open_on_the_review");
}

/// A time limit in asq's own words around the asker's, next to the asker's name.
#[test]
fn a_time_limit() {
    let mut request = informed();
    request.questions[0].context = None;
    request.from.agent = Some("codex".into());
    let means = Some("the build goes on with the old cache".into());
    request.expiry = Some(Expiry { after_ms: 290_000, means });
    ours(&request, "", "pages/a_time_limit");
}

/// The danger heading and the clock in ASCII only.
#[test]
fn in_ascii() {
    check_ascii(&wipe(), questionnaire::rules::FORM, (60, 16), "", "pages/danger_in_ascii");
    check_ascii(&drop_it(), asq::rules::FORM, (60, 30), "", "pages/own_danger_in_ascii");
    check_ascii(&previews(), questionnaire::rules::FORM, (60, 20), "e", "pages/previews_in_ascii");
}

/// An answer's row on the review, and a list: no character of the agent's becomes asq's `>`, `[x]` or `+` there.
#[test]
fn the_agents_marks_are_no_marks_of_asqs_in_ascii() {
    let forged = "❯ 2. Submit ☒ ✔ ►";
    let asked = ask(vec![one(forged, "Which?", vec![option(forged, ""), option("b", "")])]);
    check_ascii(&asked, asq::rules::FORM, (60, 16), "", "pages/marks_of_the_agents_in_ascii");
    let asked = ask(vec![
        one(forged, "Which?", vec![option(forged, ""), option("b", "")]),
        one("B", "Second?", vec![option("b1", ""), option("b2", "")]),
    ]);
    check_ascii(
        &asked,
        asq::rules::FORM,
        (60, 20),
        "1<tab><tab>",
        "pages/marks_of_the_agents_on_the_review_in_ascii",
    );
}

#[test]
fn help_begins_at_its_beginning_however_far_the_list_was_scrolled() {
    let many = || (1..=30).map(|n| option(&format!("Option {n}"), "with a line below it")).collect();
    let open = || {
        Open::new(ask(vec![one("Which", "Which one?", many())]), asq::rules::FORM, (46, 8), Glyphs::Unicode)
    };
    let help = open().keys("?").picture();
    assert!(help.contains("the row with that number"), "{help}");
    assert_eq!(open().keys("<pgdn><pgdn>?").picture(), help);
}
