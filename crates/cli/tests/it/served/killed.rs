//! A killed server with a thousand waits: each gets its ending once.
//!
//! - Half of the askers wait over TCP, half at the socket; all are in one process below an agent of its own.
//! - A quarter is answered before and while the server dies, a quarter in the store while it is away, the rest later.
//! - An answer whose reply was lost is repeated with its key; no request is answered or delivered twice.
//! - `ASQ_TEST_ASKERS=n` has so many ask (`cargo xtask soak served`).

use super::askers::{Askers, were_asked_for};
use super::parties::{local, remote, urls, words};
use crate::serving::{Serving, token};
use crate::shop::Shop;
use asq_backend::{Backend, Failure, FaultKind, StoreFault};
use asq_core::life::{IdempotencyKey, RequestId};
use asq_testkit::eventually::eventually;
use asq_testkit::faults::{number, say};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const TEST: &str = "served::killed::a_killed_server_loses_no_wait_and_each_gets_its_ending_once";

/// How many answer at once; a token may make 64 calls at once.
const AT_ONCE: usize = 16;

#[test]
fn a_killed_server_loses_no_wait_and_each_gets_its_ending_once() {
    if were_asked_for() {
        return;
    }
    let many = number("ASQ_TEST_ASKERS").unwrap_or(1000) as usize;
    let home = Shop::new("killed");
    let mut server = Serving::start(&home, &["--no-link"]);
    let [tcp, socket] = urls(&server);
    let (asks, answers) = (token(&home, "ask"), token(&home, "answer"));
    let mut askers = Askers::start(TEST, &home, [&tcp, &socket], &asks, many);
    let ids = askers.ids(&home, many);

    let desk = remote(&tcp, &answers);
    let (half, quarter) = (many / 2, many / 4);
    let unsure = dies_under_answers(&mut server, &desk, &ids, half, quarter);
    let store = local(&home.folder().join("store.db"), "ada");
    for n in half..half + quarter {
        assert_eq!(store.close(ids[&n], words(&*store, ids[&n], &answer(n)), None), Ok(true), "{n}");
    }

    let port = tcp.rsplit(':').next().unwrap();
    let server = Serving::start(&home, &["--no-link", "--port", port]);
    assert_eq!(urls(&server), [tcp, socket]);
    for n in &unsure {
        let closing = words(&desk, ids[n], &answer(*n));
        desk.close(ids[n], closing, Some(key(*n))).unwrap();
    }
    for n in half + quarter..many {
        assert_eq!(desk.close(ids[&n], words(&desk, ids[&n], &answer(n)), None), Ok(true), "{n}");
    }

    assert_eq!(askers.endings(), (0..many).map(|n| (n, answer(n))).collect());
    for id in ids.values() {
        let life = store.get(*id).unwrap().life;
        assert_eq!((life.sequence(), life.delivered().is_some()), (3, true), "{id}");
    }
    let verified = home.asq(&["log", "verify"]).out;
    assert!(verified.starts_with(&format!("{} records", 3 * many)), "{verified}");
    let lost = unsure.len();
    say(&format!(
        "KILLED: {many} waited, {quarter} were answered before, {lost} answers got no reply, 0 lost or doubled"
    ));
}

/// Answers the first half, and kills the server after a quarter. Returns which answers got no reply.
fn dies_under_answers(
    server: &mut Serving,
    desk: &impl Backend,
    ids: &BTreeMap<usize, RequestId>,
    half: usize,
    quarter: usize,
) -> Vec<usize> {
    let (next, done, unsure) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(Vec::new()));
    let closings: Vec<_> = (0..half).map(|n| words(desk, ids[&n], &answer(n))).collect();
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::SeqCst);
                    let Some(closing) = closings.get(n) else { return };
                    match desk.close(ids[&n], closing.clone(), Some(key(n))) {
                        Ok(fresh) => assert!(fresh, "{n}"),
                        // The latter never reached it.
                        Err(Failure::Store(StoreFault {
                            kind: FaultKind::Unknown | FaultKind::Failed,
                            ..
                        })) => {
                            unsure.lock().unwrap().push(n);
                        }
                        Err(other) => panic!("{n}: {other:?}"),
                    }
                    done.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        eventually("a quarter", || done.load(Ordering::SeqCst) >= quarter);
        server.killed();
    });
    let unsure = unsure.into_inner().unwrap();
    assert!(!unsure.is_empty() && unsure.len() <= half - quarter, "{unsure:?}");
    unsure
}

fn answer(n: usize) -> String {
    format!("as for {n}, go on")
}

fn key(n: usize) -> IdempotencyKey {
    IdempotencyKey(format!("answer {n}"))
}
