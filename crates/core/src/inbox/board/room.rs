//! Shows more of a request, and where it comes from.
//!
//! - The request next to the list scrolls; it takes no other keys by that, and counts as no more seen than before.
//! - A form gets the whole window, and with the same key again the reader; Esc leads back the same way.
//! - What the agent was doing covers the window until Esc or the same key; from the list, that leads back to the list.
//! - A jump goes to the asker's tmux pane, if it is known.
//! - A text that came too late goes to the terminal's clipboard, all of several with an empty line in between.

use super::done::late_of;
use super::effect::BoardEffect;
use super::keys::RoomAct;
use super::machine::{Board, ListMode, Up};
use super::messages;
use super::next_to_list::still;
use super::open::{Intercepts, OpenForm};
use super::rows::RowState;
use crate::form::{Act, Action, Code, Effect as FormEffect, Key};
use crate::life::RequestId;
use crate::text::{Tone, Untrusted};

pub(super) const NOTHING_ABOUT: &str = "Its agent doesn't say what it was doing.";

/// The most bytes that are copied: many terminals ignore a longer sequence.
const CLIPBOARD: usize = 74_000;

impl Board {
    pub(super) fn room(
        &mut self,
        act: RoomAct,
        key: Key,
        look: Intercepts<'_>,
        effects: &mut Vec<BoardEffect>,
    ) {
        match act {
            RoomAct::Scroll | RoomAct::Page => self.scroll_peek(key, look),
            RoomAct::Zoom => self.zoom(effects),
            RoomAct::About => self.show_about(effects),
            RoomAct::Open => {
                if let Some(id) = self.focused() {
                    self.open_with(id, effects);
                }
            }
            RoomAct::Jump => self.jump(effects),
            RoomAct::Copy => self.copy(effects),
        }
    }

    /// Copies the texts that came too late.
    pub(super) fn copy(&mut self, effects: &mut Vec<BoardEffect>) {
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

    /// Does in a form what the same key does in the list.
    pub(super) fn room_in_form(&mut self, id: RequestId, act: RoomAct, effects: &mut Vec<BoardEffect>) {
        match act {
            RoomAct::Open => {
                self.put_aside(id, effects);
                self.asked_in = Some(id);
                self.open_with(id, effects);
            }
            // A form shows it itself, if there is any.
            RoomAct::About => self.failed(NOTHING_ABOUT),
            RoomAct::Scroll | RoomAct::Page | RoomAct::Zoom | RoomAct::Jump | RoomAct::Copy => {}
        }
    }

    /// Scrolls the form next to the list; its view knows how far.
    fn scroll_peek(&self, key: Key, look: Intercepts<'_>) {
        if let Some(open) = self.peeked() {
            look(open.id, &still(open.form.screen(), None), key);
        }
    }

    /// Opens the focused request on the whole window.
    fn zoom(&mut self, effects: &mut Vec<BoardEffect>) {
        let Some((id, row)) = self.focused().and_then(|id| Some((id, self.rows.of(id)?))) else { return };
        match row.state {
            RowState::Waits => self.open(id, effects),
            RowState::Over(_) if self.form(id).is_some() => self.up = Up::Form(id),
            RowState::Over(_) | RowState::Held { .. } | RowState::Sent { .. } => return self.too_late(id),
        }
        self.zoomed = self.peek.room;
    }

    /// Gives the form the whole window, if the key does that: the form's own key for reading, as long as the list is
    /// next to it.
    pub(super) fn zooms(&mut self, id: RequestId, key: Key) -> bool {
        let reads = |open: &OpenForm| {
            open.form.resolve(key) == Some(Action::Do(Act::Read)) && !open.form.reads() && !key.ctrl
        };
        let zooms = !self.zoomed && self.peek.room && self.form(id).is_some_and(reads);
        self.zoomed |= zooms;
        zooms
    }

    /// Takes the whole window from a form that Esc would put aside.
    pub(super) fn unzooms(&mut self, key: Key, made: &mut Vec<FormEffect>) {
        if self.zoomed && key.code == Code::Esc && made.contains(&FormEffect::Aside) {
            self.zoomed = false;
            made.retain(|effect| *effect != FormEffect::Aside);
        }
    }

    /// Shows what the agent was doing, once that is known.
    fn show_about(&mut self, effects: &mut Vec<BoardEffect>) {
        let Some((id, row)) = self.focused().and_then(|id| Some((id, self.rows.of(id)?))) else { return };
        if !matches!(row.state, RowState::Waits) {
            return self.too_late(id);
        }
        if self.known(id).is_some_and(|open| open.form.about().is_none()) {
            return self.failed(NOTHING_ABOUT);
        }
        self.glance = Some(id);
        self.open(id, effects);
        self.glances(id, effects);
    }

    /// Covers a form that is there with what the agent was doing, if it was opened for that.
    pub(super) fn glances(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) {
        let now = self.now.at;
        if self.glance != Some(id) {
            return;
        }
        let Some(open) = self.form_mut(id) else { return };
        open.act(now, Action::Do(Act::About));
        if !open.form.reads_about() {
            self.failed(NOTHING_ABOUT);
            self.glanced(id, effects);
        }
    }

    /// Returns to the list from a form that was opened only for what the agent was doing.
    pub(super) fn glanced(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) {
        let reads = self.form(id).is_some_and(|open| open.form.reads_about());
        if !reads && self.glance.take_if(|glance| *glance == id).is_some() && self.up == Up::Form(id) {
            self.put_aside(id, effects);
        }
    }

    fn jump(&mut self, effects: &mut Vec<BoardEffect>) {
        let Some(row) = self.focused().and_then(|id| self.rows.of(id)) else { return };
        match &row.pending.summary.origin.pane {
            Some(pane) => effects.push(BoardEffect::Jump(pane.clone())),
            None => self.failed("No tmux pane of its asker is known."),
        }
    }
}
