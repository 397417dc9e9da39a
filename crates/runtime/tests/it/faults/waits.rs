//! A process that waits for 1,000 requests is killed: nothing of that is lost.

use super::driver;
use crate::driver::setting::{answer, called, open, person, pick, request};
use asq_core::life::RequestId;
use asq_testkit::faults::{ChildProcess, TempFolder, WorkNotes, again, job};
use std::path::Path;
use std::time::Duration;

const MANY: usize = 1000;

#[test]
fn a_thousand_waits_survive_the_death_of_their_process() {
    if let Some(path) = job() {
        return wait(&path);
    }
    let folder = TempFolder::default();
    let path = folder.join("store.db");
    let here = driver(&path);
    let all: Vec<(RequestId, String)> =
        (0..MANY).map(|n| open(&here, called(&n.to_string(), request("Go on?")))).collect();
    let ids: Vec<RequestId> = all.iter().map(|(id, _)| *id).collect();

    let notes = WorkNotes::default();
    let mut command =
        again("faults::waits::a_thousand_waits_survive_the_death_of_their_process", &path.to_string_lossy());
    command.env("ASQ_TEST_NOTES", notes.path());
    let mut waiting = ChildProcess::start(&mut command);
    notes.wait(1);
    assert!(here.store().asker_waits(ids[0]), "nobody sees that somebody waits");

    // Half of them are answered while it waits; it is killed in the middle of that.
    let answer = |(id, digest): &(RequestId, String)| {
        assert!(here.close(*id, answer(pick(0), digest), None, &person("jo")).unwrap());
    };
    all[..MANY / 4].iter().for_each(answer);
    waiting.kill();
    all[MANY / 4..MANY / 2].iter().for_each(answer);
    assert_eq!(ids.iter().filter(|id| here.store().asker_waits(**id)).count(), 0, "the dead still wait");

    // Another process takes the waits up; the rest is answered meanwhile.
    let there = driver(&path);
    let mut waits = there.wait(&ids, true);
    all[MANY / 2..].iter().for_each(answer);
    let mut told: Vec<RequestId> = Vec::new();
    while let Some((id, over)) = waits.next(Some(Duration::from_mins(1))) {
        assert_eq!(over.unwrap().id, id);
        told.push(id);
    }
    told.sort_unstable();
    let mut each_once = ids.clone();
    each_once.sort_unstable();
    assert_eq!(told, each_once);
}

/// Waits for everything that is open.
fn wait(path: &str) {
    let driver = driver(Path::new(path));
    let ids: Vec<RequestId> = driver.pending(0).unwrap().into_iter().map(|pending| pending.id).collect();
    let mut waits = driver.wait(&ids, true);
    let notes = std::env::var_os("ASQ_TEST_NOTES").unwrap();
    WorkNotes::write(Path::new(&notes), 0, ids.len() as u64);
    while waits.next(None).is_some() {}
}
