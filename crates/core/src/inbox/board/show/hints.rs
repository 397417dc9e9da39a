//! The footer.
//!
//! - It names only keys that do something to the focused request now.
//! - Over a form it names the keys that mean the same in the list.
//! - For a moment it says that a key was ignored.

use crate::form::{Act, Hint, HintFor, Hints, key_label};
use crate::inbox::board::keys::{self, InboxAct, InboxSpot, RoomAct, TriageAct};
use crate::inbox::board::machine::{Board, ListMode, Up};
use crate::inbox::board::messages;
use crate::inbox::board::rows::{InboxRow, RowState};

impl Board {
    pub(super) fn hints(&self) -> Hints {
        let own = &self.setup.keys;
        let mut parts = Vec::new();
        let mut hint = |keys: String, what: &str, of: HintFor| {
            if !keys.is_empty() {
                let words = messages::own(&format!("{keys} {what}"));
                let brief = match of {
                    HintFor::Choosing | HintFor::Help => messages::own(&keys),
                    HintFor::Leaving
                    | HintFor::Declining
                    | HintFor::Sideways
                    | HintFor::Wrapping
                    | HintFor::Other => words.clone(),
                };
                parts.push(Hint { words, brief, of });
            }
        };
        let key = |act| keys::label(self.spot(), act, own);
        match (self.up, &self.mode) {
            (Up::Form(_) | Up::Opening(_), _) => {
                let back = if self.setup.close_after_one { "leave" } else { "list" };
                hint(keys::label(InboxSpot::List, InboxAct::Back, own), back, HintFor::Leaving);
                let form = self.up_form().filter(|open| open.over.is_none() && open.form.spot().is_row());
                if let Some(open) = form {
                    let key = |act| keys::label(InboxSpot::Rows, InboxAct::Triage(act), own);
                    if self.has_next() {
                        hint(key(TriageAct::Next), "next", HintFor::Other);
                    }
                    if open.form.recommends() {
                        hint(key(TriageAct::Recommended), "recommended", HintFor::Other);
                    }
                    hint(key(TriageAct::Decline), "decline", HintFor::Declining);
                    if self.last_held().is_some() {
                        hint(key(TriageAct::Undo), "undo", HintFor::Other);
                    }
                    if open.form.about().is_some() {
                        let about = open.form.key_of(Act::About);
                        hint(about.map(key_label).unwrap_or_default(), "context", HintFor::Other);
                    }
                    if self.peek.room && !self.zoomed {
                        let read = open.form.key_of(Act::Read);
                        hint(read.map(key_label).unwrap_or_default(), "whole window", HintFor::Other);
                    }
                }
            }
            (Up::List, ListMode::Search) => {
                hint(key(InboxAct::Accept), "to the list", HintFor::Choosing);
                hint(key(InboxAct::Leave), "show all", HintFor::Leaving);
            }
            (Up::List, ListMode::Reason(..)) => {
                hint(key(InboxAct::Accept), "decline", HintFor::Choosing);
                hint(key(InboxAct::Leave), "back", HintFor::Leaving);
            }
            (Up::List, ListMode::Snooze(..)) => {
                hint(key(InboxAct::Accept), "put off", HintFor::Choosing);
                hint(key(InboxAct::Leave), "back", HintFor::Leaving);
            }
            (Up::List, ListMode::Open(_)) => {
                if let Some(read) = self.link_is_read() {
                    if read && self.link_opens() {
                        hint(key(InboxAct::Accept), "open it", HintFor::Choosing);
                    } else if !read {
                        hint(key(InboxAct::PageDown), "read all of it first", HintFor::Choosing);
                    }
                    hint(key(InboxAct::Leave), "back", HintFor::Leaving);
                }
            }
            (Up::List, ListMode::Done(list)) => {
                hint(key(InboxAct::Open), "read", HintFor::Choosing);
                if list.focused().is_some_and(|row| row.late.is_some()) {
                    hint(key(InboxAct::Room(RoomAct::Copy)), "copy", HintFor::Declining);
                    hint(key(InboxAct::Triage(TriageAct::Dismiss)), "forget", HintFor::Other);
                }
                hint(key(InboxAct::Help), "keys", HintFor::Help);
                hint(key(InboxAct::Leave), "back", HintFor::Leaving);
            }
            (Up::List, ListMode::Help { .. }) => {
                hint("↑ ↓".to_owned(), "scroll", HintFor::Other);
                hint("Esc".to_owned(), "close", HintFor::Leaving);
            }
            (Up::List, ListMode::List) => {
                let row = self.focused().and_then(|id| self.rows.of(id));
                match row.map(|row| (&row.state, row)) {
                    None if self.rows.snoozed() > 0 && !self.rows.all_snoozed => {
                        hint(
                            key(InboxAct::Triage(TriageAct::Snoozed)),
                            "show what is put off",
                            HintFor::Choosing,
                        );
                    }
                    None => {}
                    Some((RowState::Held { .. }, _)) => {
                        hint(key(InboxAct::Open), "send now", HintFor::Choosing);
                        hint(key(InboxAct::Triage(TriageAct::Undo)), "undo", HintFor::Declining);
                    }
                    Some((RowState::Over(_), row)) => {
                        if row.keeps {
                            hint(key(InboxAct::Open), "your text", HintFor::Choosing);
                        }
                        hint(key(InboxAct::Triage(TriageAct::Dismiss)), "clear", HintFor::Declining);
                    }
                    Some((RowState::Sent { .. }, _)) => {}
                    Some((RowState::Waits, row)) => {
                        let open = keys::labels_of(InboxSpot::List, InboxAct::Open, own);
                        let last = self.digits_pick();
                        let digits = last.map(|n| if n == 1 { "1".to_owned() } else { format!("1-{n}") });
                        let all = self.together(row.pending.id).map(|all| format!("pick for all {all}"));
                        let pick = all.as_deref().unwrap_or("pick");
                        if self.enter_answers() {
                            let enter = open.first().map_or("", String::as_str);
                            let digits = digits.map_or(String::new(), |digits| digits + " ");
                            hint(format!("{digits}{enter}"), pick, HintFor::Choosing);
                            hint(open.last().cloned().unwrap_or_default(), "open", HintFor::Other);
                        } else {
                            hint(key(InboxAct::Open), "open", HintFor::Choosing);
                            hint(digits.unwrap_or_default(), pick, HintFor::Other);
                        }
                        if self.peeked().is_some_and(|open| open.form.recommends()) {
                            hint(
                                key(InboxAct::Triage(TriageAct::Recommended)),
                                "recommended",
                                HintFor::Other,
                            );
                        }
                        if self.peeked().is_some_and(|open| open.form.about().is_some()) {
                            hint(key(InboxAct::Room(RoomAct::About)), "context", HintFor::Other);
                        }
                        if self.has_next() {
                            hint(key(InboxAct::Triage(TriageAct::Next)), "next", HintFor::Other);
                        }
                        if !self.marked.is_empty() {
                            let mark = if self.marked.contains(&row.pending.id) { "unmark" } else { "mark" };
                            hint(key(InboxAct::Triage(TriageAct::Mark)), mark, HintFor::Other);
                        }
                        let snooze = if row.snoozed > 0 { "bring back" } else { "later" };
                        hint(key(InboxAct::Triage(TriageAct::Snooze)), snooze, HintFor::Other);
                        hint(key(InboxAct::Triage(TriageAct::Decline)), "decline", HintFor::Declining);
                        if row.pending.summary.origin.pane.is_some() {
                            hint(key(InboxAct::Room(RoomAct::Jump)), "pane", HintFor::Other);
                        }
                    }
                }
                if !matches!(row.map(|row| &row.state), None | Some(RowState::Waits)) && self.has_next() {
                    hint(key(InboxAct::Triage(TriageAct::Next)), "next", HintFor::Other);
                }
                if !self.rows.slots().is_empty() {
                    hint(key(InboxAct::Triage(TriageAct::Search)), "search", HintFor::Other);
                }
                hint(key(InboxAct::Help), "keys", HintFor::Help);
                if !self.marked.is_empty() {
                    hint(key(InboxAct::Leave), "unmark", HintFor::Leaving);
                } else if self.search.text().is_empty() {
                    hint(key(InboxAct::Quit), "quit", HintFor::Leaving);
                } else {
                    hint(key(InboxAct::Leave), "show all", HintFor::Leaving);
                }
            }
        }
        let instead = self.key_ignored().map(|_| messages::own("Key ignored: it came too soon"));
        Hints { parts, between: " · ", instead }
    }

    pub(in crate::inbox::board) fn has_next(&self) -> bool {
        let here = self.focus.and_then(|at| self.rows.at(at)).is_some_and(InboxRow::waits);
        self.rows.waiting() > usize::from(here)
    }
}
