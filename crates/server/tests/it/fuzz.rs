//! Queries, headers, bodies and ids from a stranger, sent to a real server behind its gate.
//!
//! - Every call has a reply: never a panic, never a status of 500 or more.
//! - Every refusal is a problem that reads back, and stores nothing.
//! - An id names a request only if it is that request's, letter by letter.

use crate::client::{Call, Reply};
use crate::served::{SHORT, Served, Setup};
use asq_testkit::fuzz;
use asq_wire::http::CallProblem;
use serde_json::json;
use std::sync::{Mutex, PoisonError};

/// A server that gives up soon on what doesn't end, with a closed request and an open one.
struct FuzzedServer {
    served: Served,
    closed: String,
    open: String,
}

impl FuzzedServer {
    fn start() -> Mutex<FuzzedServer> {
        let served = Served::with(Setup::limits(|limits| {
            (limits.head, limits.body) = (SHORT, SHORT);
        }));
        let (closed, open) = (served.ask("closed"), served.ask("open"));
        let answer = Call::post(&format!("/v1/requests/{closed}/answer"), &served.pick(&closed, 0));
        assert_eq!(served.answers(answer).status, 200);
        Mutex::new(FuzzedServer { served, closed, open })
    }

    fn head(&self) -> u64 {
        self.served.store.head().unwrap().position.0
    }

    /// Makes a call, and judges the reply.
    fn call(&self, call: &Call) -> Reply {
        let before = self.head();
        let mut line = self.served.line();
        // A server that refuses early may hang up before it has read everything.
        let _ = line.try_send(&call.bytes(&self.served.at.host()));
        let mut reply = line.head();
        assert!(reply.status < 500, "{call:?}: {reply:?}");
        if reply.status >= 400 {
            let length = reply.header("content-length").unwrap().parse().unwrap();
            reply.body = line.exactly(length);
            assert_eq!(reply.problem().0, reply.status, "{call:?}");
            let problem =
                CallProblem::from_json(&reply.json()).unwrap_or_else(|error| panic!("{error}: {call:?}"));
            assert_eq!(problem.status(), reply.status, "{call:?}");
            assert_eq!(self.head(), before, "{call:?}: stored");
        }
        reply
    }
}

/// The text without what ends a line of a head.
fn line(bytes: &[u8], dictionary: &[&[u8]], without: &[u8]) -> String {
    let bytes = fuzz::words(bytes, dictionary);
    let kept: Vec<u8> = bytes.into_iter().filter(|byte| !without.contains(byte)).collect();
    String::from_utf8_lossy(&kept).into_owned()
}

#[test]
fn no_query_is_carried_out_by_mistake() {
    const WORDS: &[&[u8]] = &[
        b"=",
        b"&",
        b"%",
        b"%00",
        b"%ff",
        b"%61",
        b"+",
        b"wait",
        b"after",
        b"limit",
        b"prefix",
        b"text",
        b"agent",
        b"folder",
        b"since",
        b"until",
        b"follow",
        b"inbox",
        b"opened",
        b"attach",
        b"only",
        b"0",
        b"1",
        b"600",
        b"601",
        b"-1",
        b"18446744073709551616",
        b"2026-11-20T13:03:09.120Z",
        b"token",
        b"?",
        b"/",
        b"..",
        b"\xc3\xa4",
        b"\xff",
    ];
    let server = FuzzedServer::start();
    fuzz::check(64, |bytes| {
        let server = server.lock().unwrap_or_else(PoisonError::into_inner);
        let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
        let (served, ending) = (&server.served, format!("/v1/requests/{}/ending", server.closed));
        let (path, token) = match first % 7 {
            0 => ("/v1/requests", &served.answerer),
            1 => ("/v1/history", &served.observer),
            2 => (ending.as_str(), &served.asker),
            3 => ("/v1/events", &served.answerer),
            4 => ("/v1/feed", &served.admin),
            5 => ("/v1/state", &served.asker),
            _ => ("/openapi.json", &served.observer),
        };
        let query = line(rest, WORDS, b"\r\n # ");
        let before = server.head();
        server.call(&Call::get(&format!("{path}?{query}")).token(token));
        assert_eq!(server.head(), before, "{query:?}");
    });
}

#[test]
fn no_header_lets_anybody_in_or_breaks_a_reply() {
    const NAMES: &[&str] = &[
        "Authorization",
        "Host",
        "Origin",
        "Sec-Fetch-Site",
        "Content-Type",
        "Content-Length",
        "Transfer-Encoding",
        "Cookie",
        "Asq-Ticket",
        "Idempotency-Key",
        "Last-Event-ID",
        "Connection",
        "Upgrade",
        "Accept-Encoding",
        "X-Forwarded-For",
        "X-HTTP-Method-Override",
    ];
    const WORDS: &[&[u8]] = &[
        b"Bearer ",
        b"Basic ",
        b"asq_",
        b"_",
        b"asq_1=",
        b"; ",
        b", ",
        b" ",
        b"\t",
        b"127.0.0.1",
        b"localhost",
        b"[::1]",
        b":",
        b"http://",
        b"https://",
        b"null",
        b"same-origin",
        b"none",
        b"cross-site",
        b"application/json",
        b"charset=utf-8",
        b"chunked",
        b"gzip",
        b"identity",
        b"close",
        b"keep-alive",
        b"websocket",
        b"0",
        b"2",
        b"1000",
        b"-1",
        b"99999999999999999999",
        b"\"",
        b"\\",
        b"=",
        b"@",
        b"\xc3\xa4",
        b"\xff",
        b"\x00",
        b"\x1b[2J",
    ];
    let server = FuzzedServer::start();
    fuzz::check(96, |bytes| {
        let server = server.lock().unwrap_or_else(PoisonError::into_inner);
        let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
        let mut call = match first % 3 {
            0 => Call::get("/v1/state"),
            // Neither this body nor an empty one is an answer.
            1 => Call::post(&format!("/v1/requests/{}/answer", server.open), &json!([])),
            _ => Call::get("/v1/requests"),
        };
        for part in rest.chunks(24) {
            let name = NAMES[usize::from(part[0]) % NAMES.len()];
            call = call.with(name, &line(&part[1..], WORDS, b"\r\n"));
        }
        // No text of these is a token.
        assert!(server.call(&call).status >= 400, "{call:?}");
        let with = call.token(&server.served.answerer);
        let before = server.head();
        server.call(&with);
        assert_eq!(server.head(), before, "{with:?}");
    });
}

#[test]
fn no_body_is_stored_that_was_refused() {
    const WORDS: &[&[u8]] = &[
        b"{",
        b"}",
        b"[",
        b"]",
        b"\"",
        b":",
        b",",
        b"\\",
        b"null",
        b"true",
        b"0",
        b"-1",
        b"1e999",
        b"\"x\"",
        b"{}",
        b"[]",
        b"\"call\":",
        b"\"dialect\":\"asq\"",
        b"\"agent\":",
        b"\"session\":",
        b"\"call_id\":",
        b"\"questions\":",
        b"\"prompt\":",
        b"\"options\":[{\"label\":\"a\"},{\"label\":\"b\"}]",
        b"\"answers\":",
        b"{\"answer\":{\"picks\":[{\"option\":0}]}}",
        b"\"digest\":",
        b"\"draft\":",
        b"\"typed\":[{\"question\":0,\"place\":\"custom\",\"text\":\"t\"}]",
        b"\"until\":",
        b"\"revision\":",
        b"\"from\":0",
        b"\"commands\":",
        b"\"reason\":",
        b"\"about\":{\"says\":\"s\"}",
        b"{\"questions\":[{\"prompt\":\"p\",\"options\":[{\"label\":\"a\"},{\"label\":\"b\"}]}]}",
        b"\"\\ud800\"",
        b"\"\\u0000\"",
        b"\"2026-11-20T13:03:09.120Z\"",
        b"\xff",
        b"\x00",
        b"\xe2\x80\xae",
    ];
    let server = FuzzedServer::start();
    fuzz::check(64, |bytes| {
        let server = server.lock().unwrap_or_else(PoisonError::into_inner);
        let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
        let served = &server.served;
        let request = |route: &str| format!("/v1/requests/{}/{route}", server.open);
        let feed = format!("/v1/feed/{}", "0".repeat(32));
        let (method, path, token) = match first % 9 {
            0..=2 => ("POST", "/v1/requests".to_owned(), &served.asker),
            3 => ("POST", request("answer"), &served.answerer),
            4 => ("POST", request("snooze"), &served.answerer),
            5 => ("PUT", request("drafts/0"), &served.answerer),
            6 => ("POST", feed, &served.answerer),
            // It is another asker's: no body closes it.
            7 => ("POST", request("decline"), &served.asker),
            _ => ("POST", format!("/v1/requests/{}/discuss", server.closed), &served.answerer),
        };
        let open: &[u8] = if first & 0x80 == 0 { b"{" } else { b"" };
        let close: &[u8] = if first & 0x40 == 0 { b"}" } else { b"" };
        let body = [open, &fuzz::words(rest, WORDS), close].concat();
        server.call(&Call::new(method, &path).json(body).token(token));
    });
}

#[test]
fn no_other_text_is_the_id_of_a_request() {
    const WORDS: &[&[u8]] = &[
        b"0",
        b"1",
        b"2",
        b"7",
        b"8",
        b"9",
        b"a",
        b"i",
        b"l",
        b"o",
        b"u",
        b"z",
        b"A",
        b"Z",
        b"%",
        b"%30",
        b"%00",
        b"%2e",
        b"%2f",
        b".",
        b"..",
        b"/",
        b"//",
        b"?",
        b"-",
        b"_",
        b";",
        b"\\",
        b"\xff",
        b"\xc3\xa4",
    ];
    let server = FuzzedServer::start();
    fuzz::check(40, |bytes| {
        let server = server.lock().unwrap_or_else(PoisonError::into_inner);
        let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
        let made = line(rest, WORDS, b"\r\n #?");
        // Made of an id: a part of it is another text.
        let at = usize::from(first % 27);
        let id = match first % 3 {
            0 => made,
            1 => format!("{}{made}", &server.open[..at.min(26)]),
            _ => format!("{made}{}", &server.open[at.min(26)..]),
        };
        if id == server.open || id == server.closed {
            return;
        }
        let route = ["", "/records", "/ending", "/drafts"][usize::from(first / 64)];
        for token in [&server.served.asker, &server.served.admin] {
            let reply = server.call(&Call::get(&format!("/v1/requests/{id}{route}")).token(token));
            // Some of them are another path, such as that of a list.
            let is_path = id.contains(['/', '.', '\\']) || id.is_empty();
            assert!(reply.status >= 400 || is_path, "{id:?}: {reply:?}");
        }
    });
}
