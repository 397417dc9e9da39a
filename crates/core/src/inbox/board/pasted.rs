//! Keys that follow a paste without a pause: a paste that holds its own end mark goes on as keys.
//!
//! - In the list and at its questions they mean nothing; in a text they are typed, but nothing ends it.
//! - Ctrl+C always counts. An open form looks after itself.

use super::machine::{Board, Mode, Up};
use crate::form::{Code, Key};

impl Board {
    /// Whether a key may be part of a paste, and means nothing here.
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
            Mode::Search | Mode::Reason(..) => true,
            Mode::List | Mode::Help { .. } | Mode::Snooze(_) => false,
        };
        text && matches!(key.code, Code::Char(_)) && !key.ctrl && !key.alt
    }
}
