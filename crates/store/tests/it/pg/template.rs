//! The data folder with which a new server starts.
//!
//! - One test makes it with initdb; every server of every later test gets a copy.
//! - Each version of PostgreSQL and each owner of servers has one, in the build's folder.
//! - Only a complete folder gets the name that counts, so a test that is killed leaves nothing half.
#![allow(clippy::expect_used, clippy::disallowed_methods, reason = "part of the tests")]

use super::server::{other, program, run};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Small segments of the log make the copy small.
const INITDB: [&str; 9] =
    ["-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C", "--wal-segsize=1"];

/// Gives a server its data folder.
pub(super) fn copy_to(data: &Path) {
    let template = path();
    let lock = File::create(template.with_extension("lock")).expect("a lock");
    // Its end closes the file and with it the lock, however that comes.
    lock.lock().expect("locked");
    if template.exists() {
        drop(lock);
        return copy(&template, data);
    }
    let made = run(program("initdb").args(INITDB).arg("-D").arg(data));
    assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
    let half = template.with_extension("half");
    if half.exists() {
        fs::remove_dir_all(&half).expect("removed");
    }
    copy(data, &half);
    fs::rename(&half, &template).expect("renamed");
}

/// Where it is.
fn path() -> PathBuf {
    let said = run(program("postgres").arg("--version"));
    let said = String::from_utf8(said.stdout).expect("a version");
    let version = said.split(' ').nth(2).expect("postgres (PostgreSQL) VERSION").trim().replace('.', "_");
    let owner = other().map_or_else(|| rustix::process::geteuid().as_raw(), |(user, _)| user);
    // Only tests have a folder in the build's; an example that contains this starts no server.
    let place = option_env!("CARGO_TARGET_TMPDIR").map_or_else(std::env::temp_dir, PathBuf::from);
    place.join(format!("postgres-{version}-of-{owner}"))
}

/// Copies a folder with its modes for the user of servers, and doesn't touch what exists.
fn copy(from: &Path, to: &Path) {
    assert!(!to.exists(), "{}", to.display());
    let mut copies = vec![Command::new("cp")];
    copies[0].arg("-a").arg(from).arg(to);
    // Another account that ran tests here may own everything below target/.
    if let Some((user, group)) = other() {
        let mut owns = Command::new("chown");
        owns.arg("-R").arg(format!("{user}:{group}")).arg(to);
        copies.push(owns);
    }
    for command in &mut copies {
        let done = run(command);
        assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
    }
}
