//! Tokens: revoked and expired ones end what they have open, and failures slow down their caller.

use crate::client::{Call, Line};
use crate::served::{Served, Setup};
use asq_server::{ServerLimits, TokenRight};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A stream and a wait of these tokens, both open.
fn open(served: &Served, answerer: &str, asker: &str) -> (Line, Line) {
    let host = served.at.host();
    let mut stream = served.line().stream(&Call::get("/v1/events").token(answerer), &host);
    stream.event().unwrap();
    let body = crate::served::ask("Which?");
    let asked = served.call(&Call::post("/v1/requests", &body).token(asker)).ok();
    let mut wait = served.line();
    let path = format!("/v1/requests/{}/ending?wait=600", asked["id"].as_str().unwrap());
    wait.send(&Call::get(&path).token(asker).bytes(&host));
    // The stream has it, so the wait isn't far.
    stream.event().unwrap();
    (stream, wait)
}

#[test]
fn a_revoked_token_is_refused_at_once_and_what_it_has_open_is_cut() {
    for reports in [true, false] {
        let served = Served::with(Setup { reports, ..Setup::default() });
        let answerer = served.tokens.add(TokenRight::Answer, "a", |_| ());
        let asker = served.tokens.add(TokenRight::Ask, "b", |_| ());
        let (mut stream, mut wait) = open(&served, &answerer, &asker);
        let (mut other, mut others) = open(&served, &served.answerer, &served.asker);
        served.tokens.revoke(&answerer);
        served.tokens.revoke(&asker);
        assert!(stream.event().is_some_and(|event| event.name == "asked"), "the other's ask");
        assert_eq!((stream.event(), wait.rest()), (None, vec![]));
        let state = |token: &str| served.call(&Call::get("/v1/state").token(token)).status;
        if reports {
            assert_eq!([state(&answerer), state(&asker)], [401, 401]);
        } else {
            asq_testkit::eventually::eventually("a token that doesn't count", || state(&answerer) == 401);
        }
        // Nobody else's are.
        let id = served.ask("Another?");
        assert_eq!(other.event().unwrap().data["id"], id.as_str());
        served.stop();
        assert_eq!(others.reply("GET").status, 202);
    }
}

#[test]
fn a_token_that_expires_ends_what_it_has_open() {
    let served = Served::start();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    let soon = |record: &mut asq_server::TokenRecord| record.expires_ms = Some(now + 5000);
    let answerer = served.tokens.add(TokenRight::Answer, "a", soon);
    let asker = served.tokens.add(TokenRight::Ask, "b", soon);
    let (mut stream, mut wait) = open(&served, &answerer, &asker);
    assert_eq!((stream.event(), wait.rest()), (None, vec![]));
    assert_eq!(served.call(&Call::get("/v1/state").token(&answerer)).problem(), (401, "unauthorized".into()));
}

#[test]
fn failures_wait_for_each_other_and_a_token_that_counts_for_none() {
    let limits = ServerLimits { failure_pause: Duration::from_hours(1), ..ServerLimits::default() };
    let served = Served::with(Setup { limits, ..Setup::default() });
    let host = served.at.host();
    let mut failing: Vec<Line> = (0..50).map(|_| served.line()).collect();
    for line in &mut failing {
        line.send(&Call::get("/v1/state").bytes(&host));
    }
    // Beyond those that wait there is no place.
    let full = || served.call(&Call::get("/v1/state").token("asq_")).problem();
    asq_testkit::eventually::eventually("too many failures", || {
        let mut line = served.line();
        line.send(&Call::get("/v1/state").bytes(&host));
        failing.push(line);
        served.answers(Call::get("/v1/state")).status == 200 && failing.len() > 60
    });
    assert_eq!(full(), (429, "too_many".into()));
    // None of those that wait has its reply before its pause is over.
    asq_testkit::eventually::eventually("those that wait", || {
        failing.iter_mut().map(|line| usize::from(line.so_far() == (&[][..], false))).sum::<usize>() == 50
    });
    assert_eq!(served.answers(Call::get("/v1/health")).status, 200);
    // Another address waits for itself alone: on the socket there is room.
    let mut other = served.unix.connect();
    other.send(&Call::get("/v1/state").bytes("localhost"));
    assert_eq!(served.unix.call(&Call::get("/v1/health")).status, 200);
}

#[test]
fn a_token_that_can_not_be_looked_up_is_refused_for_now_and_the_person_learns_why() {
    let served = Served::start();
    *served.tokens.broken.lock().unwrap() = true;
    for _ in 0..3 {
        let reply = served.answers(Call::get("/v1/state"));
        assert_eq!((reply.problem(), reply.header("retry-after")), ((503, "unavailable".into()), Some("2")));
    }
    *served.tokens.broken.lock().unwrap() = false;
    assert_eq!(served.answers(Call::get("/v1/state")).status, 200);
    let reports = served.reports.lock().unwrap().clone();
    assert_eq!(reports, ["a token can't be looked up: the folder is locked"], "once in a while");
}
