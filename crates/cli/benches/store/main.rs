//! What the store costs in processes of its own, for `cargo xtask bench store`, which starts this and reads its lines.
//!
//! - `limits FOLDER ROUNDS`: appending and syncing the same bytes, one asker, 64 in one process, 64 processes, in turns.
//! - `wakes FOLDER TIMES`: an answer until a waiting process has it, next to one sync; `deaf` the same without a
//!   bell, in several stores at once.
//! - `fill FILE OPEN CLOSED`: a store with so many requests, each with the records that it would have.
//! - `first FILE TIMES`: opening a store and listing the first 200.
//! - `writes FILE`: asks without end, until it is killed.
//! - Prints lines of a name and nanoseconds, a tab between; times are judged elsewhere.
#![allow(clippy::disallowed_methods, reason = "a bench is an edge: it reads a clock")]

mod asks;
mod fill;
mod limits;
mod other;
mod wakes;

use asq_core::inbox::Position;
use asq_store::{Log, Sqlite};
use std::error::Error;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

/// What everything here gives back.
type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).filter(|it| it != "--bench").collect();
    match &args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["limits", folder, rounds] => limits::run(Path::new(folder), rounds.parse()?),
        ["limits-child", file] => limits::child(Path::new(file)),
        ["wakes", folder, times] => wakes::run(Path::new(folder), times.parse()?),
        ["wakes-deaf", folder, times] => wakes::deaf(Path::new(folder), times.parse()?),
        ["waits", file] => wakes::child(Path::new(file)),
        ["fill", file, open, closed] => fill::run(Path::new(file), open.parse()?, closed.parse()?),
        ["first", file, times] => first(Path::new(file), times.parse()?),
        ["writes", file] => asks::without_end(Path::new(file)),
        // As `cargo bench` starts it.
        [] => Ok(()),
        other => Err(format!("not known: {other:?}").into()),
    }
}

/// Opens a store and lists the first page, from the start each time.
fn first(file: &Path, times: usize) -> Outcome<()> {
    let mut took = Vec::with_capacity(times);
    for _ in 0..times {
        let begun = Instant::now();
        let store = Sqlite::open_existing(file)?.ok_or("no store")?;
        let (_, page) = store.pending(Position(0), 200)?;
        took.push(begun.elapsed());
        if page.len() != 200 {
            return Err(format!("{} requests are open", page.len()).into());
        }
    }
    print("first", &took)
}

/// A line of times.
fn print(name: &str, times: &[Duration]) -> Outcome<()> {
    let times: Vec<String> = times.iter().map(|it| it.as_nanos().to_string()).collect();
    writeln!(std::io::stdout().lock(), "{name}\t{}", times.join(" "))?;
    Ok(())
}
