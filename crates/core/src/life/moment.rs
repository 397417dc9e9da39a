//! Moments by two clocks.
//!
//! - The wall clock can jump; the boot clock can't, but starts again with the machine.
//! - A time limit set and judged within one boot uses the boot clock, any other the wall clock.
//! - A limit that has passed stays passed.

/// The machine's boot clock, and the id of that boot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Boot {
    /// The id of the boot.
    pub id: u128,
    /// Milliseconds since the boot, including sleep.
    pub ms: u64,
}

/// A moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moment {
    /// Milliseconds since 1970, UTC.
    pub wall_ms: u64,
    /// The boot clock; `None` if the store has its own clock, such as a database server's.
    pub boot: Option<Boot>,
}

impl Moment {
    /// The moment `ms` milliseconds later, by both clocks.
    pub fn plus(self, ms: u64) -> Due {
        Due(Moment {
            wall_ms: self.wall_ms.saturating_add(ms),
            boot: self.boot.map(|b| Boot { ms: b.ms.saturating_add(ms), ..b }),
        })
    }

    /// Whether it was before another moment, however far the clocks of two machines differ, up to a minute.
    pub fn is_surely_before(self, other: Moment) -> bool {
        match (self.boot, other.boot) {
            (Some(one), Some(other)) if one.id == other.id => one.ms < other.ms,
            (Some(_) | None, Some(_) | None) => self.wall_ms.saturating_add(CLOCKS) < other.wall_ms,
        }
    }
}

/// How far two machines' clocks may differ, in milliseconds.
const CLOCKS: u64 = 60_000;

/// The end of a time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Due(pub Moment);

impl Due {
    /// The milliseconds left at this moment; 0 when it is due.
    pub fn left(self, now: Moment) -> u64 {
        match (self.0.boot, now.boot) {
            (Some(due), Some(now)) if due.id == now.id => due.ms.saturating_sub(now.ms),
            (Some(_) | None, Some(_) | None) => self.0.wall_ms.saturating_sub(now.wall_ms),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Boot, Moment};

    #[test]
    fn a_moment_is_surely_before_another_by_one_boot_clock_or_by_a_minute() {
        let boot = |id, ms, wall_ms| Moment { wall_ms, boot: Some(Boot { id, ms }) };
        let wall = |wall_ms| Moment { wall_ms, boot: None };
        assert!(boot(1, 5, 9_000).is_surely_before(boot(1, 6, 8_000)));
        assert!(!boot(1, 5, 0).is_surely_before(boot(1, 5, 900_000)));
        for (one, other) in [(wall(1_000), wall(61_001)), (boot(1, 900, 1_000), wall(61_001))] {
            assert!(one.is_surely_before(other) && !other.is_surely_before(one));
            assert!(!one.is_surely_before(Moment { wall_ms: 61_000, ..other }));
        }
        assert!(!boot(1, 5, 0).is_surely_before(boot(2, 900_000, 60_000)));
    }
}
