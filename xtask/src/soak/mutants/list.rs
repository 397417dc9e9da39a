//! The list of mutants: `xtask/mutants.txt`.
//!
//! - An entry a paragraph: the file, what a user would notice, the old text, the new one, the tests to run.
//! - In the new text `MUTANT` is true while that mutant is on: one build has all of them.
//! - An old text that is not there, or is there more than once, is an error: the list follows the code.

use crate::Outcome;
use std::path::{Path, PathBuf};

/// One deliberate fault.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mutant {
    pub(super) file: PathBuf,
    /// What it breaks, as a user would say it.
    pub(super) breaks: String,
    old: String,
    new: String,
    /// Packages, or `package/program`.
    pub(super) tests: Vec<String>,
}

/// Reads the list.
pub(super) fn read(text: &str) -> Outcome<Vec<Mutant>> {
    let entries =
        text.split("\n\n").map(str::trim).filter(|entry| !entry.is_empty() && !entry.starts_with("# "));
    entries.map(one).collect()
}

fn one(entry: &str) -> Outcome<Mutant> {
    let all = |name: &str| -> Vec<&str> {
        entry.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(':')).collect()
    };
    let text = |name: &str| {
        let lines: Vec<&str> = all(name).iter().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        if lines.is_empty() { Err(format!("an entry has no {name}:\n{entry}")) } else { Ok(lines.join("\n")) }
    };
    Ok(Mutant {
        file: text("file")?.into(),
        breaks: text("breaks")?,
        old: text("old")?,
        new: text("new")?,
        tests: text("tests")?.split_whitespace().map(ToOwned::to_owned).collect(),
    })
}

/// Puts a mutant into the copy of the tree at `top`; it is on while the file `switch` holds its number.
pub(super) fn plant(mutant: &Mutant, number: usize, top: &Path, switch: &Path) -> Outcome<()> {
    let file = top.join(&mutant.file);
    let text = std::fs::read_to_string(&file).map_err(|why| format!("{}: {why}", mutant.file.display()))?;
    let times = text.matches(&mutant.old).count();
    if times != 1 {
        return Err(format!("{}: this is there {times} times:\n{}", mutant.file.display(), mutant.old).into());
    }
    let on = format!(
        "{{ static ON: std::sync::OnceLock<bool> = std::sync::OnceLock::new(); *ON.get_or_init(|| \
         std::fs::read_to_string(\"{}\").is_ok_and(|it| it == \"{number}\")) }}",
        switch.display()
    );
    std::fs::write(file, text.replace(&mutant.old, &mutant.new.replace("MUTANT", &on)))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_read() {
        let text = "# About the list.\n\nfile: a/b.rs\nbreaks: It is kept.\nold: a\nold:     b\nnew: if !MUTANT { a }\n\
                    tests: asq-core asq/plain\n";
        let wanted = Mutant {
            file: "a/b.rs".into(),
            breaks: "It is kept.".into(),
            old: "a\n    b".into(),
            new: "if !MUTANT { a }".into(),
            tests: vec!["asq-core".into(), "asq/plain".into()],
        };
        assert_eq!(read(text).map_err(|e| e.to_string()), Ok(vec![wanted]));
        let told = read("file: x\nbreaks: y\nold: z\n").map_err(|e| e.to_string());
        assert_eq!(told, Err("an entry has no new:\nfile: x\nbreaks: y\nold: z".to_owned()));
    }

    #[test]
    fn the_list_follows_the_code() {
        let top = crate::tree::top();
        let list = std::fs::read_to_string(top.join("xtask/mutants.txt")).expect("the list");
        for mutant in read(&list).expect("a list") {
            let text = std::fs::read_to_string(top.join(&mutant.file)).expect("a file");
            assert_eq!(text.matches(&mutant.old).count(), 1, "{mutant:?}");
        }
    }
}
