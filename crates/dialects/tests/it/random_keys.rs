//! Any keys on any request, in the rules of all six dialects: no panic, and every submit fits.

use crate::forms;
use crate::forms::{compare, dangerous, direct, many, number, one, previewed, text};
use asq_core::fit::fit;
use asq_core::form::{Action, Code, Effect, Form, FormRules, Key};
use asq_core::model::{AnswerRules, Outcome, Preview, PreviewKind, Question};
use asq_core::time::Timestamp;
use asq_dialects::{ask_user_question, asq, opencode, question, questionnaire, spec};
use proptest::prelude::*;

const RULES: &[(FormRules, AnswerRules)] = &[
    (question::rules::FORM, question::rules::ANSWER),
    (ask_user_question::rules::FORM, ask_user_question::rules::ANSWER),
    (opencode::rules::FORM, opencode::rules::ANSWER),
    (questionnaire::rules::FORM, questionnaire::rules::ANSWER),
    (spec::rules::FORM, spec::rules::ANSWER),
    (asq::rules::FORM, asq::rules::ANSWER),
];

fn a_question() -> impl Strategy<Value = Question> {
    (0..16usize).prop_map(|kind| match kind {
        0 => one("A", "One?", &[]),
        1 => one("B", "One?", &["x", "y"]),
        2 => one("C", "Many rows?", &["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]),
        3 => many("D", "Several?", &["x", "y", "z"], 0),
        4 => many("E", "Several?", &["x", "y", "z"], 1),
        5 => compare("F", "Look?", &[("x", "# X"), ("y", "")]),
        6 => number("G", "How many?", 1, 9),
        7 => text("H", "Say?"),
        8 => dangerous(one("I", "Drop?", &["yes", "no"]), Some("prod")),
        9 => direct("J", "Wipe?", &["yes", "no"], Some("p")),
        10 => dangerous(many("K", "Drop which?", &["x", "y", "z"], 1), Some("p")),
        11 => dangerous(number("L", "How many?", 1, 9), Some("p")),
        12 => Question { skippable: true, ..one("M", "Maybe?", &["x", "y"]) },
        14 => many("P", "Two at least?", &["x", "y", "z"], 2),
        13 => Question { skippable: true, sensitive: true, ..text("N", "Key?") },
        _ => Question {
            context: Some(Preview { kind: PreviewKind::Text, source: "before\nyou\nanswer".into() }),
            ..previewed("O", "Which?", &[("x", "# X"), ("y", "")])
        },
    })
}

fn a_key() -> impl Strategy<Value = Action> {
    let codes = vec![
        Code::Enter,
        Code::Tab,
        Code::Backspace,
        Code::Delete,
        Code::Esc,
        Code::Up,
        Code::Down,
        Code::Left,
        Code::Right,
        Code::Home,
        Code::End,
        Code::Char(' '),
        Code::Char('1'),
        Code::Char('2'),
        Code::Char('4'),
        Code::Char('/'),
        Code::Char('?'),
        Code::Char('n'),
        Code::Char('y'),
        Code::Char('é'),
        Code::Char('日'),
        Code::Char('p'),
        Code::Char('u'),
        Code::Char('z'),
        Code::Char('j'),
        Code::Char('e'),
        Code::Char('r'),
        Code::Char('s'),
        Code::Char('x'),
        Code::PageUp,
    ];
    let key = (proptest::sample::select(codes), 0..12u8).prop_map(|(code, mods)| {
        let (ctrl, alt, shift) = match mods {
            0 => (true, false, false),
            1 => (false, true, false),
            2 => (false, false, true),
            _ => (false, false, false),
        };
        // What a keymap makes of it is decided against the form; here it travels as a marker.
        Key { code, ctrl, alt, shift }
    });
    prop_oneof![
        12 => key.prop_map(|k| Action::Insert(encode(k))),
        1 => "[a-z\\r\\n]{0,9}".prop_map(Action::Paste),
        1 => (0..9usize).prop_map(Action::Focus),
        1 => (0..40usize).prop_map(Action::CaretTo),
        1 => "[a-z\\n]{0,9}".prop_map(Action::Edited),
    ]
}

/// Keys travel through the strategy as private characters, so that a failing case prints short.
fn encode(key: Key) -> char {
    let modified = key.ctrl || key.alt || key.shift;
    let listed = |k: &&Code| **k == key.code && (modified || !matches!(k, Code::Char(_)));
    let Some(i) = KEYS.iter().position(|k| listed(&k)) else {
        return match key.code {
            Code::Char(c) => c,
            _ => ' ',
        };
    };
    let mods = u32::from(key.ctrl) * 32 + u32::from(key.alt) * 64 + u32::from(key.shift) * 128;
    char::from_u32(0xE000 + i as u32 + mods).unwrap_or(' ')
}

const KEYS: &[Code] = &[
    Code::Enter,
    Code::Tab,
    Code::Backspace,
    Code::Delete,
    Code::Esc,
    Code::Up,
    Code::Down,
    Code::Left,
    Code::Right,
    Code::Home,
    Code::End,
    Code::PageUp,
    Code::Char('x'),
    Code::Char('s'),
    Code::Char('g'),
];

fn decode(form: &Form, action: Action) -> Option<Action> {
    let Action::Insert(c) = action else { return Some(action) };
    let n = c as u32;
    let key = if (0xE000..0xE100).contains(&n) {
        let n = n - 0xE000;
        Key { code: KEYS[(n % 32) as usize], ctrl: n & 32 != 0, alt: n & 64 != 0, shift: n & 128 != 0 }
    } else {
        Key::char(c)
    };
    form.resolve(key)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_keys_on_any_request(
        rules in 0..RULES.len(),
        questions in proptest::collection::vec(a_question(), 1..5),
        keys in proptest::collection::vec(a_key(), 0..120),
    ) {
        let (form_rules, answer_rules) = RULES[rules];
        let mut form = forms::form(form_rules, answer_rules, questions);
        form.shown(Timestamp(0));
        let mut now = Timestamp(0);
        let mut keys_seen = 0;
        'keys: for key in keys {
            now = now.plus(300);
            let Some(action) = decode(&form, key) else { continue };
            let effects = form.handle(now, action);
            if form.screen().must_see && keys_seen % 3 == 0 {
                let page = form.screen().page_id;
                form.seen(page);
            }
            keys_seen += 1;
            let screen = form.screen();
            prop_assert!(screen.focus.is_none_or(|f| f < screen.rows.len()));
            for effect in effects {
                match effect {
                    Effect::Close(Outcome::Answered(answers)) => {
                        prop_assert_eq!(fit(form.request(), &answers), vec![]);
                        break 'keys;
                    }
                    Effect::Close(_) => break 'keys,
                    Effect::Edit(_) | Effect::Suspend | Effect::Aside | Effect::DraftChanged => {}
                }
            }
        }
    }

    /// Whatever is typed into the custom row is in the draft or in the answer, whatever comes after.
    #[test]
    fn typed_text_is_never_lost(text in "[a-z]{1,20}", after in proptest::collection::vec(0..4u8, 0..6)) {
        let mut form = forms::form(
            question::rules::FORM,
            question::rules::ANSWER,
            vec![one("A", "One?", &["x", "y"]), one("B", "Two?", &["x", "y"])],
        );
        form.shown(Timestamp(0));
        let mut now = Timestamp(1000);
        let mut press = |form: &mut Form, key| {
            now = now.plus(1000);
            let action = form.resolve(key);
            action.map(|a| form.handle(now, a)).unwrap_or_default()
        };
        press(&mut form, Key::char('3'));
        for c in text.chars() {
            press(&mut form, Key::char(c));
        }
        for key in after {
            let key = [Code::Esc, Code::Up, Code::Tab, Code::Left][usize::from(key)];
            press(&mut form, Key::plain(key));
        }
        let draft = form.draft();
        let kept = draft.typed.iter().any(|t| t.text.raw() == text);
        prop_assert!(kept, "{:?}", draft);
    }
}
