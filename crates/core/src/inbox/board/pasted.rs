//! Keys that follow a paste without a pause: a paste that contains its own end mark continues as keys.
//!
//! - The list and its questions ignore them; a text takes the characters, but no key ends it.
//! - Ctrl+C always counts. An open form has its own guard.

use super::machine::{Board, ListMode, Up};
use crate::form::{Code, Key};

impl Board {
    /// Whether a key may be part of a paste, and is ignored here.
    pub(super) fn is_pasted(&mut self, key: Key) -> bool {
        let now = self.now.at;
        let follows = self.pasted.is_some_and(|at| now < at.plus(self.setup.guard.after_paste()));
        if follows {
            self.pasted = Some(now);
        }
        follows && self.up == Up::List && key != Key::ctrl(Code::Char('c')) && !self.types(key)
    }

    fn types(&self, key: Key) -> bool {
        let text = match self.mode {
            ListMode::Search | ListMode::Reason(..) | ListMode::Snooze(..) => true,
            ListMode::List | ListMode::Help { .. } | ListMode::Done(_) | ListMode::Open(_) => false,
        };
        text && matches!(key.code, Code::Char(_)) && !key.ctrl && !key.alt
    }
}
