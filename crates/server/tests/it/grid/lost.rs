//! A reply that is lost after the commit: the same call again succeeds, and nothing is stored twice.
//!
//! - Every route with a body, from the document.
//! - Once the reply gets lost on its way, once the caller is gone before there is one.

use super::route::RouteUnderAttack;
use crate::client::{Call, Line};
use crate::served::{STORES, Served, Setup, ask};
use serde_json::json;

/// A route that is called, and the tokens to call it with.
struct LostReply<'a> {
    served: &'a Served,
    route: &'a RouteUnderAttack,
    /// Open while it is needed: the stream of a feed.
    _holds: Option<Line>,
    call: Call,
}

impl LostReply<'_> {
    /// A call that succeeds, with a key if the route takes one.
    fn new<'a>(served: &'a Served, route: &'a RouteUnderAttack, name: &str) -> LostReply<'a> {
        let id = served.ask(name);
        let tokens = [&served.asker, &served.answerer, &served.observer, &served.admin];
        let mut call = route.fitting(&id).token(tokens[route.rights[0] as usize]);
        let mut holds = None;
        if route.path == "/v1/requests" {
            call.body = ask(&format!("{name} again")).to_string().into();
        } else if route.path.ends_with("/answer") {
            call.body = served.pick(&id, 0).to_string().into();
        } else if route.path.contains("/embed/") {
            let fields = [
                ["q0.shown", "1"],
                ["q0", "0"],
                ["seen", &served.digest(&id)],
                ["key", name],
                ["act", "submit"],
            ];
            call.body = json!({ "fields": fields }).to_string().into();
        } else if route.path.ends_with("/delivered") {
            let answer = Call::post(&format!("/v1/requests/{id}/answer"), &served.pick(&id, 0));
            assert_eq!(served.answers(answer).status, 200);
        } else if route.path.ends_with("{question}") {
            let typed = json!([{ "question": 0, "place": "custom", "text": "neither" }]);
            call.body =
                json!({ "revision": 0, "draft": { "answers": [], "typed": typed } }).to_string().into();
        } else if route.path.contains("{feed}") {
            let opens = Call::get("/v1/feed").token(&served.answerer);
            let mut line = served.line().stream(&opens, &served.at.host());
            let feed = line.event().unwrap().data["feed"].as_str().unwrap().to_owned();
            call.path = format!("/v1/feed/{feed}");
            call.body = json!({ "from": 0, "commands": [] }).to_string().into();
            holds = Some(line);
        }
        let call = call.with("Host", crate::served::PUBLIC).with("Idempotency-Key", name);
        LostReply { served, route, _holds: holds, call }
    }

    fn bytes(&self) -> Vec<u8> {
        self.call.bytes("")
    }

    /// Makes the call again, twice; it succeeds, and the log stays as it is.
    fn again(&self, stored: u64) {
        let name = format!("{} {}", self.route.method, self.route.path);
        for _ in 0..2 {
            let reply = self.served.call(&self.call);
            assert!(reply.status < 300, "{name}: {reply:?} {}", String::from_utf8_lossy(&reply.body));
        }
        assert_eq!(self.head(), stored, "{name}");
    }

    fn head(&self) -> u64 {
        self.served.store.head().unwrap().position.0
    }
}

#[test]
fn a_call_whose_reply_was_lost_succeeds_again_and_changes_nothing() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let routes = RouteUnderAttack::all(&served);
        let changing: Vec<_> = routes.iter().filter(|route| route.has_body()).collect();
        assert!(changing.len() >= 10, "{changing:?}");
        for (n, route) in changing.into_iter().enumerate() {
            let lost = LostReply::new(&served, route, &format!("lost {n}"));
            let mut line = served.line();
            line.send(&lost.bytes());
            // The reply is on its way: what it says is stored.
            let reply = line.head();
            assert!(reply.status < 300, "{route:?}: {reply:?}");
            drop(line);
            lost.again(lost.head());

            let gone = LostReply::new(&served, route, &format!("gone {n}"));
            let before = gone.head();
            let mut line = served.line();
            line.send(&gone.bytes());
            drop(line);
            let first = served.call(&gone.call);
            assert!(first.status < 300, "{route:?}: {first:?}");
            let stored = gone.head();
            assert!(stored - before <= 1, "{route:?}");
            gone.again(stored);
        }
    }
}
