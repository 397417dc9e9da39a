//! Time as an argument.
//!
//! - A [`Timestamp`] counts milliseconds from a start that the clock's owner chose.
//! - Machines compare and add; only `runtime` and `cli` read a clock.

/// Milliseconds since a start that stays the same for one machine's whole life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub u64);

impl Timestamp {
    /// The moment `ms` milliseconds later; saturates at the maximum.
    pub fn plus(self, ms: u64) -> Timestamp {
        Timestamp(self.0.saturating_add(ms))
    }
}
