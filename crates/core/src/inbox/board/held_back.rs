//! The person's answers, from a form or from the list.
//!
//! - An answer is held back for a while: nothing is sent, and taking it back reopens the form.
//! - A key cuts the countdown short, but not the key that ended the form.
//! - Leaving sends answers and declines, but no cancel. After a cancel no other form opens by itself.
//! - Putting a form aside decides nothing.

use super::effect::BoardEffect;
use super::keys::{self, InboxAct, InboxSpot, RoomAct, TriageAct};
use super::machine::{Board, ListMode, Up};
use super::now::Now;
use super::open::Intercepts;
use super::rows::{OwnAnswer, RowState};
use super::whole;
use crate::form::{Action, Effect as FormEffect, Key};
use crate::inbox::Command;
use crate::life::{Closing, RequestId};
use crate::model::Outcome;

/// A countdown can't be cut short in its first so many milliseconds.
const STEADY: u64 = 1000;

impl Board {
    pub(super) fn open(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) {
        let now = self.now.at;
        if !self.raise(id, effects) {
            self.up = Up::Opening(id);
            self.too_soon = false;
        } else if let Some(open) = self.form_mut(id) {
            open.form.opened(now);
        }
    }

    /// A key while a form is up.
    pub(super) fn form_key(
        &mut self,
        id: RequestId,
        key: Key,
        look: Intercepts<'_>,
        effects: &mut Vec<BoardEffect>,
    ) {
        let (now, zoomed) = (self.now.at, self.zoomed);
        let Some(open) = self.form_mut(id) else {
            self.up = Up::List;
            return;
        };
        let at = if open.over.is_some() { InboxSpot::Closed } else { InboxSpot::Form };
        let act = keys::meaning(at, key, &[]);
        if act == Some(InboxAct::Switch) && open.swap(now) {
            self.keep(id, effects);
            return;
        }
        if matches!(act, Some(InboxAct::Leave | InboxAct::Accept | InboxAct::Back | InboxAct::Quit)) {
            // A text that is still being typed may end with Enter.
            let typed = act == Some(InboxAct::Accept) && !open.reads;
            if act == Some(InboxAct::Leave) && zoomed {
                self.zoomed = false;
            } else if (act == Some(InboxAct::Quit) || open.may_close(now)) && !typed {
                let keeps = open.touched;
                self.up = Up::List;
                if !keeps {
                    self.forms.retain(|open| open.id != id);
                }
                self.left(effects);
            }
            return;
        }
        if open.over.is_some() && open.may_copy(now) && act == Some(InboxAct::Room(RoomAct::Copy)) {
            self.copy(effects);
            return;
        }
        let of_list = || keys::meaning(InboxSpot::Rows, key, &[]).is_some() && open.form.spot().is_row();
        let elsewhere = act.is_some() || of_list();
        if open.over.is_none() && open.form.takes_for_text(now, key, elsewhere) {
            return;
        }
        if self.takes_proposal(id, key) {
            self.keep(id, effects);
            return;
        }
        if self.zooms(id, key) {
            return;
        }
        let Some(open) = self.form_mut(id) else { return };
        let unused = open.over.is_none() && open.form.resolve(key).is_none();
        let inbox = keys::meaning(InboxSpot::Rows, key, &[]).filter(|_| unused && open.form.spot().is_row());
        // Only after an answer, when this form opened by itself.
        if self.setup.advance && self.astray(key, unused && is_odd(act.or(inbox))) {
            if let Some(open) = self.form_mut(id) {
                open.form.ignored(now);
            }
            return;
        }
        if let Some(act) = [act, inbox].into_iter().flatten().find_map(InboxAct::room) {
            self.room_in_form(id, act, effects);
            return;
        }
        let triage = [act, inbox].into_iter().flatten().find_map(InboxAct::triage);
        if !triage.is_some_and(|act| self.triage_form(id, act, effects)) {
            let Some(open) = self.form_mut(id) else { return };
            let mut made = open.key(now, key, look);
            self.unzooms(key, &mut made);
            self.keep_form(id, effects);
            self.follow(id, made, effects);
            self.glanced(id, effects);
        }
    }

    /// Anything other than a key that is meant for the form.
    pub(super) fn form_action(&mut self, id: RequestId, action: Action, effects: &mut Vec<BoardEffect>) {
        let now = self.now.at;
        let Some(open) = self.form_mut(id).filter(|open| open.over.is_none()) else { return };
        let made = open.act(now, action);
        self.keep_form(id, effects);
        self.follow(id, made, effects);
    }

    /// Carries out a form's effects.
    pub(super) fn follow(&mut self, id: RequestId, made: Vec<FormEffect>, effects: &mut Vec<BoardEffect>) {
        for effect in made {
            match effect {
                FormEffect::DraftChanged => self.keep(id, effects),
                FormEffect::Edit(text) => effects.push(BoardEffect::Edit(text)),
                FormEffect::Suspend => effects.push(BoardEffect::Suspend),
                FormEffect::Aside => {
                    self.up = Up::List;
                    effects.push(BoardEffect::Command(Command::Shut(id)));
                    self.left(effects);
                }
                FormEffect::Close(outcome) => self.close(id, outcome, effects),
            }
        }
    }

    /// Sends the draft to the store.
    fn keep(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) {
        if let Some(open) = self.form(id) {
            effects.push(BoardEffect::Command(Command::Draft { id, draft: open.form.draft() }));
        }
    }

    fn close(&mut self, id: RequestId, outcome: Outcome, effects: &mut Vec<BoardEffect>) {
        let Some(seen) = self.form(id).map(|open| open.digest.clone()) else { return };
        let closing = Closing::of(outcome, &seen).filter(|closing| *closing != Closing::Withdraw);
        let Some(closing) = closing else { return self.timed_out(id, effects) };
        self.form_ended = Some((self.now.at, false));
        // Until it is sent it is a draft on disk.
        self.keep(id, effects);
        self.up = Up::List;
        self.answer_marked(id, &closing, effects);
        let goes_on = !matches!(closing, Closing::Cancel { .. });
        self.hold(id, closing, effects);
        if goes_on {
            self.advance(effects);
        }
    }

    /// Holds an answer back, or sends it if the setting says so.
    pub(super) fn hold(&mut self, id: RequestId, closing: Closing, effects: &mut Vec<BoardEffect>) {
        self.unmark(id);
        // A repeated answer must be recognised as the same one.
        let key = closing.is_answer().then(|| self.name());
        if self.setup.hold_ms > 0 {
            let digest = self.known(id).map(|open| open.digest.clone());
            let mark = whole::held(&closing, self.now, self.setup.hold_ms, digest.as_deref());
            self.keep_whole(id, effects, |whole| whole.held = mark);
        }
        let since = self.now.at;
        let until = since.plus(self.setup.hold_ms);
        let said = self.said_here(id, &closing);
        if let Some(row) = self.rows.of_mut(id) {
            row.said = said;
            (row.refused, row.not_stored) = (None, false);
            row.state = RowState::Held { since, until, answer: Box::new(OwnAnswer { closing, key }) };
        }
        if self.setup.hold_ms == 0 {
            self.send(id, effects);
        }
    }

    /// Sends the answers whose countdown has ended.
    pub(super) fn send_due(&mut self, effects: &mut Vec<BoardEffect>) {
        let now = self.now.at;
        let due = |state: &RowState| matches!(state, RowState::Held { until, .. } if *until <= now);
        let ids: Vec<RequestId> = self.rows.held().filter(|r| due(&r.state)).map(|r| r.pending.id).collect();
        for id in ids {
            self.send(id, effects);
        }
    }

    /// Sends what is held back, except cancels: leaving ends no work. Their mark stays, so the next inbox shows them.
    pub(super) fn send_all(&mut self, effects: &mut Vec<BoardEffect>) {
        let ids: Vec<RequestId> = self.rows.held().map(|row| row.pending.id).collect();
        for id in ids {
            let Some(row) = self.rows.of_mut(id) else { continue };
            let cancels = |state: &RowState| matches!(state, RowState::Held { answer, .. } if matches!(answer.closing, Closing::Cancel { .. }));
            if cancels(&row.state) {
                row.state = RowState::Waits;
            } else {
                self.send(id, effects);
            }
        }
    }

    /// Sends a held-back answer now, unless its countdown has just begun.
    pub(super) fn send_now(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) {
        let now = self.now.at;
        let steady =
            |state: &RowState| matches!(state, RowState::Held { since, .. } if since.plus(STEADY) <= now);
        if self.rows.of(id).is_some_and(|row| steady(&row.state)) {
            self.send(id, effects);
        }
    }

    fn send(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) {
        let stopped = self.stopped;
        let Some(row) = self.rows.of_mut(id) else { return };
        match std::mem::replace(&mut row.state, RowState::Waits) {
            RowState::Held { answer, .. } if stopped => {
                row.state = RowState::Sent { answer, closed: None };
                self.not_stored(id, "the store is gone", effects);
            }
            RowState::Held { answer, .. } => {
                let OwnAnswer { closing, key } = (*answer).clone();
                row.state = RowState::Sent { answer, closed: None };
                effects.push(BoardEffect::Command(Command::Close { id, closing, key }));
            }
            other @ (RowState::Waits | RowState::Sent { .. } | RowState::Over(_)) => row.state = other,
        }
    }

    /// Takes back a held-back answer; the form reopens as it was.
    pub(super) fn undo(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) -> bool {
        let Some(row) = self.rows.of_mut(id) else { return false };
        let RowState::Held { answer, .. } = &row.state else { return false };
        let declined = matches!(answer.closing, Closing::Decline { .. });
        row.state = RowState::Waits;
        (row.refused, row.not_stored) = (None, false);
        self.keep_whole(id, effects, |whole| whole.held = None);
        if self.form(id).is_some() {
            self.up = Up::Form(id);
        } else if declined {
            self.mode = ListMode::Reason(id, self.reason_of(id));
        }
        true
    }

    /// The window of the inbox is gone: what is held back is sent at once, or stays a draft that says so.
    pub fn ended(&mut self, now: Now) -> Vec<BoardEffect> {
        self.now = now;
        let mut effects = Vec::new();
        if self.setup.send_on_hangup {
            self.send_all(&mut effects);
        }
        effects
    }
}

/// Whether a key that a form has no use for decides something there, or has no meaning at all.
fn is_odd(act: Option<InboxAct>) -> bool {
    let harmless = [TriageAct::Next, TriageAct::Previous, TriageAct::Undo].map(InboxAct::Triage);
    !act.is_some_and(|act| harmless.contains(&act))
}
