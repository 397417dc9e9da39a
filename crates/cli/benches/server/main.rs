//! What `asq serve` costs its callers, for `cargo xtask bench server`, which starts the server and this, and reads its
//! lines.
//!
//! - `asks ADDRESS TOKEN TIMES FOLDER`: an ask over HTTP and one in this process, in turns.
//! - `wakes ADDRESS ASK ANSWER TIMES FOLDER`: an answer until a waiting asker has it, next to one sync.
//! - `waits ADDRESS WAITS TOKEN…`: so many waits at once, until standard input ends.
//! - `streams ADDRESS ASK STREAMS STALLED TIMES TOKEN…`: a change until every stream has it, with stalled streams among
//!   them.
//! - `questions ADDRESS TOKEN COUNT`: asks so many as OpenCode would.
//! - `lists ADDRESS AUTHORIZATION SECONDS`: how often `GET /question` is answered.
//! - `replies ADDRESS AUTHORIZATION`: a reply to each question of `GET /question` until its event arrives.
//! - Prints lines of a name and nanoseconds, a tab between; times are judged elsewhere.
#![allow(clippy::disallowed_methods, reason = "a bench is an edge: it reads a clock")]

mod asks;
mod connection;
mod many;
mod questions;
mod wakes;

use std::error::Error;
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

/// What everything here gives back.
type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).filter(|it| it != "--bench").collect();
    match &args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["asks", address, token, times, folder] => {
            asks::run(address, token, times.parse()?, Path::new(folder))
        }
        ["wakes", address, ask, answer, times, folder] => {
            wakes::run(address, [ask, answer], times.parse()?, Path::new(folder))
        }
        ["waits", address, waits, tokens @ ..] => many::waits(address, waits.parse()?, tokens),
        ["streams", address, ask, streams, stalled, times, tokens @ ..] => {
            let streams =
                many::Streams { all: streams.parse()?, stalled: stalled.parse()?, times: times.parse()? };
            many::streams(address, ask, &streams, tokens)
        }
        ["questions", address, token, count] => questions::ask(address, token, count.parse()?),
        ["lists", address, authorization, seconds] => {
            questions::lists(address, authorization, Duration::from_secs(seconds.parse()?))
        }
        ["replies", address, authorization] => questions::replies(address, authorization),
        // As `cargo bench` starts it.
        [] => Ok(()),
        other => Err(format!("not known: {other:?}").into()),
    }
}

/// A line of times.
fn print(name: &str, times: &[Duration]) -> Outcome<()> {
    let times: Vec<String> = times.iter().map(|it| it.as_nanos().to_string()).collect();
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "{name}\t{}", times.join(" "))?;
    Ok(stdout.flush()?)
}
