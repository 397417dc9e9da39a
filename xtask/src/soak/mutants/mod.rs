//! `cargo xtask soak mutants`: deliberate faults, each of which a test has to notice.
//!
//! - The tree is copied below `target/mutants`, all mutants are built into it at once, and one at a time is on.
//! - A mutant is killed by the first test program that fails, or that does not end within five minutes.
//! - `ASQ_TEST_MUTANT=n` tries that one alone, and shows what the tests say.
//! - It holds where nine of ten are killed; those that survive are named.

mod list;

use super::kept::Row;
use crate::Outcome;
use crate::tree::top;
use list::Mutant;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const LIST: &str = "xtask/mutants.txt";
/// How long one test program may take.
const PATIENCE: Duration = Duration::from_mins(5);
/// Of a hundred, how many have to be killed.
const GOAL: usize = 90;

pub(super) const NAME: &str = "mutants";

/// Tries all; the row for the document, without when and where.
pub(super) fn run() -> Outcome<Row> {
    let mutants = list::read(&std::fs::read_to_string(top().join(LIST))?)?;
    let place = top().join("target/mutants");
    let (tree, switch) = (place.join("tree"), place.join("on"));
    copy(&tree)?;
    std::fs::write(&switch, "none")?;
    for (number, mutant) in mutants.iter().enumerate() {
        list::plant(mutant, number, &tree, &switch)?;
    }
    let programs = build(&tree, &place.join("build"))?;
    let only = std::env::var("ASQ_TEST_MUTANT").ok().and_then(|number| number.parse::<usize>().ok());
    let mut survivors = Vec::new();
    let mut tried = 0;
    for (number, mutant) in
        mutants.iter().enumerate().filter(|(number, _)| only.is_none_or(|it| it == *number))
    {
        std::fs::write(&switch, number.to_string())?;
        let killer = kill(mutant, &programs, only.is_some())?;
        tried += 1;
        let what = format!("{number} {}: {}", mutant.file.display(), mutant.breaks);
        if let Some(test) = killer {
            crate::say(&format!("killed by {test}: {what}\n"));
        } else {
            crate::say(&format!("SURVIVED: {what}\n"));
            survivors.push(what);
        }
    }
    let killed = tried - survivors.len();
    let mut counted = format!("{killed} of {tried} mutants killed");
    if !survivors.is_empty() {
        counted.push_str("; alive: ");
        counted.push_str(&survivors.join("; "));
    }
    Ok(Row {
        name: NAME.to_owned(),
        goal: format!("deliberate faults ({LIST}): at least {GOAL} of 100 are noticed by a test"),
        counted,
        held: killed * 100 >= GOAL * tried,
        where_it_was: String::new(),
    })
}

/// Makes the copy what the tree is now; files that did not change keep their times, so that they are not built anew.
fn copy(tree: &Path) -> Outcome<()> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(top())
        .output()?;
    for name in String::from_utf8(listed.stdout)?.split('\0').filter(|name| !name.is_empty()) {
        let Ok(new) = std::fs::read(top().join(name)) else { continue };
        let to = tree.join(name);
        if std::fs::read(&to).is_ok_and(|old| old == new) {
            continue;
        }
        std::fs::create_dir_all(to.parent().ok_or("a path without a folder")?)?;
        std::fs::write(&to, new)?;
    }
    Ok(())
}

/// A test program, and the folder of its package.
struct Program {
    file: PathBuf,
    folder: PathBuf,
}

/// By package, then by name.
type Programs = BTreeMap<String, BTreeMap<String, Program>>;

/// Builds all test programs.
fn build(tree: &Path, target: &Path) -> Outcome<Programs> {
    let done = Command::new(option_env!("CARGO").unwrap_or("cargo"))
        .args([
            "test",
            "--workspace",
            "--exclude",
            "xtask",
            "--no-run",
            "--message-format=json",
            "--target-dir",
        ])
        .arg(target)
        .current_dir(tree)
        .stderr(Stdio::inherit())
        .output()?;
    if !done.status.success() {
        return Err("the mutants do not build".into());
    }
    let mut programs = Programs::new();
    for line in String::from_utf8(done.stdout)?.lines() {
        let told: serde_json::Value = serde_json::from_str(line)?;
        let (Some(file), Some(true)) = (told["executable"].as_str(), told["profile"]["test"].as_bool())
        else {
            continue;
        };
        let manifest = Path::new(told["manifest_path"].as_str().unwrap_or_default());
        let folder = manifest.parent().ok_or("a path without a folder")?.to_owned();
        let manifest: toml::Table = std::fs::read_to_string(manifest)?.parse()?;
        let package = manifest["package"]["name"].as_str().unwrap_or_default().to_owned();
        let name = told["target"]["name"].as_str().unwrap_or_default().to_owned();
        programs.entry(package).or_default().insert(name, Program { file: file.into(), folder });
    }
    Ok(programs)
}

/// The test program that notices it, if one does.
fn kill(mutant: &Mutant, programs: &Programs, loud: bool) -> Outcome<Option<String>> {
    for wanted in &mutant.tests {
        let (package, program) =
            wanted.split_once('/').map_or((wanted.as_str(), None), |(a, b)| (a, Some(b)));
        let all = programs.get(package).ok_or_else(|| format!("there is no package {package}"))?;
        let chosen: Vec<_> = all.iter().filter(|(name, _)| program.is_none_or(|it| it == *name)).collect();
        if chosen.is_empty() {
            return Err(format!("there are no tests called {wanted}").into());
        }
        for (name, program) in chosen {
            if !passes(program, loud)? {
                return Ok(Some(format!("{package}/{name}")));
            }
        }
    }
    Ok(None)
}

/// Whether a test program passes in time; it runs in the folder of its package, as cargo runs it.
fn passes(program: &Program, loud: bool) -> Outcome<bool> {
    let out = || if loud { Stdio::inherit() } else { Stdio::null() };
    let mut child = Command::new(&program.file)
        .current_dir(&program.folder)
        .env("CARGO_MANIFEST_DIR", &program.folder)
        .stdin(Stdio::null())
        .stdout(out())
        .stderr(out())
        .spawn()?;
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        if began.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok(false);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}
