//! The wall clock jumps by a day, either way, while a time limit runs: it is over when that much time has passed.
//!
//! - The process that asked and waits sees the jump; another, whose clock never jumped, judges it the same.
//! - What is compared is the clock since boot, as it stands in the records: within a second of the limit.

use super::driver;
use crate::driver::setting::{asker, called, limited};
use asq_backend::AskReply;
use asq_core::life::RequestId;
use asq_core::model::Outcome;
use asq_testkit::faults::{ChildProcess, Preload, TempFolder, WorkNotes, again, job};
use std::path::Path;
use std::time::Duration;

const LIMIT_MS: u64 = 1500;
const DAY: i64 = 86_400;

#[test]
fn a_clock_that_jumps_ends_nothing_early_or_late() {
    if let Some(path) = job() {
        return ask(&path);
    }
    for (before, after) in [(0, DAY), (0, -DAY), (DAY, 0), (-DAY, DAY)] {
        let folder = TempFolder::default();
        let (path, offset) = (folder.join("store.db"), folder.join("offset"));
        std::fs::write(&offset, before.to_string()).unwrap();
        let (notes, clock) = (WorkNotes::default(), Preload::clock());
        let mut command =
            again("faults::clock::a_clock_that_jumps_ends_nothing_early_or_late", &path.to_string_lossy());
        clock.load(&mut command);
        let mut asks =
            ChildProcess::start(command.env("ASQ_TEST_CLOCK", &offset).env("ASQ_TEST_NOTES", notes.path()));
        notes.wait(1);
        std::fs::write(&offset, after.to_string()).unwrap();

        let here = driver(&path);
        let id = here.pending(0).unwrap()[0].id;
        let over = here.wait_for(id, false, Some(Duration::from_mins(1))).unwrap().expect("it ends");
        assert!(matches!(*over.outcome, Outcome::Expired(_)), "{over:?}");
        assert!(asks.child().wait().unwrap().success(), "who asked was told something else");

        let records = here.store().records(id).unwrap();
        let boot = |at: usize| records[at].record.as_ref().unwrap().at.boot.unwrap().ms;
        let late = (boot(1) - boot(0)) as i64 - LIMIT_MS as i64;
        assert!(late >= 0, "{before} → {after}: {} ms early", -late);
        // It saw the other clock: else nothing was tested.
        let wall = |at: usize| records[at].record.as_ref().unwrap().at.wall_ms as i64 / 1000;
        let now =
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() as i64;
        assert!((wall(0) - now - before).abs() < 3600, "the clock did not jump: {} and {now}", wall(0));
    }
}

/// Asks with a time limit and waits.
fn ask(path: &str) {
    let driver = driver(Path::new(path));
    let AskReply::Open { id, .. } = driver.ask(called("1", limited("Go on?", LIMIT_MS)), &asker()).unwrap()
    else {
        panic!("it was asked before")
    };
    let notes = std::env::var_os("ASQ_TEST_NOTES").unwrap();
    WorkNotes::write(Path::new(&notes), 1, 1);
    ended(&driver, id);
}

fn ended(driver: &crate::driver::setting::OnStore, id: RequestId) {
    let over = driver.wait_for(id, true, Some(Duration::from_mins(1))).unwrap().expect("it ends");
    assert!(matches!(*over.outcome, Outcome::Expired(_)), "{over:?}");
}
