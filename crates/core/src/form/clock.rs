//! Time as the form shows it: how long it has been open, and how long it may stay so.
//!
//! - The clock counts seconds from the first frame, if the contract has one and the settings want it.
//! - A time limit counts from the asking. It shows minutes, in the last one seconds; with the clock
//!   on, in seconds all along.
//! - The form wakes only when a word of these changes, when the guard that it speaks of is over, and when the
//!   limit is reached: then it is over.

use super::model::Model;
use super::{Effect, keep};
use crate::model::Outcome;
use crate::text::Shown;
use crate::time::Timestamp;

const SECOND: u64 = 1000;
const MINUTE: u64 = 60 * SECOND;

/// When to call [`Form::tick`](super::Form::tick); `None`: nothing happens by itself.
pub(super) fn deadline(model: &Model) -> Option<Timestamp> {
    // Before the first frame nothing runs, but the words stand in their places already.
    let begun = |at: Option<Timestamp>| at.is_some();
    let clock = elapsed(model).filter(|_| begun(model.times.shown_at));
    let clock = clock.map(|ms| model.times.now.plus(SECOND - ms % SECOND));
    let limit = left(model).filter(|_| begun(model.times.asked_at.or(model.times.shown_at)));
    let limit = limit.map(|ms| model.times.now.plus(until_change(model, ms)));
    clock.into_iter().chain(limit).chain(model.guard.deadline(model.times.now)).min()
}

/// The end that the time limit brings, once it has passed.
pub(super) fn expired(model: &Model) -> Option<Vec<Effect>> {
    (left(model)? == 0).then(|| vec![Effect::Close(Outcome::Expired(keep::last_draft(model)))])
}

/// `⏱  1:23 elapsed`, if there is a clock.
pub(super) fn clock(model: &Model) -> Option<Shown> {
    let time = minutes(elapsed(model)? / SECOND);
    Some(Shown::joined(&[Shown::own("⏱  "), time, Shown::own(" elapsed")]))
}

/// `expires in 5 min`, if there is a limit.
pub(super) fn limit(model: &Model) -> Option<Shown> {
    let left = left(model)?;
    let words = if by_minute(model, left) {
        vec![Shown::own("expires in "), whole(left.div_ceil(MINUTE)), Shown::own(" min")]
    } else {
        vec![Shown::own("expires in "), minutes(left.div_ceil(SECOND))]
    };
    Some(Shown::joined(&words))
}

/// Milliseconds that the form has been open, if there is a clock.
fn elapsed(model: &Model) -> Option<u64> {
    let shown = model.times.shown_at.unwrap_or(model.times.now);
    let wanted = model.rules.elapsed && model.request.prefs.clock;
    wanted.then(|| model.times.now.0.saturating_sub(shown.0))
}

/// Milliseconds until the time limit, if there is one.
fn left(model: &Model) -> Option<u64> {
    let from = model.times.asked_at.or(model.times.shown_at).unwrap_or(model.times.now);
    let end = from.plus(model.request.expiry.as_ref()?.after_ms);
    Some(end.0.saturating_sub(model.times.now.0))
}

fn by_minute(model: &Model, left: u64) -> bool {
    left > MINUTE && elapsed(model).is_none()
}

/// Milliseconds until the words about the limit change, never 0.
fn until_change(model: &Model, left: u64) -> u64 {
    let unit = if by_minute(model, left) { MINUTE } else { SECOND };
    match left % unit {
        0 => unit.min(left).max(1),
        rest => rest,
    }
}

/// `1:23`, from an hour on `1:02:03`.
fn minutes(seconds: u64) -> Shown {
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
