//! Time as the form shows it: how long it has been open, and how long it may stay so.
//!
//! - The clock counts seconds from the first frame, where the contract has one and the settings want it.
//! - A time limit counts from the asking. It is said in minutes, in the last one in seconds; with the clock
//!   on, in seconds all along.
//! - The form wakes only when a word of these changes, when the guard that it speaks of is over, and when the
//!   limit is reached: then it is over.

use super::Effect;
use super::machine::Form;
use crate::model::Outcome;
use crate::text::Shown;
use crate::time::Timestamp;

const SECOND: u64 = 1000;
const MINUTE: u64 = 60 * SECOND;

impl Form {
    /// When to call [`Form::tick`]; `None`: nothing happens by itself.
    pub fn deadline(&self) -> Option<Timestamp> {
        // Before the first frame nothing runs, but the words stand in their places already.
        let begun = |at: Option<Timestamp>| at.is_some();
        let clock = self.elapsed().filter(|_| begun(self.shown_at));
        let clock = clock.map(|ms| self.now.plus(SECOND - ms % SECOND));
        let limit = self.left().filter(|_| begun(self.asked_at.or(self.shown_at)));
        let limit = limit.map(|ms| self.now.plus(self.until_change(ms)));
        clock.into_iter().chain(limit).chain(self.watch.deadline(self.now)).min()
    }

    /// What time alone brings about.
    pub fn tick(&mut self, now: Timestamp) -> Vec<Effect> {
        self.now = self.now.max(now);
        self.expired().unwrap_or_default()
    }

    /// The end that the time limit brings, once it has passed.
    pub(super) fn expired(&self) -> Option<Vec<Effect>> {
        (self.left()? == 0).then(|| vec![Effect::Close(Outcome::Expired(self.last_draft()))])
    }

    /// `⏱  1:23 elapsed`, where there is a clock.
    pub(super) fn clock(&self) -> Option<Shown> {
        let time = clock(self.elapsed()? / SECOND);
        Some(Shown::joined(&[Shown::own("⏱  "), time, Shown::own(" elapsed")]))
    }

    /// `expires in 5 min`, where there is a limit.
    pub(super) fn limit(&self) -> Option<Shown> {
        let left = self.left()?;
        let words = if self.by_minute(left) {
            vec![Shown::own("expires in "), whole(left.div_ceil(MINUTE)), Shown::own(" min")]
        } else {
            vec![Shown::own("expires in "), clock(left.div_ceil(SECOND))]
        };
        Some(Shown::joined(&words))
    }

    /// Milliseconds that the form has been open, where there is a clock.
    fn elapsed(&self) -> Option<u64> {
        let shown = self.shown_at.unwrap_or(self.now);
        let wanted = self.rules.elapsed && self.request.prefs.clock;
        wanted.then(|| self.now.0.saturating_sub(shown.0))
    }

    /// Milliseconds until the time limit, where there is one.
    fn left(&self) -> Option<u64> {
        let from = self.asked_at.or(self.shown_at).unwrap_or(self.now);
        let end = from.plus(self.request.expiry.as_ref()?.after_ms);
        Some(end.0.saturating_sub(self.now.0))
    }

    fn by_minute(&self, left: u64) -> bool {
        left > MINUTE && self.elapsed().is_none()
    }

    /// Milliseconds until the words about the limit change, never 0.
    fn until_change(&self, left: u64) -> u64 {
        let unit = if self.by_minute(left) { MINUTE } else { SECOND };
        match left % unit {
            0 => unit.min(left).max(1),
            rest => rest,
        }
    }
}

/// `1:23`, from an hour on `1:02:03`.
fn clock(seconds: u64) -> Shown {
    let two = |n: u64| Shown::joined(&[Shown::own(if n < 10 { "0" } else { "" }), whole(n)]);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let colon = Shown::own(":");
    if hours > 0 {
        Shown::joined(&[whole(hours), colon.clone(), two(minutes), colon, two(seconds)])
    } else {
        Shown::joined(&[whole(minutes), colon, two(seconds)])
    }
}

fn whole(n: u64) -> Shown {
    Shown::number(usize::try_from(n).unwrap_or(usize::MAX))
}
