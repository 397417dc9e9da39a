//! A truncated store, or one with a flipped bit: each read is right, or an error reports the damage.
//!
//! - Flips a bit in 300 places of the database and its WAL, and cuts both to 40 lengths.
//! - Reads everything as surfaces and askers do, compares it, verifies the log and appends a record.
//! - None of these may change silently: an answer, a closed request, a taken claim, the list of open requests.
//! - `ASQ_TEST_BITS` sets the number of flipped bits.

use crate::sample;
use asq_core::inbox::{Pending, Position};
use asq_core::life::{AskKey, RequestId};
use asq_store::{Append, Head, History, Log, Past, Query, Sqlite, StoreError, Stored, Upkeep};
use asq_testkit::faults::{Random, TempFolder, number};
use std::fs;
use std::path::Path;

const REQUESTS: u64 = 20;
/// The number of requests in the database itself; the others are in its WAL.
const SETTLED: u64 = 14;
const FILES: [&str; 2] = ["store.db", "store.db-wal"];

#[test]
fn a_fallen_bit_is_found_or_does_no_harm() {
    let sound = Sound::new();
    let mut random = Random(200);
    let mut wrong = Vec::new();
    let mut found = 0;
    for n in 0..number("ASQ_TEST_BITS").unwrap_or(300) {
        let name = FILES[usize::from(n % 2 == 1)];
        let mut bytes = fs::read(sound.folder.join(name)).unwrap();
        let (place, bit) = (random.below(bytes.len() as u64) as usize, random.below(8));
        bytes[place] ^= 1 << bit;
        match sound.with(name, &bytes) {
            Ok(noticed) => found += u64::from(noticed),
            Err(what) => wrong.push(format!("bit {bit} of byte {place} of {name}: {what}")),
        }
    }
    assert_eq!(wrong, [""; 0]);
    assert!(found > 20, "only {found} of 300 were noticed: most of them hit nothing");
}

#[test]
fn a_fallen_bit_in_a_name_is_found() {
    let sound = Sound::new();
    let bytes = fs::read(sound.folder.join(FILES[0])).unwrap();
    let names: Vec<[u8; 16]> = (1..SETTLED).map(|n| sample::id(n).0.to_be_bytes()).collect();
    let places = (0..bytes.len() - 16).filter(|at| names.iter().any(|name| bytes[*at..].starts_with(name)));
    let mut wrong = Vec::new();
    for at in places {
        // The first bytes stay: an index is sorted by them.
        let mut changed = bytes.clone();
        changed[at + 15 - at % 9] ^= 1 << (at % 8);
        if let Err(what) = sound.with(FILES[0], &changed) {
            wrong.push(format!("byte {at}: {what}"));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn a_store_that_was_cut_short_is_found() {
    let sound = Sound::new();
    let mut random = Random(40);
    let mut wrong = Vec::new();
    let mut found = 0;
    for n in 0..40 {
        let name = FILES[n % 2];
        let bytes = fs::read(sound.folder.join(name)).unwrap();
        let length = if n < 2 { 0 } else { random.below(bytes.len() as u64) as usize };
        match sound.with(name, &bytes[..length]) {
            Err(what) => wrong.push(format!("{name} cut to {length} of {}: {what}", bytes.len())),
            Ok(true) => found += 1,
            // The WAL also has what was cut off.
            Ok(false) => {}
        }
    }
    assert_eq!(wrong, [""; 0]);
    assert!(found > 35, "only {found} of 40 were noticed");
}

#[test]
fn what_sqlite_itself_finds_wrong_is_a_problem() {
    let folder = TempFolder::default();
    let path = folder.join(FILES[0]);
    sample::put(&Sqlite::open(&path).unwrap(), &[sample::ask(1)]);
    let settle = rusqlite::Connection::open(&path).unwrap();
    settle.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(())).unwrap();
    drop(settle);
    // The number of free pages: all records are still right.
    let mut bytes = fs::read(&path).unwrap();
    bytes[39] += 1;
    fs::write(&path, bytes).unwrap();
    let store = Sqlite::open(&path).unwrap();
    assert_eq!(store.records(sample::id(1)).unwrap(), sample::stored(1, &[sample::ask(1)]));
    let problems: Vec<_> = store.verify(None).unwrap().problems.into_iter().map(|it| it.what).collect();
    expect_test::expect![[r#"
        *** in database main ***
        Freelist: size is 0 but should be 1"#]]
    .assert_eq(&problems.join("\n"));
}

/// Everything that can be read from the store.
#[derive(Debug, PartialEq)]
struct Read {
    head: Head,
    log: Vec<Stored>,
    lives: Vec<Vec<Stored>>,
    pending: (Position, Vec<Pending>),
    count: u64,
    claims: Vec<Option<RequestId>>,
    past: Vec<Past>,
}

/// A sound store and its content.
struct Sound {
    folder: TempFolder,
    read: Read,
}

impl Sound {
    fn new() -> Sound {
        let folder = TempFolder::default();
        let store = Sqlite::open(&folder.join(FILES[0])).unwrap();
        for n in 0..REQUESTS {
            if n == SETTLED {
                let settle = rusqlite::Connection::open(folder.join(FILES[0])).unwrap();
                settle.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(())).unwrap();
            }
            let mut appends = vec![sample::ask_claiming(n, claim(n))];
            if n % 4 != 0 {
                appends.push(sample::close(
                    n,
                    1,
                    sample::words(&format!("answer {n} {}", "words ".repeat(300))),
                ));
            }
            if n % 4 == 1 {
                appends.push(sample::deliver(n, 2));
            }
            for append in &appends {
                store.append(std::slice::from_ref(append)).unwrap();
            }
        }
        let read = everything(&store).unwrap();
        assert!(FILES.iter().all(|name| fs::metadata(folder.join(name)).unwrap().len() > 100_000));
        Sound { folder, read }
    }

    /// Reads a copy with another content of one file. Returns whether anything noticed it; the error names wrong reads.
    fn with(&self, name: &str, bytes: &[u8]) -> Result<bool, String> {
        let folder = TempFolder::default();
        for beside in FILES.into_iter().chain(["store.db.bell", "store.db.gate"]) {
            fs::copy(self.folder.join(beside), folder.join(beside)).unwrap();
        }
        fs::write(folder.join(name), bytes).unwrap();
        match fates(&folder.join(FILES[0]), self) {
            Ok(noticed) => Ok(noticed),
            Err(Fate::Wrong(what)) => Err(what),
            Err(Fate::Noticed(StoreError::Damaged { .. } | StoreError::Changed(_))) => Ok(true),
            Err(Fate::Noticed(other)) => Err(format!("it is noticed, but called {other:?}")),
        }
    }
}

enum Fate {
    Noticed(StoreError),
    Wrong(String),
}

impl From<StoreError> for Fate {
    fn from(fault: StoreError) -> Fate {
        Fate::Noticed(fault)
    }
}

/// Whether verifying, reading or appending notices something; an error if opening already does or a read is wrong.
fn fates(path: &Path, sound: &Sound) -> Result<bool, Fate> {
    let store = Sqlite::open(path)?;
    let verified = store.verify(None).map(|verified| verified.problems);
    let noticed = !matches!(&verified, Ok(problems) if problems.is_empty());
    let mut wrong = Vec::new();
    let mut damaged = false;
    // One failing call doesn't excuse another wrong one.
    let Read { head, log, lives, pending, count, claims, past } = &sound.read;
    let mut compare = |what: String, same: Result<bool, StoreError>| match same {
        Ok(true) => {}
        Ok(false) => wrong.push(what),
        Err(_) => damaged = true,
    };
    compare("the head".into(), store.head().map(|it| it == *head));
    compare("the log".into(), store.after(Position(0), 10_000).map(|it| it == *log));
    for (n, life) in lives.iter().enumerate() {
        let came = store.records(sample::id(n as u64));
        compare(format!("request {n}"), came.map(|it| it == *life));
    }
    compare("the open requests".into(), store.pending(Position(0), 0).map(|it| it == *pending));
    compare("the count".into(), store.count().map(|it| it == *count));
    for (n, owner) in claims.iter().enumerate() {
        compare(format!("claim {n}"), store.claimed(claim(n as u64).key()).map(|it| it == *owner));
    }
    compare("the history".into(), store.past(&Query::default()).map(|it| it == *past));
    let next = store.append(&[next()]);
    let refused = next.is_err();
    if wrong.is_empty() {
        return Ok(noticed || damaged || refused);
    }
    Err(Fate::Wrong(format!("{wrong:?}, verify: {verified:?}, an append: {next:?}\n")))
}

fn next() -> Append {
    sample::ask(REQUESTS + 1)
}

fn claim(n: u64) -> AskKey {
    let key = sample::key(&format!("{n:032}"));
    if n.is_multiple_of(2) { AskKey::Call(key) } else { AskKey::Content(key) }
}

fn everything(store: &Sqlite) -> Result<Read, StoreError> {
    let all = 0..REQUESTS;
    Ok(Read {
        head: store.head()?,
        log: store.after(Position(0), 10_000)?,
        lives: all.clone().map(|n| store.records(sample::id(n))).collect::<Result<_, _>>()?,
        pending: store.pending(Position(0), 0)?,
        count: store.count()?,
        claims: all.map(|n| store.claimed(claim(n).key())).collect::<Result<_, _>>()?,
        past: store.past(&Query::default())?,
    })
}
