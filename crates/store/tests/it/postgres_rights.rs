//! Who may open a store on a server, who creates its tables, and what the store reports about itself.
//!
//! - Several processes that come first create the tables once; a newer store is refused.
//! - If the tables are there, no right to create any is needed; to read, no right to write.
//! - The report shows neither a password nor more than the server says.

use crate::pg;
use crate::sample::*;
use asq_store::{Log, Postgres, Presence, StoreError, Surroundings, Upkeep};
use std::sync::Barrier;

#[test]
fn a_store_of_a_newer_version_is_refused() {
    let server = pg::shared();
    let name = pg::name(server);
    let store = pg::open(&server.url(&name));
    put(&store, &[ask(1)]);
    server.sql(&name, "UPDATE asq.head SET version = 99");
    for refused in
        [Postgres::open(&server.url(&name), &Surroundings::default()).err(), store.append(&[ask(2)]).err()]
    {
        let said = refused.expect("refused").to_string();
        assert_eq!(
            said,
            "a newer asq has upgraded the store to version 99, this one knows 1: restart with the newer asq"
        );
    }
    server.sql(&name, "UPDATE asq.head SET version = 1");
    assert_eq!(everything(&store), stored(1, &[ask(1)]));
}

#[test]
fn two_that_come_first_make_the_tables_once() {
    let url = pg::database(pg::shared());
    let start = Barrier::new(6);
    std::thread::scope(|threads| {
        for n in 1..=6 {
            let (url, start) = (&url, &start);
            threads.spawn(move || {
                start.wait();
                put(&pg::open(url), &[ask(n)]);
            });
        }
    });
    assert_eq!(pg::open(&url).count().expect("a count"), 6);
}

#[test]
fn who_may_not_make_tables_uses_those_that_are_there() {
    let server = pg::shared();
    let name = pg::name(server);
    drop(pg::open(&server.url(&name)));
    server.sql(
        &name,
        "CREATE ROLE team LOGIN; GRANT USAGE ON SCHEMA asq TO team; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES \
         IN SCHEMA asq TO team; GRANT USAGE ON ALL SEQUENCES IN SCHEMA asq TO team",
    );
    let store = pg::open(&server.url(&name).replace("postgres@", "team@"));
    put(&store, &[ask(1)]);
    drop(store.hold_inbox().expect("held"));
    let other = pg::name(server);
    let refused = Postgres::open(&server.url(&other).replace("postgres@", "team@"), &Surroundings::default())
        .err()
        .expect("refused");
    assert!(matches!(refused, StoreError::ReadOnly { .. }), "{refused:?}");
}

#[test]
fn what_is_told_of_a_server_never_holds_the_password() {
    let nobody = "postgres://jo:s3cret@127.0.0.1:1,127.0.0.1:2/team?application_name=x";
    let said = Postgres::open(nobody, &Surroundings::default()).err().expect("nobody there").to_string();
    assert!(said.contains("team on 127.0.0.1:1, 127.0.0.1:2") && !said.contains("s3cret"), "{said}");
    let server = pg::shared();
    let name = pg::name(server);
    let store = pg::open(&server.url(&name).replace("postgres@", "postgres:s3cret@"));
    let about = format!("{:?}", store.about());
    assert!(about.contains(&name) && !about.contains("s3cret"), "{about}");
}

#[test]
fn who_may_only_read_looks_at_everything_and_stores_nothing() {
    let server = pg::shared();
    let name = pg::name(server);
    put(&pg::open(&server.url(&name)), &[ask(1)]);
    server.sql(
        &name,
        "CREATE ROLE looks LOGIN; GRANT USAGE ON SCHEMA asq TO looks; GRANT SELECT ON ALL TABLES IN SCHEMA asq TO looks",
    );
    let store = pg::open(&server.url(&name).replace("postgres@", "looks@"));
    assert_eq!(everything(&store), stored(1, &[ask(1)]));
    let refused = store.append(&[ask(2)]);
    assert!(matches!(refused, Err(StoreError::ReadOnly { .. })), "{refused:?}");
}

#[test]
fn the_report_says_what_survives() {
    let server = pg::shared();
    let name = pg::name(server);
    let store = pg::open(&server.url(&name));
    put(&store, &[ask(1), ask(2), close(1, 1, words("x"))]);
    let _inbox = store.hold_inbox().expect("held");
    let about: String = store
        .about()
        .into_iter()
        .map(|(name, what)| match name.as_str() {
            // What differs between machines.
            "server" | "size of the database" => format!("{name}: {}\n", !what.is_empty()),
            _ => format!("{name}: {what}\n"),
        })
        .collect();
    let shown = about.replace(&server.folder().to_string(), "FOLDER").replace(&name, "DATABASE");
    expect_test::expect![[r#"
        kind: PostgreSQL
        database: DATABASE on FOLDER
        notifications: on
        encryption: none: it is on this machine
        last record: 3
        open: 1
        version: 1
        server: true
        standbys that confirm: none: what was answered last can be lost with the server
        fsync: off: a power cut can lose answers
        size of the database: true
        inboxes in use: 1
    "#]]
    .assert_eq(&shown);
}
