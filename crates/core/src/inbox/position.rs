//! The position of a record in the log.

use std::fmt;

/// The position of a record in the log: the first is 1, the next is one more, in every database. 0 is before the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position(pub u64);

impl Position {
    /// The last one that a database can have: its numbers have 63 bits.
    pub const LAST: Position = Position(i64::MAX.unsigned_abs());
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
