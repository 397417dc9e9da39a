//! What the agent was doing, as it asks: by flags, from files and standard input, and from its folder.

use crate::shop::{DATABASE, Done, Shop, picture};
use asq_core::life::About;
use expect_test::expect;
use serde_json::{Value, json};
use std::fs;

/// What `asq show` says that it was doing.
fn about(shop: &Shop, id: &str) -> Value {
    shop.asq(&["show", id, "--json"]).json()["about"].clone()
}

/// Posts a question of its own; returns the id.
fn posted(shop: &Shop, which: &str, more: &[&str]) -> String {
    shop.posted(&[&["--context", which], more].concat())
}

#[test]
fn it_comes_from_flags_files_and_standard_input() {
    let shop = Shop::new("about");
    fs::write(shop.join("notes.md"), "two\nlines\n").unwrap();
    let script = r#"printf -- '-a\n+b\n\0\377' | "$0" "$@" --no-wait --diff -; exit $?"#;
    let words = ["--about", "notes.md", "--task", "- Move the tests", "--says", "Done \u{1b}]0;x"];
    let more = ["--branch", "fix/login", "--link", "https://example.org/7"];
    let id = shop.script(script, &[&DATABASE[..], &words, &more].concat()).done().id();
    assert_eq!(
        about(&shop, &id),
        json!({
            "says": "Done \u{1b}]0;x", "task": "- Move the tests", "branch": "fix/login",
            "link": "https://example.org/7", "text": "two\nlines\n", "diff": "-a\n+b\n\0\u{fffd}",
        })
    );
    assert!(!shop.asq(&["list", "--json"]).out.contains("Move the tests"));
    // A search looks at questions and answers only.
    assert_eq!(shop.asq(&["answer", &id, "--pick", "SQLite"]).code, 0);
    let found = |word| shop.asq(&["history", "--json", word]).out.lines().count();
    assert_eq!(["database", "tests", "login", "Done"].map(found), [1, 0, 0, 0]);
    // Empty texts count as absent.
    fs::write(shop.join("empty"), "").unwrap();
    let nothing =
        posted(&shop, "empty", &["--task", "", "--says", "", "--about", "empty", "--diff", "/dev/null"]);
    assert_eq!(about(&shop, &nothing), Value::Null);
}

#[test]
fn without_a_branch_of_its_own_it_has_that_of_its_folder() {
    let shop = Shop::new("branch");
    fs::create_dir(shop.join(".git")).unwrap();
    fs::write(shop.join(".git/HEAD"), "ref: refs/heads/side\n").unwrap();
    assert_eq!(about(&shop, &posted(&shop, "folder", &[])), json!({"branch": "side"}));
    let own = posted(&shop, "own", &["--branch", "main", "--task", "T"]);
    assert_eq!(about(&shop, &own), json!({"task": "T", "branch": "main"}));
    // As much as fits, without the branch.
    fs::write(shop.join("diff"), "x".repeat(About::DIFF)).unwrap();
    fs::write(shop.join("text"), "x".repeat(About::ALL - About::DIFF)).unwrap();
    let full = about(&shop, &posted(&shop, "full", &["--diff", "diff", "--about", "text"]));
    assert_eq!(full.as_object().unwrap().keys().collect::<Vec<_>>(), ["text", "diff"]);
}

#[test]
fn asking_again_keeps_the_first_and_replies_have_none_of_it() {
    let shop = Shop::new("again");
    for (how, name) in [(&["--call-id", "c"][..], "call"), (&[][..], "content")] {
        let ask = |task: &str| {
            shop.agent(&[&DATABASE[..], how, &["--session", name, "--no-wait", "--task", task]].concat())
        };
        let first = ask("one");
        assert_eq!(ask("two"), first);
        assert_eq!(about(&shop, &first.id()), json!({"task": "one"}));
        assert_eq!(shop.asq(&["answer", &first.id(), "--pick", "SQLite"]).code, 0);
        let done = ask("three");
        expect![[r#"
            0
            {"id":"ID","outcome":"answered","content":"The user answered your question.\n1. q1: \"Which database?\"\n   picked: \"SQLite\"","details":{"outcome":"answered","answers":{"q1":{"kind":"select_one","value":"SQLite","label":"SQLite","index":1}}},"is_error":false}
        "#]].assert_eq(&picture(&shop, &[&done]));
    }
}

#[test]
fn what_is_wrong_with_it_is_said_at_once_and_nobody_is_asked() {
    let shop = Shop::new("wrong");
    let sized = |name: &str, bytes: usize| fs::write(shop.join(name), "x".repeat(bytes)).unwrap();
    sized("diff", About::DIFF + 1);
    sized("text", About::TEXT + 1);
    sized("all", About::DIFF);
    sized("rest", About::TEXT);
    let task = "x".repeat(About::TASK + 1);
    let ask = |more: &[&str]| shop.agent(&[&DATABASE[..], &["--no-wait"], more].concat());
    let all: Vec<Done> = vec![
        ask(&["--diff", "diff"]),
        ask(&["--diff", "diff", "--about", "text", "--task", &task]),
        ask(&["--diff", "all", "--about", "rest"]),
        ask(&["--diff", "/dev/zero"]),
        ask(&["--diff", "none\u{1b}", "--about", ".", "--task", &task]),
        ask(&["--about", "-", "--diff", "-"]),
        shop.agent(&["ask", "--no-wait", "--about", "-"]),
        shop.agent(&["ask", "-", "--no-wait", "--diff", "-"]),
        shop.agent(&["ask", "-q", "Which?", "--about"]),
    ];
    expect![[r#"
        65
        asq: --diff holds at most 256 KiB, but holds 257 KiB

        65
        asq: --task holds at most 2000 bytes, but holds 2001 bytes
          --about holds at most 64 KiB, but holds 65 KiB
          --diff holds at most 256 KiB, but holds 257 KiB
          what the asker was doing holds at most 300 KiB, but holds 322 KiB

        65
        asq: what the asker was doing holds at most 300 KiB, but holds 320 KiB

        65
        asq: --diff holds at most 256 KiB, but holds more than 4 MiB

        2
        asq: can't read '.': Is a directory
          can't read 'none<U+001B>': No such file or directory
          --task holds at most 2000 bytes, but holds 2001 bytes

        2
        asq: standard input can't be both --about and --diff
          write one of them to a file

        2
        asq: standard input can't be both the call and --about
          write one of them to a file

        2
        asq: standard input can't be both the call and --diff
          write one of them to a file

        2
        asq: --about expects a value, but none came
          asq ask --help explains the flags
    "#]]
    .assert_eq(&picture(&shop, &all.iter().collect::<Vec<_>>()));
    assert!(!shop.folder().exists(), "no store is made");
}
