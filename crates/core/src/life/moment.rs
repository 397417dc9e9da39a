//! When something happened, by two clocks.
//!
//! - The wall clock can jump; the clock since boot can't, but does not outlive the machine.
//! - A time limit that was set and is judged within one boot goes by that clock, else by the wall.
//! - What is due once stays due.

/// The machine's clock since its last boot, and which boot that was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Boot {
    /// Names the boot.
    pub id: u128,
    /// Milliseconds since it, those asleep included.
    pub ms: u64,
}

/// A moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moment {
    /// Milliseconds since 1970, UTC.
    pub wall_ms: u64,
    /// Absent where the store judges by a clock of its own, such as a database server's.
    pub boot: Option<Boot>,
}

impl Moment {
    /// This moment and `ms` milliseconds, by both clocks.
    pub fn plus(self, ms: u64) -> Due {
        Due(Moment {
            wall_ms: self.wall_ms.saturating_add(ms),
            boot: self.boot.map(|b| Boot { ms: b.ms.saturating_add(ms), ..b }),
        })
    }
}

/// When a time limit is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Due(pub Moment);

impl Due {
    /// Milliseconds that are left at this moment; 0 when it is due.
    pub fn left(self, now: Moment) -> u64 {
        match (self.0.boot, now.boot) {
            (Some(due), Some(now)) if due.id == now.id => due.ms.saturating_sub(now.ms),
            (Some(_) | None, Some(_) | None) => self.0.wall_ms.saturating_sub(now.wall_ms),
        }
    }
}
