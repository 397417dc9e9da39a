//! The latest events, rendered once for all streams.
//!
//! - A stream has a position and takes what comes after it.
//! - The ring holds a bounded number of bytes; a stream that is further behind reads the store instead.
//! - How far each stream lags is known without asking it.

use asq_core::inbox::Position;
use bytes::Bytes;
use std::collections::VecDeque;

/// The most events of a ring.
const EVENTS: usize = 4096;

#[derive(Default)]
pub(super) struct EventRing {
    events: VecDeque<RingEvent>,
    /// The position before the first event; `None` before the log was read.
    start: Option<Position>,
    /// The bytes of all events so far.
    bytes: u64,
    most: usize,
}

struct RingEvent {
    position: Position,
    text: Bytes,
    /// The bytes of all events up to this one.
    until: u64,
}

/// What comes after a position.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum AfterPosition {
    /// This event; with it the stream has so many bytes of all.
    Event(Position, Bytes, u64),
    /// Nothing so far.
    Nothing,
    /// Not in the ring any more, or not yet.
    Elsewhere,
}

impl EventRing {
    /// An empty ring of so many bytes, after this position.
    pub(super) fn after(start: Position, most: usize) -> EventRing {
        EventRing { start: Some(start), most, ..EventRing::default() }
    }

    /// The position before the first event; `None` before the log was read.
    pub(super) fn start(&self) -> Option<Position> {
        self.start
    }

    /// The bytes of all events so far.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) fn push(&mut self, position: Position, text: Bytes) {
        self.bytes += text.len() as u64;
        self.events.push_back(RingEvent { position, text, until: self.bytes });
        while self.events.len() > EVENTS || self.held() > self.most as u64 {
            let Some(gone) = self.events.pop_front() else { return };
            self.start = Some(gone.position);
        }
    }

    /// What comes after this position.
    pub(super) fn next(&self, at: Position) -> AfterPosition {
        if self.start.is_none_or(|start| at < start) {
            return AfterPosition::Elsewhere;
        }
        let first = self.events.partition_point(|event| event.position <= at);
        match self.events.get(first) {
            Some(event) => AfterPosition::Event(event.position, event.text.clone(), event.until),
            None => AfterPosition::Nothing,
        }
    }

    /// The bytes of all events up to this position, as far as the ring has them.
    pub(super) fn bytes_until(&self, at: Position) -> u64 {
        let first = self.events.partition_point(|event| event.position <= at);
        self.events.get(first).map_or(self.bytes, |event| event.until - event.text.len() as u64)
    }

    fn held(&self) -> u64 {
        self.events.front().map_or(0, |first| self.bytes - first.until + first.text.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::{AfterPosition, EventRing};
    use asq_core::inbox::Position;
    use bytes::Bytes;

    #[test]
    fn a_stream_takes_what_comes_after_its_position() {
        let text = |n: u64| Bytes::from(n.to_string().repeat(10));
        let event = |n: u64, until| AfterPosition::Event(Position(n), text(n), until);
        assert_eq!(EventRing::default().next(Position(9)), AfterPosition::Elsewhere);
        let mut ring = EventRing::after(Position(4), 30);
        assert_eq!(
            [3, 4, 5].map(|at| ring.next(Position(at))),
            [AfterPosition::Elsewhere, AfterPosition::Nothing, AfterPosition::Nothing]
        );
        for n in 5..=8 {
            ring.push(Position(n), text(n));
        }
        // The first one made room for the last.
        assert_eq!(
            [4, 5, 6, 7, 8].map(|at| ring.next(Position(at))),
            [AfterPosition::Elsewhere, event(6, 20), event(7, 30), event(8, 40), AfterPosition::Nothing]
        );
        assert_eq!(
            (ring.bytes(), ring.bytes_until(Position(6)), ring.bytes_until(Position(8))),
            (40, 20, 40)
        );
    }
}
