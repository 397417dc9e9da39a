//! The language that a source's lines vote for.
//!
//! - Each line is matched against the patterns of `signs.txt`; a match gives its language votes, each pattern
//!   at most twice.
//! - Lists of keys (YAML, INI, environment) and shell commands are recognised by all their lines.
//! - Languages coloured alike count as one: C and C++; Java, C#, Kotlin, Scala and Swift.

use super::pattern::fits;
use super::{lists, prose};
use std::sync::OnceLock;

/// Patterns by language: `[name]`, then lines of a weight and a pattern.
const SIGNS: &str = include_str!("signs.txt");
/// Most lines examined.
const LINES: usize = 60;
/// Most bytes of a line examined.
const LINE: usize = 300;
/// From this weight on, a matching line is code and not a sentence.
const TELLING: usize = 3;

/// Languages with the same colours.
const RELATIVES: [&[&str]; 2] = [&["c", "cpp"], &["java", "csharp", "kotlin", "swift", "scala"]];
/// Languages whose statements end at the line break.
const BARE: &str = "python ruby go kotlin swift haskell lua elixir yaml make graphql hcl";

/// A pattern, its weight, and the characters that a line must contain.
struct Sign {
    weight: usize,
    needed: u128,
    pattern: &'static str,
}

/// The patterns of each language. Parsing [`SIGNS`] costs more than matching a line against all of them, and
/// a document may have thousands of fences.
fn signs() -> &'static [(&'static str, Vec<Sign>)] {
    static ALL: OnceLock<Vec<(&str, Vec<Sign>)>> = OnceLock::new();
    ALL.get_or_init(|| {
        #[cfg(test)]
        tests::TAKEN_APART.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let mut all: Vec<(&str, Vec<Sign>)> = Vec::new();
        for line in SIGNS.lines() {
            if let Some(name) = line.strip_prefix('[').and_then(|s| s.strip_suffix(']')) {
                all.push((name, Vec::new()));
            } else if let (Some((weight, pattern)), Some((_, signs))) = (line.split_once(' '), all.last_mut())
            {
                let weight = usize::from(weight.bytes().next().unwrap_or(b'0') - b'0');
                signs.push(Sign { weight, needed: signs_in(pattern), pattern });
            }
        }
        all
    })
}

pub(super) struct Votes<'a> {
    /// The votes of the leading language.
    pub(super) best: usize,
    first: Option<&'static str>,
    /// Another language has as many.
    tied: bool,
    /// Lines that clearly speak for the leader.
    pub(super) told: Vec<&'a str>,
    /// How many lines there are, without blank ones.
    pub(super) lines: usize,
}

impl Votes<'_> {
    /// The language, if it is clear.
    pub(super) fn language(&self) -> Option<&'static str> {
        self.first.filter(|_| !self.tied)
    }
}

/// Counts the votes of the first lines.
pub(super) fn count(near: &str) -> Votes<'_> {
    let all: Vec<&str> = near.lines().filter(|l| !l.trim().is_empty()).collect();
    let trimmed = |line: &&'_ str| !prose::is_sentence(line);
    let lines: Vec<&str> = all.iter().copied().filter(trimmed).take(LINES).collect();
    let held: Vec<(u128, &str, &str)> =
        lines.iter().map(|line| (signs_in(clipped(line)), clipped(line), *line)).collect();
    let mut scores: Vec<Score<'_>> = Vec::new();
    for (name, signs) in signs() {
        let mut score = Score { name, ..Score::default() };
        for Sign { weight, needed, pattern } in signs {
            // A line without the pattern's characters needs no closer look.
            let fitting = held.iter().filter(|(signs, text, _)| needed & !signs == 0 && fits(pattern, text));
            for (_, _, line) in fitting.take(2) {
                score.add(*weight, line);
            }
        }
        scores.push(score);
    }
    let recipes = lists::with_recipes(near);
    for (name, votes) in [
        ("yaml", lists::keyed(near)),
        ("toml", lists::assigned(near)),
        ("make", recipes),
        // Commands in recipes belong to the makefile.
        ("sh", if recipes > 0 { 0 } else { commands(&lines) }),
        ("powershell", cmdlets(&lines)),
    ] {
        match scores.iter_mut().find(|s| s.name == name) {
            Some(score) => score.votes += votes,
            None => scores.push(Score { name, votes, told: Vec::new() }),
        }
    }
    // Statements that end in `;` rule out languages that don't need it.
    let ended = all.iter().filter(|line| line.trim_end().ends_with(';')).count();
    if ended * 3 >= all.len() {
        scores.retain(|score| !BARE.split_whitespace().any(|name| name == score.name));
    }
    let best = scores.iter().map(|s| s.votes).max().unwrap_or(0);
    let mut winners = scores.iter().filter(|s| s.votes == best && best > 0);
    let first = winners.next();
    let of_one = |a: &str, b: &str| RELATIVES.iter().any(|names| names.contains(&a) && names.contains(&b));
    let tied = first.is_some_and(|f| winners.any(|w| !of_one(f.name, w.name)));
    // Such lists are recognised by all their lines, so each line speaks for them.
    let structured = first.is_some_and(|f| matches!(f.name, "yaml" | "toml"));
    Votes {
        best,
        first: first.map(|f| f.name),
        tied,
        told: if structured { all.clone() } else { first.map(|f| f.told.clone()).unwrap_or_default() },
        lines: all.len(),
    }
}

#[derive(Default)]
struct Score<'a> {
    name: &'static str,
    votes: usize,
    told: Vec<&'a str>,
}

impl<'a> Score<'a> {
    fn add(&mut self, weight: usize, line: &'a str) {
        self.votes += weight;
        if weight >= TELLING {
            self.told.push(line);
        }
    }
}

/// The ASCII characters of a text except blanks, one bit each.
fn signs_in(text: &str) -> u128 {
    text.bytes().filter(u8::is_ascii_graphic).fold(0, |signs, b| signs | 1 << b)
}

fn clipped(line: &str) -> &str {
    let line = line.trim();
    &line[..line.floor_char_boundary(LINE)]
}

/// Programs at the start of shell lines.
const PROGRAMS: &str = " apt apt-get aws az brew bun bundle cargo cat cd chmod chown composer cp curl deno docker \
    docker-compose dotnet echo find gcloud gh git go grep gradle helm journalctl kill kubectl ln ls make mkdir mv mvn \
    node npm npx pip pip3 pipx pnpm poetry psql python python3 rails rake rm rsync sed ssh scp sudo systemctl tail tar \
    terraform touch uv wget yarn zip unzip ";
/// Those that are also words of prose.
const SPOKEN: &str = "cat echo export find go kill make node sed touch watch zip";
const ORDERS: &str = " add apply build checkout clone commit compose create delete deploy describe diff down exec fetch \
    get init install list log logs merge migrate new plan ps publish pull push rebase remove reset restart restore \
    rm rollout run start stash status stop switch sync tag test uninstall up update upgrade ";

/// Votes for a shell: lines that start with a program and continue like a command.
fn commands(lines: &[&str]) -> usize {
    let votes = |line: &&str| {
        let line = line.trim();
        let is_in = |list: &str, word: &str| !word.is_empty() && list.split_whitespace().any(|w| w == word);
        let ordered = line.strip_prefix("sudo ").unwrap_or(line);
        let mut words = ordered.split_whitespace();
        let first = words.next().unwrap_or("");
        if !is_in(PROGRAMS, first) || line.ends_with(['.', '?', '!', ':', '{', ';']) {
            return 0;
        }
        let second = words.clone().next().unwrap_or("");
        let told = usize::from(is_in(ORDERS, second)) * 3;
        let marked = |w: &str| {
            w.starts_with('-') && w.len() > 1
                || w.contains(['/', '$', '|', '&', '*', '>', '='])
                || w.starts_with("./")
        };
        let quoted = !is_in(SPOKEN, first) && line.contains(['\'', '"', '@']);
        let raised = usize::from(ordered.len() < line.len()) * 3;
        3 + told + raised + if words.any(marked) || quoted { 3 } else { 0 }
    };
    lines.iter().map(votes).sum::<usize>().min(12)
}

/// Verbs at the start of PowerShell commands.
const VERBS: &str = " Add Clear Convert ConvertFrom ConvertTo Copy Disable Enable Enter Export Find ForEach Format Get \
    Import Install Invoke Join Measure Move New Out Publish Read Register Remove Rename Restart Select Set Sort Split \
    Start Stop Test Uninstall Update Wait Where Write ";

/// Votes for PowerShell: `Verb-Noun`.
fn cmdlets(lines: &[&str]) -> usize {
    let is_one = |word: &str| {
        word.split_once('-').is_some_and(|(verb, noun)| {
            noun.starts_with(|c: char| c.is_ascii_uppercase()) && VERBS.split_whitespace().any(|v| v == verb)
        })
    };
    lines.iter().filter(|line| line.split([' ', '\t', '(', '{', '|']).any(is_one)).count().min(2) * 6
}

#[cfg(test)]
mod tests {
    use super::{count, signs};
    use std::sync::atomic::{AtomicUsize, Ordering};

    pub(super) static TAKEN_APART: AtomicUsize = AtomicUsize::new(0);

    #[test]
    fn the_patterns_are_taken_apart_once_for_all_fences() {
        for _ in 0..100 {
            assert_eq!(count("fn add(a: i32) -> i32 {").language(), Some("rust"));
        }
        assert_eq!(TAKEN_APART.load(Ordering::Relaxed), 1);
        let patterns: usize = signs().iter().map(|(_, signs)| signs.len()).sum();
        assert_eq!(patterns + signs().len(), super::SIGNS.lines().count());
    }
}
