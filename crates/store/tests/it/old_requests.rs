//! Stores full of old, closed requests, and long maintenance of them.
//!
//! - What others do meanwhile, alike for each store.

use crate::sample::*;
use asq_core::inbox::Position;
use asq_core::life::AskKey;
use asq_store::{Append, Query, Store, Upkeep, UpkeepProgress, UpkeepStage};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// Closed requests: this many, from this number on.
pub(crate) fn old_requests(from: u64, many: u64) -> impl Iterator<Item = Append> {
    (from..from + many).flat_map(|n| {
        let claim = AskKey::Call(key(&format!("call {n}")));
        [ask_claiming(n, claim), close(n, 1, words(&format!("answer {n}"))), deliver(n, 2)]
    })
}

/// Fills a store with closed requests, a thousand per batch.
pub(crate) fn fill(store: &dyn Store, many: u64) {
    let mut all = old_requests(1, many);
    loop {
        let batch: Vec<Append> = all.by_ref().take(3000).collect();
        if batch.is_empty() {
            return;
        }
        put(store, &batch);
    }
}

pub(crate) fn exported(store: &dyn Upkeep) -> Vec<u8> {
    let mut log = Vec::new();
    store.export(&mut log).expect("written");
    log
}

pub(crate) fn sound(store: &dyn Upkeep) {
    assert_eq!(store.verify(None).expect("looked at").problems, []);
}

/// The reports of one stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reported {
    pub(crate) times: u64,
    pub(crate) last: u64,
    /// The largest step between two reports.
    pub(crate) most: u64,
}

/// The reports of each stage.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reports(Arc<Mutex<BTreeMap<String, Reported>>>);

impl Reports {
    pub(crate) fn hear(&self, UpkeepProgress { stage, done, .. }: UpkeepProgress) {
        let mut all = self.0.lock().expect("whole");
        let Reported { times, last, most } = all.entry(format!("{stage:?}")).or_default();
        (*times, *most, *last) = (*times + 1, (*most).max(done.saturating_sub(*last)), done);
    }

    pub(crate) fn all(&self) -> BTreeMap<String, Reported> {
        self.0.lock().expect("whole").clone()
    }

    pub(crate) fn of(&self, stage: &str) -> Reported {
        self.all().get(stage).copied().unwrap_or_default()
    }
}

/// Interrupts it at its n-th report of progress; returns whether it got that far.
pub(crate) fn interrupted<S: Upkeep>(store: &S, at: u64, run: impl FnOnce(&S)) -> bool {
    let reports = AtomicU64::new(0);
    store.on_progress(Box::new(move |_| {
        if reports.fetch_add(1, Ordering::SeqCst) >= at {
            resume_unwind(Box::new("interrupted"));
        }
    }));
    catch_unwind(AssertUnwindSafe(|| run(store))).is_err()
}

/// The log as an older asq exported it, which didn't say where it ends.
pub(crate) fn without_end(log: &[u8]) -> Vec<u8> {
    let log = String::from_utf8(log.to_vec()).expect("text");
    let (before, rest) = log.split_once(",\"end\":{").expect("an end");
    let (_, after) = rest.split_once('}').expect("its bounds");
    [before, after].concat().into_bytes()
}

/// Asks, answers, searches and repeats a call of the imported log while the import reads: 1,801 records, the last of
/// them an open request.
pub(crate) fn asks_during_an_import(store: &dyn Store, log: &[u8], open: impl Fn() -> Box<dyn Store>) {
    let other = open();
    let asked = AtomicU64::new(0);
    let meanwhile = vec![
        ask(7777),
        close(7777, 1, words("at once")),
        deliver(7777, 2),
        ask_claiming(7778, AskKey::Call(key("call 7"))),
        ask_claiming(7779, AskKey::Content(key("call 8"))),
    ];
    let batch = meanwhile.clone();
    store.on_progress(Box::new(move |progress| {
        if progress.stage == UpkeepStage::Reading && asked.fetch_add(1, Ordering::SeqCst) == 0 {
            for (append, position) in batch.iter().zip(1802..) {
                assert_eq!(put(&*other, std::slice::from_ref(append)), Position(position));
            }
            assert_eq!(other.claimed(&key("call 7")).expect("read"), Some(id(7778)));
            let found = other.past(&Query::default()).expect("searched");
            assert_eq!(found.iter().map(|past| past.id).collect::<Vec<_>>(), [id(7777)]);
            sound(&*other);
        }
    }));
    assert_eq!(store.import(&mut &log[..]).expect("imported"), 1801);
    sound(store);
    let all = everything(store);
    assert_eq!(all.len(), 1806);
    assert_eq!(all[1801..], stored(1802, &meanwhile));
    assert_eq!(put(store, &[close(7779, 1, words("later"))]), Position(1807));
    assert_eq!(put(store, &[deliver(7779, 2)]), Position(1808));
    let (_, open) = store.pending(Position(0), 0).expect("a list");
    assert_eq!(open.iter().map(|it| it.id).collect::<Vec<_>>(), [id(5000), id(7778)]);
    assert_eq!(store.claimed(&key("call 7")).expect("read"), Some(id(7778)));
    assert_eq!(store.claimed(&key("call 8")).expect("read"), None);
    assert_eq!(store.claimed(&key("call 9")).expect("read"), Some(id(9)));
    let found = store.past(&Query::default()).expect("searched");
    assert_eq!((found.len(), found.first().map(|past| past.id)), (602, Some(id(7779))));
    sound(store);
}

/// Asks while the import reads a log that doesn't say where it ends.
pub(crate) fn asks_and_refuses(store: &dyn Store, log: &[u8], open: impl Fn() -> Box<dyn Store>) {
    let other = open();
    let asked = AtomicU64::new(0);
    let reports = Reports::default();
    let heard = reports.clone();
    store.on_progress(Box::new(move |progress| {
        heard.hear(progress);
        if progress.stage == UpkeepStage::Reading && asked.fetch_add(1, Ordering::SeqCst) == 0 {
            put(&*other, &[ask(7777)]);
        }
    }));
    let refused = store.import(&mut &log[..]).expect_err("refused").to_string();
    assert_eq!(refused, "a log is only read into an empty store");
    assert_eq!(reports.of("Reading").times, 1);
    assert_eq!(everything(store), stored(1, &[ask(7777)]));
    sound(store);
}
