//! Every example in the help, the README and the documents that depends on an exit code, in a real terminal,
//! answered with yes, no and Esc: the command after `&&` or `then` runs on a yes and never otherwise.
//!
//! The test finds the examples in the texts, so it tries a new one on the day it is written.

use crate::ASQ;
use crate::tmux::Ask;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The commands that ask in their own terminal.
const ASKING: [&str; 5] = ["asq ask", "asq confirm", "asq pick", "asq input", "asq demo"];

/// The most pages of an example's form.
const PAGES: usize = 12;

/// An example, and what its exit code decides.
struct Example {
    /// Runs on a yes alone.
    then: String,
    /// Runs otherwise, if there is one.
    other: Option<String>,
    text: String,
}

/// An answer to a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum With {
    Yes,
    No,
    Esc,
}

#[test]
fn what_stands_behind_and_runs_on_a_yes_alone() {
    let examples = found();
    assert!(examples.len() >= 8, "fewer examples than there were: {:?}", examples.keys());
    for (text, place) in &examples {
        let example = Example::of(text, place);
        for with in [With::Yes, With::No, With::Esc] {
            example.answered(with, place);
        }
    }
}

/// The examples, each with a place where it occurs.
fn found() -> BTreeMap<String, String> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut texts = Vec::new();
    for folder in ["", "docs", "docs/dialects", "integrations/pi"] {
        for file in fs::read_dir(top.join(folder)).unwrap().map(|file| file.unwrap().path()) {
            // The changelog shows old behaviour, too.
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            if file.extension().is_some_and(|it| it == "md") && name != "CHANGELOG.md" {
                texts.push((format!("{folder}/{name}"), code(&fs::read_to_string(&file).unwrap())));
            }
        }
    }
    let overview = help(&[]);
    for topic in topics(&overview) {
        texts.push((format!("asq help {topic}"), indented(&help(&[&topic]))));
    }
    texts.push(("asq help".to_owned(), indented(&overview)));
    let mut found = BTreeMap::new();
    for (place, lines) in texts {
        for example in examples(&lines) {
            found.entry(example).or_insert_with(|| place.clone());
        }
    }
    found
}

fn help(topic: &[&str]) -> String {
    let done = Command::new(ASQ).arg("help").args(topic).output().unwrap();
    assert!(done.status.success(), "asq help {topic:?}");
    String::from_utf8(done.stdout).unwrap()
}

/// The commands and topics in the overview.
fn topics(overview: &str) -> Vec<String> {
    let lists = ["Ask and answer:", "Look:", "Set up:", "Maintain:", "Topics (asq help TOPIC):"];
    let mut topics = Vec::new();
    let mut within = false;
    for line in overview.lines() {
        if line.is_empty() || !line.starts_with(' ') {
            within = lists.contains(&line);
        } else if within && line.starts_with("  ") && !line.starts_with("   ") {
            topics.extend(line.split_whitespace().next().map(str::to_owned));
        }
    }
    assert!(topics.iter().any(|t| t == "confirm") && topics.iter().any(|t| t == "exit-codes"), "{topics:?}");
    topics
}

/// The lines of a help that aren't prose.
fn indented(help: &str) -> Vec<String> {
    help.lines().filter(|line| line.starts_with("  ")).map(str::to_owned).collect()
}

/// The lines of code blocks, and lines that are nothing but code in backquotes.
fn code(markdown: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut within = false;
    for line in markdown.lines() {
        if line.trim_start().starts_with("```") {
            within = !within;
        } else if within {
            lines.push(line.to_owned());
        } else {
            lines.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    lines
}

/// The examples among these lines that depend on an exit code.
fn examples(lines: &[String]) -> Vec<String> {
    let mut examples = Vec::new();
    let mut lines = lines.iter().map(|line| line.trim());
    while let Some(line) = lines.next() {
        let mut text = line.strip_prefix("$ ").unwrap_or(line).to_owned();
        while let Some(head) = text.strip_suffix('\\') {
            text = format!("{}{}", head, lines.next().unwrap_or_default());
        }
        let asks = text.starts_with("if ") && text.contains("; then");
        if asks && !ends(&text) {
            for line in lines.by_ref() {
                text = format!("{text}\n{line}");
                if ends(line) {
                    break;
                }
            }
        }
        let goes_by_it = text.contains(" && ") || text.contains(" || ") || asks;
        if goes_by_it && text.contains("asq ") {
            examples.push(text);
        }
    }
    examples
}

fn ends(line: &str) -> bool {
    line == "fi" || line.ends_with("; fi") || line.contains("; fi ")
}

impl Example {
    fn of(text: &str, place: &str) -> Example {
        assert!(
            ASKING.iter().any(|asks| text.contains(asks)),
            "{place}: this test can't tell what becomes of an example that asks nothing: {text}"
        );
        let first =
            |after: &str| after.split_whitespace().next().unwrap_or_default().trim_matches(';').to_owned();
        let behind = |mark: &str| text.split_once(mark).map(|(_, after)| first(after));
        let text = text.to_owned();
        if text.starts_with("if ") {
            let then = behind("then ").or_else(|| behind("then\n")).unwrap();
            let other = behind("else ").or_else(|| behind("else\n"));
            assert_ne!(Some(&then), other.as_ref(), "{place}: both ways begin alike: {text}");
            return Example { then, other, text };
        }
        if let Some(then) = behind(" && ") {
            return Example { then, other: behind(" || "), text };
        }
        assert_eq!(behind(" || ").as_deref(), Some("exit"), "{place}: what is this: {text}");
        Example { then: "goes_on".to_owned(), other: None, text: format!("{text}\ngoes_on") }
    }

    /// Runs it in a terminal of its own, answers its form, and checks what ran.
    fn answered(&self, with: With, place: &str) {
        let readme = include_str!("../../../../README.md");
        let call = readme.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
        let script = format!(
            "cat >asq <<'END'\n#!/bin/sh\nexec $ASQ \"$@\" --guard 0\nEND\nchmod +x asq\ncat >example <<'END'\n\
             command_not_found_handle() {{ :; }}\ngit() {{ printf 'main\\nnext\\n'; }}\n\
             exec 9>trace; BASH_XTRACEFD=9; set -x\n{}\nEND\nPATH=$PWD:$PATH bash example",
            self.text
        );
        let ask = Ask::script(80, 24, 0, call, &script);
        if !answer(&ask, with) {
            return;
        }
        let end = ask.end();
        let trace = ask.file("trace");
        let ran = |word: &str| {
            let words =
                trace.lines().filter_map(|line| line.trim_start_matches('+').split_whitespace().next());
            words.filter(|ran| *ran == word).count() > 0
        };
        let seen = format!("{place}, {with:?}:\n{}\n\n{}\n{trace}", self.text, end.screen);
        assert_eq!(ran(&self.then), with == With::Yes, "{seen}");
        if let Some(other) = &self.other {
            assert_eq!(ran(other), with != With::Yes, "{seen}");
        }
    }
}

/// Answers the form; returns false if this form can't be answered so.
fn answer(ask: &Ask, with: With) -> bool {
    let tmux = &ask.tmux;
    tmux.wait_text("Esc ");
    if with == With::Esc {
        // A dangerous question ignores keys for a moment, whatever the settings.
        tmux.insist("the end", &["Escape"], |screen| screen.contains("AT THE END"));
        return true;
    }
    // Several questions have several pages.
    for _ in 0..PAGES {
        // A page of any example: no text says that it is there.
        let screen = tmux.wait_still();
        let footer = screen.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let exactly = screen.lines().skip_while(|line| !line.contains("Type this exactly to confirm")).nth(1);
        if screen.contains("AT THE END") {
            return true;
        } else if let (Some(text), With::Yes) = (exactly, with) {
            let text = text.trim_start_matches('─').trim();
            tmux.text(text);
            tmux.wait_text(&format!("❯ {text}"));
            tmux.keys(&["Enter"]);
        } else if exactly.is_some() {
            tmux.keys(&["C-x"]);
        } else if footer.contains("y/n") {
            tmux.text(if with == With::Yes { "y" } else { "n" });
        } else if screen.contains("Review your answers") {
            tmux.keys(&["Enter"]);
        } else if with == With::No {
            return false;
        } else {
            if footer.contains("Enter accept") {
                tmux.keys(&["C-u"]);
                tmux.text("5");
            }
            tmux.keys(&["Enter"]);
        }
        tmux.wait("another page", |now| now != screen);
    }
    panic!("{with:?}: after {PAGES} pages it still asks:\n{}", tmux.screen());
}
