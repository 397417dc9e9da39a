//! Connections: a head, a body and a call have times of their own, and a refused caller gets to know it.

use crate::client::Call;
use crate::served::{SHORT, Served, Setup, ask};
use asq_testkit::eventually::eventually;
use serde_json::json;
use std::time::Duration;

#[test]
fn a_head_that_drips_in_byte_by_byte_is_cut_at_its_time() {
    let served = Served::with(Setup::limits(|limits| limits.head = Duration::from_millis(200)));
    let mut line = served.line();
    line.send(b"GET /v1/state HTTP/1.1\r\nX-Drips: ");
    eventually("the end of a head that drips", || {
        // The last ones may come too late for anybody to take them.
        let _ = line.try_send(b"x");
        line.so_far().1
    });
    assert_eq!(line.reply("GET").problem(), (408, "timeout".into()));
    assert_eq!(line.rest(), b"");
}

#[test]
fn a_body_in_pieces_and_a_wait_take_longer_than_a_head_may() {
    let served = Served::with(Setup::limits(|limits| limits.head = SHORT));
    let call = Call::post("/v1/requests", &ask("Which?")).token(&served.asker);
    let bytes = call.bytes(&served.at.host());
    let (head, body) = bytes.split_at(bytes.len() - call.body.len());
    let mut line = served.line();
    for part in [head, &body[..10], &body[10..20]] {
        line.send(part);
        // As long as a head may take, somebody else has come and gone who sent nothing.
        assert_eq!(served.line().rest(), b"");
    }
    line.send(&body[20..]);
    let asked = line.reply("POST");
    assert_eq!(asked.status, 201, "{}", asked.text());
    let id = asked.json()["id"].clone();
    let wait = format!("/v1/requests/{}/ending?wait=1", id.as_str().unwrap());
    let waited = line.call(&Call::get(&wait).token(&served.asker), &served.at.host());
    assert_eq!((waited.status, waited.json()), (202, asked.json()));
}

#[test]
fn a_handshake_that_does_not_come_or_not_to_its_end_has_the_time_of_a_head() {
    let limits = Setup::limits(|limits| limits.head = Duration::from_millis(200));
    let served = Served::with(Setup { tls: true, ..limits });
    let tls = served.tls.as_ref().unwrap();
    let (mut silent, mut begun) = (tls.connect(), tls.connect());
    // The first byte of a handshake.
    begun.send(b"\x16");
    assert_eq!((silent.rest(), begun.rest()), (vec![], vec![]));
}

#[test]
fn a_body_that_is_refused_at_once_is_read_on_so_that_its_sender_gets_the_reply() {
    let served = Served::start();
    let length = (asq_wire::MAX_BYTES + 1).to_string();
    let call = Call::post("/v1/requests", &json!({})).token(&served.asker).with("Content-Length", &length);
    let mut line = served.line();
    line.send(&[call.bytes(&served.at.host()), vec![b' '; 100 << 10]].concat());
    line.end_sending();
    assert_eq!(line.reply("POST").problem(), (413, "too_large".into()));
    assert_eq!(line.rest_in_order().unwrap(), b"");
}
