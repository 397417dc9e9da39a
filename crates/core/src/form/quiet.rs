//! The quiet time: letters that a form has no use for are a text that was meant for somebody else.
//!
//! - Such a text begins with a letter, blank or mark without a use here, and goes on until 700 ms pass without a key of it.
//! - While it goes on, nothing commits, and no letter is a command.
//! - A letter that is a command begins no text, unless a blank follows it without a pause.
//! - Arrows, Tab and Esc are in no text, so they end it. Digits alone begin none.
//! - A host that lends its editor gets the text back.

use super::{Code, Key};
use crate::time::Timestamp;

/// The pause that ends a text. In milliseconds.
const PAUSE: u64 = 700;
/// The longest text that is kept for a host.
const MOST_CHARS: usize = 200;

/// The use that a form or its surface has for a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyUse {
    None,
    /// It moves the focus or turns a page.
    Moves,
    /// It may move on a page that is only read.
    Reads,
    Acts,
}

/// The text that goes on, if any.
#[derive(Clone, Debug, Default)]
pub(super) struct Quiet {
    last: Option<Timestamp>,
    /// The last letter that was a command.
    command: Option<Timestamp>,
    text: String,
}

impl Quiet {
    /// Whether a text goes on. A guard that is longer than the pause lengthens it.
    pub(super) fn goes_on(&self, now: Timestamp, guard: u64) -> bool {
        self.end(guard).is_some_and(|end| now < end)
    }

    /// When it will have ended.
    pub(super) fn end(&self, guard: u64) -> Option<Timestamp> {
        self.last.map(|last| last.plus(PAUSE.max(guard)))
    }

    /// Takes a key where no text is typed. Whether the key belongs to a text, and so does nothing.
    pub(super) fn takes(&mut self, now: Timestamp, key: Key, used: KeyUse, guard: u64) -> bool {
        let goes_on = self.goes_on(now, guard);
        let after_command = self.command.is_some_and(|at| now < at.plus(PAUSE));
        match key {
            Key { code: Code::Char(c), ctrl: false, alt: false, .. } => {
                let text = goes_on
                    || used == KeyUse::None && !c.is_ascii_digit()
                    || c.is_whitespace() && after_command;
                if !goes_on && !after_command {
                    self.text.clear();
                }
                if text {
                    self.last = Some(now);
                } else if !c.is_ascii_digit()
                    && !c.is_whitespace()
                    && (used == KeyUse::Acts || used == KeyUse::Reads && after_command)
                {
                    // A sentence may begin with a letter that opens a page to read, where the next ones only scroll.
                    self.command = Some(now);
                } else {
                    self.forget();
                    return false;
                }
                if self.text.chars().count() < MOST_CHARS {
                    self.text.push(c);
                }
                text
            }
            Key { code: Code::Backspace, .. } if goes_on => {
                self.last = Some(now);
                self.text.pop();
                true
            }
            Key {
                code:
                    Code::Up
                    | Code::Down
                    | Code::Left
                    | Code::Right
                    | Code::Home
                    | Code::End
                    | Code::PageUp
                    | Code::PageDown
                    | Code::Tab
                    | Code::Esc,
                ..
            } => {
                self.forget();
                false
            }
            Key {
                code: Code::Char(_) | Code::Enter | Code::Backspace | Code::Delete | Code::F(_), ..
            } => false,
        }
    }

    pub(super) fn forget(&mut self) {
        *self = Quiet::default();
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }
}
