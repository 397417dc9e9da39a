//! The soaks: what each proves, what it runs, and when it is due again.
//!
//! - A soak has a goal in words, and the paths whose change makes it due.
//! - One that depends on what isn't in the repository is due again after some days.
//! - It runs tests, a script or a chore; each run says in its output what it counted.

/// One row of the table in docs/promises.md.
pub(super) struct Soak {
    pub(super) name: &'static str,
    pub(super) goal: &'static str,
    pub(super) runs: &'static [Run],
    /// It is due again once one of these has changed.
    pub(super) proves: &'static [&'static str],
    /// It is also due after so many days, because it depends on what isn't in the repository.
    pub(super) days: Option<u64>,
}

/// Everything that a run can start.
#[derive(Clone, Copy)]
pub(super) enum Started {
    /// `cargo test` with these arguments.
    Tests(&'static [&'static str]),
    /// A script of the repository.
    Script(&'static str),
    /// A chore of xtask.
    Chore(&'static str),
}

pub(super) struct Run {
    pub(super) starts: Started,
    /// Parts of the tests' names.
    pub(super) filters: &'static [&'static str],
    /// Variables that say how much to test.
    pub(super) variables: &'static [(&'static str, &'static str)],
    /// The start of the lines that state counts.
    pub(super) mark: &'static str,
    /// Lines with one of these are counted whole.
    pub(super) whole: &'static [&'static str],
    /// The text before them in the table.
    pub(super) label: &'static str,
    /// Whether the run must fail.
    pub(super) fails: bool,
}

/// Something that must pass, without a label.
pub(super) const PASSES: Run = Run {
    starts: Started::Tests(&[]),
    filters: &[],
    variables: &[],
    mark: "",
    whole: &[],
    label: "",
    fails: false,
};

const STORE: Started = Started::Tests(&["-p", "asq-store", "--test", "it"]);
const CLI: Started = Started::Tests(&["-p", "asq", "--test", "it"]);

const POWER: Run = Run {
    starts: STORE,
    filters: &["no_power_cut_loses_what_was_acknowledged"],
    variables: &[("ASQ_TEST_CUTS", "200")],
    mark: "POWER: ",
    ..PASSES
};

/// A release: filling a store with a million requests takes too long without one.
const UPKEEP: Run = Run {
    starts: Started::Tests(&["--release", "-p", "asq-store", "--test", "it"]),
    mark: "UPKEEP: ",
    ..PASSES
};

pub(super) const FUZZED: &[&str] = &[
    "-p",
    "asq-settings",
    "-p",
    "asq-tui",
    "-p",
    "asq-dialects",
    "-p",
    "asq-server",
    "-p",
    "asq-mcp",
    "-p",
    "asq",
];

pub(super) const ALL: [Soak; 15] = [
    Soak {
        name: "deny",
        goal: "the crates that asq is built from: licences, bans, sources, yanked versions, known advisories",
        runs: &[Run { starts: Started::Script("scripts/deny"), whole: &[" ok", "NOT CHECKED"], ..PASSES }],
        proves: &["Cargo.lock", "deny.toml", "scripts/deny"],
        // Advisories come without a change here.
        days: Some(7),
    },
    Soak {
        name: "hardening",
        goal: "a release loads at a random address, with read-only data and checked C code",
        runs: &[Run { starts: Started::Chore("hardening"), mark: "hardening: ", ..PASSES }],
        proves: &[
            "Cargo.toml",
            "Cargo.lock",
            ".cargo/config.toml",
            "crates/cli/build.rs",
            "crates/cli/Cargo.toml",
            "xtask/src/hardening.rs",
        ],
        days: None,
    },
    Soak {
        name: "dist",
        goal: "each package of a release is installed, used and removed in a bare Debian 11 and 12",
        runs: &[Run { starts: Started::Script("scripts/test-dist"), mark: "DIST: ", ..PASSES }],
        proves: &[
            "Cargo.toml",
            "Cargo.lock",
            ".cargo/config.toml",
            "crates/cli/build.rs",
            "crates/cli/Cargo.toml",
            "xtask/src/dist",
            "scripts/test-dist",
        ],
        days: None,
    },
    Soak {
        name: "power",
        goal: "200 power cuts: nothing that was acknowledged is lost; a build that acknowledges before the sync is \
               found out",
        runs: &[
            POWER,
            Run {
                starts: Started::Tests(&["-p", "asq-store", "--features", "weak", "--test", "it"]),
                variables: &[("ASQ_TEST_CUTS", "20")],
                label: "the weak build: ",
                fails: true,
                ..POWER
            },
        ],
        proves: &["crates/store/src", "crates/files/src", "crates/store/tests/it/faults_power.rs"],
        days: None,
    },
    Soak {
        name: "races",
        goal: "1,000 rounds of 64 people in four processes: one winner each, all others told who",
        runs: &[Run {
            starts: Started::Tests(&["-p", "asq-runtime", "--test", "it"]),
            filters: &["faults::race::"],
            variables: &[("ASQ_TEST_ROUNDS", "1000"), ("ASQ_TEST_PEOPLE", "64")],
            mark: "RACE: ",
            ..PASSES
        }],
        proves: &[
            "crates/core/src/life",
            "crates/store/src",
            "crates/runtime/src/driver",
            "crates/runtime/tests/it/faults",
        ],
        days: None,
    },
    Soak {
        name: "kills",
        goal: "killed at every system call of asking, answering, withdrawing, expiring and delivering: before or \
               after, never between",
        runs: &[Run {
            starts: CLI,
            filters: &["faults::kill::"],
            variables: &[("ASQ_TEST_EVERY", "1")],
            mark: "KILL ",
            ..PASSES
        }],
        proves: &[
            "crates/files/src",
            "crates/store/src",
            "crates/runtime/src/driver",
            "crates/cli/tests/it/faults",
        ],
        days: None,
    },
    Soak {
        name: "idle",
        goal: "50 waiting processes for 10 minutes: at most 3 wake-ups a minute each",
        runs: &[Run {
            starts: CLI,
            filters: &["faults::quiet::who_waits_sleeps"],
            variables: &[("ASQ_TEST_WAITING", "49"), ("ASQ_TEST_SECONDS", "600")],
            mark: "QUIET: ",
            ..PASSES
        }],
        proves: &[
            "crates/store/src/sqlite/bell",
            "crates/runtime/src/driver",
            "crates/cli/src/session",
            "crates/cli/tests/it/faults/quiet.rs",
        ],
        days: None,
    },
    Soak {
        name: "reader",
        goal: "readers left open, one of them stopped, while an hour's writes at 10 a second come: the log of pages \
               stays below 8 MB",
        runs: &[Run {
            starts: CLI,
            filters: &["faults::stuck::a_reader_that_stays"],
            variables: &[("ASQ_TEST_WRITES", "36000")],
            mark: "READER: ",
            ..PASSES
        }],
        proves: &["crates/store/src/sqlite", "crates/cli/tests/it/faults/stuck.rs"],
        days: None,
    },
    Soak {
        name: "upkeep",
        goal: "1,000,000 requests are imported, searched for the first time and pruned while others ask: no ask \
               fails or waits longer than 500 ms, and memory grows by at most 32 MB",
        runs: &[Run {
            filters: &["asks_pass_while_a_file_is_maintained"],
            variables: &[("ASQ_TEST_MANY", "1000000")],
            ..UPKEEP
        }],
        proves: &["crates/store/src/sqlite", "crates/store/tests/it/upkeep_with_asks.rs"],
        days: None,
    },
    Soak {
        name: "upkeep-server",
        goal: "the same with 100,000 requests on PostgreSQL",
        runs: &[Run {
            filters: &["asks_pass_while_a_server_is_maintained"],
            variables: &[("ASQ_TEST_MANY", "100000")],
            ..UPKEEP
        }],
        proves: &["crates/store/src/postgres", "crates/store/tests/it/upkeep_with_asks.rs"],
        days: None,
    },
    Soak {
        name: "resize",
        goal: "300 forms of any contract in a terminal that takes any sizes: one form while it is up, only its \
               summary after it; near the top of the screen, no row with an option, a tab or a focus mark is left",
        runs: &[Run {
            starts: CLI,
            filters: &["tmux_resize_any::any_sizes_leave_one_form_and_then_its_summary"],
            variables: &[("ASQ_TEST_RESIZES", "300")],
            mark: "RESIZE: ",
            ..PASSES
        }],
        proves: &["crates/tui/src/paint", "crates/frame/src", "crates/cli/tests/it/tmux_resize_any.rs"],
        days: None,
    },
    Soak {
        name: "day",
        goal: "five agents ask 200 questions while a person answers, types, declines and takes back at random; an \
               asker, the inbox and both are killed, and the store starts again: each answer is delivered once, and \
               every typed word is accounted for",
        runs: &[Run {
            starts: CLI,
            filters: &["day::"],
            variables: &[("ASQ_TEST_DAY", "200")],
            mark: "DAY: ",
            ..PASSES
        }],
        proves: &[
            "crates/core/src/inbox",
            "crates/core/src/life",
            "crates/runtime/src/driver",
            "crates/store/src",
            "crates/tui/src/inbox",
            "crates/cli/tests/it/day.rs",
            "crates/cli/tests/it/day",
        ],
        days: None,
    },
    Soak {
        name: "patience",
        goal: "an agent over MCP that gives a call up after a minute gets an answer that comes after five",
        runs: &[Run {
            starts: CLI,
            filters: &["mcp::an_answer_after_five_minutes"],
            variables: &[("ASQ_TEST_MINUTE", "60000")],
            mark: "PATIENCE: ",
            ..PASSES
        }],
        proves: &["crates/mcp/src", "crates/asking/src", "crates/cli/tests/it/mcp.rs"],
        days: None,
    },
    Soak {
        name: "fuzz",
        goal: "ten minutes for each fuzz target: settings, trust, drafts, terminal input, calls over HTTP, messages of \
               MCP, agents' settings",
        runs: &[Run {
            starts: Started::Tests(FUZZED),
            filters: &[
                "fuzz::",
                "any_line_is_a_message_or_gets_an_error_that_is_one",
                "no_state_but_its_own_names_a_round",
                "no_settings_panic_and_an_entry_is_there_after_an_install",
                "no_list_of_trust_panics_or_trusts_by_accident",
            ],
            variables: &[("ASQ_TEST_FUZZ", "600")],
            mark: "test result: ",
            ..PASSES
        }],
        proves: &[
            "crates/settings/src",
            "crates/tui/src/input",
            "crates/dialects/src",
            "crates/server/src",
            "crates/wire/src",
            "crates/mcp/src",
            "crates/cli/src/settings",
            "crates/cli/src/install",
        ],
        days: None,
    },
    Soak {
        name: "bare",
        goal: "both commands of the README on a Debian 12 that has nothing: scripts/demo is answered, scripts/test \
               passes",
        runs: &[Run { starts: Started::Script("scripts/test-bare"), mark: "BARE: ", ..PASSES }],
        proves: &[
            "README.md",
            "Cargo.toml",
            "scripts/demo",
            "scripts/setup",
            "scripts/test",
            "scripts/lib.sh",
            "scripts/test-bare",
        ],
        days: None,
    },
];

#[cfg(test)]
mod tests {
    use super::{ALL, FUZZED, Started};
    use crate::tree::Tree;

    #[test]
    fn what_a_soak_proves_and_runs_is_there() {
        let tree = Tree::of_repository().expect("the tree");
        let mut gone = Vec::new();
        for soak in &ALL {
            let mut paths = soak.proves.to_vec();
            paths.extend(soak.runs.iter().filter_map(|run| match run.starts {
                Started::Script(path) => Some(path),
                Started::Tests(_) | Started::Chore(_) => None,
            }));
            gone.extend(paths.into_iter().filter(|path| !tree.has(path)).map(|path| (soak.name, path)));
        }
        assert_eq!(gone, []);
    }

    #[test]
    fn every_crate_with_a_fuzz_target_is_fuzzed() {
        let tree = Tree::of_repository().expect("the tree");
        let fuzzed = |path: &str| {
            let name = path.split('/').nth(1).unwrap_or_default();
            let package = if name == "cli" { "asq".to_owned() } else { format!("asq-{name}") };
            FUZZED.contains(&package.as_str())
        };
        let targets = tree
            .of_kind("rs")
            .filter(|(path, text)| path.starts_with("crates/") && text.contains("fuzz::check("));
        let left_out: Vec<&str> = targets.map(|(path, _)| path).filter(|path| !fuzzed(path)).collect();
        assert_eq!(left_out, [""; 0]);
    }
}
