//! `cargo xtask soak`: runs long tests, and keeps the last run of each in docs/promises.md.
//!
//! - A soak repeats existing tests with more rounds, more processes or more time, or checks what rarely changes.
//! - The tests print their counts on a marked line; the soak keeps it with the commit, the date and the machine.
//! - A soak may include runs that must fail (a build that acknowledges too early).
//! - A number behind a soak's name is the seed of its tests.
//! - `due` runs those whose last run is older than what they prove.
//! - A failed soak is kept as failed, and the command exits with 1.

mod due;
mod kept;
mod kinds;
mod mutants;

use std::process::Command;
use std::time::Instant;

use due::Claim;
use kept::Row;
pub(crate) use kept::{FILE, strangers};
use kinds::{ALL, Run, Soak, Started};

use crate::Outcome;
use crate::bench::machine;
use crate::tree::top;

const DUE: &str = "due";

/// The names, as the usage and the error for an unknown name show them.
pub(crate) fn names() -> String {
    ALL.iter().map(|soak| soak.name).chain([mutants::NAME]).collect::<Vec<_>>().join(", ")
}

/// What each row of the page proves.
fn claims() -> Vec<Claim> {
    let of_soak = |soak: &Soak| Claim { name: soak.name, proves: soak.proves, days: soak.days };
    ALL.iter().map(of_soak).chain(mutants::CLAIMS).collect()
}

/// The soaks that are due, each with the reason; none in a clone without its history.
pub(crate) fn due(page: &str) -> Outcome<Vec<(&'static str, String)>> {
    Ok(due::due(&claims(), page, &today()?)?.unwrap_or_default())
}

/// Runs the named soaks, those that are due, or all; returns whether all held.
pub(crate) fn run(named: &[&str]) -> Outcome<bool> {
    match named {
        [mutants::NAME, which @ ..] => return faults(which),
        [DUE] => return run_due(),
        _ => {}
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

fn run_due() -> Outcome<bool> {
    let due = due(&std::fs::read_to_string(top().join(FILE))?)?;
    if due.is_empty() {
        crate::say("soak: nothing is due\n");
    }
    for (name, why) in &due {
        crate::say(&format!("{name}: {why}\n"));
    }
    let mut held = true;
    for (name, _) in due {
        let words: Vec<&str> = name.split(' ').collect();
        held &= run(&words)?;
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

/// Adds commit, date and machine, and keeps the row; returns whether it held.
fn keep(mut row: Row, began: Instant) -> Outcome<bool> {
    let minutes = began.elapsed().as_secs().div_ceil(60);
    let proves =
        claims().into_iter().find(|claim| claim.name == row.name).map_or(&[][..], |claim| claim.proves);
    row.commit = due::commit(proves)?;
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
        Ok(Row::new(self.name, self.goal, counted.join("; "), held))
    }
}

impl Run {
    /// Whether it ended as it must, and its counts.
    fn run(&self, seed: Option<&str>) -> Outcome<(bool, Vec<String>)> {
        let mut command = match self.starts {
            Started::Tests(arguments) => {
                let mut tests = Command::new(option_env!("CARGO").unwrap_or("cargo"));
                tests.arg("test").args(arguments).args(["--quiet", "--"]).args(self.filters);
                tests
            }
            Started::Script(path) => Command::new(top().join(path)),
            Started::Chore(name) => {
                let mut chore = Command::new(std::env::current_exe()?);
                chore.arg(name);
                chore
            }
        };
        let done = command
            .current_dir(top())
            .envs(self.variables.iter().copied())
            .envs(seed.map(|seed| ("ASQ_TEST_SEED", seed)))
            .output()?;
        let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        let said = match self.starts {
            // A test's own output is on the other stream; here are the names of the tests.
            Started::Tests(_) if !self.mark.starts_with("test result") => err.to_string(),
            Started::Tests(_) | Started::Script(_) | Started::Chore(_) => format!("{out}{err}"),
        };
        // The output of a run that must fail isn't worth printing.
        if done.status.success() == self.fails {
            crate::say(&format!("{out}{err}"));
        }
        Ok((done.status.success() != self.fails, self.counted(&said)))
    }

    /// The lines of these that state counts.
    fn counted(&self, said: &str) -> Vec<String> {
        let of = |line: &str| {
            let marked = Some(self.mark).filter(|mark| !mark.is_empty());
            let marked = marked.and_then(|mark| Some(line.split_once(mark)?.1.trim().to_owned()));
            marked
                .or_else(|| self.whole.iter().any(|part| line.contains(part)).then(|| line.trim().to_owned()))
        };
        said.lines().filter_map(of).collect()
    }
}

/// The names, and the seed behind a single one.
fn seeded<'a, 'b>(named: &'a [&'b str]) -> (&'a [&'b str], Option<&'b str>) {
    match named {
        [_, seed] if seed.parse::<u64>().is_ok() => (&named[..1], Some(seed)),
        _ => (named, None),
    }
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
        let said = "\nrunning 1 test\nPOWER: 20 cuts, 0 lost\n.KILL ask: 3 calls\ntest result: ok\nbans ok, sources ok\n";
        let of = |mark, whole| Run { mark, whole, ..kinds::PASSES }.counted(said);
        assert_eq!(of("POWER: ", &[]), ["20 cuts, 0 lost"]);
        assert_eq!(of("KILL ", &[]), ["ask: 3 calls"]);
        assert_eq!(of("RACE: ", &[]), [""; 0]);
        assert_eq!(of("", &[" ok,", "NOT CHECKED"]), ["bans ok, sources ok"]);
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
