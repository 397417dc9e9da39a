//! The story of a faulty store without faults; then each fault.

use crate::sample::*;
use crate::story::Opened;
use asq_core::inbox::Position;
use asq_store::{
    AppendFault, DraftRow, Drafts, Faults, Faulty, Log, Presence, StoreError, Verdict, WakeReason,
};
use std::time::Duration;

fn open() -> Opened {
    let store = Faulty::new(1, Faults::default());
    let first = store.process();
    Opened { store: Box::new(first), again: Box::new(move || Box::new(store.process())) }
}

crate::story!(open);

fn draft(body: &str) -> DraftRow {
    DraftRow { request: id(1), question: 0, rev: 0, by: 1, at_ms: 1, body: body.into(), other: None }
}

#[test]
fn what_was_acknowledged_survives_a_power_cut_and_drafts_since_do_not() {
    let store = Faulty::new(1, Faults::default());
    let process = store.process();
    put(&process, &[ask(1)]);
    process.keep_draft(&draft("early")).expect("kept");
    put(&process, &[ask(2)]);
    process.keep_draft(&draft("late")).expect("kept");
    let _held = (process.hold_inbox().expect("held"), process.hold_asker(id(1)).expect("held"));
    store.power_cut().expect("sound");
    assert!(process.is_dead());
    assert!(!store.process().inbox_in_use() && !store.process().asker_waits(id(1)));
    assert!(matches!(process.append(&[ask(3)]), Err(StoreError::Failed(_))));
    let next = store.process();
    assert_eq!(everything(&next), stored(1, &[ask(1), ask(2)]));
    assert_eq!(next.drafts(id(1)).expect("read"), [DraftRow { rev: 1, ..draft("early") }]);
}

#[test]
fn a_weak_one_loses_what_it_acknowledged() {
    let store = Faulty::new(7, Faults { weak: true, ..Faults::default() });
    let process = store.process();
    (1..=9).for_each(|n| {
        put(&process, &[ask(n)]);
    });
    store.power_cut().expect("sound");
    assert!(everything(&store.process()).len() < 9);
}

#[test]
fn an_append_fails_before_or_after_the_commit() {
    let store = Faulty::new(1, Faults::default());
    let process = store.process();
    let mut n = 0;
    let mut stored_after = |fault| {
        n += 1;
        store.next(fault);
        let told = process.append(&[ask(n)]).expect_err("it fails").to_string();
        (told, store.process().records(id(n)).expect("read").len())
    };
    assert_eq!(stored_after(AppendFault::Busy), ("the store is busy: process 1 holds it".to_owned(), 0));
    assert_eq!(stored_after(AppendFault::Full), ("no space is left for the store at faulty".to_owned(), 0));
    let unknown = "whether it was stored is not known: the reply was lost".to_owned();
    assert_eq!(stored_after(AppendFault::Unknown), (unknown, 1));
    assert_eq!(
        stored_after(AppendFault::Disk),
        ("the disk failed: Input/output error, under faulty".to_owned(), 1)
    );
    store.power_cut().expect("sound");
    assert_eq!(everything(&store.process()), stored(1, &[ask(3)]));
}

#[test]
fn a_process_dies_before_or_after_its_commit_and_its_locks_with_it() {
    for (fault, records) in [(AppendFault::DiesBefore, 0), (AppendFault::DiesAfter, 1)] {
        let store = Faulty::new(1, Faults::default());
        let (process, other) = (store.process(), store.process());
        let mut bell = other.bell().expect("a bell");
        let held = process.hold_asker(id(1)).expect("held");
        assert_eq!(bell.wait(Duration::ZERO), WakeReason::Nudged);
        store.next(fault);
        assert!(process.append(&[ask(1)]).is_err());
        assert!(process.is_dead() && !other.asker_waits(id(1)));
        assert!(process.head().is_err() && process.hold_inbox().is_err());
        drop(held);
        assert_eq!(bell.wait(Duration::ZERO), WakeReason::Nudged);
        assert_eq!(bell.wait(Duration::ZERO), WakeReason::Quiet);
        assert_eq!(everything(&other).len(), records);
    }
}

#[test]
fn rings_get_lost_or_come_late() {
    let store = Faulty::new(1, Faults { lost: 1000, ..Faults::default() });
    let process = store.process();
    let mut bell = process.bell().expect("a bell");
    put(&process, &[ask(1)]);
    assert_eq!(bell.wait(Duration::ZERO), WakeReason::Quiet);
    store.faults(Faults { late: 1000, ..Faults::default() });
    put(&process, &[ask(2)]);
    assert_eq!(bell.wait(Duration::ZERO), WakeReason::Quiet);
    store.settle();
    assert_eq!(bell.wait(Duration::ZERO), WakeReason::Records);
    assert_eq!(everything(&process).len(), 2);
}

#[test]
fn the_same_seed_fails_in_the_same_way() {
    let run = |seed| {
        let store = Faulty::new(seed, Faults { before: 300, after: 200, reads: 300, ..Faults::default() });
        let process = store.process();
        let append = |n| {
            let told = match process.append(&[ask(n)]) {
                Ok(verdicts) => format!("{verdicts:?}"),
                Err(fault) => fault.to_string(),
            };
            (told, process.count().is_ok())
        };
        let told: Vec<_> = (1..=50).map(append).collect();
        store.faults(Faults::default());
        (told, everything(&process))
    };
    assert_eq!(run(5), run(5));
    assert_ne!(run(5), run(6));
    let (told, left) = run(5);
    let unknown = told.iter().filter(|(it, _)| it.starts_with("whether")).count();
    let refused = told.iter().filter(|(it, _)| it.contains("busy") || it.contains("space")).count();
    assert!(unknown > 0 && refused > 0 && told.iter().any(|(_, read)| !read));
    assert_eq!(left.len(), 50 - refused);
}

#[test]
fn a_batch_is_there_as_a_whole_or_not_at_all() {
    let store = Faulty::new(1, Faults::default());
    let process = store.process();
    put(&process, &[ask(1)]);
    let again = process.append(&[ask(1), ask(2)]).expect("judged");
    assert_eq!(again, [Verdict::Stale, Verdict::Appended(Position(2))]);
    store.next(AppendFault::DiesBefore);
    assert!(process.append(&[ask(3), ask(4)]).is_err());
    assert_eq!(everything(&store.process()).len(), 2);
}
