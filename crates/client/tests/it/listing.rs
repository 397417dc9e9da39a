//! Lists over HTTP, and what they say of their rows.

use crate::scripted::{Act, Scripted};
use crate::setting::{client, not_found};
use asq_backend::Backend;
use asq_core::inbox::{Position, RequestMark};
use asq_core::life::RequestId;
use asq_testkit::eventually::eventually;
use asq_testkit::sample;
use asq_wire::http::OpenList;
use asq_wire::public::ListedRequest;

const ROWS: [u64; 3] = [3, 1, 2];

fn row(n: u64) -> ListedRequest {
    ListedRequest {
        pending: sample::pending(n),
        short: format!("short{n}"),
        snoozed_until: None,
        asker_waits: n == 1,
        mark: RequestMark::default(),
    }
}

/// A server with three open requests; it says nothing of a single one.
fn server() -> Scripted {
    Scripted::new(|came| {
        if came.path == "/v1/requests" {
            let list = OpenList { position: Position(9), requests: ROWS.map(row).to_vec() };
            return Act::Reply(200, list.to_json());
        }
        let (status, body) = not_found();
        Act::Reply(status, body)
    })
}

#[test]
fn a_table_costs_one_call_and_not_one_for_each_row() {
    let server = server();
    let backend = client(&server);
    // What the list said counts for a second: a stalled machine may need another try.
    eventually("a table at the cost of one call", || {
        let before = server.lines().len();
        let list = backend.list_at(0).unwrap();
        let shown: Vec<_> =
            list.1.iter().map(|row| (backend.short_id(row.id), backend.asker_waits(row.id))).collect();
        let calls = server.lines().split_off(before);
        (calls == ["GET /v1/requests"]).then(|| {
            assert_eq!(
                list,
                (Position(9), [1, 2, 3].map(sample::pending).to_vec()),
                "in the order of asking"
            );
            let all = [1, 2, 3].map(|n| (Ok(format!("short{n}")), n == 1));
            assert_eq!(shown, all);
        })
    });
}

#[test]
fn what_a_list_said_of_a_row_counts_only_for_a_moment() {
    let server = server();
    let backend = client(&server);
    backend.list_at(0).unwrap();
    let id = RequestId(1);
    eventually("a call for the row", || {
        backend.asker_waits(id);
        server.lines().last().is_some_and(|line| *line == format!("GET /v1/requests/{id}"))
    });
}
