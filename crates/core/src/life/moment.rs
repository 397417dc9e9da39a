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
}

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
