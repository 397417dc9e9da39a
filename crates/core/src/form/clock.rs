//! The form's clocks: how long it has been open, and how long it may stay open.
//!
//! - The clock counts seconds from the first frame, if the contract has a clock and the settings want it.
//! - A time limit counts from the ask. It shows minutes, in the last one seconds; if the clock is on, always seconds.
//! - The form wakes only when one of these texts changes, when the guard's message ends, and at the limit, which ends
//!   it.

use super::model::Model;
use super::{Effect, keep};
use crate::model::Outcome;
use crate::text::Shown;
use crate::time::Timestamp;

const SECOND: u64 = 1000;
const MINUTE: u64 = 60 * SECOND;

/// When to call [`Form::tick`](super::Form::tick); `None` if time changes nothing.
pub(super) fn deadline(model: &Model) -> Option<Timestamp> {
    // Before the first frame the clock is drawn stopped, so that the layout doesn't move later.
    let begun = |at: Option<Timestamp>| at.is_some();
    let clock = elapsed(model).filter(|_| begun(model.times.shown_at));
    let clock = clock.map(|ms| model.times.now.plus(SECOND - ms % SECOND));
    let limit = left(model).filter(|_| begun(model.times.due.or(model.times.shown_at)));
    let limit = limit.map(|ms| model.times.now.plus(until_change(model, ms)));
    clock.into_iter().chain(limit).chain(model.guard.deadline(model.times.now)).min()
}

/// The effects of the time limit, once it has passed.
pub(super) fn expired(model: &Model) -> Option<Vec<Effect>> {
    (left(model)? == 0).then(|| vec![Effect::Close(Outcome::Expired(keep::ended_draft(model)))])
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

/// The time since the form opened in milliseconds, if there is a clock.
fn elapsed(model: &Model) -> Option<u64> {
    let shown = model.times.shown_at.unwrap_or(model.times.now);
    let wanted = model.rules.elapsed && model.request.prefs.clock;
    wanted.then(|| model.times.now.0.saturating_sub(shown.0))
}

/// The time until the limit in milliseconds, if there is a limit.
fn left(model: &Model) -> Option<u64> {
    let whole = model.request.expiry.as_ref()?.after_ms;
    let from = model.times.shown_at.unwrap_or(model.times.now);
    let end = model.times.due.unwrap_or(from.plus(whole));
    Some(end.0.saturating_sub(model.times.now.0))
}

fn by_minute(model: &Model, left: u64) -> bool {
    left > MINUTE && elapsed(model).is_none()
}

/// Milliseconds until the text about the limit changes, never 0.
fn until_change(model: &Model, left: u64) -> u64 {
    let unit = if by_minute(model, left) { MINUTE } else { SECOND };
    match left % unit {
        0 => unit.min(left).max(1),
        rest => rest,
    }
}

/// Formats `1:23`, or `1:02:03` from an hour on.
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
