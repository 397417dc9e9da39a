//! Two machines, one server, and a cable that is cut without a word.
#![allow(clippy::expect_used, clippy::print_stdout, clippy::disallowed_methods, reason = "a test")]

mod pg;
mod story;

use asq_store::{Log, StoreError, Upkeep, Verdict, WakeReason};
use pg::{Host, LONG, Server, Setup, role, until};
use std::io::BufRead;
use std::time::Duration;
use story::sample::*;

/// Two machines; the cable of one is cut without a word, and plugged in again.
#[test]
fn a_silent_partition_is_noticed_and_nothing_is_guessed() {
    if let Some(url) = role("host") {
        return host(&url);
    }
    if std::env::var_os("ASQ_TEST_NO_NETNS").is_some() {
        println!("NOT RUN: ASQ_TEST_NO_NETNS is set");
        return;
    }
    let network = pg::Network::make();
    let server = Server::start(Setup { listen: Some(network.server()), ..Setup::default() });
    let name = pg::name(&server);
    let url = format!("postgres://postgres@{}:{}/{name}?sslmode=disable", network.server(), server.port());
    let test = "a_silent_partition_is_noticed_and_nothing_is_guessed";
    let [mut one, mut two] = [0, 1].map(|n| Host::start(test, "host", &url, Some(network.host(n))));
    one.hear("ready");
    two.hear("ready");
    one.say("append 1");
    one.hear("appended 1");
    two.say("read");
    two.hear("1 records");

    network.cut(0);
    // It is alone, and says so: neither an answer nor a guess.
    one.say("append 2");
    two.say("append 3");
    two.hear("appended 3");
    one.hear("not now");
    one.say("patience");
    one.hear("2000");

    network.mend(0);
    one.say("append 2");
    one.hear("appended 2");
    one.say("read");
    one.hear("3 records");
    two.say("read");
    two.hear("3 records");
    // And it hears again what others do.
    one.say("wait for 30000");
    one.hear("relies on its bell");
    two.say("append 4");
    two.hear("appended 4");
    one.say("bell");
    one.hear("rang");
    let store = pg::open(&server.url(&name));
    assert_eq!(
        everything(&store).iter().map(|it| it.request).collect::<Vec<_>>(),
        [id(1), id(3), id(2), id(4)]
    );
    assert_eq!(store.verify(None).expect("looked at").problems, []);
}

/// One of two machines: does what it is told on its standard input.
fn host(url: &str) {
    let store = pg::open(url);
    let mut bell = store.bell().expect("a bell");
    println!("ready");
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line");
        match line.split_once(' ') {
            Some(("append", n)) => {
                let n = n.parse().expect("a number");
                match store.append(&[ask(n)]) {
                    Ok(verdicts) => println!("{}", told(&verdicts, n)),
                    Err(StoreError::Unreachable(_) | StoreError::Unknown(_)) => println!("not now"),
                    Err(other) => println!("{other}"),
                }
            }
            Some(("wait", _)) => {
                until("the bell is relied on", || bell.patience() == Duration::from_secs(30));
                while bell.wait(Duration::ZERO) != WakeReason::Quiet {}
                println!("relies on its bell");
            }
            _ => match line.as_str() {
                "read" => println!("{} records", everything(&store).len()),
                "patience" => {
                    until("nothing changed lately", || bell.patience() != Duration::from_millis(250));
                    println!("{}", bell.patience().as_millis());
                }
                "bell" => {
                    println!("{}", if bell.wait(LONG) == WakeReason::Records { "rang" } else { "silent" });
                }
                _ => panic!("{line}"),
            },
        }
    }
}

fn told(verdicts: &[Verdict], n: u64) -> String {
    match verdicts {
        // Stale: it had come through before.
        [Verdict::Appended(_) | Verdict::Stale] => format!("appended {n}"),
        other => format!("{other:?}"),
    }
}
