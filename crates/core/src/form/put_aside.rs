//! Putting a form aside: it leaves undecided, and can come back as it was.
//!
//! - Only a form with a store or an inbox behind it can be put aside.
//! - In the inbox, the last rung of Esc and Ctrl+C put aside, too: a look at a request must not end it, and neither must
//!   leaving. A key of its own cancels there.

use super::base_keys::{LISTS, TEXTS};
use super::binding::{Binding, Spot};
use super::{Act, Code, Effect, Key};

const ASIDE: Key = Key::ctrl(Code::Char('c'));
const CANCEL: Key = Key::alt(Code::Char('x'));
const OVERLAYS: &[Spot] = &[Spot::Asking, Spot::Help];

/// The keys of a form in the inbox that differ from those of every other form.
const IN_INBOX: &[Binding] = &[
    Binding::any(LISTS, ASIDE, Act::Aside),
    Binding::any(TEXTS, ASIDE, Act::Aside),
    Binding::any(OVERLAYS, ASIDE, Act::Aside),
    Binding::any(LISTS, CANCEL, Act::Cancel),
    Binding::any(TEXTS, CANCEL, Act::Cancel),
];

/// The ways to put a form aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aside {
    /// No way: it couldn't come back.
    #[default]
    Never,
    /// By its own key; the last rung of Esc cancels.
    Key,
    /// By that key, by Ctrl+C, and by the last rung of Esc; another key cancels.
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

    /// The keys that come before a dialect's own.
    pub(super) fn keys(self) -> &'static [Binding] {
        match self {
            Aside::Never | Aside::Key => &[],
            Aside::Esc => IN_INBOX,
        }
    }

    /// Whether the last rung of Esc puts aside instead of cancelling.
    pub(super) fn is_left_by_esc(self) -> bool {
        self == Aside::Esc
    }
}
