//! `cargo xtask soak`: runs long tests, and keeps the last run of each in docs/promises.md.
//!
//! - A soak repeats existing tests with more rounds, more processes or more time.
//! - The tests print their counts on a marked line; the soak keeps it with the date and the machine.
//! - A soak may include runs that must fail (a build that acknowledges too early).
//! - A number behind a soak's name is the seed of its tests.
//! - A failed soak is kept as failed, and the command exits with 1.

mod kept;
mod mutants;

use std::process::Command;
use std::time::Instant;

use kept::Row;

use crate::Outcome;
use crate::bench::machine;
use crate::tree::top;

struct Soak {
    name: &'static str,
    goal: &'static str,
    runs: &'static [Run],
}

struct Run {
    /// Arguments for `cargo test`; if empty, `script` runs instead.
    tests: &'static [&'static str],
    /// A script of the repository.
    script: &'static str,
    filter: &'static str,
    /// Variables that say how much to test.
    variables: &'static [(&'static str, &'static str)],
    /// The start of the lines that state counts.
    mark: &'static str,
    /// The text before them in the table.
    label: &'static str,
    /// Whether the run must fail.
    fails: bool,
}

const POWER: Run = Run {
    tests: &["-p", "asq-store", "--test", "it"],
    script: "",
    filter: "no_power_cut_loses_what_was_acknowledged",
    variables: &[("ASQ_TEST_CUTS", "200")],
    mark: "POWER: ",
    label: "",
    fails: false,
};

/// Tests that must pass, without a label.
const TESTS: Run =
    Run { tests: &[], script: "", filter: "", variables: &[], mark: "", label: "", fails: false };

/// A release: filling a store with a million requests takes too long without one.
const UPKEEP: Run =
    Run { tests: &["--release", "-p", "asq-store", "--test", "it"], mark: "UPKEEP: ", ..TESTS };

const ALL: [Soak; 12] = [
    Soak {
        name: "power",
        goal: "200 power cuts: nothing that was acknowledged is lost; a build that acknowledges before the sync is \
               found out",
        runs: &[
            POWER,
            Run {
                tests: &["-p", "asq-store", "--features", "weak", "--test", "it"],
                variables: &[("ASQ_TEST_CUTS", "20")],
                label: "the weak build: ",
                fails: true,
                ..POWER
            },
        ],
    },
    Soak {
        name: "races",
        goal: "1,000 rounds of 64 people in four processes: one winner each, all others told who",
        runs: &[Run {
            tests: &["-p", "asq-runtime", "--test", "it"],
            filter: "faults::race::",
            variables: &[("ASQ_TEST_ROUNDS", "1000"), ("ASQ_TEST_PEOPLE", "64")],
            mark: "RACE: ",
            ..TESTS
        }],
    },
    Soak {
        name: "kills",
        goal: "killed at every system call of asking, answering, withdrawing, expiring and handing over: before or \
               after, never between",
        runs: &[Run {
            tests: &["-p", "asq", "--test", "it"],
            filter: "faults::kill::",
            variables: &[("ASQ_TEST_EVERY", "1")],
            mark: "KILL ",
            ..TESTS
        }],
    },
    Soak {
        name: "idle",
        goal: "50 waiting processes for 10 minutes: at most 3 wake-ups a minute each",
        runs: &[Run {
            tests: &["-p", "asq", "--test", "it"],
            filter: "faults::quiet::who_waits_sleeps",
            variables: &[("ASQ_TEST_WAITING", "49"), ("ASQ_TEST_SECONDS", "600")],
            mark: "QUIET: ",
            ..TESTS
        }],
    },
    Soak {
        name: "reader",
        goal: "readers left open, one of them stopped, while an hour's writes at 10 a second come: the log of pages \
               stays below 8 MB",
        runs: &[Run {
            tests: &["-p", "asq", "--test", "it"],
            filter: "faults::stuck::a_reader_that_stays",
            variables: &[("ASQ_TEST_WRITES", "36000")],
            mark: "READER: ",
            ..TESTS
        }],
    },
    Soak {
        name: "upkeep",
        goal: "1,000,000 requests are imported, searched for the first time and pruned while others ask: no ask \
               fails or waits longer than 500 ms, and memory grows by at most 32 MB",
        runs: &[Run {
            filter: "asks_pass_while_a_file_is_maintained",
            variables: &[("ASQ_TEST_MANY", "1000000")],
            ..UPKEEP
        }],
    },
    Soak {
        name: "upkeep-server",
        goal: "the same with 100,000 requests on PostgreSQL",
        runs: &[Run {
            filter: "asks_pass_while_a_server_is_maintained",
            variables: &[("ASQ_TEST_MANY", "100000")],
            ..UPKEEP
        }],
    },
    Soak {
        name: "resize",
        goal: "300 forms of any contract in a terminal that takes any sizes: one form while it is up, only its \
               summary after it; near the top of the screen, no row with an option, a tab or a focus mark is left",
        runs: &[Run {
            tests: &["-p", "asq", "--test", "it"],
            filter: "tmux_resize_any::any_sizes_leave_one_form_and_then_its_summary",
            variables: &[("ASQ_TEST_RESIZES", "300")],
            mark: "RESIZE: ",
            ..TESTS
        }],
    },
    Soak {
        name: "day",
        goal: "five agents ask 200 questions while a person answers, types, declines and takes back at random; an \
               asker, the inbox and both are killed, and the store starts again: each answer is delivered once, and \
               every typed word is accounted for",
        runs: &[Run {
            tests: &["-p", "asq", "--test", "it"],
            filter: "day::",
            variables: &[("ASQ_TEST_DAY", "200")],
            mark: "DAY: ",
            ..TESTS
        }],
    },
    Soak {
        name: "patience",
        goal: "an agent over MCP that gives a call up after a minute gets an answer that comes after five",
        runs: &[Run {
            tests: &["-p", "asq", "--test", "it"],
            filter: "mcp::an_answer_after_five_minutes",
            variables: &[("ASQ_TEST_MINUTE", "60000")],
            mark: "PATIENCE: ",
            ..TESTS
        }],
    },
    Soak {
        name: "fuzz",
        goal: "ten minutes for each fuzz target: settings, trust, drafts, terminal input",
        runs: &[Run {
            tests: &["-p", "asq-settings", "-p", "asq-tui", "-p", "asq-dialects", "-p", "asq"],
            filter: "fuzz",
            variables: &[("ASQ_TEST_FUZZ", "600")],
            mark: "test result: ",
            ..TESTS
        }],
    },
    Soak {
        name: "bare",
        goal: "both commands of the README on a Debian 12 that has nothing: scripts/demo is answered, scripts/test \
               passes",
        runs: &[Run { script: "scripts/test-bare", mark: "BARE: ", ..TESTS }],
    },
];

/// The names, as the usage and the error for an unknown name show them.
pub(crate) fn names() -> String {
    ALL.iter().map(|soak| soak.name).chain([mutants::NAME]).collect::<Vec<_>>().join(", ")
}

/// Runs the named soaks, or all; returns whether all held.
pub(crate) fn run(named: &[&str]) -> Outcome<bool> {
    if let [mutants::NAME, which @ ..] = named {
        return faults(which);
    }
    let (named, seed) = seeded(named);
    let known = |name: &str| name == mutants::NAME || ALL.iter().any(|soak| soak.name == name);
    if let Some(unknown) = named.iter().find(|name| !known(name)) {
        return Err(format!("there is no soak called {unknown}: {}", names()).into());
    }
    let wanted = |name: &str| named.is_empty() || named.contains(&name);
    let mut held = true;
    for soak in ALL.iter().filter(|soak| wanted(soak.name)) {
        let began = Instant::now();
        held &= keep(soak.run(seed)?, began)?;
    }
    if wanted(mutants::NAME) {
        held &= faults(&[])?;
    }
    Ok(held)
}

/// Runs the deliberate faults; returns whether every list held.
fn faults(which: &[&str]) -> Outcome<bool> {
    let began = Instant::now();
    let mut held = true;
    mutants::run(which, |row| {
        held &= keep(row, began)?;
        Ok(())
    })?;
    Ok(held)
}

/// Adds date and machine, and keeps the row; returns whether it held.
fn keep(mut row: Row, began: Instant) -> Outcome<bool> {
    let minutes = began.elapsed().as_secs().div_ceil(60);
    row.where_it_was = format!("{}, {minutes} min, {}", today()?, machine()?);
    crate::say(&format!("{}\n", row.line()));
    kept::keep(&row)?;
    Ok(row.held)
}

impl Soak {
    fn run(&self, seed: Option<&str>) -> Outcome<Row> {
        let mut held = true;
        let mut counted = Vec::new();
        for run in self.runs {
            let (as_meant, lines) = run.run(seed)?;
            held &= as_meant && !lines.is_empty();
            counted.extend(lines.into_iter().map(|line| format!("{}{line}", run.label)));
        }
        let (name, goal) = (self.name.to_owned(), self.goal.to_owned());
        Ok(Row { name, goal, counted: counted.join("; "), held, where_it_was: String::new() })
    }
}

impl Run {
    /// Whether it ended as it must, and its counts.
    fn run(&self, seed: Option<&str>) -> Outcome<(bool, Vec<String>)> {
        let cargo = option_env!("CARGO").unwrap_or("cargo");
        let mut command = if self.tests.is_empty() {
            Command::new(top().join(self.script))
        } else {
            let mut tests = Command::new(cargo);
            tests.arg("test").args(self.tests).args(["--quiet", "--", self.filter]);
            tests
        };
        let done = command
            .current_dir(top())
            .envs(self.variables.iter().copied())
            .envs(seed.map(|seed| ("ASQ_TEST_SEED", seed)))
            .output()?;
        let said = String::from_utf8_lossy(&done.stderr);
        let said = if self.tests.is_empty() { String::from_utf8_lossy(&done.stdout) + said } else { said };
        // The output of a run that must fail isn't worth printing.
        if done.status.success() == self.fails {
            crate::say(&format!("{}{said}", String::from_utf8_lossy(&done.stdout)));
        }
        Ok((done.status.success() != self.fails, marked(&said, self.mark)))
    }
}

/// The names, and the seed behind a single one.
fn seeded<'a, 'b>(named: &'a [&'b str]) -> (&'a [&'b str], Option<&'b str>) {
    match named {
        [_, seed] if seed.parse::<u64>().is_ok() => (&named[..1], Some(seed)),
        _ => (named, None),
    }
}

/// The rest of each line after the mark, wherever the mark is.
fn marked(text: &str, mark: &str) -> Vec<String> {
    text.lines().filter_map(|line| Some(line.split_once(mark)?.1.trim().to_owned())).collect()
}

pub(crate) fn today() -> Outcome<String> {
    let done = Command::new("date").args(["-u", "+%Y-%m-%d"]).output()?;
    Ok(String::from_utf8(done.stdout)?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_found_in_what_was_said() {
        let said = "\nrunning 1 test\nPOWER: 20 cuts, 0 lost\n.KILL ask: 3 calls\ntest result: ok\n";
        assert_eq!(marked(said, "POWER: "), ["20 cuts, 0 lost"]);
        assert_eq!(marked(said, "KILL "), ["ask: 3 calls"]);
        assert_eq!(marked(said, "RACE: "), [""; 0]);
    }

    #[test]
    fn a_number_behind_a_name_is_its_seed() {
        assert_eq!(seeded(&["day", "7"]), (&["day"][..], Some("7")));
        assert_eq!(seeded(&["day", "power"]), (&["day", "power"][..], None));
        assert_eq!(seeded(&["7"]), (&["7"][..], None));
    }

    #[test]
    fn an_unknown_soak_is_told() {
        let told = run(&["pwoer"]).map_err(|fault| fault.to_string());
        assert_eq!(told, Err(format!("there is no soak called pwoer: {}", names())));
    }
}
