//! A surface is judged as it began and as it is when it sends: what it loses in between leads out of no process tree.

use crate::ASQ;
use crate::pty::Played;
use crate::shop::{Done, Shop};
use asq_testkit::eventually::eventually;
use asq_testkit::folder::TempFolder;
use expect_test::expect;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const ASK: [&str; 7] = ["ask", "--no-wait", "-q", "Which?", "-o", "Alpha", "-o"];

/// A shell in a terminal of its own, whose inbox holds an answer back for half an hour.
fn holds_an_answer(shop: &Shop) -> Played {
    fs::create_dir_all(shop.join(".config/asq")).unwrap();
    fs::write(shop.join(".config/asq/config.toml"), "guard = 0\n[inbox]\nhold = 1800\n").unwrap();
    let mut shell = Command::new("setsid");
    shell.args(["--ctty", "bash", "--norc", "-i"]).env_clear().current_dir(shop.join(""));
    shell.envs([("PATH", "/usr/bin:/bin"), ("LC_ALL", "C.UTF-8"), ("TERM", "xterm-256color")]);
    shell.env("HOME", shop.join(""));
    let mut played = Played::runs((80, 24), shell, TempFolder::new("terminal"));
    played.types(format!("{ASQ} inbox\n").as_bytes());
    played.reads("Which?");
    played.types(b"\r");
    played.reads("Alpha");
    played.types(b"1");
    played.reads("sending in");
    played
}

/// The shell is killed, and with it the terminal of the inbox, which sends at once and ends.
fn dies(mut played: Played) {
    let shell = played.form.id();
    let children = fs::read_to_string(format!("/proc/{shell}/task/{shell}/children")).unwrap();
    let inbox = children.split_whitespace().next().unwrap().to_owned();
    played.form.kill().unwrap();
    eventually("the end of the inbox", || !Path::new("/proc").join(&inbox).join("exe").exists());
}

#[test]
fn an_asker_that_kills_the_shell_of_its_own_inbox_answers_nothing() {
    let shop = Shop::new("surface");
    // This test itself is the asker, and opens the terminal.
    let mut ask = Command::new(ASQ);
    ask.args(ASK).arg("Beta").env_clear().env("HOME", shop.join("")).stdin(Stdio::null());
    let id = Done::of(&ask.output().unwrap()).id();
    dies(holds_an_answer(&shop));
    let shown = shop.asq(&["show", &id, "--json"]).out;
    assert!(shown.contains(r#""state":"open""#), "{shown}");
}

#[test]
fn a_person_whose_window_closes_has_answered_and_the_record_says_what_was_gone() {
    let shop = Shop::new("window");
    let id = shop.agent(&[&ASK[..], &["Beta"]].concat()).id();
    dies(holds_an_answer(&shop));
    let shown = shop.masked(&shop.asq(&["show", &id]).out);
    let rows = shown.lines().skip_while(|line| !line.starts_with("answered"));
    let rows: Vec<&str> = rows.filter(|row| row.starts_with("how") || row.starts_with("terminal")).collect();
    let opener = std::env::current_exe().unwrap();
    let opener = opener.to_str().unwrap();
    let end = opener.rsplit('/').next().unwrap();
    let rows = rows.join("\n").replace(end, "TEST");
    // A long path is cut in front.
    let (before, opener) = rows.split_once("opened by ").unwrap();
    let rows = format!("{before}opened by {}", opener.rsplit('/').next().unwrap());
    // The number of the terminal.
    let (before, after) = rows.split_once("/dev/pts/").unwrap();
    let rows = format!("{before}/dev/pts/N{}", after.trim_start_matches(|c: char| c.is_ascii_digit()));
    expect![[r"
        how         at a terminal, process PID, origin not verified (its terminal or parent was gone when it was sent): USER
        terminal    /dev/pts/N, led by BASH, opened by TEST"]]
    .assert_eq(&rows);
}
