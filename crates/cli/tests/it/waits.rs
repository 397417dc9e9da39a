//! One process of the real binary that waits for thousands of requests, in any store.
//!
//! - With 256 descriptors asq lists all of them as waiting, and holds no more descriptors than for one.
//! - It prints each ending once; memory stays within 20 MB of that for one wait.
//! - When the process is killed, all its waits are gone.

#[path = "../../../store/tests/it/sample.rs"]
#[allow(dead_code)]
mod sample;

use crate::ASQ;
use asq_store::{Append, Store};
use asq_testkit::eventually::{eventually, eventually_within};
use asq_testkit::faults::{ChildProcess, number, say};
use asq_testkit::folder::TempFolder;
use sample::{ask, close, id, put, words};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Drives a fresh store at this address with this many requests, or with `ASQ_TEST_WAITS`.
pub(crate) fn many(store: &dyn Store, address: &str, many: u64) {
    let home = TempFolder::new("waits");
    let asq = |args: &[String]| {
        let mut command = Command::new("sh");
        command.args(["-c", r#"ulimit -n 256; exec "$0" "$@""#, ASQ]).args(args);
        command.env_clear().env("PATH", "/usr/bin:/bin").env("HOME", home.path()).env("ASQ_STORE", address);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        command
    };
    let wait = |ids: &[String]| ChildProcess::start(&mut asq(&[&["wait".to_owned()][..], ids].concat()));
    let many = number("ASQ_TEST_WAITS").unwrap_or(many);
    let all: Vec<u64> = (1..=many).collect();
    let ids: Vec<String> = all.iter().map(|n| id(*n).to_string()).collect();
    in_parts(store, all.iter().map(|n| ask(*n)));

    let mut one = wait(&ids[..1]);
    eventually("the first wait", || store.asker_waits(id(1)));
    let small = memory(one.id());

    let mut waiting = wait(&ids);
    let last = *all.last().unwrap();
    eventually_within(Duration::from_mins(5), "the last wait", || store.asker_waits(id(last)));
    let listed = asq(&["list".to_owned(), "--json".to_owned()]).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert_eq!(listed.matches(r#""asker_waits":true"#).count(), ids.len());
    eventually("as many descriptors as for one wait", || open_files(waiting.id()) == open_files(one.id()));
    one.kill();
    let more = memory(waiting.id()).saturating_sub(small);
    assert!(more <= 20 << 20, "{many} waits take {more} bytes more than one");

    let half = all.len() / 2;
    in_parts(store, all[..half].iter().map(|n| close(*n, 1, words("as you like"))));
    let mut lines = BufReader::new(waiting.child().stdout.take().unwrap()).lines();
    let told = lines.by_ref().take(half).map(|line| line.unwrap()[7..33].to_owned());
    assert_eq!(told.collect::<BTreeSet<_>>(), ids[..half].iter().cloned().collect());

    waiting.kill();
    eventually("the end of all waits", || {
        !all[half..].iter().step_by(100).any(|n| store.asker_waits(id(*n)))
    });
    assert!(!all.iter().any(|n| store.asker_waits(id(*n))));
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(rest, [""; 0], "something was printed twice");
    say(&format!("WAITS: {many} by one process, {} KB more than one", more / 1024));
}

fn in_parts(store: &dyn Store, all: impl Iterator<Item = Append>) {
    let all: Vec<Append> = all.collect();
    for part in all.chunks(1000) {
        put(store, part);
    }
}

/// A process's private memory in bytes.
fn memory(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

fn open_files(pid: u32) -> usize {
    std::fs::read_dir(format!("/proc/{pid}/fd")).unwrap().count()
}
