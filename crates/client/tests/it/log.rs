//! The log of a server, followed over its public stream.

use crate::scripted::{Act, Scripted, stream};
use crate::setting::client;
use asq_backend::{Backend, LogEntry, LogFact, LogNews, LogReader, Wake};
use asq_core::inbox::Position;
use asq_core::life::{Moment, RequestId};
use asq_testkit::eventually::eventually;
use asq_wire::http::{StreamedFact, StreamedRecord};
use std::sync::mpsc::channel;

fn event(position: u64) -> StreamedRecord {
    let at = Moment { wall_ms: position, boot: None };
    StreamedRecord { position: Position(position), id: RequestId(7), fact: StreamedFact::Delivered { at } }
}

fn text(position: u64) -> String {
    let event = event(position);
    format!("id: {position}\nevent: {}\ndata: {}\n\n", event.name(), event.data())
}

fn entry(position: u64) -> LogEntry {
    let at = Moment { wall_ms: position, boot: None };
    LogEntry { position: Position(position), id: RequestId(7), fact: LogFact::Delivered { at } }
}

fn next(reader: &dyn LogReader) -> LogNews {
    eventually("the next part", || match reader.next(9).unwrap() {
        LogNews::Entries(entries) if entries.is_empty() => None,
        news => Some(news),
    })
}

fn entries(reader: &dyn LogReader) -> Vec<LogEntry> {
    match next(reader) {
        LogNews::Entries(entries) => entries.iter().map(|entry| (**entry).clone()).collect(),
        LogNews::Reset => panic!("a reset"),
    }
}

#[test]
fn the_log_goes_on_where_it_was_and_a_reset_waits_for_the_reader() {
    let (streams, opened) = channel();
    let server = Scripted::new(move |_| {
        let (send, act) = stream();
        streams.send(send).unwrap();
        act
    });
    let backend = client(&server);
    let reader = backend.follow_from(Position(3), Wake::Descriptor).unwrap();
    let first = opened.recv().unwrap();
    first.send("event: ready\ndata: {\"position\":3}\n\n".to_owned()).unwrap();
    first.send(text(4)).unwrap();
    assert_eq!(entries(&*reader), [entry(4)]);
    // The connection breaks, and the last record comes again.
    drop(first);
    let second = opened.recv().unwrap();
    second.send(text(4) + &text(5)).unwrap();
    assert_eq!(entries(&*reader), [entry(5)]);
    second.send("event: reset\ndata: {\"position\":90}\n\n".to_owned()).unwrap();
    assert_eq!(next(&*reader), LogNews::Reset);
    reader.resume(Position(90));
    let third = opened.recv().unwrap();
    third.send(text(91)).unwrap();
    assert_eq!(entries(&*reader), [entry(91)]);
    assert_eq!(server.lines(), [3, 4, 90].map(|after| format!("GET /v1/events?after={after}")));
    drop(reader);
    eventually("the end of the stream", || third.send(": heartbeat\n\n".to_owned()).is_err().then_some(()));
}

#[test]
fn a_server_that_refuses_ends_the_reading() {
    let server = Scripted::new(|_| {
        let (status, body) = crate::setting::not_found();
        Act::Reply(status, body)
    });
    let reader = client(&server).follow_from(Position(0), Wake::Descriptor).unwrap();
    let refused = eventually("the reason", || reader.next(1).err());
    assert!(matches!(refused, asq_backend::Failure::Refused(_)), "{refused:?}");
}
