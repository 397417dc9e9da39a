//! The commands without a terminal, as a stranger meets them.

use crate::done::{Done, printed};
use crate::run::asq;
use crate::shop::Shop;
use expect_test::expect;
use std::fmt::Write as _;
use std::fs;

#[test]
fn asq_alone_prints_a_short_help_and_ends_with_2() {
    let done = asq(&[]).done();
    assert_eq!((done.code, done.out.as_str()), (2, ""));
    printed("plain/asq_alone_prints_a_short_help_and_ends_with_2", &done.err);
}

#[test]
fn help_says_what_there_is() {
    let done = asq(&["help"]).done();
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    printed("plain/help_says_what_there_is", &done.out);
}

#[test]
fn help_of_ask() {
    let done = asq(&["help", "ask"]).done();
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    printed("plain/help_of_ask", &done.out);
    assert_eq!(asq(&["ask", "--help"]).done().out, done.out);
}

#[test]
fn help_of_check_demo_and_schema() {
    let all: Vec<String> = ["check", "demo", "schema"].iter().map(|c| asq(&["help", c]).done().out).collect();
    printed("plain/help_of_check_demo_and_schema", &all.join("\n----\n"));
}

#[test]
fn exit_codes_are_listed() {
    printed("plain/exit_codes_are_listed", &asq(&["help", "exit-codes"]).done().out);
}

#[test]
fn no_help_line_is_wider_than_100_columns() {
    for topic in
        ["", "ask", "check", "demo", "schema", "completions", "exit-codes", "keys", "drafts", "environment"]
    {
        let args: Vec<&str> = ["help", topic].into_iter().filter(|a| !a.is_empty()).collect();
        let text = asq(&args).done().out;
        assert!(!text.is_empty(), "{topic}");
        for line in text.lines() {
            assert!(line.chars().count() <= 100, "{topic}: {line}");
        }
    }
}

#[test]
fn a_mistyped_command_flag_or_topic_is_answered_with_the_right_one() {
    let mut all = String::new();
    for args in [
        &["aks"][..],
        &["ask", "--fullscren"],
        &["ask", "--format", "yaml"],
        &["ask", "--inline", "--fullscreen"],
        &["ask", "--guard", "-1"],
        &["help", "exit-code"],
        &["help", "everything"],
        &["schema", "qestion"],
        &["schema", "\u{1b}]0;owned\u{7}"],
        &["demo", "ask-user-question"],
        &["ask", "--dialect", "codex", "-"],
        &["--json"],
    ] {
        let done = asq(args).input("{}").done();
        assert_eq!(done.out, "");
        let _ = writeln!(all, "$ asq {} -> {}\n{}", args.join(" ").escape_debug(), done.code, done.err);
    }
    printed("plain/a_mistyped_command_flag_or_topic_is_answered_with_the_right_one", &all);
}

#[test]
fn flags_that_exclude_each_other_are_refused() {
    for args in [
        &["ask", "--inline", "--accessible"][..],
        &["ask", "--inbox", "--no-wait"],
        &["install", "pi", "--project", "--global"],
        &["answer", "abcdef", "--pick", "A", "--answers", "-"],
        &["settings", "set", "--global", "--project", "theme", "dark"],
        &["status", "--format", "{waiting}", "--json"],
    ] {
        let done = asq(args).done();
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{args:?}");
        assert!(done.err.contains(" can't be used together"), "{args:?}: {}", done.err);
    }
}

#[test]
fn a_demo_is_the_ask_of_a_sample() {
    let sample = asq(&["demo", "--print"]).done();
    assert_eq!(sample, asq(&["demo", "--print", "question"]).done());
    let asked = asq(&["ask", "--format", "text"]).input(sample.out).done();
    assert_eq!((asked.code, asked.out.lines().count()), (7, 1), "{asked:?}");
    let demo = asq(&["demo", "--format", "text"]).done();
    assert_eq!((demo.code, demo.out), (asked.code, asked.out));
}

#[test]
fn the_version_for_people_and_for_programs() {
    assert_eq!(asq(&["--version"]).done().out, format!("asq {}\n", env!("CARGO_PKG_VERSION")));
    let json = asq(&["-V", "--json"]).done().out;
    assert_eq!(asq(&["version"]).done(), asq(&["--version"]).done());
    assert_eq!(asq(&["version", "--json"]).done().out, json);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["name"], "asq");
    assert_eq!(value["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(
        value["dialects"],
        serde_json::json!(["question", "ask_user_question", "opencode", "questionnaire", "spec", "asq"])
    );
}

#[test]
fn dialects_are_listed_with_their_tools() {
    expect![[r#"
        question           question
        ask_user_question  ask_user_question
        opencode           question
        questionnaire      AskUserQuestion
        spec               ask_question, ask_multi_select, resume_structured
        asq                ask
    "#]]
    .assert_eq(&asq(&["dialects"]).done().out);
}

#[test]
fn a_schema_is_one_line_with_the_documented_keys() {
    for id in ["question", "ask_user_question"] {
        let done = asq(&["schema", id]).done();
        assert_eq!((done.code, done.out.lines().count()), (0, 1));
        let value: serde_json::Value = serde_json::from_str(&done.out).unwrap();
        assert_eq!(value["dialect"], id);
        for tool in value["tools"].as_array().unwrap() {
            assert!(tool["name"].is_string() && tool["description"].is_string(), "{tool}");
            assert_eq!(tool["input_schema"]["type"], "object");
        }
    }
}

#[test]
fn a_help_of_ask_begins_with_five_lines_for_scripts() {
    let begin = |flag: &str| {
        let help = asq(&["ask", flag]).done().out;
        help.lines().take(7).collect::<Vec<_>>().join("\n")
    };
    expect![[r#"
        In a script:
          asq confirm 'Deploy?' && deploy                     # yes is 0, no is 1
          branch=$(asq pick 'Which?' main next) || exit       # only the answer
          note=$(asq ask -q 'Why?' --text --format value) || exit
          asq ask call.json | jq .details                     # a call; a line of JSON
          exit code 0 answered, 1 no, 3 cancelled, 4 discuss, 6 pending, 7 nobody here
    "#]]
    .assert_eq(&begin("-h"));
    assert_eq!(begin("--help"), begin("-h"));
}

#[test]
fn man_pages_are_written_into_a_folder() {
    let folder = crate::run::TempFolder::new("man");
    let done = asq(&["man", folder.path().to_str().unwrap()]).done();
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    let page = std::fs::read_to_string(folder.join("asq-ask.1")).unwrap();
    assert!(page.contains(".TH") && page.contains("fullscreen"), "{page}");
    assert_eq!(asq(&["man", "/nonexistent/folder"]).done().code, 74);
}

#[test]
fn man_pages_of_ones_own_come_and_go() {
    let shop = Shop::new("man");
    let folder = shop.join(".local/share/man/man1");
    let (install, uninstall) = (["man", "--install"], ["man", "--uninstall"]);
    let first = shop.asq(&install);
    let pages = || fs::read_dir(&folder).map_or(0, Iterator::count);
    let count = pages();
    assert!(count > 35 && folder.join("asq-token-new.1").exists(), "{count}");
    // Those of an older asq are brought up to date, and those of commands that it alone had go, too.
    let again = shop.asq(&install);
    assert_eq!((again.code, again.out.as_str(), pages()), (0, first.out.as_str(), count));
    let page = fs::read_to_string(folder.join("asq-ask.1")).unwrap();
    assert!(
        page.starts_with(r#".\" Written by asq man --install; asq man --uninstall removes it. sha256:"#),
        "{page}"
    );
    let gone = shop.asq(&uninstall);
    assert!(!shop.join(".local").exists());
    let nothing = shop.asq(&uninstall);
    let masked = |done: &Done| {
        shop.masked(&format!("{}\n{}{}", done.code, done.out, done.err)).replace(&count.to_string(), "N")
    };
    // A page of somebody else's stays, and stops an install.
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("asq.1"), ".TH other 1\n").unwrap();
    let refused = shop.asq(&install);
    assert_eq!(pages(), 1);
    let left = shop.asq(&uninstall);
    fs::remove_file(folder.join("asq.1")).unwrap();
    let mut shop = Shop::new("man-path");
    shop.with("PATH", &format!("{}:/usr/bin:/bin", shop.join(".local/bin").display()));
    let found = shop.asq(&install);
    let without = shop.asq(&["man"]);
    expect![[r#"
        0
        N man pages are in HOME/.local/share/man/man1: man asq
        man looks there once your shell's startup file has this line: export MANPATH="HOME/.local/share/man:$MANPATH"

        0
        removed N man pages from HOME/.local/share/man/man1

        0
        no man page in HOME/.local/share/man/man1 is asq's

        2
        asq: nothing was changed: 'HOME/.local/share/man/man1/asq.1' was not written by asq
          move that file away, or name another folder: asq man DIR

        0
        no man page in HOME/.local/share/man/man1 is asq's
        left alone: 'HOME/.local/share/man/man1/asq.1' was not written by asq

        2
        asq: asq man needs DIR|--install|--uninstall
          asq man --help explains the flags
    "#]]
    .assert_eq(&[first, gone, nothing, refused, left, without].map(|done| masked(&done)).join("\n"));
    expect![[r#"
        N man pages are in HOME/.local/share/man/man1: man asq
    "#]]
    .assert_eq(&shop.masked(&found.out).replace(&count.to_string(), "N"));
}

#[test]
fn a_reader_that_goes_away_is_no_failure_and_a_full_disk_is() {
    let done =
        asq(&["help"]).shell("asq completions bash | head -c 10 >/dev/null; echo ${PIPESTATUS[0]}").done();
    assert_eq!((done.out.as_str(), done.err.as_str()), ("0\n", ""));
    let done = asq(&["help"]).shell("asq dialects >/dev/full").done();
    assert_eq!(done.code, 74);
    expect![[r#"
        asq: can't write to standard output: No space left on device
    "#]]
    .assert_eq(&done.err);
    for closed in ["asq dialects >&- ", "asq dialects 2>&-", "asq aks 2>&-", "asq dialects <&-"] {
        let code = if closed.contains("aks") {
            2
        } else if closed.contains(">&- ") {
            74
        } else {
            0
        };
        assert_eq!(asq(&[]).shell(closed).done().code, code, "{closed}");
    }
}
