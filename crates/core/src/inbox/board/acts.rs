//! Keys of the list: moving, opening, leaving.
//!
//! - A key acts on the focused request; without one it does nothing.
//! - Moving away from a closed request removes it.
//! - Keys still meant for a form that has just ended decide nothing here.
//! - Leaving sends held-back answers first, but no cancel; leaving again doesn't wait for them.

use super::effect::BoardEffect;
use super::keys::{self, InboxAct, InboxSpot, RoomAct, TriageAct};
use super::machine::{Board, ListMode, Up};
use super::messages;
use super::now::Now;
use super::open::Intercepts;
use super::peek_keys::picks;
use super::rows::{ListSlot, RowState};
use crate::form::{Action, Code, Key};
use crate::inbox::{Command, Position};
use crate::life::RequestId;
use crate::text::Tone;

/// Deciding keys are ignored for so many milliseconds after a form's end, and after each such key.
const ASTRAY: u64 = 500;

impl Board {
    /// Takes a key; `look` asks the form's view about it first.
    pub fn key(&mut self, now: Now, key: Key, look: Intercepts<'_>) -> Vec<BoardEffect> {
        let mut effects = Vec::new();
        self.now = now;
        self.typed_at = Some(now.at);
        self.rows.rank(now.moment());
        if self.is_pasted(key) {
            return effects;
        }
        self.notice = None;
        match self.up {
            Up::Form(id) => self.form_key(id, key, look, &mut effects),
            Up::Opening(id) => {
                // Keys typed before the form is there aren't meant for it; the form says so.
                self.too_soon = true;
                self.astray(key, !picks(key));
                let act = keys::meaning(InboxSpot::Opening, key, &self.setup.keys);
                if matches!(act, Some(InboxAct::Leave | InboxAct::Back | InboxAct::Quit)) {
                    self.too_soon = false;
                    self.up = Up::List;
                    effects.push(BoardEffect::Command(Command::Shut(id)));
                    self.left(&mut effects);
                }
            }
            Up::List => self.list_key(key, look, &mut effects),
        }
        self.settle();
        effects
    }

    /// Takes a paste.
    pub fn paste(&mut self, now: Now, text: String) -> Vec<BoardEffect> {
        let mut effects = Vec::new();
        self.now = now;
        self.pasted = Some(now.at);
        self.notice = None;
        match self.up {
            Up::Form(id) => self.form_action(id, Action::Paste(text), &mut effects),
            Up::Opening(_) => {}
            Up::List => self.list_paste(&text, &mut effects),
        }
        self.settle();
        effects
    }

    /// Takes input without a meaning here: the message about the last key disappears.
    pub fn stir(&mut self, now: Now) {
        self.now = now;
        self.notice = None;
        self.settle();
    }

    pub(super) fn settle(&mut self) {
        self.rows.list();
        self.settle_focus();
        self.rest();
    }

    /// Takes the text from the person's own editor, or why it returned nothing.
    pub fn edited(&mut self, now: Now, left: Result<String, String>) -> Vec<BoardEffect> {
        self.now = now;
        let mut effects = Vec::new();
        if let Up::Form(id) = self.up {
            let action = match left {
                Ok(text) => Action::Edited(text),
                Err(why) => Action::EditFailed(why),
            };
            self.form_action(id, action, &mut effects);
        }
        effects
    }

    /// Shows why a jump, or another wish of the person, failed.
    pub fn failed(&mut self, why: &str) {
        self.notice = Some(messages::line(why, Tone::Warn));
    }

    /// Shows what was done for the person.
    pub fn told(&mut self, what: &str) {
        self.notice = Some(messages::line(what, Tone::Dim));
    }

    /// Where a key of the list or of one of its questions goes.
    pub(super) fn spot(&self) -> InboxSpot {
        match self.mode {
            ListMode::List => InboxSpot::List,
            ListMode::Search => InboxSpot::Search,
            ListMode::Snooze(..) => InboxSpot::Snooze,
            ListMode::Reason(..) => InboxSpot::Reason,
            ListMode::Help { .. } => InboxSpot::Help,
            ListMode::Done(_) => InboxSpot::Done,
            ListMode::Open(_) => InboxSpot::Open,
        }
    }

    fn list_key(&mut self, key: Key, look: Intercepts<'_>, effects: &mut Vec<BoardEffect>) {
        let act = keys::meaning(self.spot(), key, &self.setup.keys);
        match self.mode {
            ListMode::List => {
                if !self.astray(key, self.is_odd(key, act)) {
                    match act {
                        Some(act) => self.act(act, key, look, effects),
                        None => self.peek_key(key, look, effects),
                    }
                }
            }
            ListMode::Help { .. } => self.help_act(act, effects),
            ListMode::Done(_) => self.done_act(act, effects),
            ListMode::Open(_) => self.open_with_act(act, key, effects),
            ListMode::Search => self.search_act(act, key, effects),
            ListMode::Snooze(..) => self.snooze_act(act, key, effects),
            ListMode::Reason(..) => self.reason_act(act, key, effects),
        }
    }

    fn help_act(&mut self, act: Option<InboxAct>, effects: &mut Vec<BoardEffect>) {
        let by = self.step_of(act);
        let ListMode::Help { top, done } = &mut self.mode else { return };
        if let Some(by) = by {
            *top = top.saturating_add_signed(by);
            return;
        }
        let done = *done;
        self.mode = ListMode::List;
        if act == Some(InboxAct::Quit) {
            self.quit(effects);
        } else if done {
            self.show_done(effects);
        }
    }

    /// By how many rows or lines an act moves, if it does.
    pub(super) fn step_of(&self, act: Option<InboxAct>) -> Option<isize> {
        let page = self.page();
        let moves = [
            (InboxAct::Up, -1),
            (InboxAct::Down, 1),
            (InboxAct::PageUp, -page),
            (InboxAct::PageDown, page),
            (InboxAct::First, isize::MIN),
            (InboxAct::Last, isize::MAX),
        ];
        moves.into_iter().find(|(a, _)| Some(*a) == act).map(|(_, by)| by)
    }

    /// Whether a key was meant for the form that has just ended: a person who is still typing must not decline another
    /// request. `odd`: right after a form such a key is probably a text's.
    pub(super) fn astray(&mut self, key: Key, odd: bool) -> bool {
        let now = self.now.at;
        let Some((since, typing)) = self.form_ended.filter(|(at, _)| now < at.plus(ASTRAY)) else {
            return false;
        };
        let text = matches!(key.code, Code::Char(_) | Code::Enter) && !key.ctrl;
        let astray = text && (typing || odd);
        self.form_ended = Some(if astray { (now, true) } else { (since, typing) });
        if astray {
            self.swallowed = Some(now.plus(ASTRAY));
        }
        astray
    }

    /// Whether a key has no meaning in the list, or decides something there.
    fn is_odd(&self, key: Key, act: Option<InboxAct>) -> bool {
        let Some(act) = act else { return !picks(key) };
        let held = self.rows.held().next().is_some();
        let decision = [
            InboxAct::Triage(TriageAct::Decline),
            InboxAct::Triage(TriageAct::Snooze),
            InboxAct::Triage(TriageAct::Dismiss),
            InboxAct::Triage(TriageAct::Recommended),
            InboxAct::Room(RoomAct::Jump),
            InboxAct::Room(RoomAct::Open),
        ];
        // Leaving sends what is held back, so it decides, too.
        decision.contains(&act) || (act == InboxAct::Quit && held)
    }

    fn act(&mut self, act: InboxAct, key: Key, look: Intercepts<'_>, effects: &mut Vec<BoardEffect>) {
        match act {
            InboxAct::Up => self.step(-1),
            InboxAct::Down => self.step(1),
            InboxAct::PageUp => self.step(-self.page()),
            InboxAct::PageDown => self.step(self.page()),
            InboxAct::First => self.step(isize::MIN),
            InboxAct::Last => self.step(isize::MAX),
            InboxAct::Help => self.mode = ListMode::Help { top: 0, done: false },
            InboxAct::Suspend => effects.push(BoardEffect::Suspend),
            InboxAct::Leave => self.leave(effects),
            InboxAct::Quit => self.quit(effects),
            InboxAct::Back => self.back(effects),
            InboxAct::Open => {
                if let Some(id) = self.focused() {
                    self.open_or_send(id, key, look, effects);
                }
            }
            InboxAct::Triage(act) => self.triage(act, effects),
            InboxAct::Room(act) => self.room(act, key, look, effects),
            // The keys of texts and of forms.
            InboxAct::Switch | InboxAct::Accept | InboxAct::Edit(_) => {}
        }
    }

    /// Opens or answers a waiting request, sends a held-back answer, or shows the text that is kept.
    fn open_or_send(
        &mut self,
        id: RequestId,
        key: Key,
        look: Intercepts<'_>,
        effects: &mut Vec<BoardEffect>,
    ) {
        let Some(row) = self.rows.of(id) else { return };
        match row.state {
            RowState::Held { .. } => self.send_now(id, effects),
            RowState::Waits if key.code == Code::Enter => self.open_or_answer(id, look, effects),
            RowState::Waits => self.open(id, effects),
            RowState::Over(_) if self.form(id).is_some() => self.up = Up::Form(id),
            // The eye is still there, but nothing can be done: the next key finds what waits.
            RowState::Over(_) | RowState::Sent { .. } => {
                if !self.focus_next(true) {
                    self.too_late(id);
                }
            }
        }
    }

    /// Says why an act does nothing to a request that no longer waits.
    pub(super) fn too_late(&mut self, id: RequestId) {
        let Some(row) = self.rows.of(id) else { return };
        match row.state {
            RowState::Sent { .. } => self.failed("It is on its way."),
            RowState::Over(_) => self.failed("It is over."),
            RowState::Held { .. } => self.failed("It is being sent: u takes it back."),
            RowState::Waits => {}
        }
    }

    /// How many requests a page move passes.
    pub(super) fn page(&self) -> isize {
        self.laid.page.max(1) as isize
    }

    pub(super) fn focused(&self) -> Option<RequestId> {
        self.rows.at(self.focus?).map(|row| row.pending.id)
    }

    /// Moves the focus by so many rows, and removes closed requests.
    pub(super) fn step(&mut self, by: isize) {
        let rows = self.positions();
        let at = self.focus.and_then(|focus| rows.iter().position(|at| *at == focus)).unwrap_or(0);
        let to = at.saturating_add_signed(by).min(rows.len().saturating_sub(1));
        self.focus = rows.get(to).copied();
        if to != at {
            self.rows.sweep(self.focus);
        }
    }

    pub(super) fn positions(&self) -> Vec<Position> {
        let row = |slot: &ListSlot| match slot {
            ListSlot::Row(at) => Some(*at),
            ListSlot::Heading(_) => None,
        };
        self.rows.slots().iter().filter_map(row).collect()
    }

    /// Reopens the form that was put aside last.
    fn back(&mut self, effects: &mut Vec<BoardEffect>) {
        let last = self.forms.iter().rev().find(|open| {
            open.over.is_none()
                && self.rows.of(open.id).is_some_and(|row| matches!(row.state, RowState::Waits))
        });
        match last.map(|open| open.id) {
            Some(id) => {
                self.focus = self.rows.position(id);
                self.open(id, effects);
            }
            None => self.failed("No form was put aside."),
        }
    }

    fn leave(&mut self, effects: &mut Vec<BoardEffect>) {
        if !self.marked.is_empty() {
            self.marked.clear();
        } else if !self.search.text().is_empty() {
            self.search.clear();
            self.searched();
        } else if self.setup.close_after_one {
            self.quit(effects);
        }
    }

    pub(super) fn quit(&mut self, effects: &mut Vec<BoardEffect>) {
        if std::mem::replace(&mut self.leaving, true) {
            effects.push(BoardEffect::Quit);
            return;
        }
        self.send_all(effects);
        self.left(effects);
    }
}
