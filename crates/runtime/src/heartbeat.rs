//! A sign of life for hosts that want one while a form is up.
//!
//! - It sends nothing: a host such as pi asks for the deadline and sends its own message.
//! - Beats count from the first frame; late ones are skipped.
//! - It has no effect without a host.

use asq_core::time::Timestamp;
use asq_settings::Settings;

/// How often a host reports that the form is still up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heartbeat {
    /// Milliseconds between two beats, 30,000–3,600,000.
    pub every_ms: u64,
}

impl Heartbeat {
    /// The heartbeat of these settings; `None` if they switch it off.
    pub fn of(settings: &Settings) -> Option<Heartbeat> {
        let every_ms = (settings.heartbeat_interval_minutes * 60_000.0).round() as u64;
        settings.heartbeat_while_active.then_some(Heartbeat { every_ms })
    }

    /// The next beat of a form that was first shown at this time.
    pub fn next(self, shown: Timestamp, now: Timestamp) -> Timestamp {
        let every = self.every_ms.max(1);
        let beats = now.0.saturating_sub(shown.0) / every;
        shown.plus(every.saturating_mul(beats.saturating_add(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::Heartbeat;
    use asq_core::time::Timestamp;
    use asq_settings::Settings;

    #[test]
    fn it_beats_only_where_the_setting_is_on() {
        assert_eq!(Heartbeat::of(&Settings::default()), None);
        let on = Settings { heartbeat_while_active: true, ..Settings::default() };
        assert_eq!(Heartbeat::of(&on), Some(Heartbeat { every_ms: 270_000 }));
        let fast = Settings { heartbeat_interval_minutes: 0.5, ..on };
        assert_eq!(Heartbeat::of(&fast), Some(Heartbeat { every_ms: 30_000 }));
    }

    #[test]
    fn beats_come_at_even_distances_and_late_ones_are_left_out() {
        let beat = Heartbeat { every_ms: 30_000 };
        let next = |now| beat.next(Timestamp(500), Timestamp(now)).0;
        assert_eq!([next(500), next(30_499), next(30_500), next(100_000)], [30_500, 30_500, 60_500, 120_500]);
    }
}
