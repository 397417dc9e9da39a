//! The story of a SQLite file.

use crate::sample::{ask, close, id, minute, put, words};
use crate::story::Opened;
use asq_store::{DraftRow, Drafts, Sqlite, Upkeep};
use asq_testkit::folder::TempFolder;
use std::sync::Arc;

fn open() -> Opened {
    let folder = Arc::new(TempFolder::new("store"));
    let path = folder.path().join("store.db");
    let store = Sqlite::open(&path).expect("a store");
    let again = move || -> Box<dyn asq_store::Store> {
        // Keeps the folder for as long as the store can be opened again.
        let _ = &folder;
        Box::new(Sqlite::open(&path).expect("the same store"))
    };
    Opened { store: Box::new(store), again: Box::new(again) }
}

crate::story!(open);

/// As if a process had died between an answer and its cleanup.
#[test]
fn pruning_removes_a_draft_that_stayed_behind() {
    let folder = TempFolder::new("store");
    let store = Sqlite::open(&folder.path().join("store.db")).expect("a store");
    put(&store, &[ask(1), ask(2)]);
    for n in [1, 2] {
        let body = b"half a word".to_vec();
        let row = DraftRow { request: id(n), question: 0, rev: 0, by: 1, at_ms: 1, body, other: None };
        store.keep_draft(&row).expect("kept");
    }
    put(&store, &[close(2, 1, words("x"))]);
    store.prune(minute(99).wall_ms).expect("pruned");
    let left = [1, 2].map(|n| store.drafts(id(n)).expect("read").len());
    assert_eq!(left, [1, 0]);
}

#[test]
fn pruning_removes_what_came_too_late_when_it_is_old() {
    let folder = TempFolder::new("store");
    let store = Sqlite::open(&folder.path().join("store.db")).expect("a store");
    put(&store, &[ask(1)]);
    let body = b"half a word".to_vec();
    let row = DraftRow { request: id(1), question: 0, rev: 0, by: 1, at_ms: 1, body, other: None };
    store.keep_draft(&row).expect("kept");
    put(&store, &[close(1, 1, words("x"))]);
    store.drop_drafts(id(1), Some(2)).expect("dropped");
    assert_eq!(store.late_drafts(id(1)).expect("read").len(), 1);
    store.prune(minute(99).wall_ms).expect("pruned");
    assert_eq!(store.late_drafts(id(1)).expect("read"), []);
}
