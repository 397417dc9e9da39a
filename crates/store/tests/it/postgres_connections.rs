//! The connections of one process: how many there are, and what happens when one ends.
//!
//! - The first write uses the reading connection; a second one soon after gets a connection of its own.
//! - A connection that listens or holds locks comes back by itself, with all its waits.
//! - Without a server, the bell rings at once, so that readers notice.
//! - A process doesn't hear its own notifications.
//! - A full server gets another try.
//! - A store that closes sleeps until its last notification is sent.

use crate::other_process::{Other, say, told};
use crate::pg::{self, LONG, Server, Setup};
use crate::sample::*;
use asq_store::{Bell, Log, Postgres, Presence, Surroundings, WakeReason};
use asq_testkit::eventually::eventually;
use rustix::process::Signal;
use std::time::{Duration, Instant};

/// The bell is reliable: a notification of our own came back.
fn is_relied_on(bell: &dyn Bell) -> bool {
    bell.patience() == Duration::from_secs(30)
}

#[test]
fn a_second_write_soon_after_the_first_gets_a_connection_of_its_own() {
    let server = pg::shared();
    let name = pg::name(server);
    let sessions = || {
        let others = "datname = current_database() AND pid <> pg_backend_pid()";
        server.sql(&name, &format!("SELECT count(*) FROM pg_stat_activity WHERE {others}"))
    };
    let store = pg::open(&server.url(&name));
    let opened = sessions();
    put(&store, &[ask(1)]);
    let wrote = sessions();
    put(&store, &[ask(2)]);
    assert_eq!([opened, wrote, sessions()], ["1", "1", "2"]);
}

#[test]
fn a_connection_that_is_cut_takes_up_its_waits_again_by_itself() {
    let server = pg::shared();
    let name = pg::name(server);
    let store = pg::open(&format!("{}?application_name=waits", server.url(&name)));
    let other = pg::open(&server.url(&name));
    // One of two waits for the same request ends; the other one still counts.
    let wait = store.hold_asker(id(7)).expect("held");
    drop(store.hold_asker(id(7)).expect("held"));
    assert!(other.asker_waits(id(7)));
    let cut = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'waits'
        AND datname = current_database()";
    assert_eq!(server.sql(&name, cut), "t");
    eventually("the wait again", || other.asker_waits(id(7)));
    drop(wait);
    assert!(!other.asker_waits(id(7)));
}

#[test]
fn a_connection_that_is_cut_listens_again_by_itself() {
    let server = pg::shared();
    let name = pg::name(server);
    let store = pg::open(&server.url(&name));
    let bell = store.bell().expect("a bell");
    eventually("notifications", || is_relied_on(&*bell));
    let cut =
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database()
        AND pid <> pg_backend_pid()";
    assert_eq!(server.sql(&name, cut), "t");
    let listens = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_notify%'
        AND pid <> pg_backend_pid()";
    eventually("a bell that listens again", || server.sql(&name, listens) == "1" && is_relied_on(&*bell));
}

#[test]
fn a_server_that_goes_away_rings_at_once() {
    let server = Server::start(Setup::default());
    let store = pg::open(&pg::database(&server));
    let mut bell = store.bell().expect("a bell");
    eventually("notifications", || is_relied_on(&*bell));
    while bell.wait(Duration::ZERO) != WakeReason::Quiet {}
    server.down(Signal::QUIT);
    assert_eq!([bell.wait(LONG), bell.wait(LONG)], [WakeReason::Records, WakeReason::Drafts]);
    assert!(!is_relied_on(&*bell));
}

#[test]
fn a_process_does_not_hear_its_own_notifications() {
    let url = pg::database(pg::shared());
    let (store, other) = (pg::open(&url), pg::open(&url));
    let (mut bell, mut others) = (store.bell().expect("a bell"), other.bell().expect("a bell"));
    for n in 1..=20 {
        put(&store, &[ask(n)]);
        assert_eq!(bell.wait(LONG), WakeReason::Records);
        // The notification has reached everybody, and the other's nudge comes after it.
        assert_eq!(others.wait(LONG), WakeReason::Records);
        let inbox = other.hold_inbox().expect("held");
        assert_eq!(bell.wait(LONG), WakeReason::Nudged, "{n}");
        drop(inbox);
        assert_eq!(bell.wait(LONG), WakeReason::Nudged, "{n}");
        while others.wait(Duration::ZERO) != WakeReason::Quiet {}
    }
}

#[test]
fn a_full_server_gets_another_try() {
    let server = pg::shared();
    let name = pg::name(server);
    drop(pg::open(&server.url(&name)));
    server.sql(
        &name,
        "CREATE ROLE single LOGIN CONNECTION LIMIT 1; GRANT USAGE ON SCHEMA asq TO single;
         GRANT SELECT ON ALL TABLES IN SCHEMA asq TO single",
    );
    let url = server.url(&name).replace("postgres@", "single@");
    let first = pg::open(&url);
    std::thread::scope(|threads| {
        let second = threads.spawn(|| Postgres::open(&url, &Surroundings::default()));
        eventually("a refusal", || server.log().contains("too many connections for role \"single\""));
        drop(first);
        let second = second.join().expect("a thread").expect("it gets in");
        assert_eq!(second.count().expect("read"), 0);
    });
}

/// On a busy machine, a process that polls for the end keeps the processor from the server.
#[test]
fn a_store_that_closes_sleeps_until_its_last_notification_is_sent() {
    if let Some((_, url)) = told() {
        let (store, begun) = (pg::open(&url), Instant::now());
        put(&store, &[ask(1)]);
        let before = processor_time();
        drop(store);
        let took = begun.elapsed().as_millis();
        say(&format!("{took} {}", processor_time().saturating_sub(before).as_millis()));
        return;
    }
    let server = pg::shared();
    let name = pg::name(server);
    server.sql(
        &name,
        &format!(
            "CREATE SCHEMA slow;
             CREATE FUNCTION slow.pg_notify(text, text) RETURNS void LANGUAGE sql AS
                $$ SELECT pg_sleep(0.7); SELECT pg_catalog.pg_notify($1, $2) $$;
             ALTER DATABASE {name} SET search_path = slow, pg_catalog"
        ),
    );
    let test = "postgres_connections::a_store_that_closes_sleeps_until_its_last_notification_is_sent";
    let said = Other::start(test, "closes", server.url(&name)).says();
    let (took, busy) = said.split_once(' ').expect("two numbers");
    let [took, busy]: [u32; 2] = [took, busy].map(|it| it.parse().expect("a number"));
    assert!(took >= 500, "the notification was not slow: {took} ms");
    assert!(busy <= 100, "it was busy for {busy} of {took} ms");
}

/// The time for which processors have worked for this process.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("a state");
    let (_, fields) = stat.rsplit_once(") ").expect("a name");
    let ticks = fields.split(' ').skip(11).take(2).map(|it| it.parse::<u64>().expect("a number"));
    // A tick has 10 ms on every Linux.
    Duration::from_millis(10 * ticks.sum::<u64>())
}
