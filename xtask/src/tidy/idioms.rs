//! Comments and documents are plain English: some idioms that only translations use are refused.
//!
//! - Reads the comments of Rust and TypeScript, and the Markdown at the top and below docs/.
//! - Finds an idiom across a line break, in any case, at word boundaries.
//! - Skips text in backquotes, quotation marks and code blocks.
//! - A problem names the idiom and a plainer way to say it.
//! - Skips the soak table, which quotes headers.

use crate::tree::Tree;

/// An idiom, and the plain English to write in its place.
const IDIOMS: &[(&str, &str)] = &[
    ("is told", "tells, reports or notifies, with an actor"),
    ("are told", "tells, reports or notifies, with an actor"),
    ("was told", "told, reported or notified, with an actor"),
    ("is said", "says, prints or reports, with an actor"),
    ("are said", "says, prints or reports, with an actor"),
    ("was said", "said, printed or reported, with an actor"),
    ("is heard of", "arrives or is reported"),
    ("is none", "isn't one"),
    ("are none", "aren't any"),
    ("anew", "again"),
    ("all the same", "anyway"),
    ("beside", "next to"),
    ("came of", "the outcome or the result"),
    ("comes of", "the outcome or the result"),
    ("whoever", "a noun: the caller, the reader"),
    ("whomever", "a noun: the caller, the reader"),
    ("hand over", "deliver or pass"),
    ("hands over", "delivers or passes"),
    ("handed over", "delivered or passed"),
    ("handing over", "delivering or passing"),
    ("who waits", "the waiting asker"),
    ("ill", "invalid"),
    ("none where", "`None` if"),
    ("nothing where", "nothing if"),
    ("empty where", "empty if"),
    ("where there is no", "if there is no, or without"),
];

/// "is no JSON" is German; "is no longer" and "is no more than" are English, and so is "there is no".
const AFTER_IS_NO: &[&str] = &["longer", "more", "less", "better", "worse", "larger", "different"];

pub(crate) fn check(tree: &Tree) -> Vec<String> {
    tree.iter().flat_map(|(path, text)| problems(path, text)).collect()
}

fn problems(path: &str, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    for paragraph in paragraphs(path, text) {
        let prose = paragraph.text.to_lowercase();
        let known = IDIOMS.iter().flat_map(|(idiom, plain)| {
            places(&prose, idiom).map(move |at| (at, format!("\"{idiom}\": write {plain}")))
        });
        let mut found: Vec<(usize, String)> = known.chain(is_no(&prose)).collect();
        found.sort();
        problems.extend(found.into_iter().map(|(at, what)| format!("{path}:{}: {what}", paragraph.line(at))));
    }
    problems
}

/// Where the idiom occurs as whole words.
fn places(prose: &str, idiom: &str) -> impl Iterator<Item = usize> {
    let part = |c: char| c.is_alphanumeric() || c == '\'' || c == '-';
    prose.match_indices(idiom).map(|(at, _)| at).filter(move |at| {
        let (before, after) = (prose[..*at].chars().next_back(), prose[at + idiom.len()..].chars().next());
        !before.is_some_and(part) && !after.is_some_and(part)
    })
}

fn is_no(prose: &str) -> impl Iterator<Item = (usize, String)> {
    let both = ["is no", "are no"].into_iter().flat_map(|it| places(prose, it).map(move |at| (at, it)));
    both.filter_map(|(at, idiom)| {
        let before = prose[..at].trim_end().rsplit(|c: char| !c.is_alphanumeric()).next()?;
        let after = prose[at + idiom.len()..].trim_start();
        let next = after.split(|c: char| !c.is_alphanumeric()).next()?;
        let english = matches!(before, "there" | "here") || next.is_empty() || AFTER_IS_NO.contains(&next);
        (!english).then(|| (at, format!("\"{idiom} {next}\": write isn't or aren't")))
    })
}

/// Prose that belongs together, with the line that each of its parts comes from.
#[derive(Default)]
struct Paragraph {
    text: String,
    /// Where each line begins in `text`, and its number in the file.
    lines: Vec<(usize, usize)>,
}

impl Paragraph {
    fn line(&self, at: usize) -> usize {
        self.lines.iter().rfind(|(from, _)| *from <= at).map_or(0, |(_, number)| *number)
    }

    fn push(&mut self, number: usize, line: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.lines.push((self.text.len(), number));
        self.text.push_str(&without_quotes(line));
    }
}

fn paragraphs(path: &str, text: &str) -> Vec<Paragraph> {
    let page = !path.contains('/') || path.starts_with("docs/");
    let line_of: fn(&str) -> Option<&str> = match path.rsplit('.').next() {
        Some("rs") => |line| line.strip_prefix("//").map(words),
        Some("ts" | "mjs") => {
            |line| ["//", "/*", "* "].iter().find_map(|it| line.strip_prefix(it)).map(words)
        }
        Some("md") if page => |line| Some(line),
        _ => return Vec::new(),
    };
    let text = if page { text.split("\n## Soak").next().unwrap_or(text) } else { text };
    let (mut all, mut fenced) = (vec![Paragraph::default()], false);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        fenced ^= line.starts_with("```");
        match line_of(line).filter(|line| !fenced && !line.is_empty()) {
            Some(line) => all.last_mut().into_iter().for_each(|last| last.push(number, line)),
            None => all.push(Paragraph::default()),
        }
    }
    all.retain(|it| !it.text.is_empty());
    all
}

/// A comment's line without its marks.
fn words(comment: &str) -> &str {
    comment.trim_start_matches(['/', '!', '*']).trim_start().trim_start_matches("- ")
}

/// Quoted text may say anything; it becomes a dash, so that its neighbours don't join.
fn without_quotes(line: &str) -> String {
    let code = line.split('`').step_by(2).collect::<Vec<_>>().join("–");
    if code.matches('"').count() % 2 == 1 {
        return code;
    }
    code.split('"').step_by(2).collect::<Vec<_>>().join("–")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str, text: &str) -> Vec<String> {
        problems(path, text)
    }

    #[test]
    fn an_idiom_of_a_translation_is_named() {
        assert_eq!(
            of("crates/files/src/a.rs", "//! Whoever asks.\n\nfn f() {} // beside\n/// It is\n/// told.\n"),
            [
                "crates/files/src/a.rs:1: \"whoever\": write a noun: the caller, the reader",
                "crates/files/src/a.rs:4: \"is told\": write tells, reports or notifies, with an actor",
            ]
        );
        assert_eq!(
            of("docs/store.md", "It is no JSON.\n\nRows beside it\nare handed over.\n"),
            [
                "docs/store.md:1: \"is no json\": write isn't or aren't",
                "docs/store.md:3: \"beside\": write next to",
                "docs/store.md:4: \"handed over\": write delivered or passed",
            ]
        );
        assert_eq!(of("integrations/pi/src/a.ts", "/** Written anew. */\n").len(), 1);
        for page in ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "README.md"] {
            assert_eq!(of(page, "Whoever.\n").len(), 1, "{page}");
        }
        assert_eq!(of("crates/files/src/a.rs", "// An empty list where there is none.\n").len(), 1);
    }

    #[test]
    fn plain_english_code_and_quotations_pass() {
        assert_eq!(
            of(
                "crates/files/src/a.rs",
                "// There is no file, it is no longer open; besides, still.\n// `is told` and \"beside\".\nlet whoever = \"anew\";\n"
            ),
            [""; 0]
        );
        assert_eq!(of("docs/store.md", "Fine.\n\n```\nis told\n```\n\nIt is\n\ntold.\n"), [""; 0]);
        assert_eq!(of("docs/promises.md", "Fine.\n\n## Soak\n\nis told\n"), [""; 0]);
        assert_eq!(of("integrations/pi/README.md", "Whoever.\n"), [""; 0]);
    }
}
