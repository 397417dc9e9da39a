//! Every source starts with what it does; a longer one has a list of behaviours.
//!
//! - The first line of a source is a `//!` sentence.
//! - A source of 100 lines or more continues with three to eight bullets.

use crate::tree::{Tree, without_tests};

/// Sources of this many lines need a list.
const LONG: usize = 100;
const FEWEST: usize = 3;
const MOST: usize = 8;

pub(crate) fn check(tree: &Tree) -> Vec<String> {
    tree.sources().filter_map(|(path, text)| Some(format!("{path}: {}", problem(text)?))).collect()
}

fn problem(text: &str) -> Option<String> {
    let says = text.lines().next().and_then(|line| line.strip_prefix("//! ")).map(str::trim);
    if says.is_none_or(str::is_empty) {
        return Some("no module header; start with `//! ` and what a user notices".to_owned());
    }
    let header = text.lines().take_while(|line| line.starts_with("//!"));
    let bullets = header.filter(|line| line.starts_with("//! - ")).count();
    let code = without_tests(text).lines().filter(|line| !line.starts_with("//!")).count();
    let in_bounds = (FEWEST..=MOST).contains(&bullets) || (code < LONG && bullets <= MOST);
    (!in_bounds)
        .then(|| format!("{code} lines of code and {bullets} bullets in the header, not {FEWEST} to {MOST}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        check(&Tree::planted(&[("crates/core/src/a.rs", text)]))
    }

    #[test]
    fn a_source_without_header_is_named() {
        assert_eq!(
            of("use x;\n"),
            ["crates/core/src/a.rs: no module header; start with `//! ` and what a user notices"]
        );
        assert_eq!(of("//!\n//! Too late.\n").len(), 1);
    }

    #[test]
    fn a_long_source_needs_its_list() {
        let code = "x\n".repeat(100);
        assert_eq!(of(&format!("//! A.\n//!\n//! - b\n//! - c\n//! - d\n{code}")), [""; 0]);
        assert_eq!(
            of(&format!("//! A.\n//! - b\n{code}")),
            ["crates/core/src/a.rs: 100 lines of code and 1 bullets in the header, not 3 to 8"]
        );
    }

    #[test]
    fn a_short_source_may_do_with_a_sentence() {
        assert_eq!(of(&format!("//! A.\n{}", "x\n".repeat(99))), [""; 0]);
        assert_eq!(of(&format!("//! A.\n{}", "//! - b\n".repeat(9))).len(), 1);
    }
}
