//! A list that is filtered by typing, on this terminal. It uses no store.
//!
//! - A thread reads the labels, so that the list is there before the first one.
//! - A signal or Esc ends it without a pick; without a terminal nobody was asked.
//! - Once the list takes no more, the rest stays where it comes from.

use super::surface;
use crate::args::SurfaceArgs;
use crate::clock::ProcessClock;
use crate::env::Env;
use crate::error::{CommandError, escaped};
use crate::exit::Exit;
use crate::{output, settings};
use asq_core::text::Untrusted;
use asq_dialects::Why;
use asq_finder::{Finder, FinderRules, LabelList};
use asq_tui::terminal::Refused;
use asq_tui::{FindEnded, FindHost, TermEnv};
use asq_wire::Ended;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::Signal;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// The size of a block: the capacity of a pipe.
const BLOCK: usize = 64 << 10;
/// So many blocks wait for the list.
const WAITING: usize = 32;
/// How long Enter is ignored after the first frame, in milliseconds, unless more is wished for.
const GUARD: u64 = 50;

const NO_TERMINAL: &str =
    "\n  --inbox lets it wait until somebody answers elsewhere, with at most 200 labels";

/// A question and where its labels come from.
pub(crate) struct FindList {
    pub(crate) question: Untrusted,
    pub(crate) description: Option<Untrusted>,
    pub(crate) rules: FinderRules,
    /// The labels that are there already.
    pub(crate) labels: LabelList,
    /// Where the others come from.
    pub(crate) from: OwnedFd,
}

/// The result of a list.
pub(crate) enum FindResult {
    /// These labels were picked.
    Picked(LabelList, Vec<usize>),
    /// Nothing was picked.
    Nothing(Exit),
    /// There were no labels.
    Empty,
}

/// Shows a list until it ends.
pub(crate) fn find(list: FindList, flags: &SurfaceArgs, env: &Env) -> Result<FindResult, CommandError> {
    let chosen = settings::for_ask(env, flags);
    let settings = &chosen.settings;
    let guard_ms = GUARD.min(settings.guard.into()).max(flags.guard.unwrap_or(0));
    let FindList { question, description, rules, labels, from } = list;
    let start = rules.start.clone();
    let rules = FinderRules { guard_ms, ..rules };
    let term = TermEnv::new(|name| env.text(name));
    let place = surface::place(settings);
    let mut terminal = match surface::open(flags, &term, place, env) {
        Ok(terminal) => terminal,
        Err(Refused::Ended(number)) => return Ok(FindResult::Nothing(ended(number))),
        Err(
            refused @ (Refused::NoTerminal | Refused::InUse | Refused::Taken { .. } | Refused::Failed(_)),
        ) => {
            let (why, way_out) = match refused {
                Refused::NoTerminal => (Why::NoTerminal.to_string(), NO_TERMINAL),
                other => (other.to_string(), ""),
            };
            output::say(&format!("asq: nobody was asked: {}{way_out}", escaped(&why)));
            return Ok(FindResult::Nothing(Exit::Ended(Ended::Unavailable)));
        }
    };
    let clock = ProcessClock::start();
    let mut finder = Finder::new(question, description, rules, labels);
    let arrivals = Arrivals::of(from)?;
    let mut blocks = Some(arrivals.blocks);
    let blocks = std::cell::RefCell::new(&mut blocks);
    let host = FindHost {
        now: &|| clock.now(),
        news: arrivals.bell.as_fd(),
        blocks: &mut || taken(&arrivals.bell, blocks.borrow().as_ref()),
        enough: &mut || **blocks.borrow_mut() = None,
        theme: chosen.theme.clone(),
    };
    let found = asq_tui::find(&mut terminal, &mut finder, &term, place, host);
    if let Some(start) = start.filter(|_| finder.lacks_its_start()) {
        output::say(&format!("asq: --default names none of the labels: '{}'", escaped(&start)));
    }
    Ok(match found {
        FindEnded::Picked(picks) => FindResult::Picked(finder.into_labels(), picks),
        FindEnded::Cancelled => FindResult::Nothing(Exit::Ended(Ended::Cancelled)),
        FindEnded::Empty => FindResult::Empty,
        FindEnded::Signal(number) => FindResult::Nothing(ended(number)),
        FindEnded::Lost(_) => FindResult::Nothing(Exit::Ended(Ended::Withdrawn)),
    })
}

fn ended(number: i32) -> Exit {
    let by_person = number == Signal::INT.as_raw();
    Exit::Ended(if by_person { Ended::Cancelled } else { Ended::Withdrawn })
}

/// Blocks of labels that a thread reads.
struct Arrivals {
    blocks: Receiver<Vec<u8>>,
    /// Can be read when there are blocks.
    bell: OwnedFd,
}

impl Arrivals {
    fn of(from: OwnedFd) -> Result<Arrivals, CommandError> {
        let fault = |e: io::Error| {
            CommandError::new(crate::error::ErrorClass::Fault, format!("can't read the labels: {e}"))
        };
        let flags = PipeFlags::CLOEXEC | PipeFlags::NONBLOCK;
        let (bell, ringer) = pipe_with(flags).map_err(|e| fault(e.into()))?;
        let (send, blocks) = sync_channel(WAITING);
        let reader = thread::Builder::new().name("labels".to_owned());
        reader.spawn(move || read(&from, &send, &ringer)).map_err(fault)?;
        Ok(Arrivals { blocks, bell })
    }
}

/// Reads until the end, or until nobody takes any more. An empty block is the end.
fn read(from: &OwnedFd, to: &SyncSender<Vec<u8>>, ringer: &OwnedFd) {
    let mut block = vec![0; BLOCK];
    loop {
        let bytes = match rustix::io::read(from, &mut block) {
            Ok(n) => block[..n].to_vec(),
            Err(Errno::INTR) => continue,
            // Another process that shares the pipe may have made it non-blocking.
            Err(Errno::AGAIN) => {
                let _ = poll(&mut [PollFd::new(from, PollFlags::IN)], None);
                continue;
            }
            Err(_) => Vec::new(),
        };
        let last = bytes.is_empty();
        if to.send(bytes).is_err() {
            return;
        }
        // If the bell is full, it rings already.
        let _ = rustix::io::write(ringer, b"!");
        if last {
            return;
        }
    }
}

/// Silences the bell, and takes at most [`WAITING`] blocks.
fn taken(bell: &OwnedFd, blocks: Option<&Receiver<Vec<u8>>>) -> Vec<Vec<u8>> {
    let mut rings = [0; 256];
    while rustix::io::read(bell, &mut rings).is_ok_and(|n| n == rings.len()) {}
    blocks.map(|blocks| blocks.try_iter().take(WAITING).collect()).unwrap_or_default()
}
