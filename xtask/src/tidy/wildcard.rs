//! No `_` arm over our own enums: the compiler must find every place for a new variant.
//!
//! - A match counts as ours if one of its patterns has a variant of an enum of this workspace at any depth:
//!   `Some(Tone::Dim)`, `(true, Tone::Dim)`, `[Tone::Dim]`, `Style { tone: Tone::Dim, .. }`.
//! - The rule refuses a pattern that is wildcards only (`_`, `(_, _)`, `[_, ..]`), with or without a guard; it ignores
//!   `(A, _)` and `Some(_)`.
//! - Tests may use it.

use std::collections::BTreeSet;

use super::code::{is_part, line_of, named_after, only_code};
use crate::tree::{Tree, without_tests};

pub(crate) fn check(tree: &Tree) -> Vec<String> {
    let sources: Vec<(&str, String)> =
        tree.sources().map(|(path, text)| (path, only_code(without_tests(text)))).collect();
    let enums: BTreeSet<&str> =
        sources.iter().flat_map(|(_, code)| named_after(code, "enum")).map(|(_, name)| name).collect();
    let mut problems = Vec::new();
    for (path, code) in &sources {
        for (at, body) in matches(code) {
            let patterns = patterns(body);
            let ours = patterns.iter().find_map(|pattern| enum_of(pattern, &enums));
            if let (Some(name), Some(wild)) = (ours, patterns.iter().find_map(|it| wildcards(it))) {
                problems.push(format!(
                    "{path}:{}: a `{wild}` arm over our own {name}; name the variants",
                    line_of(code, at)
                ));
            }
        }
    }
    problems
}

/// Every `match`: its position and the text between its braces.
fn matches(code: &str) -> impl Iterator<Item = (usize, &str)> {
    code.match_indices("match").filter_map(|(at, word)| {
        let before = code[..at].chars().next_back();
        let rest = &code[at + word.len()..];
        if before.is_some_and(is_part) || !rest.starts_with(char::is_whitespace) {
            return None;
        }
        let open = rest.char_indices().scan(0_i32, |depth, (at, c)| {
            match c {
                '(' | '[' => *depth += 1,
                ')' | ']' => *depth -= 1,
                _ => {}
            }
            Some((at, c, *depth))
        });
        let open = open.filter(|(_, _, depth)| *depth == 0).find(|(_, c, _)| matches!(c, '{' | ';'))?;
        if open.1 == ';' {
            return None;
        }
        let body = &rest[open.0 + 1..];
        Some((at, &body[..closing(body)]))
    })
}

/// The position at which the bracket that opens just before `text` closes.
fn closing(text: &str) -> usize {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// The patterns of a match's arms.
fn patterns(body: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = body;
    while let Some(arrow) = at_top(rest, "=>") {
        let pattern = rest[..arrow].trim().trim_start_matches(',').trim();
        found.push(pattern.rsplit(']').next().filter(|_| pattern.starts_with('#')).unwrap_or(pattern).trim());
        let arm = rest[arrow + 2..].trim_start();
        rest = match arm.strip_prefix('{') {
            Some(block) => &block[(closing(block) + 1).min(block.len())..],
            None => &arm[at_top(arm, ",").map_or(arm.len(), |comma| comma + 1)..],
        };
    }
    found
}

/// The position of `what` outside all brackets.
fn at_top(text: &str, what: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        if depth == 0 && text[at..].starts_with(what) {
            return Some(at);
        }
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// A pattern without its guard, if it consists of wildcards only.
fn wildcards(pattern: &str) -> Option<&str> {
    let pattern = unguarded(pattern).trim();
    are_wildcards(pattern).then_some(pattern)
}

fn are_wildcards(pattern: &str) -> bool {
    let pattern = pattern.trim().trim_start_matches('&');
    let within = |open, close| pattern.strip_prefix(open)?.strip_suffix(close);
    match within('(', ')').or_else(|| within('[', ']')) {
        // A literal is blank here, and so no wildcard.
        Some(inner) => parts(inner).all(are_wildcards),
        None => matches!(pattern, "_" | ".."),
    }
}

/// The parts between the commas outside all brackets.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let comma = at_top(text, ",");
        rest = comma.map(|comma| &text[comma + 1..]);
        Some(&text[..comma.unwrap_or(text.len())])
    })
}

fn unguarded(pattern: &str) -> &str {
    let guard = if pattern.starts_with("if ") { Some(0) } else { at_top(pattern, " if ") };
    &pattern[..guard.unwrap_or(pattern.len())]
}

/// Our enum that a variant in a pattern belongs to, at any depth, without its guard. A literal is blank here.
fn enum_of<'a>(pattern: &'a str, enums: &BTreeSet<&'a str>) -> Option<&'a str> {
    unguarded(pattern).split(|c: char| !is_part(c) && c != ':').find_map(|path| {
        let mut parts = path.rsplit("::");
        let (_, owner) = (parts.next()?, parts.next()?);
        (enums.contains(owner) || owner == "Self").then_some(owner)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(code: &str) -> Vec<String> {
        let code = format!("enum Tone {{ Plain, Dim(u8) }}\n{code}\n");
        check(&Tree::planted(&[("crates/core/src/a.rs", &code)]))
    }

    #[test]
    fn a_wildcard_over_an_enum_of_ours_is_named() {
        let found = ["crates/core/src/a.rs:2: a `_` arm over our own Tone; name the variants"];
        assert_eq!(of("match f(|x| { y }) { Tone::Plain => 1, _ => 2 }"), found);
        assert_eq!(of("match x { crate::Tone::Dim(n) if n > 1 => { a, b } _ if c => 2, _ => 3 }"), found);
        assert_eq!(of("match x { Self::Plain => match y { 1 => 2, _ => 3 }, _ => 4 }").len(), 1);
        assert_eq!(of("match x { 1 => match y { Tone::Plain => 2, _ => 3 }, _ => 4 }").len(), 1);
    }

    #[test]
    fn a_wildcard_over_something_that_holds_an_enum_of_ours_is_named() {
        let found = ["crates/core/src/a.rs:2: a `_` arm over our own Tone; name the variants"];
        for pattern in
            ["Some(Tone::Plain)", "(true, Tone::Plain)", "[Tone::Plain]", "S { t: a::Tone::Plain, .. }"]
        {
            assert_eq!(of(&format!("match x {{ {pattern} => 1, _ => 2 }}")), found, "{pattern}");
        }
    }

    #[test]
    fn wildcards_side_by_side_are_one() {
        for wild in ["(_, _)", "(_, (_, _))", "[_, ..]", "&_", "(..)"] {
            let found =
                [format!("crates/core/src/a.rs:2: a `{wild}` arm over our own Tone; name the variants")];
            assert_eq!(of(&format!("match x {{ (Tone::Plain, _) => 1, {wild} => 2 }}")), found);
            assert_eq!(of(&format!("match x {{ (Tone::Plain, _) => 1, {wild} if c => 2, y => 3 }}")), found);
        }
    }

    #[test]
    fn other_matches_may_have_one() {
        assert_eq!(
            of("match x { n if f(n, Tone::Plain) => 1, \"a\" if y == Tone::Plain => 3, _ => 2 }"),
            [""; 0]
        );
        assert_eq!(of("match x { Some(1) => 1, _ => 2 }"), [""; 0]);
        assert_eq!(of("match x { (1, 2) => 1, (_, _) => 2 }"), [""; 0]);
        assert_eq!(of("match x { (Tone::Plain, _) => 1, (_, \"a\") => 2, (\"b\", _) => 3 }"), [""; 0]);
        assert_eq!(
            of("match x { (Tone::Plain, _) | (_, Tone::Plain) => 1, (Tone::Dim(_), Tone::Dim(_)) => 2 }"),
            [""; 0]
        );
        assert_eq!(of("match x { Some(Tone::Plain) => 1, Some(Tone::Dim(_)) => 2, () => 3 }"), [""; 0]);
        assert_eq!(of("match x { Tone::Plain => match y { 1 => 2, _ => 3 }, Tone::Dim(_) => 4 }"), [""; 0]);
        assert_eq!(of("// match x { Tone::Plain => 1, _ => 2 }"), [""; 0]);
        assert_eq!(
            of("#[cfg(test)]\nmod tests { fn f() { match x { Tone::Plain => 1, _ => 2 } } }"),
            [""; 0]
        );
    }
}
