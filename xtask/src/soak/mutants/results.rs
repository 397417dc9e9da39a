//! The results of the faults tried so far, in `target/mutants/results`.
//!
//! - Each result is appended at once, so an interrupted run can continue.
//! - A result belongs to an entry's own text and expires when that changes. Its place in the list doesn't matter.
//! - The last result of an entry counts; unreadable lines don't.

use super::list::Mutant;
use crate::Outcome;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;

/// Whether a test noticed the fault, by the entry's own text.
#[derive(Default)]
pub(super) struct Results(BTreeMap<String, bool>);

impl Results {
    /// Loads the results from `place`.
    pub(super) fn kept(place: &Path) -> Self {
        Self::read(&std::fs::read_to_string(place.join("results")).unwrap_or_default())
    }

    fn read(text: &str) -> Self {
        let mut results = Self::default();
        for line in text.lines() {
            let told: Value = serde_json::from_str(line).unwrap_or_default();
            if let (Some(entry), Some(noticed)) = (told["entry"].as_str(), told["noticed"].as_bool()) {
                results.0.insert(entry.to_owned(), noticed);
            }
        }
        results
    }

    /// Whether a test noticed it; `None` if it hasn't been tried.
    pub(super) fn of(&self, mutant: &Mutant) -> Option<bool> {
        self.0.get(&text(mutant)).copied()
    }

    /// Stores a result, also in `place`.
    pub(super) fn add(&mut self, place: &Path, mutant: &Mutant, noticed: bool) -> Outcome<()> {
        let mut file = std::fs::File::options().create(true).append(true).open(place.join("results"))?;
        file.write_all(line(mutant, noticed).as_bytes())?;
        self.0.insert(text(mutant), noticed);
        Ok(())
    }
}

#[cfg(test)]
impl Results {
    pub(super) fn of_all<'a>(all: impl Iterator<Item = (&'a Mutant, bool)>) -> Self {
        Self::read(&all.map(|(mutant, noticed)| line(mutant, noticed)).collect::<String>())
    }
}

/// An entry's own text, without the tests that it names.
fn text(mutant: &Mutant) -> String {
    format!("{}\n{}\n{}\n-> {}", mutant.file, mutant.breaks, mutant.old, mutant.new)
}

/// The line feed in front ends a line that an earlier run cut short.
fn line(mutant: &Mutant, noticed: bool) -> String {
    format!("\n{}\n", json!({"entry": text(mutant), "noticed": noticed}))
}

#[cfg(test)]
mod tests {
    use super::super::list;
    use super::*;

    fn three(between: &str) -> Vec<Mutant> {
        let text = format!(
            "file: f\nbreaks: A.\nold: a\nnew: b\ntests: t\n\n{between}file: f\nbreaks: C.\nold: c\nnew: d\ntests: t"
        );
        list::read("x", &text).expect("a list").mutants
    }

    #[test]
    fn a_run_goes_on_where_the_last_one_ended() {
        let [first, second] = &three("")[..] else { panic!("two entries") };
        let cut = &line(second, true)[..30];
        let text = [cut, &line(first, false), &line(second, false), &line(first, true), cut].concat();
        let results = Results::read(&text);
        assert_eq!([first, second].map(|it| results.of(it)), [Some(true), Some(false)]);
        let moved = three("file: f\nbreaks: B.\nold: z\nnew: y\ntests: t\n\n");
        let changed = Mutant { new: "e".into(), ..first.clone() };
        let elsewhere = Mutant { file: "g".into(), ..first.clone() };
        let asked = [&moved[0], &moved[1], &moved[2], &changed, &elsewhere];
        assert_eq!(asked.map(|it| results.of(it)), [Some(true), None, Some(false), None, None]);
    }
}
