//! The story of a store in memory.

use crate::sample::{ask, id, put};
use crate::story::Opened;
use asq_store::{Log, Memory, Presence, Upkeep, WakeReason};
use expect_test::expect;
use std::sync::mpsc::channel;
use std::time::Duration;

const LONG: Duration = Duration::from_mins(1);

fn open() -> Opened {
    let store = asq_store::Memory::new([9; 32]);
    let again = store.clone();
    Opened { store: Box::new(store), again: Box::new(move || Box::new(again.clone())) }
}

crate::story!(open);

/// A link covers the same fields in the same order in every version; otherwise no old log could be verified.
#[test]
fn the_links_of_a_log_are_the_same_in_every_version() {
    let store = Memory::new([9; 32]);
    put(&store, &[ask(1), ask(2)]);
    let mut log = Vec::new();
    store.export(&mut log).expect("written");
    let log = String::from_utf8(log).expect("text");
    let part = |line: &str, name: &str| line.split_once(name).expect("a part").1[..67].to_owned();
    let told: Vec<String> = log
        .lines()
        .skip(1)
        .map(|line| format!("{}\n{}\n", part(line, "\"digest\""), part(line, "\"link\"")))
        .collect();
    expect![[r#"
        :"6377ba626e6230bbd8044453e3a49d5695788534beb272d14db4c0e59544622d"
        :"1c59ac47e574ac908375fbe77b524a881582e8429853ce056a3b80684748ac58"
        :"f870cf0aeffbd8ece67f855a6930208127cae8cda0fe2476a9a05f9035688b4f"
        :"7c4d05bc53725a9390b14bfd3b1e9319ac1b98075374d7b641eb82354ee685e0"
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn a_bell_that_misses_nothing_lets_one_wait_for_half_a_minute() {
    let bell = Memory::new([9; 32]).bell().expect("a bell");
    assert_eq!(bell.patience(), Duration::from_secs(30));
}

/// A hundred times, so that at least once the thread is already waiting when the ring comes.
#[test]
fn who_waits_is_woken_at_once() {
    let store = Memory::new([9; 32]);
    let mut bell = store.bell().expect("a bell");
    let (tell, told) = channel();
    std::thread::spawn(move || while tell.send(bell.wait(Duration::from_hours(1))).is_ok() {});
    for n in 1..=100 {
        put(&store, &[ask(n)]);
        assert_eq!(told.recv_timeout(LONG), Ok(WakeReason::Records), "{n}");
    }
}

#[test]
fn whoever_lets_go_of_a_lock_is_heard() {
    let store = Memory::new([9; 32]);
    let held = store.hold_asker(id(1)).expect("held");
    let mut bell = store.bell().expect("a bell");
    drop(held);
    assert_eq!(bell.wait(LONG), WakeReason::Nudged);
}
