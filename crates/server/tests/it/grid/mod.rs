//! Every route of the OpenAPI document × every attack: the expected refusal, nothing stored, and the server still answers.
//!
//! - The document says which routes there are, whom they are for and what they take: a new one is attacked as well.
//! - The picture has a row for each attack and a column for each route, with the status of the reply.
//! - A refusal of an `/v1` route is a problem that reads back, and has every header that protects its reader.
//! - The document describes every reply of its routes.
//! - Both kinds of store give the same picture.

mod bodies;
mod credentials;
mod gate;
mod lost;
mod paths;
mod route;
mod slow;

use crate::client::{Call, Line, Reply};
use crate::served::{Kind, STORES, Served, Setup, ask};
use asq_server::TokenRight;
use expect_test::expect_file;
use route::RouteUnderAttack;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

struct Grid<'a> {
    served: &'a Served,
    routes: Vec<RouteUnderAttack>,
    /// The route that is attacked now.
    column: usize,
    /// A request of the usual asker, and one of another.
    own: String,
    foreign: String,
    tokens: [String; 4],
    /// The replies of each attack, in the order of the attacks; and to calls of no route.
    rows: Vec<(&'static str, BTreeMap<usize, Vec<u16>>)>,
    elsewhere: Vec<(String, u16)>,
}

impl Grid<'_> {
    /// Makes a call, and compares its status; every refusal is a problem, and the document has it.
    #[track_caller]
    fn expect(&mut self, attack: &'static str, call: &Call, wanted: u16) -> Reply {
        let reply = self.reply(attack, call, self.served.line(), wanted);
        self.note(attack, reply.status);
        let route = &self.routes[self.column];
        if let Some(replies) = route.replies.as_ref().filter(|_| call.method == route.method) {
            assert!(replies.contains(&wanted), "{attack}: {wanted} isn't in the document: {route:?}");
        }
        reply
    }

    #[track_caller]
    fn reply(&self, attack: &str, call: &Call, mut line: Line, wanted: u16) -> Reply {
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
        reply
    }

    /// Notes a cell of the picture.
    fn note(&mut self, attack: &'static str, status: u16) {
        let at = self.rows.iter().position(|(known, _)| *known == attack).unwrap_or_else(|| {
            self.rows.push((attack, BTreeMap::new()));
            self.rows.len() - 1
        });
        let cell = self.rows[at].1.entry(self.column).or_default();
        if !cell.contains(&status) {
            cell.push(status);
        }
    }

    fn each(&mut self, mut attack: impl FnMut(&mut Self, &RouteUnderAttack)) {
        for (column, route) in self.routes.clone().iter().enumerate() {
            self.column = column;
            attack(self, route);
        }
    }

    fn token(&self, right: TokenRight) -> String {
        let at = TokenRight::ALL.iter().position(|known| *known == right).unwrap();
        self.tokens[at].clone()
    }

    /// A token that reaches the route.
    fn token_for(&self, route: &RouteUnderAttack) -> String {
        self.token(route.rights[0])
    }

    fn picture(&self) -> String {
        let mut picture = String::from(
            "A column for each route of the OpenAPI document, a row for each attack, and the status of the reply.\n\n",
        );
        for (column, route) in self.routes.iter().enumerate() {
            let rights: Vec<&str> = route.rights.iter().map(|right| right.name()).collect();
            let (method, path) = (&route.method, &route.path);
            writeln!(picture, "{:>3}  {method:4} {path}  ({})", column + 1, rights.join(", ")).unwrap();
        }
        let row = |name: &str, cells: Vec<String>| {
            let mut row = format!("{name:28}");
            for cell in cells {
                write!(row, "{cell:>4}").unwrap();
            }
            row + "\n"
        };
        picture.push('\n');
        picture += &row("", (1..=self.routes.len()).map(|column| column.to_string()).collect());
        for (attack, replies) in &self.rows {
            let cell = |column: usize| match replies.get(&column).map(Vec::as_slice) {
                None => "-".to_owned(),
                Some([status]) => status.to_string(),
                Some(several) => panic!("{attack}: {several:?}"),
            };
            picture += &row(attack, (0..self.routes.len()).map(cell).collect());
        }
        picture += "\nPaths of no route\n";
        for (path, status) in &self.elsewhere {
            writeln!(picture, "{path:28} {status}").unwrap();
        }
        picture
    }
}

#[test]
fn every_route_withstands_every_attack_and_nothing_is_stored() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let own = served.ask("own");
        let other = served.tokens.add(TokenRight::Ask, "other", |_| ());
        let foreign = served.call(&Call::post("/v1/requests", &ask("foreign")).token(&other)).ok();
        let foreign = foreign["id"].as_str().unwrap().to_owned();
        let tokens = [&served.asker, &served.answerer, &served.observer, &served.admin].map(Clone::clone);
        let before = state(&served);
        let routes = RouteUnderAttack::all(&served);
        let mut grid = Grid {
            served: &served,
            routes,
            column: 0,
            own,
            foreign,
            tokens,
            rows: Vec::new(),
            elsewhere: Vec::new(),
        };
        grid.tokens_that_do_not_count();
        grid.rights();
        grid.names_and_pages();
        grid.bodies();
        grid.ids();
        grid.methods();
        grid.slow();
        assert_eq!(state(&served), before, "something was stored");
        assert_eq!(served.answers(Call::get("/v1/health")).ok()["status"], "ok");
        assert_eq!(*served.reports.lock().unwrap(), [""; 0]);
        let file = format!("{}/tests/pictures/grid.txt", env!("CARGO_MANIFEST_DIR"));
        expect_file![file].assert_eq(&grid.picture());
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
