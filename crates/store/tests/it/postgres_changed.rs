//! Tables on a server that somebody changed by hand.
//!
//! - A changed record is not read as one.
//! - Verifying compares the log with the head, the open requests, their rows in the list, and the claims.

use crate::pg;
use crate::sample::*;
use asq_core::inbox::Position;
use asq_core::life::AskKey;
use asq_store::{Append, Log, Upkeep};
use expect_test::expect;

#[test]
fn a_changed_row_on_a_server_is_found() {
    let server = pg::shared();
    let change = |sql: &str| {
        let name = pg::name(server);
        let store = pg::open(&server.url(&name));
        let claiming = |n| ask_claiming(n, AskKey::Call(key(&format!("call {n}"))));
        put(&store, &[claiming(1), claiming(2), close(1, 1, words("yes"))]);
        server.sql(&name, sql);
        let read = store.records(id(1)).err().map(|it| it.to_string());
        let listed = store.pending(Position(0), 0).err().map(|it| it.to_string());
        let again = Append { expected: 1, ..close(1, 2, words("no")) };
        let taken = store.append(&[again]).map_or_else(|e| e.to_string(), |it| format!("{it:?}"));
        let problems = store.verify(None).expect("looked at").problems;
        let told: Vec<String> =
            problems.into_iter().map(|it| format!("{:?} {}", it.position.map(|p| p.0), it.what)).collect();
        format!("{sql}\n  read: {read:?}\n  list: {listed:?}\n  again: {taken}\n  verify: {told:?}\n")
    };
    let told = [
        "UPDATE asq.record SET body = set_byte(body, 0, 32) WHERE position = 3",
        "UPDATE asq.record SET seq = 3 WHERE position = 3",
        "UPDATE asq.record SET request = decode(repeat('00', 16), 'hex') WHERE position = 3",
        "DELETE FROM asq.record WHERE position = 3",
        "UPDATE asq.record SET at = at + 1 WHERE position = 1",
        "UPDATE asq.record SET link = decode(repeat('00', 32), 'hex') WHERE position = 2",
        "UPDATE asq.pending SET summary = replace(summary::text, '476f206f6e', '4b6f206f6e')::bytea",
        "DELETE FROM asq.pending",
        "UPDATE asq.head SET open = 7",
        "UPDATE asq.claim SET key = 'x'::bytea || key",
        "UPDATE asq.claim SET request = (SELECT request FROM asq.record WHERE position = 2)",
        "DELETE FROM asq.claim",
        "UPDATE asq.head SET position = 2",
    ]
    .map(change)
    .concat();
    expect![[r#"
        UPDATE asq.record SET body = set_byte(body, 0, 32) WHERE position = 3
          read: Some("the store is damaged at position 3: its digest does not match")
          list: None
          again: [Stale]
          verify: ["Some(3) its digest does not match", "None the list of open requests does not follow from the log: 4y6xwvjztafgag000000000001", "None 2 requests are open, but the count is 1"]
        UPDATE asq.record SET seq = 3 WHERE position = 3
          read: Some("the store is damaged at position 3: its digest does not match")
          list: None
          again: [Stale]
          verify: ["Some(3) its number in request 4y6xwvjztafgag000000000001 is 3, out of order", "Some(3) its digest does not match", "None the list of open requests does not follow from the log: 4y6xwvjztafgag000000000001", "None 2 requests are open, but the count is 1"]
        UPDATE asq.record SET request = decode(repeat('00', 16), 'hex') WHERE position = 3
          read: None
          list: None
          again: [Stale]
          verify: ["Some(3) its number in request 00000000000000000000000000 is 2, out of order", "Some(3) its digest does not match", "None the list of open requests does not follow from the log: 4y6xwvjztafgag000000000001", "None 2 requests are open, but the count is 1"]
        DELETE FROM asq.record WHERE position = 3
          read: None
          list: None
          again: [Stale]
          verify: ["None the log ends at 2, but its head is at 3", "None the list of open requests does not follow from the log: 4y6xwvjztafgag000000000001", "None 2 requests are open, but the count is 1"]
        UPDATE asq.record SET at = at + 1 WHERE position = 1
          read: Some("the store is damaged at position 1: its digest does not match")
          list: None
          again: [Stale]
          verify: ["Some(1) its digest does not match", "None the list of idempotency keys does not follow from the log"]
        UPDATE asq.record SET link = decode(repeat('00', 32), 'hex') WHERE position = 2
          read: None
          list: None
          again: [Stale]
          verify: ["Some(2) it does not link to the record before it", "Some(3) it does not link to the record before it"]
        UPDATE asq.pending SET summary = replace(summary::text, '476f206f6e', '4b6f206f6e')::bytea
          read: None
          list: Some("the store is damaged at position 2: its row in the list of open requests was changed")
          again: [Stale]
          verify: ["Some(2) its row in the list of open requests was changed"]
        DELETE FROM asq.pending
          read: None
          list: None
          again: [Stale]
          verify: ["None the list of open requests does not follow from the log: 1wdvsq5zmmz0n0000000000002"]
        UPDATE asq.head SET open = 7
          read: None
          list: None
          again: [Stale]
          verify: ["None 1 requests are open, but the count is 7"]
        UPDATE asq.claim SET key = 'x'::bytea || key
          read: None
          list: None
          again: [Stale]
          verify: ["None the list of idempotency keys does not follow from the log"]
        UPDATE asq.claim SET request = (SELECT request FROM asq.record WHERE position = 2)
          read: None
          list: None
          again: [Stale]
          verify: ["None the list of idempotency keys does not follow from the log"]
        DELETE FROM asq.claim
          read: None
          list: None
          again: [Stale]
          verify: ["None the list of idempotency keys does not follow from the log"]
        UPDATE asq.head SET position = 2
          read: None
          list: None
          again: [Stale]
          verify: ["None the log ends at 3, but its head is at 2"]
    "#]].assert_eq(&told);
}
