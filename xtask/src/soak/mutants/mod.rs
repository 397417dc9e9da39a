//! `cargo xtask soak mutants [--survivors] [LIST | PART…]`: deliberate faults; a test must notice each of them.
//!
//! - A copy of the tree below `target/mutants` contains all faults in one build; one fault at a time is on.
//! - For each fault, only the tests that reach it run, until one fails or doesn't end.
//! - `LIST` is a crate's list; each complete list keeps a row in docs/promises.md.
//! - `PART` is part of an id, a file or a sentence: it runs only those faults and keeps no row. For a single fault it shows
//!   the test's output.
//! - `--survivors` runs only faults that are new or that no test noticed; the row includes the earlier results and says
//!   how many.
//! - A list passes if tests notice nine of ten faults; the others are listed.

mod bullets;
mod copy;
mod list;
mod programs;
mod results;

use super::kept::Row;
use crate::Outcome;
use crate::tree::{Tree, top};
use list::Mutant;
use results::Results;
use std::collections::{BTreeMap, BTreeSet};

/// The percentage that tests must notice.
const GOAL: usize = 90;

pub(super) const NAME: &str = "mutants";
const SURVIVORS: &str = "--survivors";

/// Runs the named faults, or all. `keep` gets a row for each complete list, without date and machine.
pub(super) fn run(named: &[&str], mut keep: impl FnMut(Row) -> Outcome<()>) -> Outcome<()> {
    let lists = list::all(&top())?;
    let place = top().join("target/mutants");
    let only_survivors = named.contains(&SURVIVORS);
    let named: Vec<&str> = named.iter().copied().filter(|it| *it != SURVIVORS).collect();
    let whole = named.iter().all(|name| lists.contains_key(*name));
    let wanted = |list: &str, mutant: &Mutant| {
        let told = told(mutant);
        named.is_empty() || named.iter().any(|name| if whole { list == *name } else { told.contains(name) })
    };
    let mut results = Results::kept(&place);
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
    copy::make(&place, &all, &tried)?;
    let tests: BTreeSet<&str> = tried.iter().flat_map(|mutant| &mutant.tests).map(String::as_str).collect();
    let mut programs = programs::build(&place, &tests)?;
    programs.look(&tests)?;
    let tree = Tree::of_repository()?;
    for (name, chosen) in &chosen {
        for mutant in chosen {
            let noticed = programs.notices(&mutant.id, &mutant.tests, tried.len() == 1)?;
            results.add(&place, mutant, noticed.is_ok())?;
            crate::say(&match noticed {
                Ok(test) => format!("noticed by {test}: {}\n", told(mutant)),
                Err(programs) => format!("SURVIVED {programs} programs: {}\n", told(mutant)),
            });
        }
        if whole {
            keep(row(name, &lists[*name], &bullets::of(&tree, name), &results, chosen.len()))?;
        }
    }
    Ok(())
}

fn told(mutant: &Mutant) -> String {
    format!("{} {}: {}", mutant.id, mutant.file, mutant.breaks.replace('\n', " "))
}

/// The row of a list; `tried` counts the faults of this run.
fn row(name: &str, list: &list::List, bullets: &bullets::Bullets, results: &Results, tried: usize) -> Row {
    let all = list.mutants.len();
    let alive: Vec<&Mutant> = list.mutants.iter().filter(|it| results.of(it) != Some(true)).collect();
    let (covered, bullets) = list::covered(list, bullets);
    let noticed = all - alive.len();
    let before = match all - tried {
        0 => String::new(),
        _ => format!("; {tried} tried in this run, the others were noticed before"),
    };
    let mut counted =
        format!("{noticed} of {all} noticed; {covered} of {bullets} sentences have one{before}");
    if !alive.is_empty() {
        let named: Vec<String> = alive.iter().map(|it| format!("{}: {}", it.file, it.breaks)).collect();
        counted.push_str("; not noticed: ");
        counted.push_str(&named.join("; ").replace('|', "\\|"));
    }
    Row {
        name: format!("{NAME} {name}"),
        goal: format!("deliberate faults in {name}: at least {GOAL} of 100 are noticed by a test"),
        counted,
        held: noticed * 100 >= GOAL * all,
        where_it_was: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_holds_where_nine_of_ten_are_noticed() {
        let entries: Vec<String> = (0..10).map(|n| format!("breaks: B{n}.\nold: o\nnew: n")).collect();
        let list =
            list::read("core", &format!("file: f.rs\ntests: t\n\n{}", entries.join("\n\n"))).expect("a list");
        let bullets: bullets::Bullets = vec![("f.rs".into(), "B1.".into()), ("g.rs".into(), "B1.".into())];
        let row = |alive: &[usize], tried: usize| {
            let noticed = list.mutants.iter().enumerate().map(|(at, it)| (it, !alive.contains(&at)));
            let row = row("core", &list, &bullets, &Results::of_all(noticed), tried);
            (row.held, row.counted)
        };
        assert_eq!(row(&[], 10), (true, "10 of 10 noticed; 1 of 2 sentences have one".to_owned()));
        assert_eq!(
            row(&[1], 10),
            (true, "9 of 10 noticed; 1 of 2 sentences have one; not noticed: f.rs: B1.".to_owned())
        );
        assert_eq!(
            row(&[1, 2], 3),
            (
                false,
                "8 of 10 noticed; 1 of 2 sentences have one; 3 tried in this run, the others were noticed before; \
                 not noticed: f.rs: B1.; f.rs: B2."
                    .to_owned()
            )
        );
    }
}
