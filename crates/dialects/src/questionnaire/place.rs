//! Where a problem is, in this contract's words: `Question 2 option 0`, counted from 0.
//!
//! - The rest of the place moves into the sentence, in quotes: `Question 0: 'header' must …`.
//! - A problem outside every question keeps its place.

use crate::Problem;

pub(super) fn question(n: usize) -> String {
    format!("Question {n}")
}

pub(super) fn option(question: usize, n: usize) -> String {
    format!("Question {question} option {n}")
}

/// A problem with its place in this contract's words.
pub(super) fn in_contract_terms(problem: Problem) -> Problem {
    let Some((n, rest)) = indexed(&problem.path, "questions") else { return problem };
    let (path, rest) = match indexed(rest, "options") {
        Some((m, rest)) => (option(n, m), rest),
        None => (question(n), rest),
    };
    let wanted = if rest.is_empty() { problem.wanted } else { format!("'{rest}' {}", problem.wanted) };
    Problem { path, wanted, ..problem }
}

/// The index in `LIST[N]` at the start, and the text after it.
fn indexed<'a>(path: &'a str, list: &str) -> Option<(usize, &'a str)> {
    let (n, rest) = path.strip_prefix(list)?.strip_prefix('[')?.split_once(']')?;
    Some((n.parse().ok()?, rest.strip_prefix('.').unwrap_or(rest)))
}
