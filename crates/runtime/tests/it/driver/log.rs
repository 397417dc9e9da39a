//! The log, followed from any position: each record once, in order; a slow reader gets one reset.

use super::setting::{OnStore, answer, asker, at, called, driver, open, person, pick, request, two};
use super::setting::{Still, surface, told_until};
use asq_backend::{Failure, LogEntry, LogFact, LogNews, LogReader, Wake};
use asq_core::inbox::{Notice, Position};
use asq_core::life::Closing;
use asq_core::model::Draft;
use asq_runtime::driver::DriverLogReader;
use asq_store::{AppendFault, Faults, Faulty};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const LONG: Duration = Duration::from_mins(1);

struct Reader {
    log: DriverLogReader,
    woken: Receiver<()>,
}

impl Reader {
    fn new(driver: &OnStore, after: u64) -> Reader {
        let (wake, woken) = channel();
        let wake = Wake::Call(Box::new(move || {
            // A reader that is gone needs no waking.
            let _ = wake.send(());
        }));
        Reader { log: driver.follow_from(Position(after), wake).unwrap(), woken }
    }

    /// Waits for the next news.
    fn next(&self, most: usize) -> LogNews {
        loop {
            match self.log.next(most).unwrap() {
                LogNews::Entries(entries) if entries.is_empty() => self.woken.recv_timeout(LONG).unwrap(),
                news => return news,
            }
        }
    }

    /// The entries up to this position.
    fn up_to(&self, last: u64) -> Vec<Arc<LogEntry>> {
        let mut all: Vec<Arc<LogEntry>> = Vec::new();
        while all.last().is_none_or(|entry| entry.position.0 < last) {
            match self.next(100) {
                LogNews::Entries(entries) => all.extend(entries),
                LogNews::Reset => panic!("a reset after {:?}", all.last()),
            }
        }
        all
    }

    fn positions(&self, last: u64) -> Vec<u64> {
        self.up_to(last).iter().map(|entry| entry.position.0).collect()
    }

    fn nothing(&self) {
        assert_eq!(self.log.next(100).unwrap(), LogNews::Entries(Vec::new()));
    }
}

/// Asks so many more.
fn ask(driver: &OnStore, name: &str, many: usize) {
    for n in 0..many {
        driver.ask(called(&format!("{name} {n}"), request("Which?")), &asker()).unwrap();
    }
}

fn range(from: u64, to: u64) -> Vec<u64> {
    (from..=to).collect()
}

#[test]
fn a_list_and_the_log_after_its_position_have_no_gap_between_them() {
    let (here, there, _) = two();
    let (first, digest) = open(&here, called("c1", request("Which?")));
    let (position, list) = here.pending_at(0).unwrap();
    assert_eq!((position, list.len()), (Position(1), 1));
    there.close(first, answer(pick(0), &digest), None, &person("ann")).unwrap();
    let reader = Reader::new(&here, position.0);
    there.deliver(first, &asker()).unwrap();
    let (second, _) = open(&there, called("c2", request("Which?")));
    let pending = there.pending(0).unwrap().pop().unwrap();
    let by = Box::new(person("ann"));
    let facts = [
        (first, LogFact::Closed { by, at: at(0), how: "answered" }),
        (first, LogFact::Delivered { at: at(0) }),
        (second, LogFact::Asked(Arc::new(pending))),
    ];
    let wanted: Vec<LogEntry> =
        (2..).zip(facts).map(|(at, (id, fact))| LogEntry { position: Position(at), id, fact }).collect();
    let came: Vec<LogEntry> = reader.up_to(4).iter().map(|entry| (**entry).clone()).collect();
    assert_eq!(came, wanted);
    reader.nothing();
}

#[test]
fn a_reader_that_begins_far_back_gets_every_record_and_then_what_happens() {
    let (here, there, _) = two();
    ask(&there, "before", 3000);
    let live = Reader::new(&here, 3000);
    live.nothing();
    let readers = [Reader::new(&here, 0), Reader::new(&here, 1), Reader::new(&here, 1500)];
    ask(&there, "after", 10);
    assert_eq!(live.positions(3010), range(3001, 3010));
    assert_eq!(readers[2].positions(3010), range(1501, 3010));
    assert_eq!(readers[1].positions(3010), range(2, 3010));
    assert_eq!(readers[0].positions(3010), range(1, 3010));
    ask(&here, "later", 1);
    for reader in readers.iter().chain([&live]) {
        assert_eq!(reader.positions(3011), [3011]);
    }
}

#[test]
fn a_reader_that_is_too_slow_gets_one_reset_and_catches_up_by_replay() {
    let (here, there, _) = two();
    let slow = Reader::new(&here, 0);
    ask(&there, "before", 5);
    assert_eq!(slow.positions(5), range(1, 5));
    // From here on it is up to date.
    slow.nothing();
    let quick = Reader::new(&here, 5);
    for part in 0..5_u64 {
        ask(&there, &part.to_string(), 500);
        assert_eq!(quick.positions(505 + 500 * part), range(6 + 500 * part, 505 + 500 * part));
    }
    assert_eq!(slow.next(100), LogNews::Reset);
    slow.nothing();
    slow.nothing();
    slow.log.resume(Position(5));
    assert_eq!(slow.positions(2505), range(6, 2505));
    slow.nothing();
    ask(&there, "later", 1);
    assert_eq!((slow.positions(2506), quick.positions(2506)), (vec![2506], vec![2506]));
}

#[test]
fn a_position_that_the_log_never_had_is_a_reset() {
    let (here, there, _) = two();
    ask(&there, "before", 2);
    let reader = Reader::new(&here, 7);
    assert_eq!(reader.next(100), LogNews::Reset);
    reader.log.resume(here.pending_at(0).unwrap().0);
    ask(&there, "after", 6);
    assert_eq!(reader.positions(8), range(3, 8));
}

/// A surface that joins has the list read, which goes further than the log was read.
#[test]
fn what_the_list_already_knows_is_read_for_the_log_as_well() {
    let store = Faulty::new(1, Faults::default());
    let clock = Arc::new(Still::default());
    let here = driver(Arc::new(store.process()), &clock, 100);
    let there = driver(Arc::new(store.process()), &clock, 200);
    let reader = Reader::new(&here, 0);
    ask(&there, "before", 2);
    assert_eq!(reader.positions(2), range(1, 2));
    store.faults(Faults { lost: 1000, ..Faults::default() });
    ask(&there, "unheard", 3);
    let inbox = here.follow(surface("ann", true)).unwrap();
    let mut arrived = 0;
    told_until(&inbox, |notice| {
        arrived += usize::from(matches!(notice, Notice::Arrived(_)));
        arrived == 5
    });
    assert_eq!(reader.positions(5), range(3, 5));
}

#[test]
fn nothing_of_a_draft_an_answer_or_a_call_is_in_the_log() {
    let (here, there, _) = two();
    let reader = Reader::new(&here, 0);
    let mut asked = called("c1", request("Which?"));
    asked.call = r#"{"call":"unspeakable"}"#.into();
    asked.request.questions[0].options[0].label = "unspeakable".into();
    let (id, _) = open(&there, asked);
    let closing = Closing::Decline { reason: Some("unspeakable".into()), draft: Draft::default() };
    there.close(id, closing, None, &person("ann")).unwrap();
    let text = format!("{:?}", reader.up_to(2));
    assert!(text.contains("Which?") && text.contains("declined") && !text.contains("unspeakable"), "{text}");
}

#[test]
fn after_a_fault_of_the_disk_a_reader_gets_the_reason() {
    let store = Faulty::new(1, Faults::default());
    let here = driver(Arc::new(store.process()), &Arc::new(Still::default()), 100);
    let reader = Reader::new(&here, 0);
    reader.nothing();
    store.next(AppendFault::Disk);
    let failed = here.ask(called("c1", request("Which?")), &asker()).unwrap_err();
    reader.woken.recv_timeout(LONG).unwrap();
    assert_eq!(reader.log.next(100), Err(failed.clone()));
    let again = here.follow_from(Position(0), Wake::Descriptor).map(drop);
    assert!(matches!(&again, Err(Failure::Store(_))) && again == Err(failed));
}
