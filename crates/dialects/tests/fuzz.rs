//! Drafts that somebody else put in the place of a kept one.

mod forms;

use asq_core::form::{Effect, Form, Key, keymap};
use asq_core::model::{Danger, Outcome, Question};
use asq_core::time::Timestamp;
use asq_dialects::asq;
use asq_testkit::{fuzz, sketch::screen};
use asq_wire::stored;
use forms::{dangerous, many, number, one, text};

const WORDS: &[&[u8]] = &[
    b"{\"answer\":{\"picks\":[{\"option\":1}]}}",
    b"{\"answer\":{\"text\":\"Say\"},\"note\":\"so\"}",
    b"{}",
    b",",
    b",",
    b",",
    b",",
    b"null",
    b"{\"answer\":{\"picks\":[",
    b"{\"option\":0}",
    b"{\"option\":1}",
    b"{\"option\":99}",
    b"{\"custom\":\"x\"}",
    b"]}}",
    b"{\"answer\":{\"number\":",
    b"12}}",
    b"-1e99}}",
    b"{\"answer\":{\"text\":\"",
    b"\"}}",
    b"{\"note\":\"",
    b"\",\"confirmed\":\"yes\"",
    b"\"confirmed\":\"Drop it\"",
    b"{}",
    b",",
    b"}",
    b"]",
    b"[",
    b"{",
    b"\"",
    b":",
    b"\\u0000",
    b"\\u202e",
    b"\\n",
    b"],\"typed\":[",
    b"{\"question\":0,\"place\":\"custom\",\"text\":\"a\"}",
    b"{\"question\":1,\"place\":\"note\",\"text\":\"b\"}",
    b"{\"question\":9,\"place\":\"edit\",\"text\":\"c\"}",
    b"{\"question\":18446744073709551615,\"place\":\"edit\",\"text\":\"\"}",
    b"declined",
    b"answered",
    b"0",
    b"1",
];

fn questions() -> Vec<Question> {
    let danger = Question {
        danger: Some(Danger { confirm_text: None, direct: false }),
        ..one("D", "Drop?", &["Yes", "No"])
    };
    vec![
        one("A", "Which?", &["This", "That"]),
        many("B", "Which ones?", &["This", "That"], 1),
        number("C", "How many?", 0, 12),
        text("E", "Say it"),
        danger,
        dangerous(one("F", "Really?", &["Yes", "No"]), Some("Drop it")),
    ]
}

#[test]
fn no_draft_panics_or_answers() {
    bolero::check!().with_max_len(256).with_test_time(fuzz::time()).for_each(|bytes: &[u8]| {
        let mut words = fuzz::words(bytes, WORDS);
        // As often as not within what a draft's file begins and ends with.
        if bytes.len().is_multiple_of(2) {
            words = [b"{\"cancelled\":{\"answers\":[".as_slice(), &words, b"]}}"].concat();
        }
        let Ok(Outcome::Cancelled(draft)) = stored::outcome_from_bytes(&words) else { return };
        let request = forms::request(asq::rules::ANSWER, questions());
        let mut form = Form::new(request, asq::rules::FORM, draft);
        form.shown(Timestamp(0));
        let _ = screen(&form.screen());
        let kept = form.draft().texts();
        let ctrl_c = Key { ctrl: true, ..Key::char('c') };
        let effects = keymap::resolve(&form, ctrl_c).map(|action| form.handle(Timestamp(1_000), action));
        let closed = effects.into_iter().flatten().any(|effect| match effect {
            Effect::Close(outcome) => {
                assert_eq!(outcome.into_draft().texts(), kept, "{}", words.escape_ascii());
                true
            }
            Effect::Edit(_) | Effect::Suspend | Effect::Aside | Effect::DraftChanged => false,
        });
        assert!(closed, "{}", words.escape_ascii());
    });
}
