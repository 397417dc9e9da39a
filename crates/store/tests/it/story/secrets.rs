//! Secret answers: kept until they are delivered, then erased.

use super::Opened;
use crate::sample::*;
use asq_core::life::{Closed, Fact, Record};
use asq_core::model::{Answer, Answers, Draft, Entry, Kind, Outcome, Question, Typed, TypedIn};
use asq_store::{Append, Stored};

/// Two questions, the second asks for a secret.
fn ask_secret(n: u64) -> Append {
    let mut secret = Question::new("The token?", Kind::Text { multiline: false, placeholder: None });
    secret.sensitive = true;
    ask_with(n, asked(n, vec![question("Deploy?"), secret]))
}

fn entries(secret: Option<&str>) -> Answers {
    let text = |text: &str| Entry { answer: Some(Answer::Text(text.into())), ..Entry::default() };
    Answers { entries: vec![text("open"), secret.map_or_else(Entry::default, text)] }
}

fn with(append: &Append, outcome: Outcome) -> Record {
    let record = append.records[0].clone();
    let closed = Closed { outcome, key: Some(key("answer")) };
    Record { fact: Fact::Closed(Box::new(closed)), ..record }
}

pub(crate) fn a_secret_is_kept_until_it_was_handed_over(open: &Opened) {
    let answer = close(1, 1, Outcome::Answered(entries(Some("hunter2"))));
    let all = [ask_secret(1), answer.clone()];
    put(&*open.store, &all);
    assert_eq!(open.store.records(id(1)).expect("read"), stored(1, &all));
    put(&*open.store, &[deliver(1, 2)]);
    let mut left = stored(1, &[ask_secret(1), answer.clone(), deliver(1, 2)]);
    left[1] = Stored {
        record: Some(with(&answer, Outcome::Answered(entries(None)))),
        redacted: true,
        ..left[1].clone()
    };
    assert_eq!(open.store.records(id(1)).expect("read"), left);
    assert_eq!(everything(&*(open.again)()), left);
}

pub(crate) fn a_typed_secret_goes_as_well(open: &Opened) {
    let typed_in = |question, text: &str| Typed { question, place: TypedIn::Edit, text: text.into() };
    let draft = |answers, typed| Outcome::Cancelled(Draft { answers, typed, kept: None });
    let whole = draft(entries(None), vec![typed_in(0, "shown"), typed_in(1, "hunter2")]);
    let answer = close(1, 1, whole);
    put(&*open.store, &[ask_secret(1), answer.clone(), deliver(1, 2)]);
    let left = open.store.records(id(1)).expect("read");
    assert_eq!(left[1].record, Some(with(&answer, draft(entries(None), vec![typed_in(0, "shown")]))));
    assert!(left[1].redacted);
}

pub(crate) fn a_log_without_its_secrets_is_sound(open: &Opened) {
    let answer = close(1, 1, Outcome::Answered(entries(Some("hunter2"))));
    put(&*open.store, &[ask_secret(1), answer, ask_secret(2)]);
    put(&*open.store, &[close(2, 1, Outcome::Answered(entries(None)))]);
    let before = open.store.verify(None).expect("looked at");
    put(&*open.store, &[deliver(1, 2), deliver(2, 2)]);
    let after = open.store.verify(Some(before.head)).expect("looked at");
    assert_eq!((before.erased, &before.problems[..]), (0, &[][..]));
    assert_eq!((after.erased, after.records, &after.problems[..]), (1, 6, &[][..]));
    assert!(!tells_secret(open));
}

pub(crate) fn a_log_with_a_secret_comes_back_byte_for_byte(open: &Opened) {
    let answer = close(1, 1, Outcome::Answered(entries(Some("hunter2"))));
    let other = asq_store::Memory::new([2; 32]);
    put(&other, &[ask_secret(1), answer.clone()]);
    let log = exported(&other);
    assert_eq!(open.store.import(&mut log.as_bytes()).expect("read"), 2);
    assert_eq!(open.store.records(id(1)).expect("read"), stored(1, &[ask_secret(1), answer]));
    assert_eq!(exported(&*open.store), log);
    // Another word in its place is damage, never an answer.
    let lie = log.replace("68756e74657232", "68756e74657233");
    assert_ne!(lie, log);
    let other = asq_store::Memory::new([3; 32]);
    asq_store::Upkeep::import(&other, &mut lie.as_bytes()).expect_err("refused");
}

fn exported(store: &dyn asq_store::Store) -> String {
    let mut log = Vec::new();
    store.export(&mut log).expect("written");
    String::from_utf8(log).expect("text")
}

/// Whether an export contains the secret, as text or in hex.
fn tells_secret(open: &Opened) -> bool {
    let log = exported(&*open.store);
    log.contains("hunter2") || log.contains("68756e74657232")
}

pub(crate) fn a_secret_that_nobody_was_handed_goes_with_its_request(open: &Opened) {
    let answer = close(2, 1, Outcome::Answered(entries(Some("hunter2"))));
    // The first request stays open, so the log keeps its beginning.
    put(&*open.store, &[ask(1), ask_secret(2), answer]);
    assert!(tells_secret(open));
    open.store.prune(minute(99).wall_ms).expect("pruned");
    assert!(!tells_secret(open));
    assert_eq!(open.store.verify(None).expect("looked at").records, 3);
}

pub(crate) fn a_secret_that_came_in_the_same_batch_is_one(open: &Opened) {
    let mut whole = ask_secret(1);
    whole.records.extend(close(1, 1, Outcome::Answered(entries(Some("hunter2")))).records);
    put(&*open.store, &[whole, deliver(1, 1)]);
    assert!(open.store.records(id(1)).expect("read")[1].redacted);
}
