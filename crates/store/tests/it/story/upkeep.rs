//! Maintenance: verify, export, import, prune.

use super::Opened;
use crate::sample::*;
use asq_core::inbox::Position;
use asq_core::life::{About, AskKey, Asked};
use asq_core::model::Outcome;
use asq_store::{Append, Head, Pruned, Query, Store, StoreError, Verdict};

/// Three requests: one delivered, one answered, one open.
fn some() -> Vec<Append> {
    vec![
        ask_claiming(1, AskKey::Content(key("one"))),
        ask_claiming(2, AskKey::Call(key("two"))),
        close(1, 1, words("x")),
        ask(3),
        close(2, 5, Outcome::Discuss(typed("later"))),
        deliver(1, 7),
    ]
}

fn problems(store: &dyn Store, noted: Option<Head>) -> Vec<String> {
    store.verify(noted).expect("looked at").problems.into_iter().map(|it| it.what).collect()
}

fn exported(store: &dyn Store) -> String {
    let mut log = Vec::new();
    let records = store.export(&mut log).expect("written");
    let log = String::from_utf8(log).expect("text");
    assert_eq!(log.lines().count() as u64, records + 1);
    log
}

pub(crate) fn a_sound_log_has_no_problems(open: &Opened) {
    put(&*open.store, &some());
    let verified = open.store.verify(None).expect("looked at");
    assert_eq!(verified.problems, []);
    assert_eq!((verified.records, verified.erased), (6, 0));
    assert_eq!(verified.head, open.store.head().expect("a head"));
}

pub(crate) fn an_empty_log_is_sound(open: &Opened) {
    let verified = open.store.verify(Some(Head { position: Position(0), link: [0; 32] })).expect("looked at");
    assert_eq!((verified.records, verified.problems), (0, vec![]));
}

pub(crate) fn a_noted_head_is_found_again(open: &Opened) {
    put(&*open.store, &some()[..3]);
    let noted = open.store.head().expect("a head");
    put(&*open.store, &some()[3..]);
    assert_eq!(problems(&*open.store, Some(noted)), [""; 0]);
}

pub(crate) fn a_head_that_is_not_there_is_a_problem(open: &Opened) {
    put(&*open.store, &some());
    let head = open.store.head().expect("a head");
    let other = Head { link: [7; 32], ..head };
    assert_eq!(problems(&*open.store, Some(other)), ["it differs from what was noted"]);
    let later = Head { position: Position(9), ..head };
    assert_eq!(
        problems(&*open.store, Some(later)),
        ["position 9, which was noted, is not in the log: it was cut off"]
    );
}

pub(crate) fn an_export_comes_back_byte_for_byte(open: &Opened) {
    let fresh = asq_store::Memory::new([1; 32]);
    put(&fresh, &some());
    let log = exported(&fresh);
    assert_eq!(open.store.import(&mut log.as_bytes()).expect("read"), 6);
    assert_eq!(exported(&*open.store), log);
    assert_eq!(open.store.head().expect("a head"), fresh.head_of());
    assert_eq!(everything(&*open.store), stored(1, &some()));
    assert_eq!(problems(&*open.store, None), [""; 0]);
    assert_eq!(open.store.count().expect("a count"), 1);
    assert_eq!(open.store.claimed(&key("two")).expect("read"), Some(id(2)));
    assert_eq!(open.store.claimed(&key("one")).expect("read"), None);
    let past: Vec<_> =
        open.store.past(&Query::default()).expect("looked").into_iter().map(|it| it.id).collect();
    assert_eq!(past, [id(2), id(1)]);
    assert_eq!(put(&*open.store, &[close(3, 1, words("x"))]), Position(7));
}

trait HeadOf {
    fn head_of(&self) -> Head;
}

impl HeadOf for asq_store::Memory {
    fn head_of(&self) -> Head {
        asq_store::Log::head(self).expect("a head")
    }
}

pub(crate) fn a_log_is_read_into_an_empty_store_only(open: &Opened) {
    put(&*open.store, &some());
    let log = exported(&*open.store);
    assert!(matches!(open.store.import(&mut log.as_bytes()), Err(StoreError::Filled)));
    assert_eq!(everything(&*open.store), stored(1, &some()));
}

/// The same log with another first digit of its first salt.
fn other_salt(log: &str) -> String {
    let at = log.find("\"salt\":\"").expect("a salt") + 8;
    let digit = if log[at..].starts_with('0') { "1" } else { "0" };
    format!("{}{digit}{}", &log[..at], &log[at + 1..])
}

pub(crate) fn a_changed_export_is_refused_and_leaves_nothing(open: &Opened) {
    let fresh = asq_store::Memory::new([1; 32]);
    put(&fresh, &some());
    let log = exported(&fresh);
    let changed = [
        log.replacen("Discuss", "discuss", 1).replacen("later", "lather", 1),
        log.split_inclusive('\n').enumerate().filter(|(at, _)| *at != 3).map(|(_, line)| line).collect(),
        log.replacen("\"asq_log\":1", "\"asq_log\":99", 1),
        log.replacen("\"asq_log\":1", "\"asq_log\":1,\"as\":\"is\"", 1),
        log.replacen("\"seq\":1", "\"seq\":2", 1),
        format!("{log}nonsense\n"),
        log.lines().take(6).fold(String::new(), |log, line| log + line + "\n"),
        String::new(),
        log.replace(&id(1).to_string(), &id(9).to_string()),
        other_salt(&log),
    ];
    let told = open.store.import(&mut changed[5].as_bytes()).expect_err("refused").to_string();
    assert_eq!(told, "line 8 isn't a record of an exported log");
    let told = open.store.import(&mut changed[6].as_bytes()).expect_err("refused").to_string();
    let lacks = "the log ends at position 5, its first line says 6: a part of it is missing";
    assert_eq!(told, lacks);
    for changed in changed {
        assert_ne!(changed, log);
        let refused = open.store.import(&mut changed.as_bytes()).expect_err("refused");
        assert!(matches!(refused, StoreError::Log(_)), "{refused}");
        assert_eq!(open.store.head().expect("a head"), Head { position: Position(0), link: [0; 32] });
        assert_eq!((everything(&*open.store), open.store.count().expect("a count")), (vec![], 0));
    }
    assert_eq!(open.store.import(&mut log.as_bytes()).expect("read"), 6);
}

pub(crate) fn pruning_erases_what_is_closed_and_old(open: &Opened) {
    put(&*open.store, &some());
    let head = open.store.head().expect("a head");
    assert_eq!(open.store.prune(minute(1).wall_ms).expect("pruned"), Pruned::default());
    // The first was closed in minute 2, the second in minute 7.
    let pruned = open.store.prune(minute(5).wall_ms).expect("pruned");
    assert_eq!(pruned, Pruned { bodies: 3, records: 1, drafts: 0 });
    assert_eq!(problems(&*open.store, Some(head)), [""; 0]);
    assert!(open.store.records(id(1)).expect("read").iter().all(|it| it.record.is_none()));
    assert_eq!(open.store.records(id(2)).expect("read").iter().filter(|it| it.record.is_some()).count(), 2);
    let past: Vec<_> =
        open.store.past(&Query::default()).expect("looked").into_iter().map(|it| it.id).collect();
    assert_eq!(past, [id(2)]);
    let pruned = open.store.prune(minute(50).wall_ms).expect("pruned");
    assert_eq!(pruned, Pruned { bodies: 2, records: 2, drafts: 0 });
    assert_eq!(open.store.past(&Query::default()).expect("looked"), []);
    assert_eq!(problems(&*open.store, Some(head)), [""; 0]);
    assert_eq!(open.store.head().expect("a head"), head);
}

pub(crate) fn an_old_open_request_keeps_the_beginning(open: &Opened) {
    put(&*open.store, &[ask(1), ask(2), close(2, 1, words("x")), deliver(2, 1)]);
    let pruned = open.store.prune(minute(99).wall_ms).expect("pruned");
    assert_eq!(pruned, Pruned { bodies: 3, records: 0, drafts: 0 });
    assert_eq!(open.store.records(id(1)).expect("read"), stored(1, &[ask(1)]));
    assert_eq!(open.store.count().expect("a count"), 1);
    put(&*open.store, &[close(1, 1, words("x"))]);
    let pruned = open.store.prune(minute(99).wall_ms).expect("pruned");
    assert_eq!(pruned, Pruned { bodies: 2, records: 5, drafts: 0 });
    assert_eq!(everything(&*open.store), []);
    assert_eq!(problems(&*open.store, None), [""; 0]);
}

pub(crate) fn a_pruned_log_goes_on_and_comes_back(open: &Opened) {
    put(&*open.store, &some());
    open.store.prune(minute(99).wall_ms).expect("pruned");
    assert_eq!(put(&*open.store, &[ask(4)]), Position(7));
    assert_eq!(problems(&*open.store, None), [""; 0]);
    let log = exported(&*open.store);
    let fresh = asq_store::Memory::new([2; 32]);
    asq_store::Upkeep::import(&fresh, &mut log.as_bytes()).expect("read");
    assert_eq!(exported(&fresh), log);
    assert_eq!(problems(&fresh, Some(open.store.head().expect("a head"))), [""; 0]);
    assert_eq!(open.store.append(&[Append { expected: 5, ..ask(9) }]).expect("judged"), [Verdict::Stale]);
}

pub(crate) fn a_claim_of_a_pruned_request_is_free(open: &Opened) {
    put(&*open.store, &some());
    open.store.prune(minute(99).wall_ms).expect("pruned");
    assert_eq!(open.store.claimed(&key("two")).expect("read"), None);
    put(&*open.store, &[ask_claiming(8, AskKey::Call(key("two")))]);
    assert_eq!(open.store.claimed(&key("two")).expect("read"), Some(id(8)));
}

pub(crate) fn what_an_agent_was_doing_is_copied_and_erased_with_its_question(open: &Opened) {
    let about = About {
        says: Some("unique\u{1b}]0;x\0".into()),
        diff: Some("+ unique\n".repeat(About::DIFF / 9).into()),
        ..About::default()
    };
    let doing = Asked { about: Some(Box::new(about)), ..asked(2, vec![question("Go on?")]) };
    // The first request stays open, so the log keeps its beginning.
    let all = [ask(1), ask_with(2, doing), close(2, 1, words("x"))];
    let other = asq_store::Memory::new([4; 32]);
    put(&other, &all);
    let log = exported(&other);
    assert_eq!(open.store.import(&mut log.as_bytes()).expect("read"), 3);
    assert_eq!(everything(&*open.store), stored(1, &all));
    assert_eq!(exported(&*open.store), log);
    assert!(tells(&log));
    open.store.prune(minute(99).wall_ms).expect("pruned");
    assert!(!tells(&exported(&*open.store)));
    assert_eq!(problems(&*open.store, None), [""; 0]);
}

/// Whether an export has what the agent was doing, as text or in hex.
fn tells(log: &str) -> bool {
    log.contains("unique") || log.contains("756e69717565")
}
