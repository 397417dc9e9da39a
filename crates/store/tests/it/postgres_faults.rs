//! Faults of PostgreSQL servers and of other processes.
//!
//! - Nothing acknowledged is lost if the server restarts, is killed, or a standby takes over.
//! - A broken listening connection makes all reload; without notifications, a process polls.
//! - A killed asker or inbox stops counting.
//! - Of several simultaneous answers, one wins.

use crate::other_process::{Other, hear, say, told};
use crate::pg::{self, LONG, Server, Setup};
use crate::sample::*;
use asq_core::inbox::Position;
use asq_core::life::RequestId;
use asq_store::{Append, Log, Postgres, Presence, StoreError, Upkeep, Verdict, WakeReason};
use asq_testkit::eventually::eventually;
use rustix::process::Signal;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Barrier, Mutex};
use std::time::Duration;

/// Writers that continue through every fault, and their acknowledged records.
#[derive(Default)]
struct Writers {
    next: AtomicU64,
    over: AtomicBool,
    acknowledged: Mutex<BTreeSet<RequestId>>,
    /// Requests whose outcome was unknown at first.
    unknown: Mutex<BTreeSet<RequestId>>,
}

impl Writers {
    fn count(&self) -> usize {
        self.acknowledged.lock().expect("no writer died").len()
    }

    /// Waits for this many more acknowledgements.
    fn more(&self, many: usize) {
        let before = self.count();
        eventually("more acknowledgements", || self.count() >= before + many);
    }

    fn write(&self, store: &Postgres) {
        while !self.over.load(Ordering::Relaxed) {
            let n = self.next.fetch_add(1, Ordering::Relaxed) + 1;
            loop {
                match store.append(&[ask(n)]) {
                    Ok(verdicts) => {
                        // After an unknown outcome, a stale append means that the first one was stored.
                        let known = verdicts == [Verdict::Stale]
                            && self.unknown.lock().expect("ours").contains(&id(n));
                        assert!(known || matches!(verdicts[..], [Verdict::Appended(_)]), "{n}: {verdicts:?}");
                        self.acknowledged.lock().expect("ours").insert(id(n));
                        break;
                    }
                    Err(StoreError::Unreachable(_)) => {}
                    Err(StoreError::Unknown(_)) => {
                        self.unknown.lock().expect("ours").insert(id(n));
                    }
                    Err(other) => panic!("{n}: {other}"),
                }
                if self.over.load(Ordering::Relaxed) {
                    return;
                }
            }
        }
    }

    /// Checks that no acknowledged record is missing and the log is sound.
    fn judge(&self, store: &Postgres) {
        let stored: BTreeSet<RequestId> = everything(store).into_iter().map(|it| it.request).collect();
        let acknowledged = self.acknowledged.lock().expect("ours");
        let lost: Vec<_> = acknowledged.difference(&stored).collect();
        assert!(lost.is_empty(), "{} of {} are lost: {lost:?}", lost.len(), acknowledged.len());
        assert_eq!(store.verify(None).expect("looked at").problems, []);
    }
}

/// Runs writers while this happens to the server.
fn through(stores: &[Postgres], happens: impl FnOnce(&Writers)) -> Writers {
    let writers = Writers::default();
    std::thread::scope(|threads| {
        for store in stores {
            threads.spawn(|| writers.write(store));
        }
        happens(&writers);
        writers.over.store(true, Ordering::Relaxed);
    });
    writers
}

#[test]
fn nothing_that_was_acknowledged_is_lost_when_the_server_is_restarted_at_once() {
    let server = Server::start(Setup::default());
    let url = pg::database(&server);
    let stores = [pg::open(&url), pg::open(&url), pg::open(&url)];
    let writers = through(&stores, |writers| {
        for _ in 0..4 {
            writers.more(50);
            server.down(Signal::QUIT);
            server.up();
        }
        writers.more(50);
    });
    writers.judge(&stores[0]);
}

#[test]
fn nothing_that_was_acknowledged_is_lost_when_the_server_is_killed() {
    let server = Server::start(Setup::default());
    let url = pg::database(&server);
    let stores = [pg::open(&url), pg::open(&url), pg::open(&url)];
    let writers = through(&stores, |writers| {
        for _ in 0..4 {
            writers.more(50);
            server.kill();
            server.up();
        }
        writers.more(50);
    });
    writers.judge(&stores[0]);
}

#[test]
fn nothing_that_was_acknowledged_is_lost_when_a_standby_that_confirms_takes_over() {
    let primary = Server::start(Setup::default());
    let standby = Server::standby(&primary, "s1");
    primary.sql("postgres", "ALTER SYSTEM SET synchronous_standby_names = 's1'");
    primary.sql("postgres", "SELECT pg_reload_conf()");
    eventually("the standby's confirmation", || {
        primary.sql("postgres", "SELECT sync_state FROM pg_stat_replication") == "sync"
    });
    let name = pg::name(&primary);
    let url = format!("postgres://postgres@{},{}/{name}", primary.host(), standby.host());
    let stores = [pg::open(&url), pg::open(&url), pg::open(&url)];
    let mut bell = stores[0].bell().expect("a bell");
    let writers = through(&stores, |writers| {
        writers.more(100);
        primary.kill();
        standby.promote();
        writers.more(100);
    });
    writers.judge(&stores[0]);
    // Listeners hear the new server.
    eventually("notifications again", || bell.patience() == Duration::from_secs(30));
    while bell.wait(Duration::ZERO) != WakeReason::Quiet {}
    put(&stores[1], &[ask(1_000_001)]);
    assert_eq!(bell.wait(LONG), WakeReason::Records);
}

#[test]
fn a_listener_that_is_cut_makes_all_read_again_and_listens_again() {
    let server = pg::shared();
    let name = pg::name(server);
    let (store, other) = (pg::open(&server.url(&name)), pg::open(&server.url(&name)));
    let mut bell = store.bell().expect("a bell");
    eventually("notifications", || bell.patience() == Duration::from_secs(30));
    let cut = format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}' AND pid <> pg_backend_pid()"
    );
    // A ring makes readers find what was appended while nobody listened.
    server.sql(&name, &cut);
    put(&other, &[ask(1)]);
    let mut seen = Vec::new();
    while seen.is_empty() {
        assert_ne!(bell.wait(LONG), WakeReason::Quiet);
        seen = store.after(Position(0), 10).expect("read");
    }
    assert_eq!(seen, stored(1, &[ask(1)]));
    eventually("notifications again", || bell.patience() == Duration::from_secs(30));
    while bell.wait(Duration::ZERO) != WakeReason::Quiet {}
    put(&other, &[ask(2)]);
    assert_eq!(bell.wait(LONG), WakeReason::Records);
}

/// The reader only waits for its bell's interval and reads.
#[test]
fn without_notifications_one_reads_again_after_two_seconds_at_most() {
    let url = format!("{}?listen=off", pg::database(pg::shared()));
    let (store, other) = (pg::open(&url), pg::open(&url));
    let mut bell = store.bell().expect("a bell");
    assert_eq!(bell.patience(), Duration::from_secs(2));
    put(&other, &[ask(1)]);
    let mut waits = Vec::new();
    let mut seen = Vec::new();
    while seen.is_empty() {
        waits.push(bell.wait(bell.patience()));
        seen = store.after(Position(0), 10).expect("read");
    }
    assert_eq!((waits, seen), (vec![WakeReason::Quiet], stored(1, &[ask(1)])));
    // More changes may follow this one.
    put(&store, &[ask(2)]);
    assert_eq!(bell.wait(LONG), WakeReason::Records);
    assert_eq!(bell.patience(), Duration::from_millis(250));
}

#[test]
fn an_asker_that_is_killed_waits_no_more() {
    if let Some((_, url)) = told() {
        let store = pg::open(&url);
        let _held = store.hold_asker(id(7)).expect("held");
        say("held");
        hear();
        return;
    }
    let name = pg::name(pg::shared());
    let url = pg::shared().url(&name);
    let store = pg::open(&url);
    let mut asker = Other::start("postgres_faults::an_asker_that_is_killed_waits_no_more", "asker", &url);
    assert_eq!(asker.says(), "held");
    assert!(store.asker_waits(id(7)));
    asker.kill();
    eventually("the asker's end", || !store.asker_waits(id(7)));
    // The next waiting process removes its row.
    let rows = || pg::shared().sql(&name, "SELECT count(*) FROM asq.asker");
    assert_eq!(rows(), "1");
    let _held = store.hold_asker(id(8)).expect("held");
    assert_eq!(rows(), "1");
    assert!(store.asker_waits(id(8)) && !store.asker_waits(id(7)));
}

#[test]
fn an_inbox_that_is_killed_is_in_use_for_half_a_minute_at_most() {
    if let Some((_, url)) = told() {
        let _held = pg::open(&url).hold_inbox().expect("held");
        say("held");
        hear();
        return;
    }
    let server = pg::shared();
    let name = pg::name(server);
    let url = server.url(&name);
    let store = pg::open(&url);
    let test = "postgres_faults::an_inbox_that_is_killed_is_in_use_for_half_a_minute_at_most";
    let mut inbox = Other::start(test, "inbox", &url);
    assert_eq!(inbox.says(), "held");
    assert!(store.inbox_in_use());
    inbox.kill();
    let age = |seconds| {
        let sql = format!("UPDATE asq.presence SET at = clock_timestamp() - interval '{seconds} s'");
        server.sql(&name, &sql);
    };
    age(25);
    assert!(store.inbox_in_use());
    age(31);
    assert!(!store.inbox_in_use());
}

#[test]
fn eight_race_for_two_hundred_requests_and_each_has_one_winner() {
    const ROUNDS: u64 = 200;
    let url = pg::database(pg::shared());
    let stores = [pg::open(&url), pg::open(&url)];
    put(&stores[0], &(1..=ROUNDS).map(ask).collect::<Vec<Append>>());
    let start = Barrier::new(8);
    let won: Vec<Vec<bool>> = std::thread::scope(|threads| {
        let racers = (0..8).map(|racer| {
            let (store, start) = (&stores[racer % 2], &start);
            threads.spawn(move || {
                let race = |round| {
                    start.wait();
                    let answer = close(round, 1, words(&format!("racer {racer}")));
                    match store.append(&[answer]).expect("judged")[..] {
                        [Verdict::Appended(_)] => true,
                        [Verdict::Stale] => false,
                        ref other => panic!("{other:?}"),
                    }
                };
                (1..=ROUNDS).map(race).collect()
            })
        });
        let racers: Vec<_> = racers.collect();
        racers.into_iter().map(|it| it.join().expect("a racer ends")).collect()
    });
    for round in 1..=ROUNDS {
        let winners: Vec<usize> = (0..8).filter(|racer| won[*racer][round as usize - 1]).collect();
        let accepted = stores[0].records(id(round)).expect("read");
        let answers: Vec<_> =
            winners.iter().map(|it| close(round, 1, words(&format!("racer {it}")))).collect();
        assert_eq!(answers.len(), 1, "round {round}: {winners:?}");
        assert_eq!(accepted[1].record.as_ref(), answers[0].records.first());
    }
    assert_eq!(stores[0].verify(None).expect("looked at").problems, []);
}

#[test]
fn a_head_that_somebody_else_holds_is_busy_and_nothing_is_stored() {
    let server = pg::shared();
    let name = pg::name(server);
    let store = pg::open(&server.url(&name));
    let mut holder = server.talk(&name);
    holder.say("BEGIN; SELECT position FROM asq.head FOR UPDATE;");
    assert_eq!(holder.hear(), "0");
    let busy = store.append(&[ask(1)]);
    assert!(matches!(busy, Err(StoreError::Busy(None))), "{busy:?}");
    // Reading still works.
    assert_eq!(everything(&store), []);
    drop(holder);
    put(&store, &[ask(1)]);
    assert_eq!(everything(&store), stored(1, &[ask(1)]));
}

#[test]
fn time_is_the_servers() {
    let server = pg::shared();
    let name = pg::name(server);
    let store = pg::open(&server.url(&name));
    let there = || -> u64 {
        let said = server.sql(&name, "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint");
        said.parse().expect("a number")
    };
    let before = there();
    let told = store.clock().expect("told").expect("a clock");
    assert!((before..=there() + 1).contains(&told), "{before} {told}");
}

/// An older asq takes a lock for each request and writes no rows.
#[test]
fn the_lock_of_an_older_asq_counts_and_looking_makes_no_table() {
    let server = pg::shared();
    let name = pg::name(server);
    let store = pg::open(&server.url(&name));
    let tables = || server.sql(&name, "SELECT count(*) FROM pg_class WHERE relname = 'asker'");
    assert!(!store.asker_waits(id(7)));
    assert_eq!(tables(), "0");
    // The older one's name for its lock.
    let older = ((id(7).0 >> 64) as i64) ^ (id(7).0 as i64) ^ 0x6173_7100_0000_0000;
    let mut session = server.talk(&name);
    session.say(&format!("SELECT 'locked' FROM pg_advisory_lock_shared({older});"));
    assert_eq!(session.hear(), "locked");
    assert!(store.asker_waits(id(7)));
    let newer = store.hold_asker(id(7)).expect("held as well");
    assert_eq!(tables(), "1");
    drop(newer);
    assert!(store.asker_waits(id(7)));
    drop(session);
    eventually("the older one's end", || !store.asker_waits(id(7)));
}
