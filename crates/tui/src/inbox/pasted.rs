//! Keys that follow a paste without a pause: a paste that holds its own end mark goes on as keys.
//!
//! - In the list and at its questions they mean nothing; in a text they are typed, but nothing ends it.
//! - Ctrl+C always counts. An open form looks after itself.

use super::board::{Board, Mode, Up};
use crate::input::Input;
use asq_core::form::{Code, Key};

impl Board {
    /// Whether it may be part of a paste, and means nothing here.
    pub(super) fn is_pasted(&mut self, input: &Input) -> bool {
        let now = self.now.at;
        let follows = self.pasted.is_some_and(|at| now < at.plus(self.setup.guard.after_paste()));
        match input {
            Input::Paste(_) => {
                self.pasted = Some(now);
                false
            }
            Input::Key(key) if follows => {
                self.pasted = Some(now);
                self.up == Up::List && *key != Key::ctrl(Code::Char('c')) && !self.types(*key)
            }
            Input::Key(_) | Input::Focus(_) | Input::Unknown => false,
        }
    }

    fn types(&self, key: Key) -> bool {
        let text = match self.mode {
            Mode::Search | Mode::Reason(..) => true,
            Mode::List | Mode::Help | Mode::Snooze(_) => false,
        };
        text && matches!(key.code, Code::Char(_)) && !key.ctrl && !key.alt
    }
}
