//! What became of requests: ended elsewhere, taken, not taken.
//!
//! - One that was ended elsewhere says by whom, and keeps the person's text until they let it go.
//! - Whether it was this inbox that ended it is told by its own word, whichever news comes first.
//! - What was not taken is there again, with the reason.

use super::effect::BoardEffect;
use super::machine::{Board, Up};
use super::messages;
use super::rows::{Over, State};
use crate::inbox::Command;
use crate::life::{Refusal, RequestId};

impl Board {
    /// It was ended, by whomever.
    pub(super) fn closed(&mut self, id: RequestId, over: Over, effects: &mut Vec<BoardEffect>) {
        let Some(row) = self.rows.of_mut(id) else { return };
        match &mut row.state {
            // It was this inbox, and now it is known when.
            State::Over(mine) => {
                if mine.by.is_none() && mine.at.is_none() {
                    mine.at = over.at;
                }
                return;
            }
            // Whether it was this inbox is told next.
            State::Sent { closed } => {
                *closed = Some(over);
                return;
            }
            State::Waits | State::Held { .. } => {}
        }
        self.beaten(id, over, effects);
    }

    /// Somebody else ended it.
    fn beaten(&mut self, id: RequestId, over: Over, effects: &mut Vec<BoardEffect>) {
        let at = self.now.at;
        let up = self.up;
        let keeps = self.form(id).is_some_and(|open| open.touched);
        if let Some(open) = self.form_mut(id) {
            open.over = Some((over.clone(), at));
        }
        if let Some(row) = self.rows.of_mut(id) {
            row.keeps = keeps;
            row.refused = None;
            row.state = State::Over(over);
        }
        if self.peeks_at(id) {
            self.forget_peek(effects);
        }
        match up {
            Up::Form(shown) if shown == id => effects.push(BoardEffect::Command(Command::Shut(id))),
            Up::Opening(shown) if shown == id => {
                self.up = Up::List;
                self.left(effects);
            }
            Up::Form(_) | Up::Opening(_) | Up::List if !keeps => self.forms.retain(|open| open.id != id),
            Up::Form(_) | Up::Opening(_) | Up::List => {}
        }
    }

    /// What was said was taken.
    pub(super) fn accepted(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) {
        let Some(row) = self.rows.of_mut(id) else { return };
        let how = match &row.state {
            State::Sent { closed: Some(over) } => over.clone(),
            State::Sent { closed: None } | State::Waits | State::Held { .. } => {
                Over { by: None, at: None, how: "answered" }
            }
            State::Over(_) => return,
        };
        row.keeps = false;
        row.state = State::Over(Over { by: None, ..how });
        self.forms.retain(|open| open.id != id);
        if self.up == Up::Form(id) {
            self.up = Up::List;
        }
        self.left(effects);
    }

    /// What was said was not taken.
    pub(super) fn refused(&mut self, id: RequestId, why: &Refusal, effects: &mut Vec<BoardEffect>) {
        let Some(row) = self.rows.of_mut(id) else { return };
        if let Refusal::Closed { by, at, outcome } = why {
            let how = outcome.name();
            let over = Over { by: Some(messages::by(by, how)), at: Some(Box::new(*at)), how };
            row.state = State::Waits;
            self.beaten(id, over, effects);
        } else if matches!(why, Refusal::Erased) {
            row.state = State::Waits;
            self.beaten(id, Over::unknown(), effects);
        } else {
            row.state = State::Waits;
            row.refused = Some(messages::refusal(why));
            self.leaving = false;
        }
        self.left(effects);
    }
}
