//! Putting a form aside: it leaves undecided, and can come back as it was.
//!
//! - Only a form with a store or an inbox behind it can be put aside.
//! - In the inbox, the last rung of Esc puts aside, too: a look at a request must not end it.

use super::Effect;

/// The ways to put a form aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aside {
    /// No way: it couldn't come back.
    #[default]
    Never,
    /// By its own key; the last rung of Esc cancels.
    Key,
    /// By that key, and by the last rung of Esc.
    Esc,
}

impl Aside {
    /// Puts the form aside without a decision.
    pub(super) fn put_aside(self) -> Vec<Effect> {
        match self {
            Aside::Never => Vec::new(),
            Aside::Key | Aside::Esc => vec![Effect::DraftChanged, Effect::Aside],
        }
    }

    /// Whether the last rung of Esc puts aside instead of cancelling.
    pub(super) fn is_left_by_esc(self) -> bool {
        self == Aside::Esc
    }
}
