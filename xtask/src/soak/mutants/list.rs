//! The lists of faults: a list in xtask/mutants breaks the rows of the page in docs that has its name.
//!
//! - `row` is the beginning of a row of that page, followed by `…`; it holds until the next one.
//! - Each fault is a paragraph: `file`, `breaks` (what that file promises, in a user's words), `old`, `new`, `tests`.
//! - `tests` are those that notice the fault: a package, one of its programs, or a part of a test's name.
//! - In the new text, `MUTANT` is true while that fault is on: one build contains all faults.
//! - An old text must occur exactly once; otherwise the list is out of date, which is an error.

use super::page_rows;
use super::test_names::TestNames;
use crate::Outcome;
use crate::tree::Tree;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

const FOLDER: &str = "xtask/mutants";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mutant {
    /// The list and the position in it: `promises/17`.
    pub(super) id: String,
    /// The beginning of the page's row that it breaks.
    pub(super) row: String,
    pub(super) file: String,
    /// The broken promise, in a user's words.
    pub(super) breaks: String,
    pub(super) old: String,
    pub(super) new: String,
    /// `package`, `package/program` or `package/program::part-of-a-name`.
    pub(super) tests: Vec<String>,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct List {
    pub(super) mutants: Vec<Mutant>,
}

pub(super) fn all(top: &Path) -> Outcome<BTreeMap<String, List>> {
    let mut lists = BTreeMap::new();
    for entry in std::fs::read_dir(top.join(FOLDER))? {
        let path = entry?.path();
        if let Some(name) = path.file_stem().and_then(|name| name.to_str()) {
            lists.insert(name.to_owned(), read(name, &std::fs::read_to_string(&path)?)?);
        }
    }
    Ok(lists)
}

pub(super) fn read(name: &str, text: &str) -> Outcome<List> {
    let mut list = List::default();
    let mut row = String::new();
    for entry in text.split("\n\n").map(str::trim) {
        let all = |name: &str| -> Vec<&str> {
            let lines = entry.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect()
        };
        let needed = |name: &str| {
            let lines = all(name);
            if lines.is_empty() {
                Err(format!("an entry has no {name}:\n{entry}"))
            } else {
                Ok(lines.join("\n"))
            }
        };
        row = all("row").first().map_or(row, |it| (*it).to_owned());
        if entry.lines().all(|line| line.starts_with('#') || line.starts_with("row:")) {
            continue;
        }
        list.mutants.push(Mutant {
            id: format!("{name}/{}", list.mutants.len()),
            row: row.clone(),
            file: needed("file")?,
            breaks: needed("breaks")?,
            old: needed("old")?,
            new: needed("new")?,
            tests: needed("tests")?.split_whitespace().map(str::to_owned).collect(),
        });
    }
    Ok(list)
}

/// What is out of date in the lists: rows without a fault, faults without a row, and tests that aren't there.
pub(super) fn problems(lists: &BTreeMap<String, List>, tree: &Tree) -> Vec<String> {
    let mut names = TestNames::of(tree);
    let mut problems = Vec::new();
    for (name, list) in lists {
        let page = tree.get(&format!("docs/{name}.md")).unwrap_or_default();
        problems.extend(page_rows::problems(name, list, page));
        for mutant in &list.mutants {
            let gone = mutant.tests.iter().filter(|tests| !names.has(tests));
            problems.extend(gone.map(|tests| format!("{}: there are no tests {tests}", mutant.id)));
        }
    }
    problems
}

/// Returns the file's text with its faults inserted.
pub(super) fn planted(
    file: &str,
    text: &str,
    mutants: &[&Mutant],
    switch: &str,
) -> Result<String, Vec<String>> {
    let mut places: Vec<(Range<usize>, String)> = Vec::new();
    let mut wrong = Vec::new();
    for mutant in mutants {
        let mut found = text.match_indices(&mutant.old);
        let (Some((at, old)), None) = (found.next(), found.next()) else {
            let times = text.matches(&mutant.old).count();
            wrong.push(format!("{} {file}: this is there {times} times:\n{}", mutant.id, mutant.old));
            continue;
        };
        let on = switch.replace("ID", &mutant.id);
        places.push((at..at + old.len(), mutant.new.replace("MUTANT", &on)));
    }
    places.sort_by_key(|(place, _)| place.start);
    for pair in places.windows(2).filter(|pair| pair[0].0.end > pair[1].0.start) {
        wrong.push(format!("{file}: two faults change one place:\n{}", &text[pair[1].0.clone()]));
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let mut text = text.to_owned();
    for (place, new) in places.into_iter().rev() {
        text.replace_range(place, &new);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# About the list.\n\nrow: 1 | At most…\n\nfile: a/b.rs\nbreaks: It is kept.\nold: a\nold:     b\n\
                        new: if !MUTANT { a }\ntests: asq-core\n\nfile: a/c.rs\nbreaks: It is sh…\nold: c\nnew: d\n\
                        tests: asq/plain asq/quick::one\n\nrow: 2…\n\nfile: a/b.rs\nbreaks: Others.\nold: e\nnew: f\n\
                        tests: asq\n";

    #[test]
    fn an_entry_is_read() {
        let mutant =
            |at: usize, row: &str, file: &str, breaks: &str, old: &str, new: &str, tests: &[&str]| Mutant {
                id: format!("x/{at}"),
                row: row.into(),
                file: file.into(),
                breaks: breaks.into(),
                old: old.into(),
                new: new.into(),
                tests: tests.iter().map(|it| (*it).to_owned()).collect(),
            };
        let first = "1 | At most…";
        let mutants = vec![
            mutant(0, first, "a/b.rs", "It is kept.", "a\n    b", "if !MUTANT { a }", &["asq-core"]),
            mutant(1, first, "a/c.rs", "It is sh…", "c", "d", &["asq/plain", "asq/quick::one"]),
            mutant(2, "2…", "a/b.rs", "Others.", "e", "f", &["asq"]),
        ];
        assert_eq!(read("x", TEXT).map_err(|e| e.to_string()), Ok(List { mutants }));
        let told = read("x", "file: x\nbreaks: y\nold: z\n").map_err(|e| e.to_string());
        assert_eq!(told, Err("an entry has no new:\nfile: x\nbreaks: y\nold: z".to_owned()));
    }

    #[test]
    fn faults_of_a_file_are_planted_together_and_not_into_each_other() {
        let list = read(
            "x",
            "file: f\nbreaks: a\nold: one\nnew: MUTANT\ntests: t\n\nfile: f\nbreaks: b\nold: two\nnew: 2MUTANT\ntests: t\n",
        );
        let list = list.map(|list| list.mutants).unwrap_or_default();
        let both: Vec<&Mutant> = list.iter().collect();
        assert_eq!(planted("f", "two one three", &both, "<ID>"), Ok("2<x/1> <x/0> three".to_owned()));
        let wrong = planted("f", "two two", &both, "<ID>");
        let told = |id: &str, times: usize, old: &str| format!("{id} f: this is there {times} times:\n{old}");
        assert_eq!(wrong, Err(vec![told("x/0", 0, "one"), told("x/1", 2, "two")]));
        let twice = [both[0].clone(), Mutant { old: "ne t".into(), ..both[1].clone() }];
        let wrong = planted("f", "one two", &twice.iter().collect::<Vec<_>>(), "<ID>");
        assert_eq!(wrong, Err(vec!["f: two faults change one place:\nne t".to_owned()]));
    }

    #[test]
    fn the_list_follows_the_code() {
        let top = crate::tree::top();
        let lists = all(&top).expect("the lists");
        let mut files: BTreeMap<&str, Vec<&Mutant>> = BTreeMap::new();
        for mutant in lists.values().flat_map(|list| &list.mutants) {
            files.entry(&mutant.file).or_default().push(mutant);
        }
        let mut wrong = Vec::new();
        for (file, mutants) in files {
            let text = std::fs::read_to_string(top.join(file)).unwrap_or_default();
            wrong.extend(planted(file, &text, &mutants, "true").err().unwrap_or_default());
        }
        assert_eq!(wrong, [""; 0], "{}", wrong.join("\n"));
    }

    #[test]
    fn each_row_has_its_fault_and_each_fault_its_row_and_its_tests() {
        let lists = all(&crate::tree::top()).expect("the lists");
        assert_eq!(lists.keys().collect::<Vec<_>>(), ["promises", "threat-model"]);
        let wrong = problems(&lists, &Tree::of_repository().expect("the tree"));
        assert_eq!(wrong, [""; 0], "{}", wrong.join("\n"));
    }
}
