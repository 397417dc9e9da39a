//! A store that changes hands under a process: every wait ends, and surfaces learn of it once.
#![allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]

use super::setting::{
    OnStore, Still, answer, asker, called, driver, open, person, pick, request, surface, told_until,
};
use asq_core::inbox::Notice;
use asq_store::Sqlite;
use asq_testkit::folder::TempFolder;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const LONG: Duration = Duration::from_mins(1);

const NEWER: [&str; 2] =
    [include_str!("../../../../store/src/sqlite/migrations/0001.sql"), "CREATE TABLE more (k INTEGER)"];

fn at(path: &Path, from: u64) -> OnStore {
    driver(Arc::new(Sqlite::open(path).unwrap()), &Arc::new(Still::default()), from)
}

/// What a wait, a list that is followed, an ask and an answer say after the store was changed behind them.
fn after(change: impl Fn(&Path, &Path)) -> [String; 4] {
    let folder = TempFolder::new("changed");
    let path = folder.path().join("store/store.db");
    let here = at(&path, 100);
    let (id, digest) = open(&here, called("c1", request("Which?")));
    let inbox = at(&path, 200);
    let link = inbox.follow(surface("ann", true)).unwrap();
    told_until(&link, |notice| matches!(notice, Notice::Asker { .. }));
    let mut waits = here.wait(&[id], true);
    change(folder.path(), &path);
    let (_, ending) = waits.next(Some(LONG)).unwrap();
    let ending = ending.unwrap_err();
    assert!(ending.is_final(), "{ending:?}");
    let told = told_until(&link, |notice| matches!(notice, Notice::Stopped(_)));
    let Some(Notice::Stopped(followed)) = told.last() else { unreachable!() };
    [
        format!("{ending:?}"),
        followed.clone(),
        format!("{:?}", here.ask(called("c2", request("Which?")), &asker()).unwrap_err()),
        format!("{:?}", inbox.close(id, answer(pick(0), &digest), None, &person("ann")).unwrap_err()),
    ]
    .map(|it| it.replace(&folder.path().display().to_string(), "DIR"))
}

fn all(what: &str) -> [String; 4] {
    let ending = format!("Store(StoreFault {{ kind: Final, text: {what:?} }})");
    [ending.clone(), what.to_owned(), ending.clone(), ending]
}

#[test]
fn who_waits_and_who_follows_hear_that_the_store_was_removed() {
    let said = after(|folder, _| {
        // A process that uses it may make a file meanwhile.
        let removed = (0..100).any(|_| std::fs::remove_dir_all(folder.join("store")).is_ok());
        assert!(removed);
    });
    assert_eq!(said, all("the store was removed while it was in use: DIR/store/store.db"));
}

#[test]
fn who_waits_and_who_follows_hear_that_the_folder_of_the_store_was_moved() {
    let said = after(|folder, _| std::fs::rename(folder.join("store"), folder.join("away")).unwrap());
    assert_eq!(said, all("the store was removed while it was in use: DIR/store/store.db"));
}

#[test]
fn who_waits_and_who_follows_hear_that_the_store_was_replaced() {
    let said = after(|folder, path| {
        let other = folder.join("other.db");
        open(&at(&other, 300), called("c9", request("Other?")));
        std::fs::rename(other, path).unwrap();
    });
    assert_eq!(
        said,
        all(
            "the store was replaced by another file while it was in use: begin again with DIR/store/store.db"
        )
    );
}

#[test]
fn who_waits_and_who_follows_hear_that_a_newer_asq_took_over() {
    let said = after(|_, path| drop(Sqlite::open_newer(path, &NEWER).unwrap()));
    assert_eq!(
        said,
        all("a newer asq has upgraded the store to version 2, this one knows 1: restart with the newer asq")
    );
}
