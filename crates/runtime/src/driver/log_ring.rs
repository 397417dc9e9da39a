//! The latest part of the log, shared by all its readers in a process.
//!
//! - Each reader has a position and gets the entries after it, from the ring or from a page read for it.
//! - The ring and the pages hold a bounded number of entries, and a reader none. So slow readers cost no memory.
//! - If the ring outruns a reader that had caught up, that reader gets a reset. Then it has to say where to continue.
//! - A reader that begins further back than the ring replays the log page by page, as slowly as it likes. Readers at
//!   the same place share the page.
//! - A gap in the records isn't a reader's fault: all readers replay the part.
//! - No thread, no store, no clock: [`Ring::wanted`] names the next read, and the caller does it.

use super::reader_wake::WakeUp;
use asq_backend::{LogEntry, LogNews};
use asq_core::inbox::Position;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Entries in the ring: some megabytes at most.
const ENTRIES: usize = 1024;

/// The most entries of a page.
pub(super) const PAGE: usize = 256;

/// The most pages kept for replaying readers.
const PAGES: usize = 8;

/// Consecutive entries after a position.
struct EntryRun {
    after: Position,
    entries: VecDeque<Arc<LogEntry>>,
}

/// The readers to wake, once no lock is held.
pub(super) type Woken = Vec<Arc<WakeUp>>;

#[derive(Default)]
pub(super) struct Ring {
    /// Consecutive entries; the last one is at `end`.
    entries: VecDeque<Arc<LogEntry>>,
    /// The log is known up to here; `None` before the first read.
    end: Option<Position>,
    pages: VecDeque<EntryRun>,
    readers: BTreeMap<u64, RingReader>,
    last: u64,
}

struct RingReader {
    /// The last position that it has delivered.
    at: Position,
    state: RingState,
    /// Whether it has read everything, and waits for a wake-up.
    asleep: bool,
    wake_up: Arc<WakeUp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RingState {
    /// New: the log may end before its position.
    New,
    /// Behind the ring, and reading page by page.
    Replays,
    /// Caught up with the ring.
    Live,
    /// Outrun: a reset is due.
    Lost,
    /// Has the reset, and must say where to continue.
    Rests,
}

/// The next read for a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WantedRead {
    /// The position of the last record.
    Head,
    /// The records after this position, a page of them.
    After(Position),
}

impl Ring {
    /// Adds a reader that has everything up to this position; returns its number.
    pub(super) fn join(&mut self, at: Position, wake_up: Arc<WakeUp>) -> u64 {
        self.last += 1;
        self.readers.insert(self.last, RingReader { at, state: RingState::New, asleep: true, wake_up });
        self.last
    }

    pub(super) fn leave(&mut self, reader: u64) {
        self.readers.remove(&reader);
        if self.readers.is_empty() {
            let last = self.last;
            *self = Ring { last, ..Ring::default() };
        }
    }

    pub(super) fn is_idle(&self) -> bool {
        self.readers.is_empty()
    }

    /// Makes the reader continue after this position.
    pub(super) fn resume(&mut self, reader: u64, at: Position) {
        if let Some(reader) = self.readers.get_mut(&reader) {
            (reader.at, reader.state) = (at, RingState::New);
        }
    }

    /// The reader's next entries, at most so many. `true`: the store must be read for it.
    pub(super) fn next(&mut self, reader: u64, most: usize) -> (LogNews, bool) {
        let (start, end) = (self.start(), self.end);
        let Some(reader) = self.readers.get_mut(&reader) else {
            return (LogNews::Entries(Vec::new()), false);
        };
        let in_ring = start.is_some_and(|start| start <= reader.at) && end >= Some(reader.at);
        match reader.state {
            RingState::Rests => return (LogNews::Entries(Vec::new()), false),
            RingState::Live if in_ring => {}
            RingState::Lost | RingState::Live => {
                reader.state = RingState::Rests;
                return (LogNews::Reset, false);
            }
            RingState::New | RingState::Replays if in_ring => reader.state = RingState::Live,
            RingState::New | RingState::Replays => {}
        }
        let page = self.pages.iter().find(|page| page.holds(reader.at));
        let entries = if in_ring { Some(&self.entries) } else { page.map(|page| &page.entries) };
        let next: Vec<Arc<LogEntry>> = entries.map_or_else(Vec::new, |entries| {
            let first = entries.partition_point(|entry| entry.position <= reader.at);
            entries.range(first..).take(most).cloned().collect()
        });
        reader.asleep = next.is_empty();
        reader.at = next.last().map_or(reader.at, |last| last.position);
        let wants = next.is_empty() && !in_ring;
        (LogNews::Entries(next), wants)
    }

    /// The next read for a waiting reader.
    pub(super) fn wanted(&self) -> Option<WantedRead> {
        let (start, mut first) = (self.start()?, None);
        for reader in self.readers.values() {
            match reader.state {
                RingState::New if self.end < Some(reader.at) => return Some(WantedRead::Head),
                RingState::New | RingState::Replays if reader.at < start && reader.asleep => {
                    first = Some(first.map_or(reader.at, |first: Position| first.min(reader.at)));
                }
                RingState::New
                | RingState::Replays
                | RingState::Live
                | RingState::Lost
                | RingState::Rests => {}
            }
        }
        first.map(WantedRead::After)
    }

    /// Drops everything and resets every reader.
    pub(super) fn lose(&mut self) -> Woken {
        self.entries.clear();
        self.pages.clear();
        self.end = None;
        let mut woken = Vec::new();
        for reader in self.readers.values_mut().filter(|reader| reader.state != RingState::Rests) {
            reader.state = RingState::Lost;
            reader.wake(&mut woken);
        }
        woken
    }

    /// Takes the position of the log's end; a reader beyond it follows another log.
    pub(super) fn head(&mut self, head: Position) -> Woken {
        let mut woken = Vec::new();
        for reader in self.readers.values_mut().filter(|reader| matches!(reader.state, RingState::New)) {
            if reader.at > head {
                reader.state = RingState::Lost;
                reader.wake(&mut woken);
            } else {
                reader.state = RingState::Replays;
            }
        }
        woken
    }

    /// Takes the page after a position, for all readers at that position.
    pub(super) fn page(&mut self, after: Position, entries: impl IntoIterator<Item = LogEntry>) -> Woken {
        let page = EntryRun { after, entries: entries.into_iter().map(Arc::new).collect() };
        let mut woken = Vec::new();
        for reader in self.readers.values_mut().filter(|reader| reader.asleep) {
            let waits = matches!(reader.state, RingState::New | RingState::Replays);
            if waits && page.entries.is_empty() && reader.at == after {
                // The log was longer once. A reader never skips entries that it can't get.
                reader.state = RingState::Lost;
                reader.wake(&mut woken);
            } else if waits && page.holds(reader.at) {
                reader.state = RingState::Replays;
                reader.wake(&mut woken);
            }
        }
        self.pages.push_back(page);
        if self.pages.len() > PAGES {
            self.pages.pop_front();
        }
        woken
    }

    /// Notes the position up to which the log was read, by a ring or a page.
    pub(super) fn reached(&mut self, position: Position) -> Woken {
        if self.end >= Some(position) {
            return Vec::new();
        }
        self.entries.clear();
        self.end = Some(position);
        let mut woken = Vec::new();
        for reader in self.readers.values_mut() {
            if matches!(reader.state, RingState::Live) {
                reader.state = RingState::Replays;
            }
            reader.wake(&mut woken);
        }
        woken
    }

    /// Takes the next records of the log.
    pub(super) fn push(&mut self, entries: impl IntoIterator<Item = LogEntry>) -> Woken {
        let mut woken = Vec::new();
        let before = self.end;
        for entry in entries {
            let next = self.end.map(|end| Position(end.0 + 1));
            if next.is_some_and(|next| entry.position < next) {
                continue;
            }
            if next != Some(entry.position) {
                woken.extend(self.reached(Position(entry.position.0.saturating_sub(1))));
            }
            self.end = Some(entry.position);
            self.entries.push_back(Arc::new(entry));
            if self.entries.len() > ENTRIES {
                self.entries.pop_front();
            }
        }
        if self.end > before {
            for reader in self.readers.values_mut() {
                reader.wake(&mut woken);
            }
        }
        woken
    }

    /// Wakes all readers: the backend has stopped.
    pub(super) fn stop(&mut self) -> Woken {
        let mut woken = Vec::new();
        for reader in self.readers.values_mut() {
            reader.wake(&mut woken);
        }
        woken
    }

    /// The position before the first entry.
    fn start(&self) -> Option<Position> {
        self.end.map(|end| Position(end.0 - self.entries.len() as u64))
    }
}

impl EntryRun {
    /// Whether it has the entry after this position.
    fn holds(&self, position: Position) -> bool {
        self.after <= position && self.entries.back().is_some_and(|last| position < last.position)
    }
}

impl RingReader {
    fn wake(&mut self, woken: &mut Woken) {
        if std::mem::take(&mut self.asleep) {
            woken.push(self.wake_up.clone());
        }
    }
}
