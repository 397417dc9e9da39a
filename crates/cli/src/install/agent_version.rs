//! The version of an agent's program.
//!
//! - It is in the npm package that the program belongs to; otherwise the program itself prints it.
//! - A program has two seconds for that; then it ends, with all that it started.
//! - What has no version has none here.

use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::Value;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// How long a program may take to print its version.
const PATIENCE: Duration = Duration::from_secs(2);

/// The most bytes of it that count.
const MOST: u64 = 64 << 10;

/// The most bytes of a package's manifest.
const MANIFEST: u64 = 1 << 20;

/// How many folders above the program its package may be.
const ABOVE: usize = 6;

/// The version of the program at this path; its npm package has one of these names.
pub(super) fn of(program: &Path, packages: &[&str]) -> Option<String> {
    let real = asq_files::by_name::real(program).ok()?;
    in_package(&real, packages).or_else(|| printed(program, PATIENCE))
}

fn in_package(real: &Path, packages: &[&str]) -> Option<String> {
    real.ancestors().skip(1).take(ABOVE).find_map(|folder| {
        let manifest = asq_files::read(&folder.join("package.json"), MANIFEST).ok()??;
        let manifest: Value = serde_json::from_slice(&manifest.bytes).ok()?;
        let named = manifest.get("name").and_then(Value::as_str).is_some_and(|name| packages.contains(&name));
        manifest.get("version").and_then(Value::as_str).filter(|_| named).map(str::to_owned)
    })
}

/// The version that the program prints.
fn printed(program: &Path, patience: Duration) -> Option<String> {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    // A group of its own ends with all that the program started.
    let mut child = command.process_group(0).spawn().ok()?;
    let mut out = child.stdout.take()?;
    let (done, output) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = out.by_ref().take(MOST).read_to_end(&mut bytes);
        // The receiver is gone once the time is up.
        let _ = done.send(read.is_ok().then_some(bytes));
    });
    let output = output.recv_timeout(patience).ok().flatten();
    // The program has ended, or its time is up; reap it in both cases.
    let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
    let _ = child.wait();
    version(&String::from_utf8_lossy(&output?))
}

/// The first word of a text that is a version: digits and dots, perhaps more after a hyphen.
fn version(text: &str) -> Option<String> {
    let words = text.split(|c: char| c.is_whitespace() || "(),;".contains(c));
    let mut versions = words.map(|word| word.trim_start_matches('v').trim_end_matches('.')).filter(|word| {
        let number = word.split(['-', '+']).next().unwrap_or_default();
        let parts =
            number.split('.').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
        number.contains('.') && parts && word.len() <= 40 && word.bytes().all(|b| b.is_ascii_graphic())
    });
    versions.next().map(str::to_owned)
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "a test")]
mod tests {
    use super::{of, printed, version};
    use asq_testkit::folder::TempFolder;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::time::Duration;

    #[test]
    fn a_version_is_found_among_words() {
        for (text, found) in [
            ("2.1.330 (Claude Code)\n", Some("2.1.330")),
            ("codex-cli 0.169.0", Some("0.169.0")),
            ("v1.18.33-beta.1+5\nx", Some("1.18.33-beta.1+5")),
            ("GitHub Copilot CLI 1.0.102.\n", Some("1.0.102")),
            ("error: 7", None),
            ("", None),
        ] {
            assert_eq!(version(text).as_deref(), found, "{text}");
        }
    }

    #[test]
    fn the_package_knows_the_version_and_a_slow_program_is_given_up() {
        let home = TempFolder::new("version");
        fs::create_dir_all(home.join("lib/bin")).unwrap();
        fs::write(home.join("lib/package.json"), r#"{"name": "@a/b", "version": "1.2.3"}"#).unwrap();
        let program = home.join("lib/bin/b");
        fs::write(&program, "#!/bin/sh\nsleep 1000 & sleep 1000\n").unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        fs::create_dir(home.join("bin")).unwrap();
        std::os::unix::fs::symlink("../lib/bin/b", home.join("bin/b")).unwrap();
        assert_eq!(of(&home.join("bin/b"), &["@a/b"]).as_deref(), Some("1.2.3"));
        assert_eq!(printed(&program, Duration::from_millis(20)), None);
        fs::write(&program, "#!/bin/sh\n[ \"$1\" = --version ] && echo b 4.5\n").unwrap();
        assert_eq!(of(&program, &["@a/c"]).as_deref(), Some("4.5"));
    }
}
