//! Keys in the list: moving, opening, searching, grouping, putting off, declining.
//!
//! - A key means the focused request; where there is none it means nothing.
//! - Moving on lets go of what is over.
//! - What is typed on when a form has ended decides nothing here.
//! - Leaving sends what is held back first; a second time it leaves at once.

use super::effect::BoardEffect;
use super::keys::{self, Act};
use super::machine::{Board, Mode, Up, waits};
use super::messages;
use super::now::{MINUTE, Now, tomorrow};
use super::open::Look;
use super::rows::{Slot, State};
use crate::form::{Action, Code, Key};
use crate::inbox::{Command, Position};
use crate::life::{Closing, RequestId};
use crate::model::{Answers, Draft};
use crate::text::{Editor, TextMove, Tone, Untrusted};

/// Keys that decide something are not taken within so many milliseconds of a form's end, and of each such key.
const ASTRAY: u64 = 500;

impl Board {
    /// What a key does; `look` is asked first what it means to the form's view.
    pub fn key(&mut self, now: Now, key: Key, look: Look<'_>) -> Vec<BoardEffect> {
        let mut effects = Vec::new();
        self.now = now;
        if self.is_pasted(key) {
            return effects;
        }
        self.notice = None;
        match self.up {
            Up::Form(id) => self.form_key(id, key, look, &mut effects),
            Up::Opening(id) => {
                // What is typed before a form is there is not meant for it.
                let out = [Key::plain(Code::Esc), Key::ctrl(Code::Char(']')), Key::ctrl(Code::Char('c'))];
                if out.contains(&key) {
                    self.up = Up::List;
                    effects.push(BoardEffect::Command(Command::Shut(id)));
                    self.left(&mut effects);
                }
            }
            Up::List => self.list_key(key, &mut effects),
        }
        self.settle();
        effects
    }

    /// What a paste does.
    pub fn paste(&mut self, now: Now, text: String) -> Vec<BoardEffect> {
        let mut effects = Vec::new();
        self.now = now;
        self.pasted = Some(now.at);
        self.notice = None;
        match self.up {
            Up::Form(id) => self.form_action(id, Action::Paste(text), &mut effects),
            Up::Opening(_) => {}
            Up::List => self.list_paste(&text),
        }
        self.settle();
        effects
    }

    /// Something came that means nothing here: what was said to the last key goes.
    pub fn stir(&mut self, now: Now) {
        self.now = now;
        self.notice = None;
        self.settle();
    }

    fn settle(&mut self) {
        self.rows.list();
        self.settle_focus();
        self.rest();
    }

    /// What the person's own editor left, or why it left nothing.
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

    /// Why a jump failed, or something else that the person wanted.
    pub fn failed(&mut self, why: &str) {
        self.notice = Some(messages::line(why, Tone::Warn));
    }

    fn list_key(&mut self, key: Key, effects: &mut Vec<BoardEffect>) {
        match &mut self.mode {
            Mode::List => {
                let act = keys::act(key, &self.setup.keys);
                if !self.astray(key, act)
                    && let Some(act) = act
                {
                    self.act(act, effects);
                }
            }
            Mode::Help { top } => {
                let page = self.laid.page.max(1) as isize;
                let moves = [(Act::Up, -1), (Act::Down, 1), (Act::PageUp, -page), (Act::PageDown, page)];
                let act = keys::act(key, &self.setup.keys);
                let by = moves.into_iter().find(|(a, _)| Some(*a) == act).map_or(0, |(_, by)| by);
                if by != 0 {
                    *top = top.saturating_add_signed(by);
                    return;
                }
                self.mode = Mode::List;
                if key == Key::ctrl(Code::Char('c')) {
                    self.act(Act::Quit, effects);
                }
            }
            Mode::Search => self.search_key(key, effects),
            Mode::Snooze(id) => {
                let id = *id;
                self.mode = Mode::List;
                self.snooze(id, key, effects);
            }
            Mode::Reason(id, editor) => match key {
                Key { code: Code::Enter, .. } => {
                    let reason = Some(editor.text().trim()).filter(|t| !t.is_empty()).map(Untrusted::from);
                    let id = *id;
                    self.mode = Mode::List;
                    self.decline(id, reason, effects);
                }
                Key { code: Code::Esc, .. } => self.mode = Mode::List,
                key if key == Key::ctrl(Code::Char('c')) => self.mode = Mode::List,
                key => {
                    edit(editor, key);
                }
            },
        }
    }

    /// Whether a key was meant for the form that just ended: somebody types on, and must not decline another request.
    fn astray(&mut self, key: Key, act: Option<Act>) -> bool {
        let now = self.now.at;
        let Some((since, typing)) = self.form_ended.filter(|(at, _)| now < at.plus(ASTRAY)) else {
            return false;
        };
        let held = self.rows.iter().any(|row| matches!(row.state, State::Held { .. }));
        let decides = |act: Act| {
            matches!(act, Act::Decline | Act::Snooze | Act::Jump | Act::Dismiss) || (act == Act::Quit && held)
        };
        let text = matches!(key.code, Code::Char(_) | Code::Enter) && !key.ctrl;
        let astray = text && (typing || act.is_none_or(decides));
        self.form_ended = Some(if astray { (now, true) } else { (since, typing) });
        astray
    }

    fn list_paste(&mut self, text: &str) {
        match &mut self.mode {
            Mode::Search => {
                self.search.paste_line(text);
                self.searched();
            }
            Mode::Reason(_, editor) => {
                editor.paste_line(text);
            }
            Mode::List | Mode::Snooze(_) | Mode::Help { .. } => {}
        }
    }

    fn act(&mut self, act: Act, effects: &mut Vec<BoardEffect>) {
        match act {
            Act::Up => self.step(-1),
            Act::Down => self.step(1),
            Act::PageUp => self.step(-self.page()),
            Act::PageDown => self.step(self.page()),
            Act::First => self.step(isize::MIN),
            Act::Last => self.step(isize::MAX),
            Act::Next => self.next(true),
            Act::Previous => self.next(false),
            Act::Search => self.mode = Mode::Search,
            Act::Group => {
                self.rows.group = self.rows.group.next();
                self.rows.changed();
                self.arrangement += 1;
            }
            Act::Snoozed => {
                self.rows.all_snoozed = !self.rows.all_snoozed;
                self.rows.changed();
                self.arrangement += 1;
            }
            Act::Help => self.mode = Mode::Help { top: 0 },
            Act::Suspend => effects.push(BoardEffect::Suspend),
            Act::Leave => self.leave(effects),
            Act::Quit => self.quit(effects),
            Act::Back => self.back(effects),
            Act::Open | Act::Snooze | Act::Decline | Act::Undo | Act::Jump | Act::Dismiss => {
                if let Some(id) = self.focused() {
                    self.act_on(id, act, effects);
                }
            }
        }
    }

    fn act_on(&mut self, id: RequestId, act: Act, effects: &mut Vec<BoardEffect>) {
        let Some(row) = self.rows.of(id) else { return };
        let (state, kept) = (&row.state, self.form(id).is_some());
        match (act, state) {
            (Act::Open, State::Held { .. }) => self.send_now(id, effects),
            (Act::Open, State::Waits) => self.open(id, effects),
            (Act::Open, State::Over(_)) if kept => self.up = Up::Form(id),
            (Act::Snooze, State::Waits) if row.snoozed > 0 => {
                self.rows.snooze(id, 0, true);
                effects.push(BoardEffect::Command(Command::Snooze { id, until_ms: 0 }));
            }
            (Act::Snooze, State::Waits) => self.mode = Mode::Snooze(id),
            (Act::Decline, State::Waits) => self.mode = Mode::Reason(id, Editor::new("")),
            (Act::Undo, State::Held { .. }) => {
                self.undo(id);
            }
            (Act::Dismiss, State::Over(_)) => {
                let at = self.focus;
                self.forms.retain(|open| open.id != id);
                self.step(1);
                if self.focus == at {
                    self.step(-1);
                }
                if let Some(at) = at {
                    self.rows.remove(at);
                }
            }
            (Act::Jump, _) => match &row.pending.summary.origin.pane {
                Some(pane) => effects.push(BoardEffect::Jump(pane.clone())),
                None => self.failed("No tmux pane of its asker is known."),
            },
            (_, State::Sent { .. }) => self.failed("It is on its way."),
            (_, State::Over(_)) => self.failed("It is over."),
            (_, State::Held { .. }) => self.failed("It is being sent: u takes it back."),
            (_, State::Waits) => {}
        }
    }

    /// How many requests a page move goes.
    fn page(&self) -> isize {
        self.laid.page.max(1) as isize
    }

    /// The focused request.
    pub(super) fn focused(&self) -> Option<RequestId> {
        self.rows.at(self.focus?).map(|row| row.pending.id)
    }

    /// Moves the focus by so many rows; what is over goes.
    fn step(&mut self, by: isize) {
        let rows = self.positions();
        let at = self.focus.and_then(|focus| rows.iter().position(|at| *at == focus)).unwrap_or(0);
        let to = at.saturating_add_signed(by).min(rows.len().saturating_sub(1));
        self.focus = rows.get(to).copied();
        if to != at {
            self.rows.sweep(self.focus);
        }
    }

    /// The next one that waits, around the end.
    fn next(&mut self, forward: bool) {
        let rows = self.positions();
        let at = self.focus.and_then(|focus| rows.iter().position(|at| *at == focus)).unwrap_or(0);
        let n = rows.len();
        let mut order = (1..n).map(|step| if forward { (at + step) % n } else { (at + n - step) % n });
        let found = order.find(|i| self.rows.at(rows[*i]).is_some_and(waits));
        match found {
            Some(to) => {
                self.focus = Some(rows[to]);
                self.rows.sweep(self.focus);
            }
            None => self.failed("Nothing else waits."),
        }
    }

    fn positions(&self) -> Vec<Position> {
        let row = |slot: &Slot| match slot {
            Slot::Row(at) => Some(*at),
            Slot::Heading(_) => None,
        };
        self.rows.slots().iter().filter_map(row).collect()
    }

    /// Back to the form that was put aside last.
    fn back(&mut self, effects: &mut Vec<BoardEffect>) {
        let last = self.forms.iter().rev().find(|open| {
            open.over.is_none() && self.rows.of(open.id).is_some_and(|row| matches!(row.state, State::Waits))
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
        if !self.search.text().is_empty() {
            self.search.clear();
            self.searched();
        } else if self.setup.once {
            self.quit(effects);
        }
    }

    fn quit(&mut self, effects: &mut Vec<BoardEffect>) {
        if std::mem::replace(&mut self.leaving, true) {
            effects.push(BoardEffect::Quit);
            return;
        }
        self.send_all(effects);
        self.left(effects);
    }

    fn search_key(&mut self, key: Key, effects: &mut Vec<BoardEffect>) {
        match key.code {
            Code::Enter => self.mode = Mode::List,
            Code::Esc => {
                self.mode = Mode::List;
                self.search.clear();
                self.searched();
            }
            Code::Char('c') if key.ctrl => {
                self.mode = Mode::List;
                self.quit(effects);
            }
            Code::Up => self.step(-1),
            Code::Down => self.step(1),
            Code::PageUp => self.step(-self.page()),
            Code::PageDown => self.step(self.page()),
            Code::Char(_)
            | Code::Tab
            | Code::Backspace
            | Code::Delete
            | Code::Left
            | Code::Right
            | Code::Home
            | Code::End
            | Code::F(_) => {
                if edit(&mut self.search, key) {
                    self.searched();
                }
            }
        }
    }

    fn searched(&mut self) {
        self.rows.search = self.search.text().trim().to_owned();
        self.rows.changed();
        self.arrangement += 1;
    }

    fn snooze(&mut self, id: RequestId, key: Key, effects: &mut Vec<BoardEffect>) {
        let wall = self.now.wall_ms;
        let until_ms = match key.code {
            Code::Char('1') => wall + 15 * MINUTE,
            Code::Char('2') => wall + 60 * MINUTE,
            Code::Char('3') => tomorrow(&self.setup.zone, self.now),
            Code::Char(_)
            | Code::Enter
            | Code::Tab
            | Code::Backspace
            | Code::Delete
            | Code::Esc
            | Code::Up
            | Code::Down
            | Code::Left
            | Code::Right
            | Code::Home
            | Code::End
            | Code::PageUp
            | Code::PageDown
            | Code::F(_) => return,
        };
        self.rows.snooze(id, until_ms, true);
        effects.push(BoardEffect::Command(Command::Snooze { id, until_ms }));
    }

    fn decline(&mut self, id: RequestId, reason: Option<Untrusted>, effects: &mut Vec<BoardEffect>) {
        let Some(row) = self.rows.of(id).filter(|row| matches!(row.state, State::Waits)) else {
            self.failed("It is over.");
            return;
        };
        let questions = usize::try_from(row.pending.summary.questions).unwrap_or(0);
        let nothing = || Draft { answers: Answers::none(questions), ..Draft::default() };
        let draft = self.known(id).map_or_else(nothing, |open| open.form.draft());
        self.hold(id, Closing::Decline { reason, draft }, effects);
    }
}

/// A key in a text of one line; whether the text changed.
fn edit(editor: &mut Editor, key: Key) -> bool {
    let before = editor.revision();
    match (key.code, key.ctrl, key.alt) {
        (Code::Char(c), false, false) => {
            editor.insert(c);
        }
        (Code::Backspace, false, false) => editor.backspace(),
        (Code::Char('h'), true, false) => editor.backspace(),
        (Code::Delete, false, false) => editor.delete(),
        (Code::Char('w'), true, false) | (Code::Backspace, _, _) => editor.delete_word_before(),
        (Code::Char('u'), true, false) => editor.kill_to_start(),
        (Code::Char('k'), true, false) => editor.kill_to_end(),
        (Code::Char('z' | '_'), true, false) => editor.undo(),
        (Code::Left, false, false) => editor.move_to(TextMove::Left),
        (Code::Right, false, false) => editor.move_to(TextMove::Right),
        (Code::Home, _, _) | (Code::Char('a'), true, false) => editor.move_to(TextMove::LineStart),
        (Code::End, _, _) | (Code::Char('e'), true, false) => editor.move_to(TextMove::LineEnd),
        (Code::Left, _, _) => editor.move_to(TextMove::WordLeft),
        (Code::Right, _, _) => editor.move_to(TextMove::WordRight),
        (
            Code::Char(_)
            | Code::Enter
            | Code::Tab
            | Code::Delete
            | Code::Esc
            | Code::Up
            | Code::Down
            | Code::PageUp
            | Code::PageDown
            | Code::F(_),
            _,
            _,
        ) => {}
    }
    editor.revision() != before
}
