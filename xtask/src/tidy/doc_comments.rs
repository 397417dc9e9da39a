//! A `///` on a private item of four words or fewer only repeats the name; it is refused.
//!
//! - Looks at functions, types, constants, modules and fields that aren't `pub`.
//! - Public items, variants, fields of a public enum and methods of a public trait may have a short one: they are documentation.
//! - A short comment may state a unit, a limit or an example: it holds a digit, a unit or code in backquotes.
//! - Help of the command line, which clap takes from such comments, has no full stop and passes.

use crate::tree::Tree;

const FEWEST: usize = 5;

/// Words that add something to a name, however short the comment.
const ADDS: &[&str] = &[
    "seconds",
    "milliseconds",
    "microseconds",
    "minutes",
    "bytes",
    "megabytes",
    "kib",
    "mib",
    "cells",
    "columns",
    "lines",
    "characters",
    "from",
    "not",
    "never",
    "only",
    "most",
    "least",
    "if",
    "unless",
    "without",
    "doesn\'t",
    "isn\'t",
    "can\'t",
];

/// What a private item may begin with.
const ITEMS: &[&str] = &[
    "fn ",
    "const ",
    "static ",
    "struct ",
    "enum ",
    "trait ",
    "type ",
    "mod ",
    "async ",
    "unsafe ",
    "macro_rules!",
];

pub(crate) fn check(tree: &Tree) -> Vec<String> {
    tree.sources().flat_map(|(path, text)| problems(path, text)).collect()
}

fn problems(path: &str, text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut problems = Vec::new();
    let mut interface = false;
    for (index, line) in lines.iter().enumerate() {
        if line.starts_with(|c: char| c.is_alphabetic()) {
            interface = line.starts_with("pub trait ") || line.starts_with("pub enum ");
        }
        let Some(comment) = line.trim_start().strip_prefix("/// ") else { continue };
        let alone = index == 0 || !lines[index - 1].trim_start().starts_with("///");
        let item = lines[index + 1..].iter().map(|it| it.trim_start()).find(|it| !it.starts_with("#["));
        if alone && !interface && repeats(comment) && item.is_some_and(is_private) {
            problems.push(format!(
                "{path}:{}: \"{comment}\" adds nothing to the name; delete it, or say why",
                index + 1
            ));
        }
    }
    problems
}

/// Whether the item that starts with this line is private, and neither a variant nor more of the comment.
fn is_private(item: &str) -> bool {
    if item.starts_with("pub ") || item.starts_with("///") {
        return false;
    }
    let item = match item.strip_prefix("pub(") {
        Some(rest) => rest.split_once(") ").map_or("", |(_, item)| item),
        None => item,
    };
    let field = item.split_once(':').map(|(name, _)| name);
    let is_field = field.is_some_and(|name| {
        name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    });
    is_field || ITEMS.iter().any(|keyword| item.starts_with(keyword))
}

fn repeats(comment: &str) -> bool {
    let words = || comment.split_whitespace();
    let plain = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let adds = words().any(|word| ADDS.contains(&plain(word).as_str()));
    let more = comment.contains(['`', '[', ';', ':']) || comment.chars().any(|c| c.is_ascii_digit());
    // Help of the command line has no full stop: clap prints it.
    words().count() < FEWEST && comment.ends_with('.') && !adds && !more
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        check(&Tree::planted(&[("crates/files/src/a.rs", text)]))
    }

    #[test]
    fn a_comment_that_repeats_a_private_name_is_named() {
        assert_eq!(
            of(
                "/// Says no.\nfn decline() {}\n\nstruct A {\n    /// The revision.\n    #[x]\n    revision: u64,\n}\n"
            ),
            [
                "crates/files/src/a.rs:1: \"Says no.\" adds nothing to the name; delete it, or say why",
                "crates/files/src/a.rs:5: \"The revision.\" adds nothing to the name; delete it, or say why",
            ]
        );
        assert_eq!(of("/// Its path.\npub(crate) const P: u8 = 1;\n").len(), 1);
    }

    #[test]
    fn a_comment_that_adds_something_or_documents_an_interface_passes() {
        for text in [
            "/// Says no.\npub fn decline() {}\n",
            "/// Says no, and reports it to others.\nfn decline() {}\n",
            "/// In milliseconds.\nstruct A;\n",
            "/// At most 16.\nfn a() {}\n",
            "/// Such as `a/b`.\nfn a() {}\n",
            "pub trait A {\n    /// Says no.\n    fn decline();\n}\n",
            "enum A {\n    /// Says no.\n    Decline,\n}\n",
            "pub enum A {\n    Decline {\n        /// The reason.\n        why: String,\n    },\n}\n",
            "/// Says no.\n///\n/// Longer.\nfn decline() {}\n",
            "struct Args {\n    /// Print JSON\n    #[arg(long)]\n    json: bool,\n}\n",
        ] {
            assert_eq!(of(text), [""; 0], "{text}");
        }
    }
}
