//! Drafts that somebody else put in place of a kept one.

use crate::forms;
use crate::forms::{dangerous, many, number, one, text};
use asq_core::form::{Effect, Form, Key};
use asq_core::model::{Danger, Draft, Outcome, Question};
use asq_core::time::Timestamp;
use asq_dialects::asq;
use asq_testkit::{fuzz, sketch::screen};
use asq_wire::stored;

/// Entries of any kind for any kind of question.
const ENTRIES: &[&[u8]] = &[
    b"{}",
    b"{\"answer\":{\"picks\":[]}}",
    b"{\"answer\":{\"picks\":[{\"option\":1}]}}",
    b"{\"answer\":{\"picks\":[{\"option\":1},{\"option\":0},{\"option\":1}]},\"confirmed\":\"yes\"}",
    b"{\"answer\":{\"picks\":[{\"option\":18446744073709551615}]}}",
    b"{\"answer\":{\"picks\":[{\"custom\":\"\\u0000\\u202e\"},{\"option\":0}]},\"note\":\"\"}",
    b"{\"answer\":{\"text\":\"Say\\nit\"},\"note\":\"so\",\"confirmed\":\"Drop it\"}",
    b"{\"answer\":{\"text\":\"\"}}",
    b"{\"answer\":{\"number\":12}}",
    b"{\"answer\":{\"number\":-1}}",
    b"{\"note\":\"a note alone\"}",
    b"{\"confirmed\":\"yes\"}",
];
/// Uncommitted texts of questions that exist, and of others.
const TYPED: &[&[u8]] = &[
    b"{\"question\":0,\"place\":\"custom\",\"text\":\"a\"}",
    b"{\"question\":1,\"place\":\"note\",\"text\":\"b\"}",
    b"{\"question\":2,\"place\":\"edit\",\"text\":\"1e\"}",
    b"{\"question\":2,\"place\":\"custom\",\"text\":\"c\"}",
    b"{\"question\":9,\"place\":\"edit\",\"text\":\"d\"}",
    b"{\"question\":18446744073709551615,\"place\":\"edit\",\"text\":\"\"}",
];
/// Bytes of either, to break them with.
const PIECES: &[&[u8]] =
    &[b"{", b"}", b"[", b"]", b",", b":", b"\"", b"\\", b"null", b"1e999", b"-", b"\xff", b"declined"];

/// The first byte says how many entries come, and whether pieces break them; the others choose.
fn file(bytes: &[u8]) -> Vec<u8> {
    let Some((&how, rest)) = bytes.split_first() else { return Vec::new() };
    let (entries, rest) = rest.split_at(rest.len().min(usize::from(how % 8)));
    let choose = |from: &[&'static [u8]], bytes: &[u8]| {
        let chosen: Vec<&[u8]> = bytes.iter().map(|byte| from[usize::from(*byte) % from.len()]).collect();
        chosen.join(b",".as_slice())
    };
    let (typed, broken) = if how < 0xc0 { (rest, &[][..]) } else { rest.split_at(rest.len() / 2) };
    let mut file = [
        b"{\"cancelled\":{\"answers\":[".as_slice(),
        &choose(ENTRIES, entries),
        b"],\"typed\":[",
        &choose(TYPED, typed),
        b"]}}",
    ]
    .concat();
    for pair in broken.chunks_exact(2) {
        let at = usize::from(pair[0]) * file.len() / 256;
        file.splice(at..at, PIECES[usize::from(pair[1]) % PIECES.len()].iter().copied());
    }
    file
}

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
    fuzz::check(24, |bytes| {
        let words = file(bytes);
        let Ok(Outcome::Cancelled(draft)) = stored::outcome_from_bytes(&words) else { return };
        let request = forms::request(asq::rules::ANSWER, questions());
        let mut form = Form::new(request, asq::rules::FORM, draft);
        form.shown(Timestamp(0));
        let _ = screen(&form.screen());
        let texts = |draft: &Draft| {
            let mut texts = draft.texts();
            texts.sort_by_key(|t| (t.question, t.place));
            texts
        };
        let kept = texts(&form.draft());
        let ctrl_c = Key { ctrl: true, ..Key::char('c') };
        let effects = form.resolve(ctrl_c).map(|action| form.handle(Timestamp(1_000), action));
        let closed = effects.into_iter().flatten().any(|effect| match effect {
            Effect::Close(outcome) => {
                assert_eq!(texts(&outcome.into_draft()), kept, "{}", words.escape_ascii());
                true
            }
            Effect::Edit(_) | Effect::Suspend | Effect::Aside | Effect::DraftChanged => false,
        });
        assert!(closed, "{}", words.escape_ascii());
    });
}
