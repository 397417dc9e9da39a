//! Shows where a request comes from.
//!
//! - A jump goes to the asker's tmux pane, if it is known.
//! - A text that came too late goes to the terminal's clipboard, all of several with an empty line in between.

use super::done::late_of;
use super::effect::BoardEffect;
use super::keys::RoomAct;
use super::machine::{Board, ListMode, Up};
use super::messages;
use super::open::OpenForm;
use crate::text::{Tone, Untrusted};

/// The most bytes that are copied: many terminals ignore a longer sequence.
const CLIPBOARD: usize = 74_000;

impl Board {
    pub(super) fn room(&mut self, act: RoomAct, effects: &mut Vec<BoardEffect>) {
        match act {
            RoomAct::Jump => self.jump(effects),
            RoomAct::Copy => self.copy(effects),
        }
    }

    fn copy(&mut self, effects: &mut Vec<BoardEffect>) {
        let texts = match (self.up, &self.mode) {
            (Up::Form(id), _) => self.form(id).map(OpenForm::late_texts),
            (Up::List, ListMode::Done(list)) => list.focused().and_then(late_of),
            (Up::List | Up::Opening(_), _) => None,
        };
        let Some(texts) = texts.filter(|texts| !texts.is_empty()) else { return };
        let all = texts.iter().map(Untrusted::raw).collect::<Vec<_>>().join("\n\n");
        if all.len() > CLIPBOARD {
            return self.failed("It is too long to copy; asq show prints it.");
        }
        effects.push(BoardEffect::Copy(all));
        self.notice = Some(messages::line("Copied.", Tone::Good));
    }

    fn jump(&mut self, effects: &mut Vec<BoardEffect>) {
        let Some(row) = self.focused().and_then(|id| self.rows.of(id)) else { return };
        match &row.pending.summary.origin.pane {
            Some(pane) => effects.push(BoardEffect::Jump(pane.clone())),
            None => self.failed("No tmux pane of its asker is known."),
        }
    }
}
