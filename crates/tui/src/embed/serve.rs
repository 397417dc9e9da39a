//! Lines from one stream, lines to another.
//!
//! - One thread reads lines, this one waits for them or for what is due; nothing wakes up otherwise.
//! - Each batch of lines is written at once and flushed.
//! - The end of the input, or an output that is gone, withdraws what is open and ends it.
//! - A line of more than 4 MiB is refused and skipped to its end.

use super::{Asker, Embed};
use asq_core::time::Timestamp;
use asq_wire::MAX_BYTES;
use asq_wire::embed::ToHost;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// Serves a host until it hangs up.
///
/// # Errors
/// The output can't be written to.
pub fn serve(
    version: &str,
    asker: &mut dyn Asker,
    now: &dyn Fn() -> Timestamp,
    input: impl Read + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let (sender, lines) = sync_channel(64);
    thread::spawn(move || {
        let mut input = io::BufReader::new(input);
        while let Some(line) = next(&mut input) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    let mut embed = Embed::new(asker);
    let served = say(&mut output, &[Embed::hello(version)])
        .and_then(|()| follow(&mut embed, &lines, now, &mut output));
    embed.hang_up();
    served
}

fn follow(
    embed: &mut Embed<'_>,
    lines: &Receiver<Vec<u8>>,
    now: &dyn Fn() -> Timestamp,
    output: &mut impl Write,
) -> io::Result<()> {
    loop {
        let line = match embed.deadline() {
            None => lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => lines.recv_timeout(Duration::from_millis(due.0.saturating_sub(now().0))),
        };
        let said = match line {
            Ok(line) if line.trim_ascii().is_empty() => continue,
            Ok(line) => embed.line(now(), &line),
            Err(RecvTimeoutError::Timeout) => embed.tick(now()),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        say(output, &said)?;
        embed.written();
    }
}

fn say(output: &mut impl Write, said: &[ToHost]) -> io::Result<()> {
    if said.is_empty() {
        return Ok(());
    }
    let mut bytes = Vec::new();
    for line in said {
        bytes.extend_from_slice(line.line().as_bytes());
        bytes.push(b'\n');
    }
    output.write_all(&bytes)?;
    output.flush()
}

/// The next line; one that is too long keeps one byte more than a line may have, so that it is refused as such.
fn next(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let most = MAX_BYTES as u64 + 1;
    let n = input.by_ref().take(most).read_until(b'\n', &mut line).ok()?;
    if n == 0 {
        return None;
    }
    let mut whole = line.last() == Some(&b'\n') || (n as u64) < most;
    while !whole {
        let mut rest = Vec::new();
        let n = input.by_ref().take(most).read_until(b'\n', &mut rest).ok()?;
        whole = n == 0 || rest.last() == Some(&b'\n');
    }
    Some(line)
}
