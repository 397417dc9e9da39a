//! `cargo xtask start-order`: lists the functions of a start, which crates/cli/build.rs puts next to each other.
//!
//! - It builds a release with its symbols, starts it in the ways in which people and agents start it, and asks callgrind
//!   which functions ran until the first frame or the output.
//! - callgrind can't run the inbox, which has most of its functions in common with the list and the forms.
//! - Functions of the first start come first: a person waits for its frame most often. Those of most starts follow;
//!   the order among them is that of their names.
//! - Both the names of a release and those of a package are listed; the linker ignores what it doesn't know.
//! - The names hold for one version of rustc: run it again after an update of rustc, and after larger changes.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::bench::pty::Session;
use crate::{Outcome, dist, say};

const LIST: &str = "crates/cli/start.order";
const FOLDER: &str = "target/start-order";

/// The silence after a first frame, under callgrind.
const QUIET: Duration = Duration::from_secs(1);

const CALL: &str = r#"{"questions": [{"question": "Which cache?", "options": ["Redis", "Memcached"]},
    {"question": "How many?", "kind": "number", "min": 1, "max": 9}]}"#;

/// The starts in which a function runs.
#[derive(Default)]
struct Starts {
    first: bool,
    count: usize,
}

/// A start in a terminal, and what its first frame shows. `$asq` stands for the program.
const IN_A_TERMINAL: [(&str, &str); 5] = [
    ("$asq confirm 'Deploy?'", "Deploy?"),
    ("$asq input 'Which name?'", "Which name?"),
    ("$asq pick 'Which one?' Alpha Beta", "Beta"),
    ("printf 'Alpha\\nBeta\\n' | $asq pick 'Which one?' -", "Beta"),
    ("$asq ask call.json", "Which cache?"),
];

/// A start without one, which ends by itself.
const ELSEWHERE: [&str; 4] = [
    "$asq ask -q 'Which cache?' -o Redis -o Memcached --agent me --no-wait",
    "$asq list",
    "$asq status",
    "$asq mcp </dev/null",
];

pub(crate) fn run() -> Outcome<()> {
    // `cargo xtask dist` names it, and `cargo build` names none.
    let target = dist::ready_target()?;
    let home = std::env::temp_dir().join(format!("asq-start-order-{}", std::process::id()));
    fs::create_dir_all(&home)?;
    fs::write(home.join("call.json"), CALL)?;
    let mut counted = BTreeMap::new();
    let done =
        [None, Some(target)].into_iter().try_for_each(|target| ran(&build(target)?, &home, &mut counted));
    fs::remove_dir_all(&home)?;
    done?;
    let mut names: Vec<(&String, &Starts)> = counted.iter().collect();
    names.sort_by_key(|(name, starts)| (std::cmp::Reverse((starts.first, starts.count)), *name));
    let mut text = String::from("# Made by cargo xtask start-order.\n");
    for (name, _) in &names {
        text.push_str(name);
        text.push('\n');
    }
    fs::write(LIST, text)?;
    say(&format!("start-order: {} functions in {LIST}\n", names.len()));
    Ok(())
}

/// Builds a release with its symbols. Their names depend on what cargo knows of a build, so it learns nothing of this.
fn build(target: Option<&str>) -> Outcome<PathBuf> {
    let folder = std::path::absolute(FOLDER)?;
    fs::create_dir_all(&folder)?;
    let rustc = folder.join("rustc-with-symbols");
    fs::write(&rustc, "#!/bin/sh\nexec \"$@\" -C strip=none\n")?;
    fs::set_permissions(&rustc, fs::Permissions::from_mode(0o755))?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["build", "--locked", "--release", "--package", "asq", "--target-dir"]).arg(&folder);
    build.args(target.iter().flat_map(|target| ["--target", target])).env("RUSTC_WRAPPER", rustc);
    if !build.status()?.success() {
        return Err("the release does not build".into());
    }
    Ok(folder.join(target.unwrap_or_default()).join("release/asq").canonicalize()?)
}

/// Counts for each function the starts in which it runs.
fn ran(program: &Path, home: &Path, all: &mut BTreeMap<String, Starts>) -> Outcome<()> {
    let counts = home.join("counts");
    let traced = format!(
        "valgrind -q --tool=callgrind --demangle=no --callgrind-out-file={} {}",
        counts.display(),
        program.display()
    );
    let mut read = |start: &str| -> Outcome<()> {
        for name in functions(&fs::read_to_string(&counts)?) {
            let starts = all.entry(name.to_owned()).or_default();
            starts.count += 1;
            starts.first |= start == IN_A_TERMINAL[0].0;
        }
        say(&format!("start-order: {start}\n"));
        Ok(fs::remove_file(&counts)?)
    };
    for (start, shown) in IN_A_TERMINAL {
        let script = format!("cd; {}", start.replace("$asq", &traced));
        let mut session = Session::start(&["sh", "-c", &script].map(OsStr::new), home, (80, 24))?;
        session.first_frame(shown, QUIET)?;
        // callgrind writes when its program ends.
        session.keys("\x03", QUIET)?;
        read(start)?;
    }
    for start in ELSEWHERE {
        let script = start.replace("$asq", &traced);
        let mut run = Command::new("sh");
        // Nothing of this shell decides which store it asks.
        run.args(["-c", &script]).env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        run.env("HOME", home).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
        read(start)?;
    }
    Ok(())
}

/// The names of a profile's functions. callgrind writes a name in full where it comes first; what has no symbol is an
/// address.
fn functions(profile: &str) -> impl Iterator<Item = &str> {
    profile.lines().filter_map(named)
}

/// The name on a line of a profile.
fn named(line: &str) -> Option<&str> {
    let (_, name) = line.strip_prefix("fn=(").or(line.strip_prefix("cfn=("))?.split_once(") ")?;
    // A function that calls itself has a number behind its name.
    let name = name.split_once('\'').map_or(name, |(name, _)| name);
    (!name.starts_with("0x") && !name.starts_with('(')).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::functions;

    #[test]
    fn names_are_read_where_they_come_first() {
        let profile = "fl=(1) ???\nfn=(1) (below main)\n0 3\ncfn=(2) main\ncalls=1 0\n0 9\n\
                       fn=(2)\n0 4\ncfn=(3) _RNvC3asq4deep'2\n0 1\nfn=(4) 0x0000000000437430\n0 1\n";
        assert_eq!(functions(profile).collect::<Vec<_>>(), ["main", "_RNvC3asq4deep"]);
    }
}
