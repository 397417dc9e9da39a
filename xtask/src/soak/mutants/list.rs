//! The lists of faults: `xtask/mutants/<crate>.txt`.
//!
//! - Each fault is a paragraph: `file`, `breaks` (a bullet of that file's header, or its beginning), `old`, `new`, `tests`.
//! - `file` and `tests` hold until the next ones; `tests` in a paragraph with `old` are for that fault only.
//! - `none` names a bullet that states no behaviour; a paragraph may have several.
//! - In the new text, `MUTANT` is true while that fault is on: one build contains all faults.
//! - An old text must occur exactly once; otherwise the list is out of date, which is an error.

use super::bullets::Bullets;
use crate::Outcome;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

const FOLDER: &str = "xtask/mutants";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mutant {
    /// The list and the position in it: `core/17`.
    pub(super) id: String,
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
    /// Files and bullets that state no behaviour.
    pub(super) none: Vec<(String, String)>,
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
    let (mut file, mut tests) = (String::new(), Vec::new());
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
        file = all("file").first().map_or(file, |it| (*it).to_owned());
        list.none.extend(all("none").iter().map(|bullet| (file.clone(), (*bullet).to_owned())));
        let named: Vec<String> =
            all("tests").iter().flat_map(|it| it.split(' ')).map(str::to_owned).collect();
        if all("old").is_empty() && all("new").is_empty() && all("breaks").is_empty() {
            tests = if named.is_empty() { tests } else { named };
            continue;
        }
        list.mutants.push(Mutant {
            id: format!("{name}/{}", list.mutants.len()),
            file: file.clone(),
            breaks: needed("breaks")?,
            old: needed("old")?,
            new: needed("new")?,
            tests: if named.is_empty() { tests.clone() } else { named },
        });
    }
    Ok(list)
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

/// The number of header bullets that a fault or a `none` covers, and of all bullets.
pub(super) fn covered(list: &List, bullets: &Bullets) -> (usize, usize) {
    let rows =
        || list.mutants.iter().map(|it| (&it.file, &it.breaks)).chain(list.none.iter().map(|(f, b)| (f, b)));
    let has = |file: &str, bullet: &str| {
        rows().any(|(of, row)| of == file && bullet.starts_with(row.trim_end_matches('…')))
    };
    (bullets.iter().filter(|(file, bullet)| has(file, bullet)).count(), bullets.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# About the list.\n\nfile: a/b.rs\ntests: asq-core\n\nbreaks: It is kept.\nold: a\nold:     b\n\
                        new: if !MUTANT { a }\n\nfile: a/c.rs\nnone: Pure.\nnone: One place.\n\nbreaks: It is sh…\n\
                        old: c\nnew: d\ntests: asq/plain asq/quick::one\n\nbreaks: Others.\nold: e\nnew: f\n";

    #[test]
    fn an_entry_is_read() {
        let mutant = |id: &str, file: &str, breaks: &str, old: &str, new: &str, tests: &[&str]| Mutant {
            id: id.into(),
            file: file.into(),
            breaks: breaks.into(),
            old: old.into(),
            new: new.into(),
            tests: tests.iter().map(|it| (*it).to_owned()).collect(),
        };
        let wanted = List {
            mutants: vec![
                mutant("x/0", "a/b.rs", "It is kept.", "a\n    b", "if !MUTANT { a }", &["asq-core"]),
                mutant("x/1", "a/c.rs", "It is sh…", "c", "d", &["asq/plain", "asq/quick::one"]),
                mutant("x/2", "a/c.rs", "Others.", "e", "f", &["asq-core"]),
            ],
            none: vec![("a/c.rs".into(), "Pure.".into()), ("a/c.rs".into(), "One place.".into())],
        };
        let list = read("x", TEXT).map_err(|e| e.to_string());
        assert_eq!(list, Ok(wanted));
        let told = read("x", "file: x\nbreaks: y\nold: z\n").map_err(|e| e.to_string());
        assert_eq!(told, Err("an entry has no new:\nfile: x\nbreaks: y\nold: z".to_owned()));
        let bullets =
            |all: &[(&str, &str)]| all.iter().map(|(f, b)| ((*f).into(), (*b).into())).collect::<Bullets>();
        let there =
            [("a/b.rs", "It is kept."), ("a/c.rs", "It is shown."), ("a/c.rs", "Pure."), ("a/b.rs", "Pure.")];
        assert_eq!(list.map(|list| covered(&list, &bullets(&there))), Ok((3, 4)));
    }

    #[test]
    fn faults_of_a_file_are_planted_together_and_not_into_each_other() {
        let list =
            read("x", "file: f\n\nbreaks: a\nold: one\nnew: MUTANT\n\nbreaks: b\nold: two\nnew: 2MUTANT\n");
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
        let mut wrong = Vec::new();
        for list in all(&top).expect("the lists").values() {
            for mutant in &list.mutants {
                let text = std::fs::read_to_string(top.join(&mutant.file)).expect("a file");
                wrong.extend(planted(&mutant.file, &text, &[mutant], "true").err().unwrap_or_default());
            }
        }
        assert_eq!(wrong, [""; 0], "{}", wrong.join("\n"));
    }
}
