//! The test programs of the build that contains the faults.
//!
//! - One run with every fault off finds which tests reach which fault. A test that fails then, even alone, is reported and left out.
//! - If tests reach a fault in a child process or in a thread of the product, the program runs test by test to tell them apart.
//! - A run gets ten times the time of that first run plus 20 s, and 8 GB of memory, since a fault may loop forever.

use crate::Outcome;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A test program, and its package's folder.
struct Program {
    file: PathBuf,
    folder: PathBuf,
}

/// The packages whose unit tests are in a program instead of a library.
const PROGRAMS: [&str; 2] = ["asq", "xtask"];

/// By package, then by name.
pub(super) struct Programs {
    place: PathBuf,
    built: BTreeMap<String, BTreeMap<String, Program>>,
    looked: BTreeMap<(String, String), Look>,
}

/// The result of a run with every fault off.
#[derive(Default)]
struct Look {
    took: Duration,
    /// The time of each test, if they ran one by one.
    each: BTreeMap<String, Duration>,
    /// The tests that reach each fault.
    reached: BTreeMap<String, BTreeSet<String>>,
}

/// Builds the test programs that `tests` of the lists name: all of a package, or single ones.
pub(super) fn build(place: &Path, tests: &BTreeSet<&str>) -> Outcome<Programs> {
    let mut built: BTreeMap<String, BTreeMap<String, Program>> = BTreeMap::new();
    if tests.is_empty() {
        return Ok(Programs { place: place.to_owned(), built, looked: BTreeMap::new() });
    }
    let named = tests.iter().map(|tests| tests.split("::").next().unwrap_or(tests).split_once('/'));
    let (mut packages, mut which) = (BTreeSet::new(), BTreeSet::new());
    for (tests, named) in tests.iter().zip(named) {
        packages.insert(named.map_or(*tests, |(package, _)| package));
        which.insert(named.map(|(package, name)| (package.replace('-', "_") == name, name)));
    }
    let mut command = Command::new(option_env!("CARGO").unwrap_or("cargo"));
    command.args(["test", "--no-run", "--message-format=json", "--target-dir"]).arg(place.join("build"));
    command.args(packages.iter().flat_map(|package| ["-p", package]));
    if !which.contains(&None) {
        // Cargo accepts `--lib` and `--bins` only once, for all packages.
        let (units, tests): (Vec<_>, Vec<_>) = which.into_iter().flatten().partition(|(unit, _)| *unit);
        let (bins, libs): (Vec<_>, Vec<_>) = units.into_iter().partition(|(_, name)| PROGRAMS.contains(name));
        command.args(libs.first().map(|_| "--lib")).args(bins.first().map(|_| "--bins"));
        command.args(tests.iter().flat_map(|(_, name)| ["--test", name]));
    }
    let done = command.current_dir(place.join("tree")).stderr(Stdio::inherit()).output()?;
    for line in String::from_utf8(done.stdout)?.lines() {
        let told: serde_json::Value = serde_json::from_str(line)?;
        // Warnings don't count: the faults make code unused and unreachable.
        if told["message"]["level"] == "error" {
            crate::say(told["message"]["rendered"].as_str().unwrap_or_default());
        }
        let (Some(file), Some(true)) = (told["executable"].as_str(), told["profile"]["test"].as_bool())
        else {
            continue;
        };
        let manifest = Path::new(told["manifest_path"].as_str().unwrap_or_default());
        let folder = manifest.parent().ok_or("a path without a folder")?.to_owned();
        let manifest: toml::Table = std::fs::read_to_string(manifest)?.parse()?;
        let package = manifest["package"]["name"].as_str().unwrap_or_default().to_owned();
        let name = told["target"]["name"].as_str().unwrap_or_default().to_owned();
        built.entry(package).or_default().insert(name, Program { file: file.into(), folder });
    }
    if !done.status.success() {
        return Err("the faults do not build".into());
    }
    Ok(Programs { place: place.to_owned(), built, looked: BTreeMap::new() })
}

impl Programs {
    /// The programs that an entry's `tests` name: package, program, part of a test's name.
    fn named<'a>(&'a self, tests: &'a str) -> Outcome<Vec<(&'a str, &'a str, &'a str)>> {
        let (package, rest) = tests.split_once('/').unwrap_or((tests, ""));
        let (program, filter) = rest.split_once("::").unwrap_or((rest, ""));
        let all = self.built.get(package).ok_or_else(|| format!("there is no package {package}"))?;
        let chosen = all.keys().filter(|name| program.is_empty() || *name == program);
        let chosen: Vec<_> = chosen.map(|name| (package, name.as_str(), filter)).collect();
        if chosen.is_empty() { Err(format!("there are no tests called {tests}").into()) } else { Ok(chosen) }
    }

    /// Runs each named program with every fault off.
    pub(super) fn look(&mut self, tests: &BTreeSet<&str>) -> Outcome<()> {
        let mut wanted = BTreeMap::<_, BTreeSet<String>>::new();
        for tests in tests {
            for (package, name, filter) in self.named(tests)? {
                wanted.entry((package.to_owned(), name.to_owned())).or_default().insert(filter.to_owned());
            }
        }
        std::fs::write(self.place.join("on"), "look")?;
        for (key, filters) in wanted {
            std::fs::write(self.place.join("reached"), "")?;
            let filters: Vec<&str> =
                if filters.contains("") { Vec::new() } else { filters.iter().map(String::as_str).collect() };
            let began = Instant::now();
            let program = &self.built[&key.0][&key.1];
            let most = Duration::from_mins(5);
            let alone = !passes(program, &filters, most, false)? && !passes(program, &filters, most, true)?;
            let took = began.elapsed();
            let told = if alone { "fails without a fault, and runs test by test" } else { "passes" };
            crate::say(&format!("{}/{} {told}; {} ms\n", key.0, key.1, took.as_millis()));
            let listed = listed(program)?;
            let reached = reached(&std::fs::read_to_string(self.place.join("reached"))?, &listed);
            let look = if alone || reached.values().any(|tests| tests.contains("*")) {
                self.one_by_one(program, took, &filters, &listed)?
            } else {
                Look { took, reached, ..Look::default() }
            };
            self.looked.insert(key, look);
        }
        Ok(())
    }

    /// Runs each test by itself, so that a fault reached in any thread belongs to that test.
    fn one_by_one(&self, program: &Program, took: Duration, filters: &[&str], listed: &str) -> Outcome<Look> {
        let mut look = Look { took, ..Look::default() };
        let tests = listed.lines().filter_map(|line| line.strip_suffix(": test"));
        for test in
            tests.filter(|test| filters.is_empty() || filters.iter().any(|filter| test.contains(filter)))
        {
            std::fs::write(self.place.join("reached"), "")?;
            let began = Instant::now();
            if !passes(program, &[test, "--exact"], took * 10 + Duration::from_secs(20), false)? {
                crate::say(&format!("{test} fails without a fault when it runs alone, and is left out\n"));
                continue;
            }
            look.each.insert(test.to_owned(), began.elapsed());
            for line in std::fs::read_to_string(self.place.join("reached"))?.lines() {
                let id = line.split_once(' ').map_or(line, |(id, _)| id);
                look.reached.entry(id.to_owned()).or_default().insert(test.to_owned());
            }
        }
        Ok(look)
    }

    /// Returns the test that notices this fault, or the number of programs that reach it without noticing.
    pub(super) fn notices(&self, id: &str, tests: &[String], loud: bool) -> Outcome<Result<String, usize>> {
        std::fs::write(self.place.join("on"), id)?;
        let mut chosen = Vec::new();
        for tests in tests {
            for (package, name, filter) in self.named(tests)? {
                let key = (package.to_owned(), name.to_owned());
                let Some(look) = self.looked.get(&key) else { continue };
                let reached = look.reached.get(id).into_iter().flatten();
                let reached: Vec<&String> = reached.filter(|test| test.contains(filter)).collect();
                if !reached.is_empty() {
                    let of = |test: &&String| look.each.get(*test).copied();
                    let took = reached.iter().map(of).sum::<Option<Duration>>().unwrap_or(look.took);
                    chosen.push((took, key, reached));
                }
            }
        }
        chosen.sort_by_key(|(took, ..)| *took);
        chosen.dedup_by(|a, b| a.1 == b.1 && a.2 == b.2);
        for (took, (package, name), reached) in &chosen {
            let mut args: Vec<&str> = reached.iter().map(|test| test.as_str()).collect();
            args.push("--exact");
            let patience = *took * 10 + Duration::from_secs(20);
            if !passes(&self.built[package][name], &args, patience, loud)? {
                return Ok(Ok(format!("{package}/{name}")));
            }
        }
        Ok(Err(chosen.len()))
    }
}

fn listed(program: &Program) -> Outcome<String> {
    let listed = Command::new(&program.file).arg("--list").current_dir(&program.folder).output()?;
    Ok(String::from_utf8(listed.stdout)?)
}

/// The tests that reach each fault. A thread without a test's name may belong to any of them: `*`.
fn reached(told: &str, listed: &str) -> BTreeMap<String, BTreeSet<String>> {
    let tests: BTreeSet<&str> = listed.lines().filter_map(|line| line.strip_suffix(": test")).collect();
    let mut reached: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in told.lines() {
        let (id, thread) = line.split_once(' ').unwrap_or((line, "*"));
        let test = if tests.contains(thread) { thread } else { "*" };
        reached.entry(id.to_owned()).or_default().insert(test.to_owned());
    }
    reached
}

/// Whether a test program passes in time. Like cargo, it runs it in its package's folder.
fn passes(program: &Program, args: &[&str], patience: Duration, loud: bool) -> Outcome<bool> {
    let out = || if loud { Stdio::inherit() } else { Stdio::null() };
    let status = Command::new("timeout")
        .args([
            "-k",
            "1",
            &patience.as_secs().to_string(),
            "sh",
            "-c",
            "ulimit -v 8000000; exec \"$0\" \"$@\"",
        ])
        .arg(&program.file)
        .args(args)
        .current_dir(&program.folder)
        .env("CARGO_MANIFEST_DIR", &program.folder)
        .env_remove("UPDATE_EXPECT")
        .stdin(Stdio::null())
        .stdout(out())
        .stderr(out())
        .status()?;
    Ok(status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_of_the_product_counts_as_every_test() {
        let told = "x/0 a::b\nx/0 asq-tower\nx/1 a::b\nx/2 *\n";
        let all = reached(told, "a::b: test\nc: test\n\n2 tests, 0 benchmarks\n");
        let of = |tests: &[&str]| tests.iter().map(|it| (*it).to_owned()).collect::<BTreeSet<_>>();
        let wanted = [("x/0", of(&["*", "a::b"])), ("x/1", of(&["a::b"])), ("x/2", of(&["*"]))];
        assert_eq!(all, wanted.map(|(id, tests)| (id.to_owned(), tests)).into());
    }
}
