//! Two machines, one server, and a silently cut cable.

use crate::other_process::{Other, hear, say, told};
use crate::pg::{self, LONG, Server, Setup};
use crate::sample::*;
use asq_store::{Log, StoreError, Upkeep, Verdict, WakeReason};
use asq_testkit::eventually::eventually;
use std::time::Duration;

#[test]
fn a_silent_partition_is_noticed_and_nothing_is_guessed() {
    if let Some((_, url)) = told() {
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
    let test = "postgres_partition::a_silent_partition_is_noticed_and_nothing_is_guessed";
    let [mut one, mut two] = [0, 1].map(|n| Other::start_on(network.host(n), test, "host", &url));
    assert_eq!(one.says(), "ready");
    assert_eq!(two.says(), "ready");
    one.tell("append 1");
    assert_eq!(one.says(), "appended 1");
    two.tell("read");
    assert_eq!(two.says(), "1 records");

    network.cut(0);
    // The machine without a cable reports that it can't tell.
    one.tell("append 2");
    two.tell("append 3");
    assert_eq!(two.says(), "appended 3");
    assert_eq!(one.says(), "not now");
    one.tell("patience");
    assert_eq!(one.says(), "2000");

    network.mend(0);
    one.tell("append 2");
    assert_eq!(one.says(), "appended 2");
    one.tell("read");
    assert_eq!(one.says(), "3 records");
    two.tell("read");
    assert_eq!(two.says(), "3 records");
    // Notifications arrive again.
    one.tell("wait for 30000");
    assert_eq!(one.says(), "relies on its bell");
    two.tell("append 4");
    assert_eq!(two.says(), "appended 4");
    one.tell("bell");
    assert_eq!(one.says(), "rang");
    let store = pg::open(&server.url(&name));
    assert_eq!(
        everything(&store).iter().map(|it| it.request).collect::<Vec<_>>(),
        [id(1), id(3), id(2), id(4)]
    );
    assert_eq!(store.verify(None).expect("looked at").problems, []);
}

/// One of the two machines: follows the commands on its standard input.
fn host(url: &str) {
    let store = pg::open(url);
    let mut bell = store.bell().expect("a bell");
    say("ready");
    while let Some(line) = hear() {
        match line.split_once(' ') {
            Some(("append", n)) => {
                let n = n.parse().expect("a number");
                match store.append(&[ask(n)]) {
                    Ok(verdicts) => say(&verdict(&verdicts, n)),
                    Err(StoreError::Unreachable(_) | StoreError::Unknown(_)) => say("not now"),
                    Err(other) => say(&other.to_string()),
                }
            }
            Some(("wait", _)) => {
                eventually("a bell to rely on", || bell.patience() == Duration::from_secs(30));
                while bell.wait(Duration::ZERO) != WakeReason::Quiet {}
                say("relies on its bell");
            }
            _ => match line.as_str() {
                "read" => say(&format!("{} records", everything(&store).len())),
                "patience" => {
                    eventually("a calm bell", || bell.patience() != Duration::from_millis(250));
                    say(&bell.patience().as_millis().to_string());
                }
                "bell" => {
                    say(if bell.wait(LONG) == WakeReason::Records { "rang" } else { "silent" });
                }
                _ => panic!("{line}"),
            },
        }
    }
}

fn verdict(verdicts: &[Verdict], n: u64) -> String {
    match verdicts {
        // Stale: an earlier attempt was stored.
        [Verdict::Appended(_) | Verdict::Stale] => format!("appended {n}"),
        other => format!("{other:?}"),
    }
}
