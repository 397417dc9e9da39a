//! Time as an argument.
//!
//! - A [`Timestamp`] counts milliseconds from a beginning that its reader chose.
//! - Machines compare and add; only `runtime` and `cli` read a clock.

/// Milliseconds since a beginning that is the same for one machine's whole life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub u64);

impl Timestamp {
    /// This moment and `ms` milliseconds; saturates at the end of time.
    pub fn plus(self, ms: u64) -> Timestamp {
        Timestamp(self.0.saturating_add(ms))
    }
}
