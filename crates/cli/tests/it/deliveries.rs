//! Every way to receive an ending, with every fate of standard output.
//!
//! - An ending counts as delivered if it was written whole.
//! - Otherwise it stays to be delivered, and the next asker gets it.

use crate::shop::{Running, Shop};
use asq_testkit::eventually::eventually;
use std::fs;
use std::io::Write as _;
use std::os::fd::AsFd;

const CALL: &str = r#"{"name": "question", "arguments": {"questions": [{"id": "db", "prompt": "Which one?",
    "options": [{"value": "pg", "label": "PostgreSQL"}, {"value": "lite", "label": "SQLite"}]}]}}"#;

/// The way in which an asker gets an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Door {
    /// It asks, waits, and is answered.
    Ask,
    /// It asks again, and the answer is already there.
    AskAgain,
    /// It waits for a request that is answered meanwhile.
    Wait,
    /// It waits for a request that was answered before.
    WaitLater,
    /// It waits for two requests that were answered before.
    WaitSeveral,
    /// It waits for the first of two.
    WaitAny,
    /// Its host asks again.
    Embed,
}

/// The fate of standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sink {
    Fine,
    Closed,
    Full,
    /// A pipe without a reader.
    Unread,
    /// asq writes it, and is killed before it can record the delivery.
    Killed,
}

const DOORS: [Door; 7] =
    [Door::Ask, Door::AskAgain, Door::Wait, Door::WaitLater, Door::WaitSeveral, Door::WaitAny, Door::Embed];
const SINKS: [Sink; 5] = [Sink::Fine, Sink::Closed, Sink::Full, Sink::Unread, Sink::Killed];

impl Sink {
    /// The script that runs asq with such an output.
    fn script(self) -> &'static str {
        match self {
            Sink::Fine | Sink::Killed => r#""$0" "$@"; exit $?"#,
            Sink::Closed => r#""$0" "$@" >&-; exit $?"#,
            Sink::Full => r#""$0" "$@" >/dev/full; exit $?"#,
            Sink::Unread => r#"exec 3> >(exec true); wait $!; "$0" "$@" >&3; exit $?"#,
        }
    }
}

fn shop(name: &str) -> Shop {
    let shop = Shop::new(name);
    fs::write(shop.join("call.json"), CALL).unwrap();
    fs::write(shop.join("other.json"), CALL.replace("Which one?", "Which other?")).unwrap();
    shop
}

/// Whether the ending counts as delivered.
fn delivered(shop: &Shop, id: &str) -> bool {
    !shop.asq(&["show", id, "--json"]).json()["delivered_at"].is_null()
}

fn post(shop: &Shop, call: &str) -> String {
    let done = shop.agent(&["ask", call, "--agent", "a", "--no-wait"]);
    assert_eq!(done.code, 6, "{done:?}");
    done.id()
}

fn answer(shop: &Shop, id: &str) {
    let done = shop.asq(&["answer", id, "--pick", "SQLite"]);
    assert_eq!(done.code, 0, "{done:?}");
}

/// The asker's arguments.
fn words<'a>(door: Door, id: &'a str, other: &'a str) -> Vec<&'a str> {
    match door {
        Door::Ask => vec!["ask", "call.json", "--agent", "a", "--inbox"],
        Door::AskAgain => vec!["ask", "call.json", "--agent", "a"],
        Door::Wait | Door::WaitLater => vec!["wait", id],
        Door::WaitSeveral => vec!["wait", id, other],
        Door::WaitAny => vec!["wait", id, other, "--any"],
        Door::Embed => vec!["embed"],
    }
}

/// Runs one combination, and checks whether the ending counts as delivered.
fn go(door: Door, sink: Sink) {
    let shop = shop("deliveries");
    let (id, other) = (post(&shop, "call.json"), post(&shop, "other.json"));
    let told = format!("{door:?}, {sink:?}");
    let later = matches!(door, Door::Ask | Door::Wait);
    if !later {
        answer(&shop, &id);
        if door == Door::WaitSeveral {
            answer(&shop, &other);
        }
    }
    // To record a delivery, asq has to get past this.
    let gate = fs::OpenOptions::new().write(true).open(shop.folder().join("store.db.gate")).unwrap();
    if sink == Sink::Killed {
        rustix::fs::flock(gate.as_fd(), rustix::fs::FlockOperation::LockExclusive).unwrap();
    }
    let mut asker = shop.script(sink.script(), &words(door, &id, &other));
    if door == Door::Embed {
        let open = format!(
            r#"{{"type":"open","v":1,"id":"1","waits":true,"surface":"none","width":80,"height":24,"agent":"a","call":{CALL}}}"#
        );
        let mut input = asker.input();
        let _ = writeln!(input, "{}", open.replace('\n', " "));
        drop(input);
    }
    // A wait without a reader ends before there is anything to write.
    let left = (door, sink) == (Door::Wait, Sink::Unread);
    if later {
        if door == Door::Ask {
            asker.until("waiting");
        } else if !left {
            waits(&shop, &id);
        }
        answer(&shop, &id);
    }
    let code = if sink == Sink::Killed { killed(asker) } else { asker.done().code };
    rustix::fs::flock(gate.as_fd(), rustix::fs::FlockOperation::Unlock).unwrap();
    let fine = sink == Sink::Fine;
    let wanted = match sink {
        Sink::Fine => 0,
        Sink::Killed => -1,
        Sink::Closed | Sink::Full | Sink::Unread => 74,
    };
    assert!(code == wanted || door == Door::Embed || left && code == 6, "{told}: {code}");
    assert_eq!(delivered(&shop, &id), fine, "{told}");
    assert_eq!(delivered(&shop, &other), fine && door == Door::WaitSeveral, "{told}: the other");
    // An undelivered ending is there for the next call.
    let again = shop.agent(&["ask", "call.json", "--agent", "a", "--no-wait"]);
    assert_eq!((again.id() == id, again.code == 0), (!fine, !fine), "{told}: {again:?}");
}

/// Reads the line, and kills the process before it can record the delivery.
fn killed(mut asker: Running) -> i32 {
    // The first line greets the host.
    let mut line = asker.line();
    while !line.contains("answered") {
        assert!(!line.is_empty(), "it ended");
        line = asker.line();
    }
    asker.signal(rustix::process::Signal::KILL);
    let done = asker.done();
    if done.code == 137 { -1 } else { done.code }
}

/// Returns once an asker waits for the request.
fn waits(shop: &Shop, id: &str) {
    eventually("an asker", || shop.asq(&["show", id, "--json"]).json()["asker_waits"] == true);
}

#[test]
fn what_was_not_written_was_not_handed_over() {
    for door in DOORS {
        for sink in SINKS {
            // A waiting asker records the delivery at once: nothing can come in between.
            if sink == Sink::Killed && matches!(door, Door::Ask | Door::Wait) {
                continue;
            }
            go(door, sink);
        }
    }
}

#[test]
fn of_several_each_counts_by_itself() {
    let shop = shop("second");
    let (id, other) = (post(&shop, "call.json"), post(&shop, "other.json"));
    let mut asker = shop.script(r#""$0" "$@"; exit $?"#, &["wait", &id, &other]);
    answer(&shop, &id);
    assert!(asker.line().contains("answered"));
    asker.shut();
    answer(&shop, &other);
    let done = asker.done();
    assert!([6, 74].contains(&done.code), "{done:?}");
    assert_eq!((delivered(&shop, &id), delivered(&shop, &other)), (true, false));
}
