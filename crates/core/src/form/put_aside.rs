//! Putting a form aside: it goes as it is, undecided, and can come back.
//!
//! - Only with a place to come back from: a store, an inbox.
//! - In the inbox Esc, at the end of its ladder, puts aside, too: looking at a request must not end it.

use super::Effect;

/// Whether a form can be put aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aside {
    /// It couldn't come back.
    #[default]
    Never,
    /// By a key of its own; Esc cancels in the end.
    Key,
    /// By that key, and by Esc in the end.
    Esc,
}

impl Aside {
    /// Out of the way, with nothing decided.
    pub(super) fn put_aside(self) -> Vec<Effect> {
        match self {
            Aside::Never => Vec::new(),
            Aside::Key | Aside::Esc => vec![Effect::DraftChanged, Effect::Aside],
        }
    }

    /// Whether the end of the Esc ladder puts aside rather than cancels.
    pub(super) fn is_left_by_esc(self) -> bool {
        self == Aside::Esc
    }
}
