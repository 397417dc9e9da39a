//! Public names avoid the words that docs/glossary.md replaces.
//!
//! - Checks public functions, types, traits, constants and modules.
//! - The allow list exempts an identifier; each of its lines gives the reason.
//! - A line of the allow list that nothing needs is reported, too.
//! - The private wire types of dialects keep their contract's spelling.

use super::code::{line_of, named_after, only_code, words};
use crate::tree::{Tree, without_tests};

const ALLOW_LIST: &str = "xtask/glossary-allow.txt";

/// The refused word, and its replacement.
const NEVER: &[(&str, &str)] = &[
    ("prompt", "request or question"),
    ("questionnaire", "request"),
    ("item", "question"),
    ("field", "question"),
    ("tag", "header or option"),
    ("choice", "option or pick"),
    ("result", "outcome"),
    ("response", "outcome or reply"),
    ("dismiss", "decline, cancel or withdraw"),
    ("abort", "decline, cancel or withdraw"),
    ("caller", "asker"),
    ("llm", "asker"),
    ("ui", "surface"),
    ("frontend", "surface"),
    ("adapter", "dialect"),
    ("provider", "dialect"),
    ("plugin", "dialect"),
    ("connector", "bridge"),
    ("dialog", "form"),
    ("wizard", "walk"),
    ("queue", "inbox"),
    ("event", "record, notice, effect or action"),
    ("desk", "backend or driver"),
];

const KEYWORDS: &[&str] = &[
    "pub fn",
    "pub const fn",
    "pub struct",
    "pub enum",
    "pub trait",
    "pub type",
    "pub const",
    "pub static",
    "pub mod",
];

pub(crate) fn check(tree: &Tree) -> Vec<String> {
    let allowed = allowed(tree);
    let mut used = vec![false; allowed.len()];
    let mut problems = Vec::new();
    for (path, text) in tree.sources().filter(|(path, _)| !path.ends_with("/wire.rs")) {
        let code = only_code(without_tests(text));
        for (at, name) in KEYWORDS.iter().flat_map(|keyword| named_after(&code, keyword)) {
            let Some((never, say)) =
                words(name).iter().find_map(|word| NEVER.iter().find(|(it, _)| it == word))
            else {
                continue;
            };
            match allowed.iter().position(|it| *it == name) {
                Some(index) => used[index] = true,
                None => problems.push(format!(
                    "{path}:{}: {name} says \"{never}\"; the word is {say} (docs/glossary.md)",
                    line_of(&code, at)
                )),
            }
        }
    }
    let stale = allowed.iter().zip(used).filter(|(_, used)| !used);
    problems.extend(stale.map(|(name, _)| format!("{ALLOW_LIST}: {name} is not needed any more")));
    problems
}

/// Each line is `name  # why`.
fn allowed(tree: &Tree) -> Vec<&str> {
    let lines = tree.get(ALLOW_LIST).unwrap_or_default().lines();
    lines.filter_map(|line| line.split('#').next()).map(str::trim).filter(|name| !name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_a_wrong_word_is_named() {
        let tree = Tree::planted(&[(
            "crates/core/src/a.rs",
            "//! A prompt.\npub struct Question;\npub(crate) fn field() {}\npub enum QuestionItem {}\n// pub fn ui()\n",
        )]);
        assert_eq!(
            check(&tree),
            ["crates/core/src/a.rs:4: QuestionItem says \"item\"; the word is question (docs/glossary.md)"]
        );
    }

    #[test]
    fn the_allow_list_allows_and_does_not_rot() {
        let tree = Tree::planted(&[
            ("crates/core/src/a.rs", "pub fn choice() {}\n"),
            (ALLOW_LIST, "choice  # a contract's own word\nqueue  # gone\n"),
        ]);
        assert_eq!(check(&tree), ["xtask/glossary-allow.txt: queue is not needed any more"]);
    }

    #[test]
    fn a_contracts_own_spelling_stays_in_its_wire_types() {
        let tree = Tree::planted(&[("crates/dialects/src/question/wire.rs", "pub struct Prompt;\n")]);
        assert_eq!(check(&tree), [""; 0]);
    }
}
