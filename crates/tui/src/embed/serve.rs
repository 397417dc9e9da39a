//! Lines from one stream, lines to another.
//!
//! - One thread reads lines, this one waits for them or for a deadline; nothing else wakes up.
//! - If a request is also in a store, a thread waits for news of it.
//! - Each batch of lines is written at once and flushed.
//! - The end of the input, a closed output or a signal (SIGTERM, SIGHUP, SIGINT) ends the form here and keeps the typed
//!   text; a posted request stays open.
//! - A line of more than 4 MiB is refused and skipped to its end.

use super::{Embed, EmbedAsker};
use asq_core::time::Timestamp;
use asq_wire::MAX_BYTES;
use asq_wire::embed::ToHost;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::io::{self, BufRead, Read, Write};
use std::os::fd::OwnedFd;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

enum HostInput {
    Line(Vec<u8>),
    /// There are notices; the receiver confirms that it took them.
    News(SyncSender<()>),
    End,
}

/// Serves a host until it hangs up.
///
/// # Errors
/// The output can't be written to.
pub fn serve(
    version: &str,
    asker: &mut dyn EmbedAsker,
    now: &dyn Fn() -> Timestamp,
    input: impl Read + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let (sender, heard) = sync_channel(64);
    let tell = sender.clone();
    // They may reach a whole process group, and the host may be gone before its end of the input.
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT])?;
    let end = sender.clone();
    thread::spawn(move || {
        if signals.forever().next().is_some() {
            // Nobody listens any more where it can't be told.
            let _ = end.send(HostInput::End);
        }
    });
    thread::spawn(move || {
        let mut input = io::BufReader::new(input);
        while let Some(line) = next(&mut input) {
            if sender.send(HostInput::Line(line)).is_err() {
                return;
            }
        }
        // Nobody listens any more where it can't be told.
        let _ = sender.send(HostInput::End);
    });
    let mut embed = Embed::new(asker);
    let served = say(&mut output, &[Embed::hello(version)])
        .and_then(|()| follow(&mut embed, &heard, &tell, now, &mut output));
    embed.hang_up();
    served
}

fn follow(
    embed: &mut Embed<'_>,
    heard: &Receiver<HostInput>,
    tell: &SyncSender<HostInput>,
    now: &dyn Fn() -> Timestamp,
    output: &mut impl Write,
) -> io::Result<()> {
    loop {
        let next = match embed.deadline() {
            None => heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => heard.recv_timeout(Duration::from_millis(due.0.saturating_sub(now().0))),
        };
        let said = match next {
            Ok(HostInput::Line(line)) if line.trim_ascii().is_empty() => continue,
            Ok(HostInput::Line(line)) => embed.line(now(), line),
            Ok(HostInput::News(taken)) => {
                let said = embed.take_news(now());
                // It waits for nothing else.
                let _ = taken.send(());
                said
            }
            Err(RecvTimeoutError::Timeout) => embed.tick(now()),
            Ok(HostInput::End) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        if let Some(news) = embed.news() {
            let tell = tell.clone();
            thread::spawn(move || watch(&news, &tell));
        }
        say(output, &said)?;
        embed.written();
    }
}

/// Reports news until the writing thread is gone.
fn watch(news: &OwnedFd, tell: &SyncSender<HostInput>) {
    loop {
        let mut fds = [PollFd::new(news, PollFlags::IN)];
        match poll(&mut fds, None) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(_) => return,
        }
        let what = fds[0].revents();
        if what.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
            return;
        }
        if what.contains(PollFlags::IN) {
            let (taken, wait) = sync_channel(1);
            if tell.send(HostInput::News(taken)).is_err() || wait.recv().is_err() {
                return;
            }
        }
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

/// The next line; one that is too long keeps one byte more than allowed, so that it is refused as too long.
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
