//! Askers in a process of their own, below an agent: what the test itself answers isn't an answer of theirs.
//!
//! - They ask at two addresses in turn, and then all wait at once.
//! - Each tells its id, and its ending as often as it gets one; no asker asks twice.
#![allow(clippy::print_stdout, reason = "they tell it on standard output")]

use super::parties::{ask, remote, said};
use crate::shop::Shop;
use asq_backend::{AskReply, Backend};
use asq_core::life::RequestId;
use asq_testkit::eventually::{eventually, eventually_within};
use asq_testkit::faults::{ChildProcess, again, job};
use rustix::process::{Signal, set_parent_process_death_signal, setsid};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{ChildStdout, Command, Stdio};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How many ask at once, half of them at each address: a client keeps four connections, and a server looks once at who
/// is at the other end of one.
const AT_ONCE: usize = 8;

/// The askers, and what they tell.
pub(crate) struct Askers {
    _process: ChildProcess,
    told: BufReader<ChildStdout>,
}

impl Askers {
    /// So many askers for this test, who ask at two addresses in turn.
    pub(crate) fn start(test: &str, home: &Shop, urls: [&str; 2], token: &str, many: usize) -> Askers {
        let [one, other] = urls;
        let mut process = below_an_agent(test, home, &format!("{one} {other} {token} {many}"));
        let told = BufReader::new(process.child().stdout.take().unwrap());
        Askers { _process: process, told }
    }

    /// Their ids, once all of them wait.
    pub(crate) fn ids(&mut self, home: &Shop, many: usize) -> BTreeMap<usize, RequestId> {
        let ids = (0..many).map(|_| asked(&self.next().unwrap())).collect();
        let waiting = || home.asq(&["list", "--json"]).out.matches(r#""asker_waits":true"#).count();
        // A list of a thousand takes a debug build on a busy machine its time.
        eventually_within(Duration::from_mins(4), "all that wait", || waiting() == many);
        ids
    }

    /// The ending that each got. Nobody gets two.
    pub(crate) fn endings(mut self) -> BTreeMap<usize, String> {
        let mut endings = BTreeMap::new();
        while let Some(line) = self.next().filter(|line| line != "all") {
            let (n, words) = line.strip_prefix("ended ").and_then(|rest| rest.split_once(' ')).unwrap();
            let told = endings.insert(n.parse().unwrap(), words.to_owned());
            assert_eq!(told, None, "{n} got two endings");
        }
        endings
    }

    /// The next thing that they tell; it stands behind what the test program prints.
    fn next(&mut self) -> Option<String> {
        loop {
            let mut line = String::new();
            if self.told.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            if let Some((_, told)) = line.trim_end().split_once("> ") {
                return Some(told.to_owned());
            }
        }
    }
}

/// Whether this process is to ask; then it has done so.
pub(crate) fn were_asked_for() -> bool {
    let job = job();
    if let Some(job) = &job {
        askers(job);
    }
    job.is_some()
}

fn asked(line: &str) -> (usize, RequestId) {
    let [_, n, id] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
    (n.parse().unwrap(), id.parse().unwrap())
}

/// This test again, with the job, as a child of a program that isn't a shell: what its process tree answers is refused.
fn below_an_agent(test: &str, home: &Shop, job: &str) -> ChildProcess {
    let agent = home.join("agent");
    std::os::unix::fs::symlink("/bin/bash", &agent).unwrap();
    let test = again(test, job);
    let mut command = Command::new(agent);
    command.args(["-c", r#""$0" "$@"; exit $?"#]).arg(test.get_program()).args(test.get_args());
    command.envs(test.get_envs().filter_map(|(name, value)| Some((name, value?))));
    ChildProcess::start(command.stdin(Stdio::null()).stdout(Stdio::piped()))
}

/// Asks, waits, and tells what came; each wait is a connection.
fn askers(job: &str) {
    let [one, other, token, many] = job.split(' ').collect::<Vec<_>>()[..] else { panic!("{job}") };
    let many: usize = many.parse().unwrap();
    // What comes from the asker's session is the asker's own. They die with their agent anyway.
    set_parent_process_death_signal(Some(Signal::KILL)).unwrap();
    setsid().unwrap();
    asq_runtime::file_limit::raise();
    let backends = [Arc::new(remote(one, token)), Arc::new(remote(other, token))];
    let ids: Mutex<Vec<(usize, RequestId)>> = Mutex::default();
    std::thread::scope(|scope| {
        for first in 0..AT_ONCE {
            let (backends, ids) = (&backends, &ids);
            scope.spawn(move || {
                for n in (first..many).step_by(AT_ONCE) {
                    match backends[n % 2].ask(ask(&format!("Go on with {n}?"))).unwrap() {
                        AskReply::Open { id, again: false } => ids.lock().unwrap().push((n, id)),
                        other => panic!("{other:?}"),
                    }
                }
            });
        }
    });
    let ids = ids.into_inner().unwrap();
    let (send, ended) = channel();
    let holds: Vec<_> = ids
        .iter()
        .map(|(n, id)| {
            let (n, id, send) = (*n, *id, send.clone());
            backends[n % 2].when_closed(id, Box::new(move |closed| drop(send.send((n, id, closed)))))
        })
        .collect();
    // Only a waiting asker can still send.
    drop(send);
    for (n, id) in &ids {
        println!("\n> asked {n} {id}");
    }
    for (n, id, closed) in ended.iter().take(many) {
        println!("\n> ended {n} {}", said(&closed.unwrap().outcome));
        // The server may be away; a delivery whose reply was lost is found again.
        eventually("a delivery", || backends[n % 2].delivered(id).is_ok());
    }
    drop(holds);
    let more: Vec<_> = ended.iter().map(|(n, ..)| n).collect();
    assert!(more.is_empty(), "told again: {more:?}");
    println!("\n> all");
}
