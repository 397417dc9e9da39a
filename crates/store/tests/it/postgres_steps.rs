//! Long maintenance of a server goes in steps: others write in between, and an interrupted run can be repeated.
//!
//! - While it reports progress nothing is locked: others ask and answer at that moment.
//! - Wherever it is interrupted, the log is sound, and repeating it gives the same result.
//! - An import is stored whole or not at all; rights to the tables stay.
//! - If the log is pruned in the meantime, an export fails.

use crate::old_requests::*;
use crate::pg;
use crate::sample::*;
use asq_core::inbox::Position;
use asq_store::{DraftRow, Drafts, History, Log, Memory, Postgres, Query, Upkeep};
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of old, closed requests.
const MANY: u64 = 3000;

fn filled(url: &str, many: u64) -> Postgres {
    let store = pg::open(url);
    fill(&store, many);
    store
}

#[test]
fn others_ask_and_answer_at_every_step_of_history_and_of_pruning() {
    let url = pg::database(pg::shared());
    let store = filled(&url, MANY);
    let other = pg::open(&url);
    let (reports, next) = (Reports::default(), AtomicU64::new(MANY + 1));
    let heard = reports.clone();
    store.on_progress(Box::new(move |progress| {
        heard.hear(progress);
        // If anything were locked, this would wait for itself.
        let n = next.fetch_add(1, Ordering::SeqCst);
        put(&other, &[ask(n)]);
        put(&other, &[close(n, 1, words("at once"))]);
    }));
    let row = DraftRow {
        request: id(1),
        question: 0,
        rev: 0,
        by: 1,
        at_ms: 0,
        body: b"typed".to_vec(),
        other: None,
    };
    store.keep_draft(&row).expect("kept");
    assert_eq!(store.closed_before(minute(MANY + 99).wall_ms).expect("counted"), MANY);
    let found = store.past(&Query { text: Some("answer 2999".to_owned()), limit: 9, ..Query::default() });
    assert_eq!(found.expect("looked").last().expect("found").id, id(2999));
    let pruned = store.prune(minute(MANY + 99).wall_ms).expect("pruned");
    assert!(pruned.bodies >= 3 * MANY && pruned.records >= 3 * MANY, "{pruned:?}");
    sound(&store);
    assert_eq!(store.drafts(id(1)).expect("read"), []);
    let (erasing, cutting) = (reports.of("Erasing"), reports.of("Cutting"));
    assert!(reports.of("Indexing").times >= MANY / 210, "{reports:?}");
    assert!(erasing.times >= MANY / 510 && cutting.times >= MANY / 700, "{reports:?}");
    assert!(erasing.most <= 510 && cutting.most <= 2000, "{reports:?}");
}

#[test]
fn pruning_that_was_broken_off_anywhere_is_done_again_and_comes_to_the_same_end() {
    let url = pg::database(pg::shared());
    drop(filled(&url, 2000));
    let mut at = 0;
    // The next process continues.
    while interrupted(&pg::open(&url), at, |store| {
        store.prune(minute(9999).wall_ms).expect("pruned");
    }) {
        sound(&pg::open(&url));
        at += 1;
    }
    let store = pg::open(&url);
    sound(&store);
    assert!(at > 3, "it was interrupted {at} times");
    assert_eq!((store.past(&Query::default()).expect("looked"), everything(&store)), (vec![], vec![]));
    assert_eq!(put(&store, &[ask(1_000_000)]), Position(6001));
}

#[test]
fn an_import_is_there_as_a_whole_or_not_at_all_and_who_had_rights_keeps_them() {
    let memory = Memory::new([1; 32]);
    fill(&memory, 1200);
    put(&memory, &[ask(5000)]);
    let log = exported(&memory);
    let server = pg::shared();
    let name = pg::name(server);
    let url = server.url(&name);
    // It stays open, with its prepared statements, while the tables are replaced.
    let waits = pg::open(&url);
    assert_eq!(everything(&waits), []);
    server.sql(
        &name,
        "CREATE ROLE reads_in LOGIN; GRANT USAGE ON SCHEMA asq TO reads_in; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL \
         TABLES IN SCHEMA asq TO reads_in",
    );
    let shape = || {
        server.sql(
            &name,
            "SELECT string_agg(line, E'\\n' ORDER BY line) FROM (
                SELECT 'index ' || indexdef AS line FROM pg_indexes WHERE schemaname LIKE 'asq%'
                UNION SELECT 'table ' || n.nspname || '.' || c.relname || ' ' || coalesce(c.relacl::text, '')
                || ' ' || c.relowner FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                WHERE n.nspname LIKE 'asq%' AND c.relkind IN ('r', 'i')
                UNION SELECT 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint) a",
        )
    };
    let before = shape();
    let mut at = 0;
    while interrupted(&pg::open(&url), at, |store| {
        assert_eq!(store.import(&mut &log[..]).expect("read"), 3601);
    }) {
        assert_eq!((waits.count().expect("a count"), everything(&waits).len()), (0, 0));
        sound(&waits);
        at += 1;
    }
    assert!(at >= 6, "it was interrupted {at} times");
    assert!(exported(&waits) == log, "another log");
    sound(&waits);
    assert_eq!(shape(), before);
    assert_eq!(waits.claimed(&key("call 7")).expect("read"), Some(id(7)));
    let team = pg::open(&url.replace("postgres@", "reads_in@"));
    assert_eq!(put(&team, &[ask(1_000_000)]), Position(3602));
    sound(&waits);
}

#[test]
fn who_asks_during_an_import_appends_after_the_imported_log() {
    let memory = Memory::new([1; 32]);
    fill(&memory, 600);
    put(&memory, &[ask(5000)]);
    let log = exported(&memory);
    let url = pg::database(pg::shared());
    asks_during_an_import(&pg::open(&url), &log, || Box::new(pg::open(&url)));
}

#[test]
fn who_asks_during_an_import_without_an_end_is_stored_and_the_import_is_refused() {
    let memory = Memory::new([1; 32]);
    fill(&memory, 600);
    let log = without_end(&exported(&memory));
    let url = pg::database(pg::shared());
    asks_and_refuses(&pg::open(&url), &log, || Box::new(pg::open(&url)));
}

/// Prunes the store with the first bytes of the export.
struct PrunesMeanwhile<'a>(&'a Postgres);

impl std::io::Write for PrunesMeanwhile<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.prune(minute(9999).wall_ms).expect("pruned");
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_export_that_is_overtaken_by_pruning_fails() {
    let url = pg::database(pg::shared());
    let store = filled(&url, 400);
    put(&store, &[ask(1_000_000)]);
    let told = store.export(&mut PrunesMeanwhile(&pg::open(&url))).expect_err("a part of a log is no log");
    assert_eq!(told.to_string(), "the store failed: the log was pruned while it was written out: try again");
}
