//! The allowed dependencies between our crates.
//!
//! - Checks every dependency of one of our crates on another, in whatever table and under whatever name it is:
//!   dependencies, dev-dependencies, build-dependencies, and those of a target.
//! - A crate that the table doesn't know fails until somebody decides its place.
//! - Every crate takes the lints of the workspace, which forbid unsafe code.
//! - Tests of every crate may use testkit; shipped code never does. Some tests have an arrow of their own.
//! - asq-tests depends on anything, for its tests only; no crate depends on it.
//! - docs/style.md shows the same arrows as a table; a row that differs fails.
//! - Some crates must avoid a library altogether (frame knows no terminal).
//! - Within the command only a few files may name the store; the others use a backend.

use toml::{Table, Value};

use crate::tree::Tree;

/// Package, and the crates of ours that it may use. `None`: all of them.
const ARROWS: &[(&str, Option<&[&str]>)] = &[
    ("asq-core", Some(&[])),
    ("asq-settings", Some(&[])),
    ("asq-wire", Some(&["asq-core"])),
    ("asq-preview", Some(&["asq-core"])),
    ("asq-dialects", Some(&["asq-core", "asq-wire"])),
    ("asq-frame", Some(&["asq-core", "asq-preview", "asq-finder"])),
    ("asq-page", Some(&["asq-core", "asq-preview"])),
    ("asq-store", Some(&["asq-core", "asq-files", "asq-wire"])),
    ("asq-backend", Some(&["asq-core", "asq-wire"])),
    ("asq-asking", Some(&["asq-core", "asq-wire", "asq-dialects", "asq-backend"])),
    ("asq-finder", Some(&["asq-core"])),
    ("asq-tui", Some(&["asq-core", "asq-files", "asq-wire", "asq-preview", "asq-frame", "asq-finder"])),
    ("asq-runtime", Some(&["asq-core", "asq-files", "asq-settings", "asq-wire", "asq-store", "asq-backend"])),
    ("asq-client", Some(&["asq-core", "asq-wire", "asq-backend"])),
    ("asq-mcp", Some(&["asq-core", "asq-wire", "asq-dialects", "asq-page", "asq-backend", "asq-asking"])),
    (
        "asq-server",
        Some(&[
            "asq-core",
            "asq-wire",
            "asq-dialects",
            "asq-page",
            "asq-backend",
            "asq-asking",
            "asq-runtime",
        ]),
    ),
    ("asq-bridges", Some(&["asq-core", "asq-wire", "asq-dialects", "asq-backend", "asq-asking"])),
    ("asq-files", Some(&[])),
    ("asq", None),
    ("asq-testkit", Some(&["asq-core", "asq-wire", "asq-backend"])),
    (TESTS, None),
    ("xtask", Some(&[])),
];

/// Further arrows for tests alone: a server is tested with real stores, which only its user opens.
const FOR_TESTS: &[(&str, &str)] = &[("asq-server", "asq-store")];

/// The crate of the tests that need several crates.
const TESTS: &str = "asq-tests";

/// Package, and foreign packages that it must not use.
const KEEP_OUT: &[(&str, &[&str])] = &[
    ("asq-core", &["serde", "serde_json", "tokio", "rustix", "uuid", "rand"]),
    ("asq-frame", &["ratatui", "ratatui-core", "crossterm", "rustix"]),
];

/// Files of the command that may name the store: they open it, report its faults, or maintain it.
const STORE_IN_CLI: &[&str] = &[
    "crates/cli/src/error.rs",
    "crates/cli/src/session/open.rs",
    "crates/cli/src/session/place.rs",
    "crates/cli/src/session/progress.rs",
    "crates/cli/src/store/log.rs",
    "crates/cli/src/store/prune.rs",
];

/// Everything else in the command sees a backend: one line for each file that names the store anyway.
fn store_in_cli(tree: &Tree) -> impl Iterator<Item = String> {
    let others = tree.iter().filter(|(path, _)| {
        path.starts_with("crates/cli/src/") && !STORE_IN_CLI.iter().any(|allowed| path.starts_with(allowed))
    });
    let naming = others.filter(|(_, text)| text.contains("asq_store"));
    naming.map(|(path, _)| {
        format!("{path}: names asq_store; only opening and maintenance do, others use Backend")
    })
}

/// One line for each forbidden edge.
pub(crate) fn check(tree: &Tree) -> Vec<String> {
    let mut problems = Vec::new();
    let shared = tree.get("Cargo.toml").and_then(|text| text.parse::<Table>().ok()).unwrap_or_default();
    let shared = table(&shared, "workspace").and_then(|it| table(it, "dependencies"));
    for (path, text) in tree.iter() {
        let ours = path.starts_with("crates/") || path == "xtask/Cargo.toml";
        if !ours || !path.ends_with("Cargo.toml") {
            continue;
        }
        match text.parse::<Table>() {
            Ok(manifest) => one(path, &manifest, shared, &mut problems),
            Err(fault) => problems.push(format!("{path}: not TOML: {}", fault.message())),
        }
    }
    problems.extend(told(tree.get(TOLD_IN).unwrap_or_default()));
    problems.extend(store_in_cli(tree));
    problems
}

/// The document that shows the arrows to people.
const TOLD_IN: &str = "docs/style.md";

/// The arrows as rows of a table; returns one line for each row that the document lacks.
fn told(document: &str) -> Vec<String> {
    let rows = ARROWS.iter().map(|(name, allowed)| {
        let allowed = match allowed {
            None => "everything".to_owned(),
            Some([]) => "nothing of ours".to_owned(),
            Some(names) => names.join(", "),
        };
        format!("| {name} | {allowed} |")
    });
    rows.filter(|row| !document.lines().any(|line| line == row))
        .map(|row| format!("{TOLD_IN}: lacks the row {row}"))
        .collect()
}

fn one(path: &str, manifest: &Table, shared: Option<&Table>, problems: &mut Vec<String>) {
    let Some(from) = table(manifest, "package").and_then(|it| it.get("name")).and_then(Value::as_str) else {
        problems.push(format!("{path}: names no package"));
        return;
    };
    let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == from) else {
        problems.push(format!("{path}: {from} has no place among the layers yet; give it one in layers.rs"));
        return;
    };
    let lints = table(manifest, "lints").and_then(|it| it.get("workspace")).and_then(Value::as_bool);
    if lints != Some(true) {
        problems.push(format!("{path}: {from} does without the lints of the workspace"));
    }
    let kept_out = KEEP_OUT.iter().find(|(name, _)| *name == from).map_or(&[][..], |(_, names)| names);
    for (kind, to) in dependencies(manifest, shared) {
        let known = ARROWS.iter().any(|(name, _)| *name == to) || to.starts_with("asq-");
        let real = FOR_TESTS.contains(&(from, to.as_str()));
        let for_tests = kind == Kind::Dev && (to == from || real || (to == "asq-testkit" && from != "xtask"));
        let fits = match allowed {
            Some(names) => names.contains(&to.as_str()),
            None => {
                !matches!(to.as_str(), "asq-testkit" | TESTS | "xtask")
                    && (from != TESTS || kind == Kind::Dev)
            }
        };
        if known && !fits && !for_tests {
            problems.push(format!("{path}: {from} → {to} ({}) is no arrow of the design", kind.name()));
        }
        if kind != Kind::Dev && kept_out.contains(&to.as_str()) {
            problems.push(format!("{path}: {from} must not know {to}"));
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Normal,
    Dev,
    Build,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Normal, Kind::Dev, Kind::Build];

    fn name(self) -> &'static str {
        match self {
            Kind::Normal => "dependencies",
            Kind::Dev => "dev-dependencies",
            Kind::Build => "build-dependencies",
        }
    }
}

fn dependencies(manifest: &Table, shared: Option<&Table>) -> Vec<(Kind, String)> {
    let targets = table(manifest, "target").into_iter().flat_map(Table::values).filter_map(Value::as_table);
    let mut found = Vec::new();
    for place in std::iter::once(manifest).chain(targets) {
        for kind in Kind::ALL {
            for (key, spec) in table(place, kind.name()).into_iter().flatten() {
                found.push((kind, package(key, spec, shared)));
            }
        }
    }
    found
}

/// The real package of a key: `package = "…"` here, or in the workspace's table if it inherits.
fn package(key: &str, spec: &Value, shared: Option<&Table>) -> String {
    let inherited = spec.get("workspace").and_then(Value::as_bool).unwrap_or(false);
    let spec = if inherited { shared.and_then(|it| it.get(key)) } else { Some(spec) };
    spec.and_then(|it| it.get("package")).and_then(Value::as_str).unwrap_or(key).to_owned()
}

fn table<'a>(of: &'a Table, key: &str) -> Option<&'a Table> {
    of.get(key).and_then(Value::as_table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The problems of a manifest, without those of the document.
    fn of(name: &str, rest: &str) -> Vec<String> {
        with_lints(name, &format!("{rest}[lints]\nworkspace = true\n"))
    }

    /// The same for a manifest that says which lints it takes.
    fn with_lints(name: &str, rest: &str) -> Vec<String> {
        let workspace = "[workspace.dependencies]\nsneaky = { path = \"x\", package = \"asq-tui\" }\n";
        let manifest = format!("[package]\nname = \"{name}\"\n{rest}");
        let mut problems =
            check(&Tree::planted(&[("Cargo.toml", workspace), ("crates/x/Cargo.toml", &manifest)]));
        problems.retain(|problem| !problem.starts_with(TOLD_IN));
        problems
    }

    #[test]
    fn the_document_has_every_arrow_as_it_is() {
        let problems =
            told("| asq-core | nothing of ours |\n| asq-wire | asq-core, asq-tui |\n| asq | everything |\n");
        assert_eq!(problems.len(), ARROWS.len() - 2);
        assert!(problems.contains(&"docs/style.md: lacks the row | asq-wire | asq-core |".to_owned()));
    }

    #[test]
    fn an_allowed_arrow_is_silent() {
        assert_eq!(of("asq-wire", "[dependencies]\nasq-core.workspace = true\nserde = \"1\"\n"), [""; 0]);
    }

    #[test]
    fn a_forbidden_arrow_is_named() {
        assert_eq!(
            of("asq-frame", "[dependencies]\nasq-tui.workspace = true\n"),
            ["crates/x/Cargo.toml: asq-frame → asq-tui (dependencies) is no arrow of the design"]
        );
    }

    #[test]
    fn tests_and_targets_and_build_scripts_count_as_well() {
        let rest = "[dev-dependencies]\nasq-tui.workspace = true\n[build-dependencies]\nasq-wire.workspace = true\n\
                    [target.'cfg(unix)'.dependencies]\nasq.workspace = true\n";
        assert_eq!(
            of("asq-core", rest),
            [
                "crates/x/Cargo.toml: asq-core → asq-tui (dev-dependencies) is no arrow of the design",
                "crates/x/Cargo.toml: asq-core → asq-wire (build-dependencies) is no arrow of the design",
                "crates/x/Cargo.toml: asq-core → asq (dependencies) is no arrow of the design",
            ]
        );
    }

    #[test]
    fn another_name_does_not_hide_an_arrow() {
        let here = "[dependencies]\ninnocent = { path = \"../tui\", package = \"asq-tui\" }\n";
        let inherited = "[dependencies]\nsneaky.workspace = true\n";
        for rest in [here, inherited] {
            assert_eq!(
                of("asq-dialects", rest),
                ["crates/x/Cargo.toml: asq-dialects → asq-tui (dependencies) is no arrow of the design"]
            );
        }
    }

    #[test]
    fn testkit_is_for_tests_only() {
        assert_eq!(of("asq-core", "[dev-dependencies]\nasq-testkit.workspace = true\n"), [""; 0]);
        for name in ["asq-tui", "asq"] {
            let problems = of(name, "[dependencies]\nasq-testkit.workspace = true\n");
            assert_eq!(problems.len(), 1, "{problems:?}");
        }
    }

    #[test]
    fn the_server_opens_a_store_in_its_tests_alone() {
        let store = |kind: &str| of("asq-server", &format!("[{kind}]\nasq-store.workspace = true\n"));
        assert_eq!(store("dev-dependencies"), [""; 0]);
        assert_eq!(store("dependencies").len(), 1);
    }

    #[test]
    fn the_crate_of_tests_uses_everything_in_tests_and_no_crate_uses_it() {
        let all = "[dev-dependencies]\nasq-tui.workspace = true\nasq-testkit.workspace = true\n";
        assert_eq!(of("asq-tests", all), [""; 0]);
        assert_eq!(of("asq-tests", "[dependencies]\nasq-tui.workspace = true\n").len(), 1);
        for name in ["asq-tui", "asq", "asq-testkit"] {
            assert_eq!(of(name, "[dev-dependencies]\nasq-tests.workspace = true\n").len(), 1, "{name}");
        }
    }

    #[test]
    fn nothing_depends_on_the_chores_and_they_on_nothing_of_ours() {
        assert_eq!(of("asq", "[dependencies]\nxtask.workspace = true\n").len(), 1);
        assert_eq!(of("xtask", "[dependencies]\nasq-core.workspace = true\n").len(), 1);
        assert_eq!(of("xtask", "[dev-dependencies]\nasq-testkit.workspace = true\n").len(), 1);
    }

    #[test]
    fn a_crate_with_lints_of_its_own_fails() {
        for lints in ["", "[lints.rust]\nunsafe_code = \"allow\"\n", "[lints]\nworkspace = false\n"] {
            assert_eq!(
                with_lints("asq-core", lints),
                ["crates/x/Cargo.toml: asq-core does without the lints of the workspace"]
            );
        }
    }

    #[test]
    fn a_crate_without_a_place_fails() {
        assert_eq!(
            of("asq-novel", ""),
            ["crates/x/Cargo.toml: asq-novel has no place among the layers yet; give it one in layers.rs"]
        );
    }

    #[test]
    fn the_store_is_named_by_opening_and_maintenance_alone() {
        let text = "//! X.\nuse asq_store::Store;\n";
        let files = ["cli/src/store/log.rs", "cli/src/store/list.rs", "runtime/src/driver/mod.rs"]
            .map(|path| format!("crates/{path}"));
        let tree = Tree::planted(&files.each_ref().map(|path| (path.as_str(), text)));
        let named: Vec<String> = check(&tree).into_iter().filter(|it| !it.starts_with(TOLD_IN)).collect();
        assert_eq!(
            named,
            [
                "crates/cli/src/store/list.rs: names asq_store; only opening and maintenance do, others use Backend"
            ]
        );
    }

    #[test]
    fn a_frame_that_knows_a_terminal_fails() {
        assert_eq!(
            of("asq-frame", "[dependencies]\nratatui-core.workspace = true\n"),
            ["crates/x/Cargo.toml: asq-frame must not know ratatui-core"]
        );
    }
}
