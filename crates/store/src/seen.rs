//! Whose turn it is to announce a request.
//!
//! - Each request is announced once over all surfaces, and once more as a reminder if somebody wants one.
//! - Two announcements keep a distance; what arrives meanwhile is announced together.
//! - Nobody announces anything while a person types in an inbox in front of them.
//! - A clock that jumped back holds nothing up.

use asq_core::life::RequestId;

/// The row of seen state that holds the time of the last announcement. No request has this id.
pub(crate) const LAST: RequestId = RequestId(u128::MAX);

/// The row that holds the time until which a person types. No request has this id.
pub(crate) const TYPING: RequestId = RequestId(u128::MAX - 1);

/// The byte after an id in the key of its reminder.
pub(crate) const REMINDER: u8 = 1;

/// The longest time that typing holds announcements up, in milliseconds.
const TYPING_MS: u64 = 60_000;

/// Which announcement of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnounceRound {
    /// The first.
    First,
    /// The reminder.
    Again,
}

/// A request for the turn to announce.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimAsk {
    /// The requests.
    pub ids: Vec<RequestId>,
    /// Which announcement of them.
    pub round: AnnounceRound,
    /// The time, in milliseconds since 1970.
    pub now_ms: u64,
    /// The distance between two announcements, in milliseconds.
    pub gap_ms: u64,
    /// Whether the person sees them anyway: they count as announced, and nothing waits for the distance.
    pub silent: bool,
}

/// The reply to a [`ClaimAsk`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claimed {
    /// The requests that the caller announces. Nobody else does.
    pub mine: Vec<RequestId>,
    /// How long to wait before asking again, in milliseconds; 0 if the claim was judged.
    pub wait_ms: u64,
}

impl ClaimAsk {
    /// How long this has to wait after an announcement at `last`, while somebody types until `typing`.
    pub(crate) fn wait_ms(&self, last: u64, typing: u64) -> u64 {
        if self.silent {
            return 0;
        }
        // A time further ahead than any claim could write came from a clock that was wrong: it must not silence the
        // bell.
        let ahead = |until: u64, most: u64| match until.saturating_sub(self.now_ms) {
            left if left > most => 0,
            left => left,
        };
        let gap =
            if last > self.now_ms + self.gap_ms { 0 } else { ahead(last + self.gap_ms, 2 * self.gap_ms) };
        gap.max(ahead(typing, TYPING_MS))
    }

    /// Whether a claim with this result counts as an announcement.
    pub(crate) fn rings(&self, mine: &[RequestId]) -> bool {
        !self.silent && !mine.is_empty()
    }
}

/// The key of a request's reminder.
pub(crate) fn reminder(id: RequestId) -> Vec<u8> {
    [&id.0.to_be_bytes()[..], &[REMINDER]].concat()
}

#[cfg(test)]
mod tests {
    use super::{AnnounceRound, ClaimAsk};

    #[test]
    fn a_claim_waits_for_the_distance_and_for_typing_but_never_for_a_clock_that_jumped() {
        let ask = |now_ms, silent| ClaimAsk {
            ids: vec![],
            round: AnnounceRound::First,
            now_ms,
            gap_ms: 10,
            silent,
        };
        let waits = [
            (100, 0, 0),
            (100, 95, 0),
            (100, 90, 0),
            (100, 95, 130),
            (100, 0, 130),
            // The clock was ahead when somebody else announced.
            (100, 105, 0),
            (100, 5_000, 0),
            (100, 0, 900_000),
        ]
        .map(|(now, last, typing)| ask(now, false).wait_ms(last, typing));
        assert_eq!(waits, [0, 5, 0, 30, 30, 15, 0, 0]);
        assert_eq!(ask(100, true).wait_ms(99, 130), 0);
    }
}
