//! Every route of the document × every attack: the expected refusal, nothing stored, and the server still answers.
//!
//! - The routes come from the document; a route without a row in the table of rights fails the test.
//! - The test prints what it covers.

use crate::client::{Call, Line, Reply};
use crate::served::{CORS, Kind, STORES, Served, Setup};
use asq_server::TokenRight;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The status for each right (ask, answer, observe, admin) of a call whose body, if it takes one, is a list.
const RIGHTS: &[(&str, &str, [u16; 4])] = &[
    ("GET", "/v1/requests", [404, 200, 200, 200]),
    ("POST", "/v1/requests", [400, 403, 403, 403]),
    ("GET", "/v1/requests/{id}", [200, 200, 200, 200]),
    ("GET", "/v1/requests/{id}/records", [200, 200, 403, 200]),
    ("GET", "/v1/history", [404, 200, 200, 200]),
    ("GET", "/v1/requests/{id}/ending", [202, 403, 403, 403]),
    ("POST", "/v1/requests/{id}/answer", [404, 400, 403, 400]),
    ("POST", "/v1/requests/{id}/decline", [404, 400, 403, 400]),
    ("POST", "/v1/requests/{id}/discuss", [404, 400, 403, 400]),
    ("POST", "/v1/requests/{id}/cancel", [404, 400, 403, 400]),
    ("POST", "/v1/requests/{id}/withdraw", [400, 403, 403, 400]),
    ("POST", "/v1/requests/{id}/snooze", [404, 400, 403, 400]),
    ("GET", "/v1/requests/{id}/drafts", [404, 200, 403, 200]),
    ("PUT", "/v1/requests/{id}/drafts/{question}", [404, 400, 403, 400]),
    ("POST", "/v1/requests/{id}/delivered", [400, 403, 403, 403]),
    ("GET", "/v1/events", [404, 200, 200, 200]),
    ("GET", "/v1/feed", [404, 200, 403, 200]),
    ("POST", "/v1/feed/{feed}", [404, 400, 403, 400]),
    ("GET", "/v1/state", [200, 200, 200, 200]),
    ("GET", "/v1/health", [200, 200, 200, 200]),
];

struct Route {
    method: String,
    path: String,
    rights: [u16; 4],
}

impl Route {
    fn has_body(&self) -> bool {
        self.method != "GET"
    }

    fn at(&self, id: &str) -> String {
        let path = self.path.replace("{id}", id).replace("{question}", "0");
        path.replace("{feed}", &"0".repeat(32))
    }

    /// A call that reaches the route and changes nothing.
    fn call(&self, id: &str) -> Call {
        let call = Call::new(&self.method, &self.at(id));
        if self.has_body() { call.json("[]") } else { call }
    }
}

struct Grid<'a> {
    served: &'a Served,
    routes: Vec<Route>,
    /// A request of the usual asker, and one of another.
    own: String,
    foreign: String,
    tokens: [String; 4],
    cells: BTreeMap<&'static str, usize>,
}

/// The routes of the document; each has a row in the table.
fn routes(served: &Served) -> Vec<Route> {
    let document = served.answers(Call::get("/openapi.json")).ok();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"), "{document}");
    let mut routes = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let method = method.to_uppercase();
            let row = RIGHTS.iter().find(|(of, at, _)| *of == method && at == path);
            let (_, _, rights) = row.unwrap_or_else(|| panic!("{method} {path} has no row of rights"));
            routes.push(Route { method, path: path.clone(), rights: *rights });
        }
    }
    assert_eq!(routes.len(), RIGHTS.len(), "a row without a route");
    routes
}

impl Grid<'_> {
    /// Makes a call, and compares its status; every refusal is a problem.
    #[track_caller]
    fn expect(&mut self, attack: &'static str, call: &Call, wanted: u16) -> Reply {
        self.expect_on(attack, call, self.served.line(), wanted)
    }

    #[track_caller]
    fn expect_on(&mut self, attack: &'static str, call: &Call, mut line: Line, wanted: u16) -> Reply {
        // A server that refuses early may hang up before it has read everything.
        let _ = line.try_send(&call.bytes(&self.served.at.host()));
        let mut reply = line.head();
        let name = format!("{attack}: {} {}", call.method, call.path);
        assert_eq!(reply.status, wanted, "{name}: {reply:?}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{name}");
        assert_eq!(reply.header("cache-control"), Some("no-store"), "{name}");
        if reply.status >= 400 && call.method != "HEAD" {
            assert_eq!(reply.header("content-type"), Some("application/problem+json"), "{name}");
            let length: usize = reply.header("content-length").unwrap().parse().unwrap();
            reply.body = line.exactly(length);
            assert_eq!(reply.problem().0, wanted, "{name}");
        }
        *self.cells.entry(attack).or_default() += 1;
        reply
    }

    fn each(&mut self, mut attack: impl FnMut(&mut Self, &Route)) {
        let routes = std::mem::take(&mut self.routes);
        for route in &routes {
            attack(self, route);
        }
        self.routes = routes;
    }

    /// A token that reaches the route.
    fn token_for(&self, route: &Route) -> String {
        let fits = route.rights.iter().position(|status| !matches!(status, 403 | 404)).unwrap();
        self.tokens[fits].clone()
    }

    fn tokens_that_do_not_count(&mut self) {
        let expired = self.served.tokens.add(TokenRight::Admin, "old", |record| record.expires_ms = Some(1));
        let revoked = self.served.tokens.add(TokenRight::Admin, "gone", |_| ());
        self.served.tokens.revoke(&revoked);
        let mut forged = self.tokens[3].clone();
        forged.replace_range(forged.len() - 1.., if forged.ends_with('0') { "1" } else { "0" });
        let foreign = format!("asq_{}_{}", "f".repeat(12), "0".repeat(64));
        let mut body = None;
        self.each(|grid, route| {
            let (call, good) = (route.call(&grid.own), grid.token_for(route));
            let header = |value: &str| call.clone().with("Authorization", value);
            let attacks = [
                ("no token", call.clone()),
                ("empty token", header("Bearer ")),
                ("empty authorization", header("")),
                ("no scheme", header(&good)),
                ("another scheme", header(&format!("Basic {good}"))),
                (
                    "doubled token",
                    header(&format!("Bearer {good}")).with("Authorization", &format!("Bearer {good}")),
                ),
                ("two tokens in one", header(&format!("Bearer {good}, Bearer {good}"))),
                ("foreign token", header(&format!("Bearer {foreign}"))),
                ("forged token", header(&format!("Bearer {forged}"))),
                ("expired token", header(&format!("Bearer {expired}"))),
                ("revoked token", header(&format!("Bearer {revoked}"))),
                ("token in the query", Call { path: format!("{}?token={good}", call.path), ..call.clone() }),
                ("cookie of nobody", call.clone().with("Cookie", &format!("asq={}", "0".repeat(64)))),
            ];
            for (attack, call) in attacks {
                let reply = grid.expect(attack, &call, 401);
                assert_eq!(reply.header("www-authenticate"), Some("Bearer"), "{attack}");
                assert_eq!(*body.get_or_insert_with(|| reply.body.clone()), reply.body, "{attack}");
            }
        });
    }

    fn rights(&mut self) {
        self.each(|grid, route| {
            for (token, wanted) in grid.tokens.clone().iter().zip(route.rights) {
                let name = if matches!(wanted, 403 | 404) { "wrong right" } else { "right" };
                grid.expect(name, &route.call(&grid.own).token(token), wanted);
            }
        });
    }

    fn gate(&mut self) {
        self.each(|grid, route| {
            let (call, token) = (route.call(&grid.own), grid.token_for(route));
            let own = format!("http://{}", grid.served.at.host());
            for call in [call.clone(), call.token(&token)] {
                let with = |name, value: &str| call.clone().with(name, value);
                let host = grid.served.at.host();
                for (attack, call, wanted) in [
                    ("evil host", with("Host", "evil.example"), 421),
                    ("empty host", with("Host", ""), 421),
                    ("host without port", with("Host", "127.0.0.1"), 421),
                    ("0.0.0.0", with("Host", &host.replace("127.0.0.1", "0.0.0.0")), 421),
                    ("two hosts", with("Host", &host).with("Host", &host), 421),
                    (
                        "evil address",
                        Call { path: format!("http://evil.example{}", call.path), ..call.clone() },
                        421,
                    ),
                    ("evil origin", with("Origin", "https://evil.example"), 403),
                    ("null origin", with("Origin", "null"), 403),
                    ("origin of another port", with("Origin", "http://127.0.0.1:1"), 403),
                    ("https origin", with("Origin", &own.replace("http", "https")), 403),
                    ("origin that begins alike", with("Origin", &format!("{own}.evil.example")), 403),
                    ("two origins", with("Origin", &own).with("Origin", &own), 403),
                    ("cross-site", with("Sec-Fetch-Site", "cross-site"), 403),
                    ("same-site", with("Sec-Fetch-Site", "same-site"), 403),
                    (
                        "own origin, cross-site",
                        with("Origin", &own).with("Sec-Fetch-Site", "cross-site"),
                        403,
                    ),
                ] {
                    let reply = grid.expect(attack, &call, wanted);
                    assert_eq!(reply.header("access-control-allow-origin"), None, "{attack}");
                }
            }
            let none = Call { headers: vec![("Host".into(), CORS.into())], ..route.call(&grid.own) };
            grid.expect("an origin as the host", &none, 421);
        });
    }

    fn bodies(&mut self) {
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(40), "]".repeat(40));
        self.each(|grid, route| {
            if !route.has_body() {
                return;
            }
            let token = grid.token_for(route);
            let call = || Call::new(&route.method, &route.at(&grid.own)).token(&token);
            let typed = |kind: &str| Call { body: b"{}".to_vec(), ..call() }.with("Content-Type", kind);
            let huge = (asq_wire::MAX_BYTES + 1).to_string();
            let chunked = [b"500000\r\n", &vec![b' '; 0x50_0000][..], b"\r\n0\r\n\r\n"].concat();
            let attacks = [
                ("text/plain", typed("text/plain"), 415),
                ("a form", typed("application/x-www-form-urlencoded"), 415),
                ("multipart", typed("multipart/form-data; boundary=x"), 415),
                ("no content type", Call { body: b"{}".to_vec(), ..call() }, 415),
                ("two content types", typed("application/json").with("Content-Type", "text/plain"), 415),
                ("utf-16", typed("application/json; charset=utf-16"), 415),
                ("broken JSON", call().json("{\"call\":"), 400),
                ("two values", call().json("{} {}"), 400),
                ("a list", call().json("[]"), 400),
                ("a number", call().json("7"), 400),
                ("null", call().json("null"), 400),
                ("a repeated key", call().json("{\"call\":{},\"call\":{}}"), 400),
                ("deep JSON", call().json(deep.clone()), 400),
                ("invalid UTF-8", call().json(b"{\"call\":\"\xff\"}".to_vec()), 400),
                ("NUL", call().json("{\"call\":\"\0\"}"), 400),
                ("a huge length", call().json("").with("Content-Length", &huge), 413),
                (
                    "a huge body in chunks",
                    Call { body: chunked, ..call() }
                        .with("Content-Type", "application/json")
                        .with("Transfer-Encoding", "chunked"),
                    413,
                ),
            ];
            for (attack, call, wanted) in attacks {
                grid.expect(attack, &call, wanted);
            }
        });
    }

    fn ids(&mut self) {
        self.each(|grid, route| {
            if !route.path.contains("{id}") {
                return;
            }
            let (foreign, unknown) = (grid.foreign.clone(), "0".repeat(26));
            for (token, status) in grid.tokens.clone().iter().zip(route.rights) {
                if status == 403 {
                    continue;
                }
                let body = if route.path.ends_with("{question}") {
                    json!({ "revision": 0, "draft": { "answers": [] } })
                } else if route.path.ends_with("/answer") {
                    json!({ "answers": [], "digest": "x" })
                } else if route.path.ends_with("/snooze") {
                    json!({ "until": null })
                } else {
                    json!({})
                };
                let call = |id: &str| {
                    let call = Call::new(&route.method, &route.at(id)).token(token);
                    if route.has_body() { call.json(body.to_string()) } else { call }
                };
                let reply = grid.expect("unknown id", &call(&unknown), 404);
                if *token == grid.tokens[0] {
                    let other = grid.expect("foreign id", &call(&foreign), 404);
                    assert_eq!(other.body, reply.body, "{}", route.path);
                }
                let own = grid.own.clone();
                for (attack, id) in [
                    ("half an id", &own[..12]),
                    ("a long id", &format!("{own}0")),
                    ("an id out of range", &"z".repeat(26)),
                    ("an encoded id", &own.replacen(&own[..1], &format!("%{:02x}", own.as_bytes()[0]), 1)),
                    ("a climbing id", ".."),
                    ("an encoded NUL", "%00"),
                    ("invalid UTF-8 in the path", "%ff"),
                ] {
                    grid.expect(attack, &call(id), 404);
                }
            }
        });
    }

    fn methods(&mut self) {
        let mut paths: Vec<(String, String, String)> = Vec::new();
        self.each(|grid, route| paths.push((route.path.clone(), route.at(&grid.own), grid.token_for(route))));
        let all: Vec<(String, String)> =
            self.routes.iter().map(|route| (route.path.clone(), route.method.clone())).collect();
        for (path, at, token) in paths {
            let taken = |method: &str| all.iter().any(|(of, known)| *of == path && known == method);
            for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "BREW"] {
                if taken(method) {
                    continue;
                }
                let reply = self.expect("wrong method", &Call::new(method, &at).token(&token), 405);
                assert!(
                    reply.header("allow").is_some_and(|allow| all
                        .iter()
                        .any(|(of, method)| *of == path && allow.contains(method.as_str()))),
                    "{reply:?}"
                );
                self.expect("wrong method without a token", &Call::new(method, &at), 401);
            }
            if taken("GET") {
                let head = Call::new("HEAD", &at).token(&token);
                let status = if at.ends_with("/ending") { 202 } else { 200 };
                self.expect("HEAD", &head, status);
            }
        }
        for path in [
            "/",
            "/v1",
            "/v1/",
            "/v2/requests",
            "/v1/requests/",
            "//v1/requests",
            "/v1/health/x",
            "/openapi.yaml",
            "/favicon.ico",
        ] {
            if path != "/" {
                self.expect("unknown path without a token", &Call::get(path), 401);
            }
            let token = self.tokens[3].clone();
            self.expect("unknown path", &Call::get(path).token(&token), 404);
        }
    }
}

#[test]
fn every_route_withstands_every_attack_and_nothing_is_stored() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let own = served.ask("own");
        let other = served.tokens.add(TokenRight::Ask, "other", |_| ());
        let foreign =
            served.call(&Call::post("/v1/requests", &crate::served::ask("foreign")).token(&other)).ok();
        let foreign = foreign["id"].as_str().unwrap().to_owned();
        let tokens = [&served.asker, &served.answerer, &served.observer, &served.admin].map(Clone::clone);
        let before = state(&served);
        let routes = routes(&served);
        let count = routes.len();
        let mut grid = Grid { served: &served, routes, own, foreign, tokens, cells: BTreeMap::new() };
        grid.tokens_that_do_not_count();
        grid.rights();
        grid.gate();
        grid.bodies();
        grid.ids();
        grid.methods();
        let cells: usize = grid.cells.values().sum();
        println!("{kind:?}: {count} routes, {} attacks, {cells} calls", grid.cells.len());
        for (attack, calls) in &grid.cells {
            println!("  {calls:4} {attack}");
        }
        assert_eq!(state(&served), before, "something was stored");
        assert_eq!(served.answers(Call::get("/v1/health")).ok()["status"], "ok");
        assert_eq!(*served.reports.lock().unwrap(), [""; 0]);
    }
}

/// All that calls could have changed.
fn state(served: &Served) -> (u64, Value, Value) {
    let head = served.store.head().unwrap().position.0;
    let list = served.answers(Call::get("/v1/requests")).ok();
    // Whether an asker still waits changes by itself.
    let ids = list["requests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| json!([it["id"], it["draft"], it["snoozed_until"]]));
    let state = served.answers(Call::get("/v1/state")).ok();
    (head, ids.collect(), json!([state["open"], state["snoozed"], state["marks"], state["late"]]))
}

#[test]
fn health_takes_no_token_on_the_socket_and_one_elsewhere() {
    let served = Served::with(Setup::of(Kind::File));
    assert_eq!(
        served.unix.call(&Call::get("/v1/health")).ok(),
        json!({ "status": "ok", "version": "1.2.3" })
    );
    assert_eq!(served.unix.call(&Call::get("/v1/state")).problem(), (401, "unauthorized".into()));
    assert_eq!(served.call(&Call::get("/v1/health")).problem(), (401, "unauthorized".into()));
}
