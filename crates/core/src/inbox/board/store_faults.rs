//! A store that fails while an inbox is open.
//!
//! - The title says why a store can't be reached, and everything goes on.
//! - An answer that could not be stored is held back again, and sent again with the same key.
//! - Once the store is gone, the inbox ends; if something exists only here, the person leaves after reading why.

use super::effect::BoardEffect;
use super::machine::{Board, Up};
use super::messages;
use super::rows::RowState;
use crate::life::RequestId;

/// Milliseconds until an answer that could not be stored is sent again.
const AGAIN: u64 = 5000;

impl Board {
    /// The store failed, or works again.
    pub(super) fn in_trouble(&mut self, why: Option<&str>) {
        self.trouble = why.map(messages::own);
        // It may have been the opening that failed; Enter tries again.
        if self.trouble.is_some() && matches!(self.up, Up::Opening(_)) {
            self.fell_back_to_list();
        }
    }

    pub(super) fn store_gone(&mut self, why: &str, effects: &mut Vec<BoardEffect>) {
        self.trouble = Some(messages::own(why));
        self.stopped = true;
        let answered = self.rows.any_on_its_way();
        for id in self.rows.sent() {
            self.not_stored(id, why, effects);
        }
        // What was typed exists only here: the person leaves once they have read the message.
        if !answered && !self.forms.iter().any(|open| open.touched) {
            effects.push(BoardEffect::Quit);
        }
    }

    /// This inbox's answer could not be stored: it is sent again later, unless the person leaves or the store is gone.
    pub(super) fn not_stored(&mut self, id: RequestId, why: &str, effects: &mut Vec<BoardEffect>) {
        let (since, again) = (self.now.at, !self.leaving && !self.stopped);
        let Some(row) = self.rows.of_mut(id) else { return };
        match std::mem::replace(&mut row.state, RowState::Waits) {
            RowState::Sent { answer, closed: None } => {
                (row.refused, row.not_stored) = (Some(Box::new(messages::not_stored(why))), true);
                if again {
                    row.state = RowState::Held { since, until: since.plus(AGAIN), answer };
                }
            }
            other => row.state = other,
        }
        self.left(effects);
    }
}
