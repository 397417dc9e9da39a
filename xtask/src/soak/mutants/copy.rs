//! The copy of the tree that contains the faults, below `target/mutants`.
//!
//! - Unchanged files keep their times, so that little is rebuilt.
//! - A file that disappears from the tree disappears from the copy.
//! - Every outdated entry is reported; it stops the run only if a fault in its file is tried.
//! - A fault is on while the file `on` holds its id. While it holds `look`, a fault that is reached writes down its test.

use super::list::{self, Mutant};
use crate::Outcome;
use crate::tree::top;
use std::path::Path;
use std::process::Command;

/// The code that replaces MUTANT. A test's thread bears the test's name.
const SWITCH: &str = r#"std::convert::identity({
    static ON: std::sync::OnceLock<u8> = std::sync::OnceLock::new();
    std::thread_local! { static SEEN: std::cell::Cell<bool> = const { std::cell::Cell::new(false) }; }
    let on = *ON.get_or_init(|| match std::fs::read_to_string("PLACE/on").as_deref() {
        Ok("ID") => 1,
        Ok("look") => 2,
        _ => 0,
    });
    if on == 2 && !SEEN.try_with(|seen| seen.replace(true)).unwrap_or(true) {
        let thread = std::thread::current();
        let told = format!("ID {}\n", thread.name().filter(|name| *name != "main").unwrap_or("*"));
        if let Ok(mut file) = std::fs::File::options().append(true).open("PLACE/reached") {
            let _ = std::io::Write::write_all(&mut file, told.as_bytes());
        }
    }
    on == 1
})"#;

/// Updates the copy in `place`, with all faults in it; `tried` are those that this run needs.
pub(super) fn make(place: &Path, mutants: &[&Mutant], tried: &[&Mutant]) -> Outcome<()> {
    let tree = place.join("tree");
    std::fs::create_dir_all(&tree)?;
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(top())
        .output()?;
    let listed = String::from_utf8(listed.stdout)?;
    // On one line: then line numbers in rustc's messages match the original file.
    let switch = SWITCH
        .replace("PLACE", &place.display().to_string())
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let mut wrong = Vec::new();
    for name in listed.split_terminator('\0') {
        let Ok(mut new) = std::fs::read(top().join(name)) else { continue };
        let of_file: Vec<&Mutant> = mutants.iter().filter(|mutant| mutant.file == name).copied().collect();
        if !of_file.is_empty() {
            match list::planted(name, std::str::from_utf8(&new)?, &of_file, &switch) {
                Ok(text) => new = text.into_bytes(),
                Err(more) if tried.iter().any(|mutant| mutant.file == name) => wrong.extend(more),
                Err(more) => crate::say(&format!("left out: {}\n", more.join("\n"))),
            }
        }
        let to = tree.join(name);
        if std::fs::read(&to).is_ok_and(|old| old == new) {
            continue;
        }
        std::fs::create_dir_all(to.parent().ok_or("a path without a folder")?)?;
        std::fs::write(&to, new)?;
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n").into());
    }
    let before = std::fs::read_to_string(place.join("files")).unwrap_or_default();
    for gone in before.split_terminator('\0').filter(|name| !top().join(name).exists()) {
        let _ = std::fs::remove_file(tree.join(gone));
    }
    Ok(std::fs::write(place.join("files"), listed)?)
}
