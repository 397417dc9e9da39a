//! Mistakes of the person who searches the store or reads a log into it.
//!
//! - A file that isn't a log is named, and the store isn't blamed.
//! - A store with records takes no log, and the way out is named.
//! - A search that can find nothing says why.

use crate::shop::{Shop, picture};
use expect_test::expect;
use std::fs;

#[test]
fn a_file_that_is_no_log_and_a_filled_store_are_no_failure_of_the_store() {
    let mut shop = Shop::new("import");
    shop.posted(&[]);
    shop.asq(&["log", "export", "log.jsonl"]);
    let log = fs::read_to_string(shop.join("log.jsonl")).unwrap();
    fs::write(shop.join("call.json"), "hello\n").unwrap();
    fs::write(shop.join("cut.jsonl"), log.lines().next().unwrap()).unwrap();
    fs::write(shop.join("changed.jsonl"), log.replacen("\"seq\":1", "\"seq\":7", 1) + "{}\n").unwrap();
    let filled = shop.asq(&["log", "import", "log.jsonl"]);
    shop.with("ASQ_STORE", "new.db");
    let missing = shop.asq(&["log", "import", "none.jsonl"]);
    let made = shop.join("new.db").exists();
    let all = [
        filled,
        missing,
        shop.asq(&["log", "import", "call.json"]),
        shop.asq(&["log", "import", "cut.jsonl"]),
        shop.asq(&["log", "import", "changed.jsonl"]),
        shop.fed(&["log", "import", "-"], ""),
        shop.asq(&["log", "import", "log.jsonl"]),
        shop.asq(&["log", "verify", "--head", "xyz\u{1b}"]),
    ];
    assert!(!made, "a mistyped name makes no store");
    expect![[r#"
        65
        asq: can't import 'log.jsonl': a log is only read into an empty store
          ASQ_STORE=NEW.db asq log import FILE reads it into a new store

        2
        asq: can't read 'none.jsonl': No such file or directory

        65
        asq: can't import 'call.json': line 1 isn't the beginning of an exported log

        65
        asq: can't import 'cut.jsonl': the log ends at position 0, its first line says 1: a part of it is missing

        65
        asq: can't import 'changed.jsonl': its record at position 1 is damaged: its digest does not match

        65
        asq: can't import standard input: it is empty

        0
        asq: 1 records read

        2
        asq: --head expects what asq log head printed, got 'xyz<U+001B>'
          that is a position, a colon, 64 hex digits
    "#]].assert_eq(&picture(&shop, &all.iter().collect::<Vec<_>>()));
}

#[test]
fn a_search_that_can_find_nothing_says_why() {
    let shop = Shop::new("search");
    let all = [
        shop.asq(&["history", "--since", "2026-01-02", "--until", "2026-01-01"]),
        shop.asq(&["history", "--folder", "none\u{1b}"]),
        shop.asq(&["history", "--folder", "/"]),
    ];
    expect![[r#"
        2
        asq: --until is before --since

        0
        asq: nothing was found: there is no folder 'HOME/none<U+001B>'

        0
    "#]]
    .assert_eq(&picture(&shop, &all.iter().collect::<Vec<_>>()));
}
