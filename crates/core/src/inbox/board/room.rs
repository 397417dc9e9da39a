//! Shows where a request comes from.
//!
//! - A jump goes to the asker's tmux pane, if it is known.

use super::effect::BoardEffect;
use super::keys::RoomAct;
use super::machine::Board;

impl Board {
    pub(super) fn room(&mut self, act: RoomAct, effects: &mut Vec<BoardEffect>) {
        match act {
            RoomAct::Jump => self.jump(effects),
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
