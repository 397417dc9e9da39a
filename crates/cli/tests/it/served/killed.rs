//! A killed server with a thousand waits: each gets its ending once.
//!
//! - Half of the askers wait over TCP, half at the socket; all are in one process below an agent of its own.
//! - A quarter is answered before and while the server dies, a quarter in the store while it is away, the rest later.
//! - An answer whose reply was lost is repeated with its key; no request is answered or delivered twice.
//! - `ASQ_TEST_ASKERS=n` has so many ask (`cargo xtask soak served`).

use super::parties::{ask, local, remote, said, urls, words};
use crate::serving::{Serving, token};
use crate::shop::Shop;
use asq_backend::{AskReply, Backend, Failure, FaultKind, StoreFault};
use asq_core::life::{IdempotencyKey, RequestId};
use asq_testkit::eventually::eventually;
use asq_testkit::faults::{ChildProcess, again, job, number, say};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

const TEST: &str = "served::killed::a_killed_server_loses_no_wait_and_each_gets_its_ending_once";

/// How many ask or answer at once; a token may make 64 calls at once.
const AT_ONCE: usize = 16;

#[test]
fn a_killed_server_loses_no_wait_and_each_gets_its_ending_once() {
    if let Some(job) = job() {
        return askers(&job);
    }
    let many = number("ASQ_TEST_ASKERS").unwrap_or(1000) as usize;
    let home = Shop::new("killed");
    let mut server = Serving::start(&home, &["--no-link"]);
    let [tcp, socket] = urls(&server);
    let (asks, answers) = (token(&home, "ask"), token(&home, "answer"));
    let mut askers = below_an_agent(&home, &format!("{tcp} {socket} {asks} {many}"));
    let mut lines = BufReader::new(askers.child().stdout.take().unwrap()).lines().map_while(Result::ok);
    // The first one stands behind what the test program prints.
    let mut heard = move || lines.by_ref().find_map(|line| Some(line.split_once("> ")?.1.to_owned()));
    let ids: BTreeMap<usize, RequestId> = (0..many).map(|_| asked(&heard().unwrap())).collect();
    let waiting = || home.asq(&["list", "--json"]).out.matches(r#""asker_waits":true"#).count();
    eventually("all that wait", || waiting() == many);

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

    let mut ended = BTreeSet::new();
    while let Some(line) = heard().filter(|line| line != "all") {
        let n = line.strip_prefix("ended ").and_then(|rest| rest.split(' ').next()?.parse().ok()).unwrap();
        assert_eq!(line, format!("ended {n} {}", answer(n)));
        assert!(ended.insert(n), "{n} was told twice");
    }
    assert_eq!(ended, (0..many).collect());
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
                        Err(Failure::Store(StoreFault { kind: FaultKind::Unknown, .. })) => {
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

fn asked(line: &str) -> (usize, RequestId) {
    let [_, n, id] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
    (n.parse().unwrap(), id.parse().unwrap())
}

/// This test again, with the job, as a child of a program that isn't a shell: what its process tree answers is refused.
fn below_an_agent(home: &Shop, job: &str) -> ChildProcess {
    let agent = home.join("agent");
    std::os::unix::fs::symlink("/bin/bash", &agent).unwrap();
    let test = again(TEST, job);
    let mut command = Command::new(agent);
    command.args(["-c", r#""$0" "$@"; exit $?"#]).arg(test.get_program()).args(test.get_args());
    command.envs(test.get_envs().filter_map(|(name, value)| Some((name, value?))));
    ChildProcess::start(command.stdin(Stdio::null()).stdout(Stdio::piped()))
}

/// Asks, waits, and tells what came; each wait is a connection.
fn askers(job: &str) {
    let [tcp, socket, token, many] = job.split(' ').collect::<Vec<_>>()[..] else { panic!("{job}") };
    let many: usize = many.parse().unwrap();
    asq_runtime::file_limit::raise();
    let backends = [Arc::new(remote(tcp, token)), Arc::new(remote(socket, token))];
    let ids: Mutex<Vec<(usize, RequestId)>> = Mutex::default();
    std::thread::scope(|scope| {
        for first in 0..AT_ONCE {
            let (backends, ids) = (&backends, &ids);
            scope.spawn(move || {
                for n in (first..many).step_by(AT_ONCE) {
                    match backends[n % 2].ask(ask(&format!("Go on with {n}?"))).unwrap() {
                        AskReply::Open { id, again: false } => ids.lock().unwrap().push((n, id)),
                        other => panic!("{other:?}"),
                    }
                }
            });
        }
    });
    let ids = ids.into_inner().unwrap();
    let (send, ended) = channel();
    let holds: Vec<_> = ids
        .iter()
        .map(|(n, id)| {
            let (n, id, send) = (*n, *id, send.clone());
            backends[n % 2].when_closed(id, Box::new(move |closed| drop(send.send((n, id, closed)))))
        })
        .collect();
    // Only a waiting asker can still send.
    drop(send);
    for (n, id) in &ids {
        println!("\n> asked {n} {id}");
    }
    for (n, id, closed) in ended.iter().take(many) {
        println!("\n> ended {n} {}", said(&closed.unwrap().outcome));
        // The server may be away; a delivery whose reply was lost is found again.
        eventually("a delivery", || backends[n % 2].delivered(id).is_ok());
    }
    drop(holds);
    let more: Vec<_> = ended.iter().map(|(n, ..)| n).collect();
    assert!(more.is_empty(), "told again: {more:?}");
    println!("\n> all");
}
