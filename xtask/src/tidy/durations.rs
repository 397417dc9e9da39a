//! No test asserts how long something took: on a busy machine everything takes longer.
//!
//! - Reads the tests of every crate, the tests inside sources, and the node tests of integrations/.
//! - Refuses an assertion that a time from `elapsed()`, or a name that holds one, is less than something. A lower bound
//!   may stand.
//! - In node tests the same holds for a difference from `Date.now()` or `performance.now()`.
//! - [`ALLOWED`] names the exceptions with their reasons; an exception that no file needs is a problem.

use super::code::{is_part, line_of, only_code};
use crate::tree::{Tree, without_tests};

/// The end of a path, and the reason why its tests may.
const ALLOWED: &[(&str, &str)] = &[
    ("crates/cli/tests/it/mcp.rs", "in a soak alone, for a client that gives a call up after a minute"),
    ("crates/store/tests/it/upkeep_with_asks.rs", "in a soak alone, on a machine without other work"),
];

const INSTEAD: &str = "assert an order of events or a count, or poll with testkit's eventually";

pub(crate) fn check(tree: &Tree) -> Vec<String> {
    let rust = tree.of_kind("rs").filter(|(path, _)| path.starts_with("crates/")).map(|(path, text)| {
        let whole = path.contains("/tests/") || path.starts_with("crates/testkit/");
        (path, only_code(text), if whole { 0 } else { without_tests(text).len() })
    });
    let node = [".test.mjs", ".test.ts"];
    let node = tree.iter().filter(|(path, _)| node.iter().any(|end| path.ends_with(end)));
    let node = node.map(|(path, text)| (path, text.to_owned(), 0));
    let mut allowed: Vec<&str> = ALLOWED.iter().map(|(path, _)| *path).collect();
    let mut problems = Vec::new();
    for (path, code, from) in rust.chain(node) {
        let found = bounds(&code[from..]);
        if found.is_empty() {
            continue;
        }
        if ALLOWED.iter().any(|(file, _)| path.ends_with(file)) {
            allowed.retain(|file| !path.ends_with(file));
            continue;
        }
        problems.extend(found.into_iter().map(|at| {
            format!("{path}:{}: a test asserts how long something took; {INSTEAD}", line_of(&code, from + at))
        }));
    }
    problems.extend(
        allowed.into_iter().map(|file| format!("{file}: asserts no time, and may; delete the exception")),
    );
    problems
}

/// Where an assertion bounds a time from above.
fn bounds(code: &str) -> Vec<usize> {
    let times = times(code);
    let mut names: Vec<&str> = times.iter().flat_map(|(at, _)| assigned(&code[..*at])).collect();
    names.sort_unstable();
    names.dedup();
    let of_names = names.iter().flat_map(|name| {
        let whole = |at: &usize| {
            let (before, after) = (&code[..*at], &code[at + name.len()..]);
            !before.ends_with(is_part) && !after.starts_with(is_part)
        };
        code.match_indices(name).map(|(at, _)| at).filter(whole).map(|at| (at, at + name.len()))
    });
    let times: Vec<(usize, usize)> = times.iter().copied().chain(of_names).collect();
    let mut found: Vec<usize> = assertions(code)
        .filter(|(from, to)| {
            let inside = times.iter().filter(|(at, end)| from <= at && end <= to);
            inside.into_iter().any(|(at, end)| is_less(&code[*end..*to]) || is_more(&code[*from..*at]))
        })
        .map(|(from, _)| from)
        .collect();
    found.dedup();
    found
}

/// The times that are measured: where each begins and ends.
fn times(code: &str) -> Vec<(usize, usize)> {
    let rust = code.match_indices("elapsed()").map(|(at, it)| (at, at + it.len()));
    let node = ["Date.now()", "performance.now()"].into_iter().flat_map(|now| {
        code.match_indices(now).filter_map(move |(at, now)| {
            let end = at + now.len();
            let (before, after) = (code[..at].trim_end(), code[end..].trim_start());
            (before.ends_with('-') || after.starts_with('-')).then_some((at, end))
        })
    });
    rust.chain(node).collect()
}

/// The names that a statement assigns, from its text up to the time in it.
fn assigned(before: &str) -> impl Iterator<Item = &str> {
    let begin = before.rfind([';', '{', '}']).map_or(0, |at| at + 1);
    let statement = &before[begin..];
    let is_plain = |at: &usize| {
        let around = [statement[..*at].chars().next_back(), statement[at + 1..].chars().next()];
        !around.into_iter().flatten().any(|c| "=<>!+-".contains(c))
    };
    let end = statement.match_indices('=').map(|(at, _)| at).find(is_plain).unwrap_or(0);
    let words = statement[..end].split(|c: char| !is_part(c));
    words.filter(|word| !word.is_empty() && !["let", "mut", "const"].contains(word))
}

/// The ranges of bytes in which assertions have their arguments.
fn assertions(code: &str) -> impl Iterator<Item = (usize, usize)> {
    code.match_indices("assert").filter_map(move |(at, _)| {
        let open = at + code[at..].find(|c: char| !is_part(c) && !"!.".contains(c))?;
        let mut depth = 0_usize;
        for (n, c) in code[open..].char_indices() {
            match c {
                '(' => depth += 1,
                ')' if depth == 1 => return Some((open, open + n)),
                ')' => depth = depth.checked_sub(1)?,
                _ if depth == 0 => return None,
                _ => {}
            }
        }
        None
    })
}

/// Whether a `<` follows, perhaps after methods or the rest of a difference.
fn is_less(after: &str) -> bool {
    let end = after.find(|c: char| !is_part(c) && !".()- ".contains(c)).unwrap_or(after.len());
    let between = &after[..end];
    let closes = between.matches(')').count() <= between.matches('(').count();
    closes && after[end..].starts_with('<')
}

/// Whether a `>` stands before it.
fn is_more(before: &str) -> bool {
    let rest = before.trim_end_matches(|c: char| is_part(c) || c == '.' || c == ' ');
    let rest = rest.strip_suffix('=').unwrap_or(rest);
    rest.ends_with('>') && !rest.ends_with("->") && !rest.ends_with("=>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_upper_bound_is_reported_and_a_lower_one_may_stand() {
        for bad in [
            "assert!(began.elapsed() < LIMIT);",
            "assert!(began.elapsed().as_millis() <= 5, \"{began:?}\");",
            "assert!(LIMIT > began.elapsed());",
            "let took = began.elapsed();\nassert!(code == 0 && took < LIMIT);",
            "longest = longest.max(began.elapsed());\nassert!(one.longest <= LIMIT);",
            "const took = Date.now() - begun;\nassert.ok(took < 5);",
            "assert(performance.now() - begun < 5);",
        ] {
            assert_eq!(bounds(bad).len(), 1, "{bad}");
        }
        for good in [
            "assert!(began.elapsed() >= LIMIT);",
            "while began.elapsed() < LIMIT {}",
            "let took = began.elapsed();\nassert!(count < LIMIT, \"{took:?}\");",
            "let past = began.elapsed() > LIMIT;\nassert!(!past);",
            "assert!(LIMIT <= began.elapsed());",
            "assert.ok(begun <= Date.now());",
        ] {
            assert_eq!(bounds(good).len(), 0, "{good}");
        }
    }

    #[test]
    fn tests_are_read_and_programs_are_not() {
        let bad = "assert!(began.elapsed() < LIMIT);\n";
        let inside = format!("{bad}#[cfg(test)]\nmod tests {{\n    {bad}}}\n");
        let exceptions = ALLOWED.iter().map(|(path, _)| (*path, bad));
        let files: Vec<(&str, &str)> = exceptions
            .chain([
                ("crates/core/src/a.rs", inside.as_str()),
                ("crates/core/benches/b.rs", bad),
                ("integrations/page/tests/c.test.mjs", "assert(Date.now() - begun < 5);"),
            ])
            .collect();
        let line = |place: &str| format!("{place}: a test asserts how long something took; {INSTEAD}");
        assert_eq!(
            check(&Tree::planted(&files)),
            [line("crates/core/src/a.rs:4"), line("integrations/page/tests/c.test.mjs:1")]
        );
        let needless = check(&Tree::planted(&files[1..]));
        assert_eq!(needless.last().map(|it| it.starts_with(ALLOWED[0].0)), Some(true), "{needless:?}");
    }
}
