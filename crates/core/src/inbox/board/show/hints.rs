//! The footer: only keys that do something to the focused request now.

use crate::form::{Hint, HintFor, Hints};
use crate::inbox::board::keys::{self, InboxAct, InboxSpot, RoomAct, TriageAct};
use crate::inbox::board::machine::{Board, ListMode, Up, waits};
use crate::inbox::board::messages;
use crate::inbox::board::rows::RowState;

impl Board {
    pub(super) fn hints(&self) -> Hints {
        let own = &self.setup.keys;
        let mut parts = Vec::new();
        let mut hint = |keys: String, what: &str, of: HintFor| {
            if !keys.is_empty() {
                let words = messages::own(&format!("{keys} {what}"));
                let brief = match of {
                    HintFor::Choosing | HintFor::Help => messages::own(&keys),
                    HintFor::Leaving | HintFor::Declining | HintFor::Sideways | HintFor::Other => {
                        words.clone()
                    }
                };
                parts.push(Hint { words, brief, of });
            }
        };
        let key = |act| keys::label(self.spot(), act, own);
        match (self.up, &self.mode) {
            (Up::Form(_) | Up::Opening(_), _) => {
                hint(keys::label(InboxSpot::List, InboxAct::Back, own), "list", HintFor::Leaving);
            }
            (Up::List, ListMode::Search) => {
                hint(key(InboxAct::Accept), "to the list", HintFor::Choosing);
                hint(key(InboxAct::Leave), "show all", HintFor::Leaving);
            }
            (Up::List, ListMode::Reason(..)) => {
                hint(key(InboxAct::Accept), "decline", HintFor::Choosing);
                hint(key(InboxAct::Leave), "back", HintFor::Leaving);
            }
            (Up::List, ListMode::Snooze(_)) => {}
            (Up::List, ListMode::Help { .. }) => {
                hint("↑ ↓".to_owned(), "scroll", HintFor::Other);
                hint("Esc".to_owned(), "close", HintFor::Leaving);
            }
            (Up::List, ListMode::List) => {
                let row = self.focused().and_then(|id| self.rows.of(id));
                match row.map(|row| (&row.state, row)) {
                    None => {}
                    Some((RowState::Held { .. }, _)) => {
                        hint(key(InboxAct::Open), "send now", HintFor::Choosing);
                        hint(key(InboxAct::Triage(TriageAct::Undo)), "undo", HintFor::Declining);
                    }
                    Some((RowState::Over(_), row)) => {
                        if row.keeps {
                            hint(key(InboxAct::Open), "your text", HintFor::Choosing);
                        }
                        hint(key(InboxAct::Triage(TriageAct::Dismiss)), "let go", HintFor::Declining);
                    }
                    Some((RowState::Sent { .. }, _)) => {}
                    Some((RowState::Waits, row)) => {
                        hint(key(InboxAct::Open), "open", HintFor::Choosing);
                        if self.has_next() {
                            hint(key(InboxAct::Triage(TriageAct::Next)), "next", HintFor::Other);
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
                if self.search.text().is_empty() {
                    hint(key(InboxAct::Quit), "quit", HintFor::Leaving);
                } else {
                    hint(key(InboxAct::Leave), "show all", HintFor::Leaving);
                }
            }
        }
        Hints { parts, between: " · ", instead: None }
    }

    fn has_next(&self) -> bool {
        self.rows.iter().any(|row| waits(row) && Some(row.pending.position) != self.focus)
    }
}
