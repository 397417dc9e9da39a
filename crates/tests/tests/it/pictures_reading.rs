//! Pictures of the full-screen reader, in every contract with previews, at three sizes.

use crate::painted::{Open, SIZES, compare, many, one, option, request};
use asq_core::form::{Act, FormRules};
use asq_core::model::{Preview, PreviewKind, Request};
use asq_dialects::{ask_user_question, asq, opencode, question, questionnaire, spec};
use asq_frame::Glyphs;

const DESIGN: &str = "# Grid\n\nEvery card has the same size, so that a person finds a card by its place and not \
by its length.\n\n```rust\nfn place(cards: &[Card], columns: usize) -> Vec<(usize, usize)> { cards.iter()\
.enumerate().map(|(at, _)| (at % columns, at / columns)).collect() }\n```\n\n- cards wrap at the edge\n";

fn designs(rules: FormRules) -> Request {
    let answers =
        if rules == asq::rules::FORM { asq::rules::ANSWER } else { ask_user_question::rules::ANSWER };
    request(answers, vec![compare("Layout", "Which layout?", &[("Grid", DESIGN), ("List", "")])])
}

fn folds() -> Request {
    let preview = Preview { kind: PreviewKind::Markdown, source: DESIGN.into() };
    let mut grid = option("Grid", "Cards");
    grid.preview = Some(preview);
    request(
        questionnaire::rules::ANSWER,
        vec![one("Layout", "Which layout?", vec![grid, option("List", "")])],
    )
}

#[track_caller]
fn check(request: &Request, rules: FormRules, keys: &str, situation: &str) {
    crate::painted::check(request, rules, keys, situation);
}

#[test]
fn a_preview_beside_the_list_fills_the_screen() {
    check(
        &designs(ask_user_question::rules::FORM),
        ask_user_question::rules::FORM,
        "z",
        "reading/a_preview_beside_the_list_fills_the_screen",
    );
}

#[test]
fn it_scrolls_to_the_right_and_down() {
    check(
        &designs(ask_user_question::rules::FORM),
        ask_user_question::rules::FORM,
        "z<right><right><down>",
        "reading/it_scrolls_to_the_right_and_down",
    );
}

#[test]
fn its_end_is_the_option_in_its_own_words() {
    check(
        &designs(asq::rules::FORM),
        asq::rules::FORM,
        "z<end>",
        "reading/its_end_is_the_option_in_its_own_words",
    );
}

#[test]
fn a_preview_below_its_option_fills_the_screen_and_names_its_keys() {
    check(&folds(), questionnaire::rules::FORM, "e", "reading/a_preview_below_its_option");
    check(
        &folds(),
        questionnaire::rules::FORM,
        "ez",
        "reading/a_preview_below_its_option_on_the_whole_screen",
    );
}

#[test]
fn the_source_stays_a_source() {
    check(&folds(), questionnaire::rules::FORM, "Rz", "reading/the_source_stays_a_source");
}

#[test]
fn what_to_know_and_a_long_question_fill_it() {
    let mut question =
        one("Start", &"Shall we begin? ".repeat(12), vec![option("Yes", "at once"), option("No", "")]);
    question.context = Some(Preview { kind: PreviewKind::Markdown, source: DESIGN.into() });
    check(
        &request(asq::rules::ANSWER, vec![question]),
        asq::rules::FORM,
        "<c-o>",
        "reading/what_to_know_and_a_long_question_fill_it",
    );
}

#[test]
fn an_answer_on_the_review_page_is_whole() {
    let words: Vec<String> = (0..180).map(|n| format!("w{n:03}")).collect();
    let rules = ask_user_question::rules::FORM;
    let questions = vec![
        one("First", "Which?", vec![option("Yes", ""), option("No", "")]),
        many("Second", "Why?", vec![option("Cost", ""), option("Time", "")]),
    ];
    let request = request(ask_user_question::rules::ANSWER, questions);
    let keys = format!("<down><down>{}<ret> <tab>", words.join(" "));
    check(&request, rules, &format!("{keys}z"), "reading/an_answer_on_the_review_page_is_whole");
    let seen = read(&mut Open::new(request, rules, (46, 12), Glyphs::Unicode), &keys);
    let missing: Vec<&String> = words.iter().filter(|word| !seen.contains(*word)).collect();
    assert_eq!(missing, [""; 0]);
}

/// All text that comes into sight in the reader.
fn read(open: &mut Open, keys: &str) -> String {
    open.keys(keys).keys("z");
    let mut seen = String::new();
    for _ in 0..40 {
        seen += &open.picture();
        open.keys("<pgdn>");
    }
    seen
}

/// The same key and Esc close it, and the page is unchanged, whatever the person typed meanwhile.
#[test]
fn it_closes_and_the_page_is_as_it_was() {
    for (rules, request) in [
        (ask_user_question::rules::FORM, designs(ask_user_question::rules::FORM)),
        (asq::rules::FORM, designs(asq::rules::FORM)),
        (FormRules { elapsed: false, ..questionnaire::rules::FORM }, folds()),
    ] {
        for size in SIZES {
            for keys in ["z<down><right><esc>", "zz", "<c-o><c-o>", "zxyo1<ret> <tab>?/<c-g><bs>z"] {
                let mut open = Open::new(request.clone(), rules, size, Glyphs::Unicode);
                let before = open.picture();
                assert_ne!(open.keys(if keys.starts_with('<') { "<c-o>" } else { "z" }).picture(), before);
                let mut open = Open::new(request.clone(), rules, size, Glyphs::Unicode);
                assert_eq!(open.keys(keys).picture(), before, "{keys} at {size:?}");
            }
        }
    }
}

/// In a text field the letter is text, and Ctrl+O reads.
#[test]
fn the_letter_is_text_where_text_is_typed() {
    let rules = ask_user_question::rules::FORM;
    let mut open = Open::new(designs(rules), rules, (80, 24), Glyphs::Unicode);
    let noted = open.keys("nso").picture();
    assert!(noted.contains("Notes: so"), "{noted}");
    let reads = open.keys("<c-o>").picture();
    assert!(reads.contains("Preview of Grid") && !reads.contains("Notes:"), "{reads}");
    assert_eq!(open.keys("<esc>").picture(), noted);
}

/// Every contract's help names the keys. A footer does only if the contract's document doesn't prescribe it, and
/// only if reading helps.
#[test]
fn help_names_the_keys_everywhere() {
    let all: [(FormRules, &str); 6] = [
        (ask_user_question::rules::FORM, ""),
        (asq::rules::FORM, "z read"),
        (questionnaire::rules::FORM, "e fold · R source · z read"),
        (question::rules::FORM, ""),
        (opencode::rules::FORM, ""),
        (spec::rules::FORM, ""),
    ];
    for (rules, hint) in all {
        let request = if rules == questionnaire::rules::FORM { folds() } else { designs(asq::rules::FORM) };
        let mut open = Open::new(request, rules, (120, 40), Glyphs::Unicode);
        if rules == questionnaire::rules::FORM {
            open.keys("e");
        }
        let hints = open.form.screen().hints.text();
        assert_eq!(hints.contains("z read"), !hint.is_empty(), "{hints}");
        assert!(hints.contains(hint), "{hints}");
        let help = open.keys("?").picture();
        let names = |line: &str| line.contains("z, Ctrl+O  ") && line.ends_with("read on the full screen");
        assert!(help.lines().any(names), "{help}");
    }
}

/// No key in the reader answers, and a secret answer stays dots.
#[test]
fn a_secret_stays_hidden_on_the_review_page() {
    let mut secret = one("Token", "Which token?", Vec::new());
    secret.kind = asq_core::model::Kind::Text { multiline: false, placeholder: None };
    secret.sensitive = true;
    secret.custom = false;
    let request = request(asq::rules::ANSWER, vec![secret, one("Go", "Go?", vec![option("Yes", "")])]);
    let mut open = Open::new(request, asq::rules::FORM, (80, 24), Glyphs::Unicode);
    let review = open.keys("hunter2<ret><ret>").picture();
    assert!(review.contains("Token: ••••••"), "{review}");
    let seen = open.keys("z").picture();
    assert!(seen.contains("••••••") && !seen.contains("hunter2"), "{seen}");
}

/// The person's own key opens it, and their own keys scroll it.
#[test]
fn own_keys_open_and_scroll_it() {
    let keys = asq_core::form::keys::parse([("read", "f3"), ("down", "j"), ("next-tab", "l")]).unwrap();
    let rules = ask_user_question::rules::FORM;
    let with = |typed: &str| {
        let mut open = Open::new(designs(rules), rules, (46, 12), Glyphs::Unicode);
        open.form = open.form.clone().with_keys(keys.clone());
        open.keys(typed).picture()
    };
    assert_eq!(with("<f3>jl"), with("z<down><right>"));
    assert_ne!(with("<f3>jl"), with("<f3>"));
    assert_eq!(with("<f3>jl<f3>"), with(""));
    assert_eq!(Act::from_name("read"), Some(Act::Read));
}
