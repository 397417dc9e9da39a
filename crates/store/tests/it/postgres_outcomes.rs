//! Appends whose connection or server fails half-way: the outcome is looked up, or the append is made again.
//!
//! - If the reply to a commit is lost, the caller gets the verdict of that commit, and nothing is stored twice.
//! - An append whose session ends before the commit is made again.
//! - A server that stopped accepting writes is left for the next host that accepts them.
//! - A full disk is reported as such; reading still works, and so does writing once there is space.
//! - A silent server is given up; reading goes on with another session.

use crate::pg::{self, LONG, Server, Setup};
use crate::sample::*;
use asq_core::inbox::Position;
use asq_store::{Log, StoreError, Verdict};
use asq_testkit::eventually::eventually;
use rustix::process::{Pid, Signal, kill_process};
use std::sync::mpsc::channel;

/// The sessions of a database, apart from the one that asks.
const OTHERS: &str = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

#[test]
fn the_outcome_of_a_commit_without_a_reply_is_looked_up() {
    let server = Server::start(Setup::default());
    let name = pg::name(&server);
    let store = pg::open(&server.url(&name));
    // From here on each commit waits for a standby that never comes.
    server.sql("postgres", "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    server.reload();
    let waiting = format!("{OTHERS} AND wait_event = 'SyncRep'");
    std::thread::scope(|threads| {
        let append = threads.spawn(|| store.append(&[ask(1)]));
        eventually("a commit that waits", || server.sql(&name, &format!("SELECT count(*) {waiting}")) == "1");
        // The server commits, and the connection ends without its reply.
        server.sql(&name, &format!("SELECT pg_terminate_backend(pid, 10000) {waiting}"));
        let verdicts = append.join().expect("a thread");
        assert_eq!(verdicts.expect("stored"), [Verdict::Appended(Position(1))]);
    });
    server.sql("postgres", "ALTER SYSTEM RESET synchronous_standby_names");
    server.reload();
    assert_eq!(everything(&store), stored(1, &[ask(1)]));
}

#[test]
fn an_append_whose_session_ends_before_its_commit_is_made_again() {
    let server = pg::shared();
    let name = pg::name(server);
    let store = pg::open(&server.url(&name));
    let mut holder = server.talk(&name);
    holder.say("BEGIN; SELECT position FROM asq.head FOR UPDATE;");
    assert_eq!(holder.hear(), "0");
    let waiting = format!("{OTHERS} AND wait_event_type = 'Lock'");
    std::thread::scope(|threads| {
        let append = threads.spawn(|| store.append(&[ask(1)]));
        eventually("an append that waits", || {
            server.sql(&name, &format!("SELECT count(*) {waiting}")) == "1"
        });
        server.sql(&name, &format!("SELECT pg_terminate_backend(pid, 10000) {waiting}"));
        drop(holder);
        let verdicts = append.join().expect("a thread");
        assert_eq!(verdicts.expect("stored"), [Verdict::Appended(Position(1))]);
    });
    assert_eq!(everything(&store), stored(1, &[ask(1)]));
}

#[test]
fn a_server_that_stopped_accepting_writes_is_left_for_one_that_accepts_them() {
    let (first, second) = (Server::start(Setup::default()), pg::shared());
    let name = pg::name(second);
    first.sql("postgres", &format!("CREATE DATABASE {name}"));
    let store = pg::open(&format!("postgres://postgres@{},{}/{name}", first.host(), second.host()));
    // The second one gets a connection for writing, which the next one uses.
    put(&store, &[ask(1)]);
    put(&store, &[ask(2)]);
    // As after a failover, but the connection stays alive.
    first.sql("postgres", "ALTER SYSTEM SET default_transaction_read_only = on");
    first.reload();
    let verdicts = store.append(&[ask(3)]).expect("stored");
    assert_eq!(verdicts, [Verdict::Appended(Position(1))]);
    assert_eq!(everything(&pg::open(&second.url(&name))), stored(1, &[ask(3)]));
}

#[test]
fn a_full_disk_is_reported_and_writing_works_again_once_there_is_space() {
    let server = pg::shared();
    let name = pg::name(server);
    let store = pg::open(&server.url(&name));
    put(&store, &[ask(1)]);
    server.sql(
        &name,
        "CREATE FUNCTION asq.full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
         END $$;
         CREATE TRIGGER full_disk BEFORE INSERT ON asq.record EXECUTE FUNCTION asq.full()",
    );
    let refused = store.append(&[ask(2)]);
    assert!(matches!(refused, Err(StoreError::Full(_))), "{refused:?}");
    assert_eq!(everything(&store), stored(1, &[ask(1)]));
    server.sql(&name, "DROP TRIGGER full_disk ON asq.record");
    put(&store, &[ask(2)]);
    assert_eq!(everything(&store), stored(1, &[ask(1), ask(2)]));
}

#[test]
fn a_silent_server_is_given_up_and_reading_goes_on_with_another_session() {
    let server = pg::shared();
    let name = pg::name(server);
    let store = pg::open(&server.url(&name));
    put(&store, &[ask(1)]);
    let pid = server.sql(&name, &format!("SELECT pid {OTHERS}")).parse().expect("one session");
    let backend = Pid::from_raw(pid).expect("a process");
    kill_process(backend, Signal::STOP).expect("it stops");
    let (tell, told) = channel();
    let reader = store.clone();
    std::thread::spawn(move || tell.send(reader.count()));
    let count = told.recv_timeout(LONG);
    kill_process(backend, Signal::CONT).expect("it goes on");
    assert_eq!(count.expect("the silent session is given up").expect("read"), 1);
}
