//! Putting a form aside: it goes as it is, undecided, and can come back.
//!
//! - Only where there is a place to come back from: a store, an inbox.
//! - In the inbox Esc, at the end of its ladder, puts aside, too: looking at a request must not end it.

use super::machine::Form;
use super::{Effect, EscStep};

/// Whether a form can be put aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aside {
    /// There is nowhere to come back from.
    #[default]
    Never,
    /// By a key of its own; Esc cancels in the end.
    Key,
    /// By that key, and by Esc in the end.
    Esc,
}

impl Form {
    /// Out of the way, with nothing decided.
    pub(super) fn put_aside(&mut self) -> Vec<Effect> {
        match self.aside {
            Aside::Never => Vec::new(),
            Aside::Key | Aside::Esc => vec![Effect::DraftChanged, Effect::Aside],
        }
    }

    /// Whether the end of the Esc ladder puts aside rather than cancels.
    pub(super) fn leaves_aside(&self) -> bool {
        self.aside == Aside::Esc
    }

    /// Whether Esc does so on this page.
    pub(super) fn leaves_aside_here(&self) -> bool {
        self.leaves_aside() && !(self.at > 0 && self.rules.esc.contains(&EscStep::StepBack))
    }
}
