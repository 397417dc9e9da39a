//! Any keys on real forms at any size from 20×6 up: the frame is sound, and the focus or the caret is in sight.

use crate::painted::{Open, compare, many, one, option, request};
use asq_core::form::{Label, Screen};
use asq_core::model::Request;
use asq_core::text::Line;
use asq_dialects::{ask_user_question, opencode, question, spec};
use asq_frame::Glyphs;
use proptest::prelude::*;

const KEYS: [&str; 22] = [
    "<up>",
    "<down>",
    "<left>",
    "<right>",
    "<tab>",
    "<s-tab>",
    "<pgup>",
    "<pgdn>",
    "<c-up>",
    "<c-down>",
    "<ret>",
    "<esc>",
    "<bs>",
    "1",
    "4",
    "n",
    "/",
    "?",
    "<c-j>",
    "日",
    "<paste:one\\ntwo 👩‍👩‍👧 three four five six\\n\\nseven>",
    "<c-z>",
];

fn asked(rules: asq_core::model::AnswerRules) -> Request {
    let long = "Which of these would you rather have, given all that was said before? ".repeat(12);
    let preview = (1..40).map(|n| format!("{n}. a line of the preview")).collect::<Vec<_>>().join("\n");
    let options = (1..=12).map(|n| option(&format!("Option {n}"), "what it means, in some words")).collect();
    request(
        rules,
        vec![
            one("Long", long.trim_end(), options),
            many("Many", "Several?", vec![option("A", ""), option("日本語のラベル", "x"), option("C", "")]),
            compare(
                "Look",
                "Which look?",
                &[("Plain", preview.as_str()), ("Other one", ""), ("Third", "# T")],
            ),
        ],
    )
}

/// Whether the person is typing text, in sight or not.
fn types(screen: &Screen<'_>) -> bool {
    let notes = screen.notes.iter().any(|n| n.entry.active);
    notes
        || screen.filter.is_some()
        || screen.rows.iter().any(|r| matches!(&r.label, Label::Entry(e) if e.active))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn focus_or_caret_is_in_sight(
        keys in prop::collection::vec(0..KEYS.len(), 1..40),
        width in 20..110u16,
        height in 6..30u16,
        which in 0..4usize,
    ) {
        let (request, rules) = match which {
            0 => (asked(ask_user_question::rules::ANSWER), ask_user_question::rules::FORM),
            1 => (asked(question::rules::ANSWER), question::rules::FORM),
            2 => (asked(opencode::rules::ANSWER), opencode::rules::FORM),
            _ => {
                // Its calls have one question.
                let mut request = asked(spec::rules::ANSWER);
                request.questions.rotate_left(usize::from(width) % 2);
                request.questions.truncate(1);
                (request, spec::rules::FORM)
            }
        };
        let mut open = Open::new(request, rules, (width, height), Glyphs::Unicode);
        let mut so_far = String::new();
        let mut by_hand = false;
        for key in keys {
            so_far.push_str(KEYS[key]);
            open.keys(KEYS[key]);
            if open.ended.is_some() {
                break;
            }
            // A list that the person scrolled may be away from the focus, even after a paste that the form
            // refused; the help has no focus.
            let scrolls = KEYS[key].contains("pg") || KEYS[key].starts_with("<c-");
            by_hand = scrolls || by_hand && KEYS[key].starts_with("<paste") && !types(&open.form.screen());
            if by_hand || open.form.screen().focus.is_none() {
                continue;
            }
            let marker = rules.look.focus;
            let lines: Vec<String> = open.frame.lines.iter().map(Line::text).collect();
            let seen = open.frame.caret.is_some() || lines.iter().any(|l| l.starts_with(marker));
            prop_assert!(seen, "after {so_far} at {width}×{height}: {lines:#?}");
        }
    }
}
