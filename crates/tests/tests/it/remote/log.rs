//! The log of a server, next to the log here.

use super::setting::{Served, answer, asks};
use asq_backend::{Backend, LogEntry, LogFact, LogNews, LogReader, Wake};
use asq_core::inbox::Position;
use asq_testkit::eventually::eventually;
use std::sync::Arc;

/// So many entries of a log.
fn entries(reader: &dyn LogReader, count: usize) -> Vec<Arc<LogEntry>> {
    let mut all = Vec::new();
    eventually("the entries", || {
        match reader.next(9).unwrap() {
            LogNews::Entries(entries) => all.extend(entries),
            LogNews::Reset => panic!("a reset"),
        }
        all.len() >= count
    });
    all
}

/// What of an entry everybody sees.
fn seen(entry: &LogEntry) -> (Position, asq_core::life::RequestId, String) {
    let fact = match &entry.fact {
        LogFact::Asked(pending) => format!("asked {:?}", pending.summary.text),
        LogFact::Closed { by, how, .. } => format!("{how} by {:?}", by.name),
        LogFact::Delivered { .. } => "delivered".to_owned(),
        LogFact::Erased => "erased".to_owned(),
    };
    (entry.position, entry.id, fact)
}

#[test]
fn a_follower_elsewhere_reads_what_one_here_reads_through_a_restart() {
    let mut served = Served::start();
    let (here, agent) = (served.local(), served.over_socket(&[&served.asker]));
    let person = served.remote(&[&served.answerer]);
    let first = asks(&agent, "c1");
    let follow = |backend: &dyn Backend| backend.follow_from(Position(0), Wake::Descriptor).unwrap();
    let (at_hand, there) = (follow(&*here), follow(&*person));
    let mut read = entries(&*there, 1);
    here.close(first, answer(&*here, first, 0), None).unwrap();
    served.stop();
    let second = asks(&here, "c2");
    served.run();
    here.close(second, answer(&*here, second, 0), None).unwrap();
    read.extend(entries(&*there, 3));
    let seen = |entries: &[Arc<LogEntry>]| entries.iter().map(|entry| seen(entry)).collect::<Vec<_>>();
    assert_eq!(seen(&read), seen(&entries(&*at_hand, 4)));
}

#[test]
fn a_position_beyond_the_log_is_a_reset_and_reading_goes_on_from_the_list() {
    let served = Served::start();
    let (here, person) = (served.local(), served.remote(&[&served.answerer]));
    let reader = person.follow_from(Position(900), Wake::Descriptor).unwrap();
    eventually("the reset", || reader.next(9).unwrap() == LogNews::Reset);
    let (position, _) = person.list_at(0).unwrap();
    reader.resume(position);
    let id = asks(&here, "c1");
    assert_eq!(entries(&*reader, 1)[0].id, id);
}
