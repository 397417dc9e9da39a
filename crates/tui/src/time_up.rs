//! A form whose time limit ends while the person types.
//!
//! - It stays and says so, and takes no more keys: what is typed on would reach the shell, or the host's own editor.
//! - It closes by itself two seconds after the last key, or with Esc or Ctrl+C once it was there to be read.
//! - A form in which nobody types closes at once.

use crate::elsewhere::{FINGERS, READ};
use crate::input::TermInput;
use asq_core::form::{Code, Effect, Key};
use asq_core::model::Outcome;
use asq_core::text::{Line, Shown, Style, Tone};
use asq_core::time::Timestamp;

/// What a form knows of the keys before its time limit, and of those after it.
#[derive(Debug, Default)]
pub(crate) struct TimeUp {
    /// The time of the last key or paste.
    key_at: Option<Timestamp>,
    /// When the limit ended the form, and the effect that closes it.
    ended: Option<(Timestamp, Effect)>,
}

impl TimeUp {
    /// Whether input comes too late for the form.
    pub(crate) fn takes(&mut self, now: Timestamp, input: &TermInput) -> bool {
        let key = match input {
            TermInput::Key(key) => Some(*key),
            TermInput::Paste(_) => None,
            TermInput::Focus(_) | TermInput::Cursor(..) | TermInput::Mouse(..) | TermInput::Unknown => {
                return false;
            }
        };
        let out = key == Some(Key::plain(Code::Esc)) || key == Some(Key::ctrl(Code::Char('c')));
        let read = self.ended.as_ref().is_some_and(|(since, _)| since.plus(READ) <= now);
        self.key_at = Some(now).filter(|_| !(out && read));
        self.ended.is_some()
    }

    /// Holds back the end by a time limit, if the person is typing.
    pub(crate) fn hold(&mut self, now: Timestamp, effects: Vec<Effect>) -> Vec<Effect> {
        let typing = self.key_at.is_some_and(|at| now < at.plus(FINGERS));
        let ends = |effect: &Effect| matches!(effect, Effect::Close(Outcome::Expired(_)));
        if !typing || !effects.iter().any(ends) {
            return effects;
        }
        let (mut ended, others): (Vec<Effect>, Vec<Effect>) = effects.into_iter().partition(ends);
        self.ended = ended.pop().map(|effect| (now, effect));
        others
    }

    /// When the form closes, if its time is up.
    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        let (since, _) = self.ended.as_ref()?;
        Some(self.key_at.map_or(*since, |at| at.plus(FINGERS)))
    }

    /// The effect that closes the form, once it is due.
    pub(crate) fn due(&mut self, now: Timestamp) -> Option<Effect> {
        let due = self.deadline().is_some_and(|due| due <= now);
        self.ended.take_if(|_| due).map(|(_, effect)| effect)
    }

    /// The row above the form.
    pub(crate) fn banner(&self) -> Option<Line> {
        let words = Shown::own("expired · closing");
        self.ended.as_ref().map(|_| Line::of(words, Style::of(Tone::Trusted)))
    }
}
