//! The questions in the list's footer: a search text, a reason, the length of a snooze.
//!
//! - A search shows its matches as the person types; Esc shows all requests again.
//! - A blank reason counts as no reason.
//! - A request is snoozed for a quarter of an hour, for an hour, until tomorrow morning, or until a typed time. No
//!   first character decides that: Enter takes the text.
//! - A paste goes into the text at hand and accepts nothing.

use super::effect::BoardEffect;
use super::keys::InboxAct;
use super::machine::{Board, ListMode};
use super::now::{MINUTE, tomorrow};
use super::rows::RowState;
use super::when::snooze_end;
use crate::form::{Code, Key};
use crate::inbox::Command;
use crate::life::{Closing, RequestId};
use crate::model::{Answers, Draft};
use crate::text::{Editor, Untrusted};

impl Board {
    pub(super) fn search_act(&mut self, act: Option<InboxAct>, key: Key, effects: &mut Vec<BoardEffect>) {
        if let Some(by) = self.step_of(act) {
            self.step(by);
        } else if act == Some(InboxAct::Accept) {
            self.mode = ListMode::List;
        } else if act == Some(InboxAct::Leave) {
            self.mode = ListMode::List;
            self.search.clear();
            self.searched();
        } else if act == Some(InboxAct::Quit) {
            self.mode = ListMode::List;
            self.quit(effects);
        } else if edit(&mut self.search, act, key) {
            self.searched();
        }
    }

    pub(super) fn reason_act(&mut self, act: Option<InboxAct>, key: Key, effects: &mut Vec<BoardEffect>) {
        let ListMode::Reason(id, editor) = &mut self.mode else { return };
        if act == Some(InboxAct::Accept) {
            let reason = Some(editor.text().trim()).filter(|t| !t.is_empty()).map(Untrusted::from);
            let id = *id;
            self.mode = ListMode::List;
            self.decline(id, reason, effects);
            self.after_asking(id, true, effects);
        } else if act == Some(InboxAct::Leave) {
            let id = *id;
            self.mode = ListMode::List;
            self.after_asking(id, false, effects);
        } else if edit(editor, act, key) {
            self.keep_reason(effects);
        }
    }

    /// Asks for the reason for declining, with what was typed of it before.
    pub(super) fn ask_reason(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) {
        self.mode = ListMode::Reason(id, self.reason_of(id));
        if self.known(id).is_none() && self.wholes.get(&id).is_none_or(|whole| whole.reason.is_none()) {
            // Another surface, or an inbox that died, may have a part of it.
            effects.push(BoardEffect::Command(Command::Open(id)));
        }
    }

    /// Keeps the reason as it is typed.
    fn keep_reason(&mut self, effects: &mut Vec<BoardEffect>) {
        let ListMode::Reason(id, editor) = &self.mode else { return };
        let (id, text) = (*id, Untrusted::from(editor.text()));
        if let Some(open) = self.known_mut(id) {
            open.form.take_reason(&text);
        }
        self.keep_whole(id, effects, |whole| whole.reason = Some(text).filter(|text| !text.raw().is_empty()));
    }

    pub(super) fn snooze_act(&mut self, act: Option<InboxAct>, key: Key, effects: &mut Vec<BoardEffect>) {
        let ListMode::Snooze(id, editor) = &mut self.mode else { return };
        let id = *id;
        if act == Some(InboxAct::Accept) {
            let typed = editor.text().to_owned();
            match self.typed_end(&typed) {
                Some(until_ms) => self.snooze(id, until_ms, effects),
                None => self.failed("Until when? Type 1, 2, 3 or a time such as 14:30, 45m, 2h or mon."),
            }
        } else if act == Some(InboxAct::Leave) {
            self.mode = ListMode::List;
            self.after_asking(id, false, effects);
        } else {
            edit(editor, act, key);
        }
    }

    fn snooze(&mut self, id: RequestId, until_ms: u64, effects: &mut Vec<BoardEffect>) {
        self.mode = ListMode::List;
        self.unmark(id);
        self.rows.snooze(id, until_ms, true);
        effects.push(BoardEffect::Command(Command::Snooze { id, until_ms }));
        self.after_asking(id, true, effects);
    }

    /// The ends that a number alone stands for, from 1 on: in milliseconds since 1970.
    pub(super) fn snooze_choices(&self) -> [u64; 3] {
        let wall = self.now.wall_ms;
        [wall + 15 * MINUTE, wall + 60 * MINUTE, tomorrow(&self.setup.zone, wall)]
    }

    /// The end of the snooze that a text stands for, in milliseconds since 1970.
    pub(super) fn typed_end(&self, text: &str) -> Option<u64> {
        let [quarter, hour, tomorrow] = self.snooze_choices();
        match text.trim() {
            "1" => Some(quarter),
            "2" => Some(hour),
            "3" => Some(tomorrow),
            time => snooze_end(time, &self.setup.zone, self.now.wall_ms),
        }
    }

    pub(super) fn list_paste(&mut self, text: &str, effects: &mut Vec<BoardEffect>) {
        match &mut self.mode {
            ListMode::Search => {
                self.search.paste_line(text);
                self.searched();
            }
            ListMode::Reason(_, editor) => {
                editor.paste_line(text);
                self.keep_reason(effects);
            }
            ListMode::Snooze(_, editor) => {
                editor.paste_line(text);
            }
            ListMode::List | ListMode::Done(_) | ListMode::Open(_) | ListMode::Help { .. } => {}
        }
    }

    pub(super) fn searched(&mut self) {
        self.rows.search_for(self.search.text().trim());
        self.arrangement += 1;
    }

    fn decline(&mut self, id: RequestId, reason: Option<Untrusted>, effects: &mut Vec<BoardEffect>) {
        let Some(row) = self.rows.of(id).filter(|row| matches!(row.state, RowState::Waits)) else {
            self.failed("It is over.");
            return;
        };
        let questions = usize::try_from(row.pending.summary.questions).unwrap_or(0);
        let nothing = || Draft { answers: Answers::none(questions), ..Draft::default() };
        let draft = self.known(id).map_or_else(nothing, |open| open.form.draft());
        self.hold(id, Closing::Decline { reason, draft }, effects);
    }
}

/// Changes a text of one line, or types into it; returns whether the text changed.
fn edit(editor: &mut Editor, act: Option<InboxAct>, key: Key) -> bool {
    let before = editor.revision();
    if let Some(InboxAct::Edit(edit)) = act {
        edit.apply(editor, false);
    } else if let (None, Key { code: Code::Char(c), ctrl: false, alt: false, .. }) = (act, key) {
        editor.insert(c);
    }
    editor.revision() != before
}
