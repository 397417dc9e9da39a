//! No test sleeps to wait for something: testkit's `eventually` looks until it is so.
//!
//! - Reads the tests of every crate, the tests inside sources, and testkit.
//! - `sleep` and `yield_now` are refused, also in a loop that looks. On tokio's paused clock nobody waits, so a file that
//!   pauses it may use both.
//! - [`ALLOWED`] names the exceptions with their reasons; an exception that no file needs is a problem.

use super::code::{is_part, line_of, only_code};
use crate::tree::{Tree, without_tests};

/// The end of a path, and the reason why its tests may sleep.
const ALLOWED: &[(&str, &str)] = &[
    ("crates/testkit/src/eventually.rs", "the pause between two looks"),
    ("crates/cli/tests/it/faults/quiet.rs", "counts what happens in a stretch of time"),
    ("crates/cli/tests/it/tmux_ask.rs", "counts what happens in a stretch of time"),
    ("driver/hooked.rs", "lets another writer come in, if one can"),
    ("crates/store/src/sqlite/gate.rs", "lets another thread get as far as waiting"),
    ("crates/store/tests/it/faults_power.rs", "the power fails at a random moment"),
    ("crates/cli/tests/it/served/race.rs", "gives each party a head start in turn"),
];

const REFUSED: [&str; 2] = ["sleep", "yield_now"];

pub(crate) fn check(tree: &Tree) -> Vec<String> {
    let mut problems = Vec::new();
    let mut allowed: Vec<&str> = ALLOWED.iter().map(|(path, _)| *path).collect();
    for (path, text) in tree.of_kind("rs").filter(|(path, _)| path.starts_with("crates/")) {
        let code = only_code(text);
        let first = if path.contains("/tests/") || path.starts_with("crates/testkit/") {
            0
        } else {
            without_tests(text).len()
        };
        let found: Vec<(usize, &str)> = REFUSED
            .iter()
            .flat_map(|name| calls(&code[first..], name).map(move |at| (first + at, *name)))
            .collect();
        if found.is_empty() || code.contains("start_paused") {
            continue;
        }
        if ALLOWED.iter().any(|(file, _)| path.ends_with(file)) {
            allowed.retain(|file| !path.ends_with(file));
            continue;
        }
        problems.extend(found.into_iter().map(|(at, name)| {
            format!("{path}:{}: a test calls {name}; wait with testkit's eventually", line_of(&code, at))
        }));
    }
    problems.extend(
        allowed.into_iter().map(|file| format!("{file}: may sleep, and doesn't; delete the exception")),
    );
    problems
}

/// Where a function of this name is called.
fn calls<'a>(code: &'a str, name: &'a str) -> impl Iterator<Item = usize> {
    code.match_indices(name).map(|(at, _)| at).filter(move |at| {
        let before = code[..*at].chars().next_back();
        !before.is_some_and(is_part) && code[at + name.len()..].starts_with('(')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_sleeps_is_reported_and_a_program_may() {
        let mut files: Vec<(&str, &str)> = ALLOWED
            .iter()
            .map(|(path, _)| (*path, "#[cfg(test)]\nmod tests {\n    sleep(PAUSE);\n}\n"))
            .collect();
        files[3].0 = "crates/runtime/tests/driver/hooked.rs";
        files.extend([
            ("crates/core/tests/it/a.rs", "fn a() {\n    std::thread::sleep(LONG);\n}\n// sleep(LONG)\n"),
            ("crates/core/src/b.rs", "sleep(LONG);\n#[cfg(test)]\nmod tests {\n    yield_now();\n}\n"),
            ("crates/core/tests/it/c.rs", "let sleep = \"sleep(1)\"; who_waits_sleeps(); no_sleep();\n"),
            ("crates/cli/benches/wakes.rs", "sleep(REST);\n"),
        ]);
        assert_eq!(
            check(&Tree::planted(&files)),
            [
                "crates/core/src/b.rs:4: a test calls yield_now; wait with testkit's eventually",
                "crates/core/tests/it/a.rs:2: a test calls sleep; wait with testkit's eventually",
            ]
        );
        let needless = check(&Tree::planted(&files[1..]));
        assert!(needless[2].starts_with("crates/testkit/src/eventually.rs: may sleep"), "{needless:?}");
    }
}
