//! Keys to actions, against the current form.

use super::Key;

/// One row of a key table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    pub key: Key,
}
