//! `cargo xtask soak mutants [--survivors] [LIST | PART…]` and `… mutants changed [COMMIT]`: deliberate faults; a test must
//! notice each of them.
//!
//! - A copy of the tree below `target/mutants` contains all listed faults in one build; one fault at a time is on.
//! - For each fault, only the tests that reach it run, until one fails or doesn't end.
//! - `LIST` is a page's list; each complete list keeps a row in docs/promises.md.
//! - `PART` is part of an id, a file, a row or a sentence: it runs only those faults and keeps no row. For a single fault it
//!   shows the test's output.
//! - `--survivors` runs only faults that are new or that no test noticed; the row includes the earlier results and says
//!   how many.
//! - A list passes if a test notices each fault; the others are listed.
//! - `changed` leaves the lists alone: cargo-mutants breaks the lines that changed since its last run, or since `COMMIT`.
//!   Without a name all three run.

mod changed;
mod copy;
mod list;
mod page_rows;
mod programs;
mod results;
mod test_names;

use super::due::Claim;
use super::kept::Row;
use crate::Outcome;
use crate::tree::{Tree, top};
use list::Mutant;
use results::Results;
use std::collections::{BTreeMap, BTreeSet};

pub(super) const NAME: &str = "mutants";
const SURVIVORS: &str = "--survivors";

/// Any change of code or tests may hide a fault from them.
pub(super) const CLAIMS: [Claim; 3] = [
    Claim { name: "mutants promises", proves: &["crates", "xtask/mutants"], days: None },
    Claim { name: "mutants threat-model", proves: &["crates", "xtask/mutants"], days: None },
    Claim { name: changed::ROW, proves: &["crates"], days: None },
];

/// Runs the named faults, or all. `keep` gets a row for each complete list, without date and machine.
pub(super) fn run(named: &[&str], mut keep: impl FnMut(Row) -> Outcome<()>) -> Outcome<()> {
    let place = top().join("target/mutants");
    if let [changed::NAME, since @ ..] = named {
        return keep(changed::run(&place, since.first().copied())?);
    }
    listed(&place, named, &mut keep)?;
    if named.iter().all(|it| *it == SURVIVORS) { keep(changed::run(&place, None)?) } else { Ok(()) }
}

fn listed(place: &std::path::Path, named: &[&str], keep: &mut impl FnMut(Row) -> Outcome<()>) -> Outcome<()> {
    let lists = list::all(&top())?;
    for problem in list::problems(&lists, &Tree::of_repository()?) {
        crate::say(&format!("out of date: {problem}\n"));
    }
    let only_survivors = named.contains(&SURVIVORS);
    let named: Vec<&str> = named.iter().copied().filter(|it| *it != SURVIVORS).collect();
    let whole = named.iter().all(|name| lists.contains_key(*name));
    let wanted = |list: &str, mutant: &Mutant| {
        let told = told(mutant);
        named.is_empty() || named.iter().any(|name| if whole { list == *name } else { told.contains(name) })
    };
    let mut results = Results::kept(place);
    let left = |mutant: &Mutant| !only_survivors || results.of(mutant) != Some(true);
    let mut chosen: BTreeMap<&str, Vec<&Mutant>> = BTreeMap::new();
    for (name, list) in &lists {
        let wanted: Vec<&Mutant> = list.mutants.iter().filter(|mutant| wanted(name, mutant)).collect();
        if !wanted.is_empty() {
            chosen.insert(name, wanted.into_iter().filter(|mutant| left(mutant)).collect());
        }
    }
    let tried: Vec<&Mutant> = chosen.values().flatten().copied().collect();
    let all: Vec<&Mutant> = lists.values().flat_map(|list| &list.mutants).collect();
    copy::make(place, &all, &tried)?;
    let tests: BTreeSet<&str> = tried.iter().flat_map(|mutant| &mutant.tests).map(String::as_str).collect();
    let mut programs = programs::build(place, &tests)?;
    programs.look(&tests)?;
    for (name, chosen) in &chosen {
        for mutant in chosen {
            let noticed = programs.notices(&mutant.id, &mutant.tests, tried.len() == 1)?;
            results.add(place, mutant, noticed.is_ok())?;
            crate::say(&match noticed {
                Ok(test) => format!("noticed by {test}: {}\n", told(mutant)),
                Err(programs) => format!("SURVIVED {programs} programs: {}\n", told(mutant)),
            });
        }
        if whole {
            keep(row(name, &lists[*name], &results, chosen.len()))?;
        }
    }
    Ok(())
}

fn told(mutant: &Mutant) -> String {
    format!("{} ({}) {}: {}", mutant.id, mutant.row, mutant.file, mutant.breaks.replace('\n', " "))
}

/// The row of a list; `tried` counts the faults of this run.
fn row(name: &str, list: &list::List, results: &Results, tried: usize) -> Row {
    let all = list.mutants.len();
    let alive: Vec<&Mutant> = list.mutants.iter().filter(|it| results.of(it) != Some(true)).collect();
    let noticed = all - alive.len();
    let before = match all - tried {
        0 => String::new(),
        _ => format!("; {tried} tried in this run, the others were noticed before"),
    };
    let mut counted = format!("{noticed} of {all} noticed{before}");
    if !alive.is_empty() {
        let named: Vec<String> = alive.iter().map(|it| format!("{}: {}", it.file, it.breaks)).collect();
        counted.push_str("; not noticed: ");
        counted.push_str(&named.join("; ").replace('|', "\\|"));
    }
    let goal = format!("deliberate faults, at least one for each row of docs/{name}.md: a test notices each");
    Row::new(&format!("{NAME} {name}"), &goal, counted, alive.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_holds_if_each_fault_is_noticed() {
        let entries: Vec<String> =
            (0..10).map(|n| format!("file: f.rs\nbreaks: B{n}.\nold: o\nnew: n\ntests: t")).collect();
        let list = list::read("promises", &entries.join("\n\n")).expect("a list");
        let row = |alive: &[usize], tried: usize| {
            let noticed = list.mutants.iter().enumerate().map(|(at, it)| (it, !alive.contains(&at)));
            let row = row("promises", &list, &Results::of_all(noticed), tried);
            (row.held, row.counted)
        };
        assert_eq!(row(&[], 10), (true, "10 of 10 noticed".to_owned()));
        assert_eq!(
            row(&[1, 2], 3),
            (
                false,
                "8 of 10 noticed; 3 tried in this run, the others were noticed before; not noticed: f.rs: B1.; f.rs: B2."
                    .to_owned()
            )
        );
    }

    #[test]
    fn each_list_has_a_row() {
        let lists = list::all(&top()).expect("the lists");
        let names: Vec<String> = lists.keys().map(|name| format!("{NAME} {name}")).collect();
        assert!(names.iter().all(|name| CLAIMS.iter().any(|claim| claim.name == name)), "{names:?}");
    }
}
