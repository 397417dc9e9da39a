//! The story, told to a SQLite file.
#![allow(clippy::expect_used)]

mod story;

use asq_store::Sqlite;
use asq_testkit::folder::Folder;
use std::sync::Arc;
use story::Opened;

fn open() -> Opened {
    let folder = Arc::new(Folder::new("store"));
    let path = folder.path().join("store.db");
    let store = Sqlite::open(&path).expect("a store");
    let again = move || -> Box<dyn asq_store::Store> {
        // The folder lives as long as anybody can open the store in it.
        let _ = &folder;
        Box::new(Sqlite::open(&path).expect("the same store"))
    };
    Opened { store: Box::new(store), again: Box::new(again) }
}

story!(open);
