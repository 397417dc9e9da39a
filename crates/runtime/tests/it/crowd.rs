//! A thousand readers of the log in one process, half of them stalled, on both databases.
//!
//! - Each live reader gets every record exactly once, in order.
//! - Each stalled reader gets one reset, and then every record by replay.
//! - All of them take less than 64 MB and no thread of their own.

use crate::driver::setting::{OnStore, asker, called, request};
use asq_backend::{AskReply, LogNews, LogReader, Wake};
use asq_core::inbox::Position;
use asq_runtime::driver::DriverLogReader;
use asq_store::{Postgres, Sqlite, Store, Surroundings};
use asq_testkit::faults::{ChildProcess, TempFolder, again, job, say};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const READERS: usize = 1000;
/// The records that every reader gets before half of them stall.
const FIRST: u64 = 10;
/// Twice what the ring holds, and more.
const RECORDS: u64 = 3000;
const MEMORY: u64 = 64 << 20;
const THREADS: usize = 10;
const LONG: Duration = Duration::from_mins(2);

#[test]
fn a_thousand_readers_of_which_half_are_stalled_take_little_memory_and_miss_nothing() {
    if let Some(path) = job() {
        return Crowd::new(Arc::new(Sqlite::open(path.as_ref()).unwrap())).run();
    }
    let folder = TempFolder::default();
    let test = "crowd::a_thousand_readers_of_which_half_are_stalled_take_little_memory_and_miss_nothing";
    child(test, &folder.join("store.db").to_string_lossy());
}

#[test]
fn on_a_server_a_thousand_readers_take_little_memory_and_miss_nothing() {
    if let Some(url) = job() {
        let store = Postgres::open(&url, &Surroundings::default()).unwrap();
        return Crowd::new(Arc::new(store)).run();
    }
    let test = "crowd::on_a_server_a_thousand_readers_take_little_memory_and_miss_nothing";
    child(test, &crate::pg::database(crate::pg::shared()));
}

/// Runs the test in a process of its own: memory and threads are counted.
fn child(test: &str, job: &str) {
    let mut command = again(test, job);
    let ended = ChildProcess::start(command.stdout(Stdio::piped()).stderr(Stdio::piped())).ended();
    let (out, err) = (String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
    assert!(ended.status.success() && out.contains("1 passed"), "{out}{err}");
    out.lines().filter(|line| line.contains("CROWD: ")).for_each(say);
}

struct Crowd {
    driver: OnStore,
    readers: Vec<DriverLogReader>,
    /// The last position of each.
    at: Vec<u64>,
    woken: Receiver<usize>,
    asked: u64,
}

impl Crowd {
    fn new(store: Arc<dyn Store>) -> Crowd {
        let driver = OnStore::real(store);
        let (wake, woken) = channel();
        let reader = |n| {
            let wake = wake.clone();
            let wake = Wake::Call(Box::new(move || {
                let _ = wake.send(n);
            }));
            driver.follow_from(Position(0), wake).unwrap()
        };
        let readers = (0..READERS).map(reader).collect();
        Crowd { driver, readers, at: vec![0; READERS], woken, asked: 0 }
    }

    fn run(mut self) {
        let (live, stalled): (Vec<usize>, Vec<usize>) = (0..READERS).partition(|n| n % 2 == 0);
        let all: Vec<usize> = (0..READERS).collect();
        self.ask(FIRST);
        self.read(&all);
        while self.asked < RECORDS {
            self.ask(500.min(RECORDS - self.asked));
            self.read(&live);
        }
        counts("half of them are stalled");
        for n in &stalled {
            assert_eq!(self.readers[*n].next(100).unwrap(), LogNews::Reset, "reader {n}");
            assert_eq!(self.readers[*n].next(100).unwrap(), LogNews::Entries(Vec::new()), "reader {n}");
            self.readers[*n].resume(Position(self.at[*n]));
        }
        self.read(&all);
        counts("those have caught up");
        self.ask(1);
        self.read(&all);
    }

    /// Asks so many more, without waiting for each.
    fn ask(&mut self, many: u64) {
        let (tell, told) = channel();
        for n in self.asked..self.asked + many {
            let tell = tell.clone();
            let ask = called(&n.to_string(), request("Which?"));
            self.driver.ask_then(ask, &asker(), Box::new(move |reply| tell.send(reply).unwrap()));
        }
        for _ in 0..many {
            let reply = told.recv_timeout(LONG).unwrap();
            assert!(matches!(reply, Ok(AskReply::Open { again: false, .. })), "{reply:?}");
        }
        self.asked += many;
    }

    /// Reads until these have everything; the others stay where they are.
    fn read(&mut self, who: &[usize]) {
        let mut behind: Vec<bool> = vec![false; READERS];
        let mut left = who.len();
        for n in who {
            behind[*n] = !self.has_all(*n);
            left -= usize::from(!behind[*n]);
        }
        while left > 0 {
            let n = self.woken.recv_timeout(LONG).unwrap();
            if behind[n] && self.has_all(n) {
                behind[n] = false;
                left -= 1;
            }
        }
    }

    /// Reads as far as it goes without waiting.
    fn has_all(&mut self, n: usize) -> bool {
        loop {
            match self.readers[n].next(100).unwrap() {
                LogNews::Reset => panic!("reader {n} was reset at {}", self.at[n]),
                LogNews::Entries(entries) if entries.is_empty() => return self.at[n] == self.asked,
                LogNews::Entries(entries) => {
                    for entry in entries {
                        assert_eq!(entry.position.0, self.at[n] + 1, "reader {n}");
                        self.at[n] = entry.position.0;
                    }
                }
            }
        }
    }
}

fn counts(when: &str) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
    let memory = line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024;
    assert!(memory < MEMORY, "{memory} bytes while {when}");
    let threads = std::fs::read_dir("/proc/self/task").unwrap().count();
    assert!(threads <= THREADS, "{threads} threads while {when}");
    println!("CROWD: {} KB, {threads} threads while {when}", memory / 1024);
}
