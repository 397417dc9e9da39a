//! Waiting for endings over polls.

use crate::scripted::{Act, Came, Scripted};
use crate::setting::{ID, client, life, line, not_found, records, soon_away, with};
use asq_backend::{Backend, ClosedRequest, Failure, Follow, Wake};
use asq_core::inbox::{Command, Notice};
use asq_testkit::eventually::eventually;
use asq_wire::Ended;
use std::sync::mpsc::{Receiver, channel};

fn ended(came: &Came) -> Act {
    let polls = came.path.contains("ending");
    Act::Reply(200, if polls { line(Ended::Answered) } else { records(Some("because")) })
}

/// Waits with this backend; the ending comes over the channel.
fn waits(backend: &dyn Backend) -> (asq_backend::Hold, Receiver<Result<ClosedRequest, Failure>>) {
    let (send, ending) = channel();
    // A wait that stopped needs none.
    let hold = backend.when_closed(ID, Box::new(move |closed| drop(send.send(closed))));
    (hold, ending)
}

fn answered() -> Option<ClosedRequest> {
    ClosedRequest::of(ID, &life(Some("because")))
}

#[test]
fn a_wait_ends_with_everything_for_the_reply_and_a_late_one_too() {
    let mut polls = 0;
    let server = Scripted::new(move |came| {
        polls += u32::from(came.path.contains("ending"));
        if polls == 1 { Act::Reply(202, line(Ended::Pending)) } else { ended(came) }
    });
    let backend = client(&server);
    let (_first, ending) = waits(&backend);
    assert_eq!(ending.recv().unwrap().ok(), answered());
    let (_outlives, of_another) = waits(&client(&server));
    assert_eq!(of_another.recv().unwrap().ok(), answered());
    let (_late, ending) = waits(&backend);
    assert_eq!(ending.recv().unwrap().ok(), answered());
    let came = server.came.lock().unwrap()[0].clone();
    assert_eq!(came.line(), format!("GET /v1/requests/{ID}/ending?wait=600"));
    assert_eq!(came.header("asq-ticket"), "own,given");
}

#[test]
fn a_server_that_stays_away_is_reported_once_for_all_waits_and_once_more_after_it_was_back() {
    let mut came = 0;
    let server = Scripted::new(move |_| {
        came += 1;
        if came == 8 { Act::Reply(202, line(Ended::Pending)) } else { Act::Drop }
    });
    let backend = with(&server.url(), &["asq_t"], soon_away());
    let (tell, told) = channel();
    let tell = std::sync::Mutex::new(tell);
    backend.tell_absence(Box::new(move |text| tell.lock().unwrap().send(text.to_owned()).unwrap()));
    let (_one, _first) = waits(&backend);
    let said = format!("the server at {} doesn't answer; this waits until it does", server.url());
    assert_eq!([told.recv().unwrap(), told.recv().unwrap()], [said.clone(), said]);
    // Once before it was back, and once after.
    assert!(server.lines().len() > 9, "{:?}", server.lines());
}

#[test]
fn one_poll_serves_all_who_wait_and_those_who_only_hold() {
    let (go, gate) = channel();
    let server = Scripted::new(move |came| {
        if came.path.contains("ending") {
            gate.recv().unwrap();
        }
        ended(came)
    });
    let backend = client(&server);
    let hold = backend.hold(ID).unwrap();
    let (_one, first) = waits(&backend);
    let (_two, second) = waits(&backend);
    let (gone, third) = waits(&backend);
    drop(gone);
    go.send(()).unwrap();
    assert_eq!((first.recv().unwrap().ok(), second.recv().unwrap().ok()), (answered(), answered()));
    assert!(third.recv().is_err(), "nobody waits there any more");
    let polls = server.lines().iter().filter(|line| line.contains("ending")).count();
    assert_eq!(polls, 1);
    drop(hold);
}

#[test]
fn a_poll_ends_with_its_last_hold() {
    let server = Scripted::new(|_| Act::Silent);
    let backend = client(&server);
    let (hold, _ending) = waits(&backend);
    let other = backend.hold(ID).unwrap();
    eventually("a poll", || server.lines().len() == 1);
    drop(hold);
    drop(other);
    // Its connection ends, and a new wait polls again.
    let (_hold, _ending) = waits(&backend);
    eventually("a second poll", || server.lines().len() == 2);
}

#[test]
fn a_wait_outlives_servers_that_are_away_broken_or_stop() {
    let mut polls = 0;
    let server = Scripted::new(move |came| {
        polls += u32::from(came.path.contains("ending"));
        match polls {
            1 => Act::Drop,
            2 => Act::Text(503, "stopping"),
            3 => Act::Reply(202, line(Ended::Pending)),
            _ => ended(came),
        }
    });
    let backend = with(&server.url(), &["t"], soon_away());
    let (_hold, ending) = waits(&backend);
    eventually("two polls", || server.lines().len() >= 2);
    let address = server.address;
    drop(server);
    let server = Scripted::at(address, ended);
    assert_eq!(ending.recv().unwrap().ok(), answered());
    assert!(server.lines().len() >= 2);
}

#[test]
fn a_request_that_is_not_there_ends_the_wait() {
    let server = Scripted::new(|_| {
        let (status, body) = not_found();
        Act::Reply(status, body)
    });
    let backend = client(&server);
    let (_hold, ending) = waits(&backend);
    assert_eq!(ending.recv().unwrap(), Err(Failure::NoSuch(ID)));
}

#[test]
fn a_form_whose_asker_may_not_follow_hears_how_its_request_ended() {
    let server = Scripted::new(|came| match came.path.as_str() {
        "/v1/state" => Act::Reply(200, serde_json::json!({ "right": "ask", "inbox_in_use": true })),
        _ => ended(came),
    });
    let feed = client(&server).follow(Follow::Opened, Wake::Descriptor).unwrap();
    feed.send(Command::Open(ID));
    let told = eventually("the end", || Some(feed.notices()).filter(|told| !told.is_empty()));
    let (_, by, at) = life(Some("because")).closed().map(|(a, b, c)| (a.clone(), b.clone(), c)).unwrap();
    assert_eq!(told, [Notice::Closed { id: ID, by: Box::new(by), at, how: "answered" }]);
}

#[test]
fn a_callback_may_call_the_backend() {
    let server = Scripted::new(ended);
    let backend = std::sync::Arc::new(client(&server));
    let (send, got) = channel();
    let at = backend.clone();
    let _hold = backend.when_closed(ID, Box::new(move |_| send.send(at.get(ID).is_ok()).unwrap()));
    assert!(got.recv().unwrap());
}
