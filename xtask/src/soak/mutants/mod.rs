//! `cargo xtask soak mutants [LIST | PART…]`: deliberate faults, each of which a test has to notice.
//!
//! - The tree is copied below `target/mutants`, all faults are built into it at once, and one at a time is on.
//! - Only tests that reach a fault are run for it, until one fails or doesn't end.
//! - `LIST` is a crate's list; a row for each list that was tried is kept.
//! - `PART` is a piece of an id, a file or a sentence: those faults alone, and no row. Of a single one the tests' words are
//!   shown.
//! - It holds where nine of ten are noticed; those that are not are named.

mod bullets;
mod copy;
mod list;
mod programs;

use super::kept::Row;
use crate::Outcome;
use crate::tree::{Tree, top};
use list::Mutant;
use std::collections::BTreeSet;

/// Of a hundred, how many have to be noticed.
const GOAL: usize = 90;

pub(super) const NAME: &str = "mutants";

/// Tries those that are named, or all; `keep` gets a row for each list that was tried whole, without when and where.
pub(super) fn run(named: &[&str], mut keep: impl FnMut(Row) -> Outcome<()>) -> Outcome<()> {
    let lists = list::all(&top())?;
    let place = top().join("target/mutants");
    let all: Vec<&Mutant> = lists.values().flat_map(|list| &list.mutants).collect();
    let whole = named.iter().all(|name| lists.contains_key(*name));
    let is_of = |mutant: &Mutant, list: &str| mutant.id.split_once('/').is_some_and(|(of, _)| of == list);
    let wanted = |mutant: &&&Mutant| {
        let told = told(mutant);
        named.is_empty()
            || named.iter().any(|name| if whole { is_of(mutant, name) } else { told.contains(*name) })
    };
    let chosen: Vec<&Mutant> = all.iter().filter(wanted).copied().collect();
    copy::make(&place, &all, &chosen)?;
    let tests: BTreeSet<&str> = chosen.iter().flat_map(|mutant| &mutant.tests).map(String::as_str).collect();
    let mut programs = programs::build(&place, &tests)?;
    programs.look(&tests)?;
    let tree = Tree::of_repository()?;
    for (name, list) in &lists {
        let tried: Vec<&Mutant> = chosen.iter().filter(|mutant| is_of(mutant, name)).copied().collect();
        let mut survivors = Vec::new();
        for mutant in &tried {
            match programs.notices(&mutant.id, &mutant.tests, chosen.len() == 1)? {
                Ok(test) => crate::say(&format!("noticed by {test}: {}\n", told(mutant))),
                Err(programs) => {
                    crate::say(&format!("SURVIVED {programs} programs: {}\n", told(mutant)));
                    survivors.push(*mutant);
                }
            }
        }
        if !tried.is_empty() {
            let (all, alive) = (tried.len(), survivors.len());
            crate::say(&format!("{name}: {} of {all} faults were noticed\n", all - alive));
        }
        if whole && !tried.is_empty() {
            keep(row(name, list, &bullets::of(&tree, name), &survivors))?;
        }
    }
    Ok(())
}

fn told(mutant: &Mutant) -> String {
    format!("{} {}: {}", mutant.id, mutant.file, mutant.breaks.replace('\n', " "))
}

/// The row of a list.
fn row(name: &str, list: &list::List, bullets: &bullets::Bullets, survivors: &[&Mutant]) -> Row {
    let (tried, alive) = (list.mutants.len(), survivors.len());
    let (covered, bullets) = list::covered(list, bullets);
    let mut counted =
        format!("{} of {tried} noticed; {covered} of {bullets} sentences have one", tried - alive);
    if alive > 0 {
        let named: Vec<String> = survivors.iter().map(|it| format!("{}: {}", it.file, it.breaks)).collect();
        counted.push_str("; not noticed: ");
        counted.push_str(&named.join("; ").replace('|', "\\|"));
    }
    Row {
        name: format!("{NAME} {name}"),
        goal: format!("deliberate faults in {name}: at least {GOAL} of 100 are noticed by a test"),
        counted,
        held: (tried - alive) * 100 >= GOAL * tried,
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
        let row = |alive: &[&Mutant]| {
            let row = row("core", &list, &bullets, alive);
            (row.held, row.counted)
        };
        let one = &list.mutants[1];
        assert_eq!(row(&[]), (true, "10 of 10 noticed; 1 of 2 sentences have one".to_owned()));
        assert_eq!(
            row(&[one]),
            (true, "9 of 10 noticed; 1 of 2 sentences have one; not noticed: f.rs: B1.".to_owned())
        );
        assert!(!row(&[one, one]).0);
    }
}
