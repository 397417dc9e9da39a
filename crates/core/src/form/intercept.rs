//! Keys that a surface handles before the form.

use super::Action;

/// A surface's decision about a key, before the keymap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intercept {
    /// Only the view changed: paint again.
    Scrolled,
    /// It means this action.
    Act(Action),
    /// Ask the keymap.
    Pass,
}
