//! `cargo xtask bench hostile`: what inputs under the limits cost that were made to cost much.
//!
//! - Counted are instructions (valgrind's callgrind), which no other program on the machine disturbs: the same run
//!   gives the same number.
//! - A first frame is a run that opens the form less one that does nothing, a key a run with it less one without it.
//! - The forms are opened by `asq embed`, so that no terminal's own pace is counted.
//! - The rows become a section of docs/performance.md, of its own; a miss is a row like the others.

use super::{contestants, process, report};
use crate::Outcome;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// What begins the section.
pub(crate) const HEADING: &str = "## Hostile inputs";

/// Millions of instructions that take 100 ms and 50 ms, on a core that does five in a nanosecond.
const FRAME: u64 = 500;
const KEY: u64 = 250;

/// A call, and the keys whose last one is counted.
struct Case {
    what: &'static str,
    tool: &'static str,
    arguments: String,
    keys: &'static [&'static str],
}

/// Measures everything.
pub(crate) fn run() -> Outcome<()> {
    let asq = contestants::asq()?;
    let home = contestants::scratch()?;
    let mut rows = Vec::new();
    let idle = count(&asq, &home, &["embed"], "")?;
    for case in cases() {
        let open = format!(
            r#"{{"type":"open","v":1,"id":"1","surface":"form","unicode":true,"width":80,"height":24,"call":{{"name":"{}","arguments":{}}}}}"#,
            case.tool, case.arguments
        );
        let key = |key: &&str| format!(r#"{{"type":"input","id":"1","data":"{key}"}}"#);
        let lines = |keys: usize| {
            let keys = case.keys[..keys].iter().map(key);
            std::iter::once(open.clone()).chain(keys).fold(String::new(), |all, line| all + &line + "\n")
        };
        let frame = count(&asq, &home, &["embed"], &lines(0))?;
        rows.push((format!("{}: first frame", case.what), FRAME, frame.saturating_sub(idle)));
        if !case.keys.is_empty() {
            let before = count(&asq, &home, &["embed"], &lines(case.keys.len() - 1))?;
            let after = count(&asq, &home, &["embed"], &lines(case.keys.len()))?;
            rows.push((format!("{}: key", case.what), KEY, after.saturating_sub(before)));
        }
    }
    let plain = count(&asq, &home, &["settings"], "")?;
    for (what, text) in settings() {
        std::fs::create_dir_all(home.join(".pi"))?;
        std::fs::write(home.join(".pi/ask-user-question.json"), text)?;
        let with = count(&asq, &home, &["settings"], "")?;
        rows.push((format!("a repository's settings file of {what}"), FRAME, with.saturating_sub(plain)));
    }
    std::fs::remove_file(home.join(".pi/ask-user-question.json"))?;
    report::keep_section(HEADING, &section(&process::machine()?, &rows))
}

fn section(machine: &str, rows: &[(String, u64, u64)]) -> String {
    let mut text = format!(
        "{HEADING}\n\nWritten by `cargo xtask bench hostile`: millions of instructions that inputs under the limits cost, \
         first frame and key. The goals stand for 100 ms and 50 ms on a core of five instructions a nanosecond; what has \
         no table here has a limit that refuses it.\n\n- Machine: {machine}\n\n| input | goal | measured | |\n|---|---|---|---|\n"
    );
    for (what, goal, measured) in rows {
        let measured = measured / 1_000_000;
        let met = if measured <= *goal { "met" } else { "**missed**" };
        // Writing to a string can't fail.
        let _ = writeln!(text, "| {what} | ≤ {goal} M | {measured} M | {met} |");
    }
    text
}

/// How many instructions a run takes.
fn count(asq: &Path, home: &Path, arguments: &[&str], input: &str) -> Outcome<u64> {
    let mut run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(asq)
        .args(arguments)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", home)
        .env("LANG", "C.UTF-8")
        .current_dir(home)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|fault| format!("valgrind does not start ({fault}): scripts/setup --bench installs it"))?;
    if let Some(mut to) = run.stdin.take() {
        to.write_all(input.as_bytes())?;
    }
    let said = run.wait_with_output()?;
    let said = String::from_utf8_lossy(&said.stderr);
    let counted = said.lines().find_map(|line| line.split_once("Collected : "));
    let (_, number) = counted.ok_or_else(|| format!("callgrind counts nothing: {said}"))?;
    Ok(number.trim().parse()?)
}

fn cases() -> Vec<Case> {
    let filtered = |what, label: &str| {
        let labels: Vec<String> = (0..200).map(|n| format!(r#"{{"label":"{n} {label}"}}"#)).collect();
        let arguments =
            format!(r#"{{"questions":[{{"question":"Which?","options":[{}]}}]}}"#, labels.join(","));
        Case { what, tool: "ask", arguments, keys: &["/", "z", "\\u007f"] }
    };
    let previewed = |what, preview: &str| {
        let arguments = format!(
            r#"{{"questions":[{{"question":"Which?","header":"H","multiSelect":false,"options":[{{"label":"A","description":"a","preview":"{preview}"}},{{"label":"B","description":"b"}}]}}]}}"#
        );
        Case { what, tool: "ask_user_question", arguments, keys: &["\\u001b[B"] }
    };
    let context = |what, text: &str| {
        let arguments = format!(
            r#"{{"questions":[{{"question":"Which?","context":"{text}","options":[{{"label":"A"}},{{"label":"B"}}]}}]}}"#
        );
        Case { what, tool: "ask", arguments, keys: &["\\u001b[B"] }
    };
    vec![
        filtered("200 labels of 19 KB, Backspace in the filter", &"lorem ipsum dolor ".repeat(1050)),
        filtered("the same of combining marks", &"e\u{301}\u{302}\u{303}".repeat(2700)),
        previewed("a preview of 750,000 `> `", &"> ".repeat(750_000)),
        previewed("a preview of 700,000 `a(` in a fence", &format!("```js\\n{}\\n```", "a(".repeat(700_000))),
        previewed("a preview of 900,000 `*` and `_`", &"*_".repeat(450_000)),
        context("a context of 60,000 `[`", &"[".repeat(60_000)),
        context(
            "a context of a table of 20,000 columns",
            &format!("{}\\n{}\\n", "|a".repeat(20_000), "|-".repeat(20_000)),
        ),
        context("a context of 60,000 backticks", &"`x".repeat(30_000)),
    ]
}

fn settings() -> Vec<(&'static str, String)> {
    let names = |count: usize, value: &str| {
        let members: Vec<String> = (0..count).map(|n| format!(r#""k{n}":{value}"#)).collect();
        format!("{{{}}}", members.join(","))
    };
    vec![
        ("85,000 names, 0.9 MB", names(85_000, "1")),
        ("7,000 names, under 64 KiB", names(7_000, "1")),
        ("200 names with long values", names(200, &format!("\"{}\"", "x".repeat(300)))),
        ("100 nested lists", format!("{{\"theme\":{}{}}}", "[".repeat(100), "]".repeat(100))),
    ]
}
