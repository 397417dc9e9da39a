//! How often this person wants to hear of questions, from the settings.
//!
//! - Quiet hours are by the person's own clock.
//! - Plain lines learn at once whether it is their turn to announce a question.

use crate::clock::local_zone;
use crate::env::Env;
use crate::zone::LocalZone;
use asq_asking::FormLink;
use asq_core::inbox::{AnnouncePace, Hours, LocalOffset, Notice};
use asq_runtime::driver::{Clock, MachineClock};
use asq_settings::Settings;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// How long plain lines wait for the store's word, in nanoseconds.
const PATIENCE: i64 = 300_000_000;

/// The pace of the settings, now.
pub(crate) fn pace(settings: &Settings, env: &Env) -> AnnouncePace {
    let offset = local_offset(local_zone(env));
    let now = MachineClock.now().wall_ms;
    let quiet = Hours::read(&settings.inbox_quiet).map(|hours| (hours, offset(now)));
    AnnouncePace { quiet, ..steady(settings) }
}

/// The pace without quiet hours.
pub(crate) fn steady(settings: &Settings) -> AnnouncePace {
    let (batch, again) = (settings.notify.batch, settings.notify.again_after);
    AnnouncePace { gap_ms: u64::from(batch) * 1000, again_ms: u64::from(again) * 60_000, quiet: None }
}

pub(crate) fn local_offset(zone: LocalZone) -> LocalOffset {
    Box::new(move |ms| {
        let seconds = i64::try_from(ms / 1000).unwrap_or(i64::MAX);
        zone.local(seconds).offset() * 1000
    })
}

/// Whether the store gives a form the turn to announce its question, within a moment.
pub(crate) fn has_turn(tied: &FormLink) -> bool {
    let Some(feed) = &tied.feed else { return true };
    let Some(news) = feed.descriptor() else { return true };
    let patience = Timespec { tv_sec: 0, tv_nsec: PATIENCE };
    // Without a word in time, another surface announces it, or nobody does.
    let came = poll(&mut [PollFd::new(&news, PollFlags::IN)], Some(&patience));
    matches!(came, Ok(1)) && feed.notices().iter().any(|notice| matches!(notice, Notice::Announced(_)))
}

#[cfg(test)]
mod tests {
    use super::local_offset;
    use crate::zone::LocalZone;

    #[test]
    fn quiet_hours_are_local() {
        let offset = local_offset(LocalZone::posix("CET-1CEST,M3.5.0,M10.5.0/3"));
        assert_eq!([1_795_257_600_000, 1_781_953_200_000].map(offset), [3_600_000, 7_200_000]);
    }
}
