//! The mouse in the inbox.
//!
//! - A click focuses a request; a click on the focused one opens it.
//! - A click on a row of the open form focuses that row.
//! - The wheel moves in the list, and scrolls what is open.
//! - Nothing is answered, sent or dropped by it.

use super::effect::BoardEffect;
use super::machine::{Board, ListMode, Up};
use super::now::Now;
use super::rows::{ListSlot, RowState};
use crate::form::{Action, Code, Key};

impl Board {
    /// Takes a click on an item of the list, or next to it.
    pub fn click(&mut self, now: Now, item: Option<usize>) -> Vec<BoardEffect> {
        let mut effects = Vec::new();
        self.stir(now);
        let at = item.and_then(|item| match self.rows.slots().get(item)? {
            ListSlot::Row(at) => Some(*at),
            ListSlot::Heading(_) => None,
        });
        let Some(at) = at.filter(|_| self.up == Up::List && matches!(self.mode, ListMode::List)) else {
            return effects;
        };
        if self.focus != Some(at) {
            self.focus = Some(at);
            self.rows.sweep(self.focus);
        } else if let Some(row) = self.rows.at(at)
            && matches!(row.state, RowState::Waits)
        {
            self.open(row.pending.id, &mut effects);
        }
        self.settle();
        effects
    }

    /// Takes a click on a row of the open form.
    pub fn click_row(&mut self, now: Now, row: usize) -> Vec<BoardEffect> {
        let mut effects = Vec::new();
        self.stir(now);
        if let Up::Form(id) = self.up
            && self.form(id).is_some_and(|open| open.form.spot().is_place())
        {
            self.form_action(id, Action::Focus(row), &mut effects);
        }
        self.settle();
        effects
    }

    /// The key that a turn of the wheel stands for, where it moves something.
    pub fn wheel(&mut self, now: Now, up: bool) -> Option<Key> {
        self.stir(now);
        let lines = match (self.up, &self.mode) {
            (Up::List, ListMode::List | ListMode::Help { .. } | ListMode::Done(_) | ListMode::Open(_)) => {
                true
            }
            (Up::Form(_), _) => false,
            (Up::List, ListMode::Search | ListMode::Snooze(..) | ListMode::Reason(..))
            | (Up::Opening(_), _) => return None,
        };
        Some(Key::plain(match (lines, up) {
            (true, true) => Code::Up,
            (true, false) => Code::Down,
            (false, true) => Code::PageUp,
            (false, false) => Code::PageDown,
        }))
    }
}
