//! What becomes of a key before the form sees it.

use super::Action;

/// What became of a key before the keymap saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intercept {
    /// Only the view changed: paint again.
    Scrolled,
    /// It means this action.
    Act(Action),
    /// Ask the keymap.
    Pass,
}
