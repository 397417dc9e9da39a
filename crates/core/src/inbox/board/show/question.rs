//! What the list asks in its footer: the search text, a reason, how long to snooze.

use crate::form::TextEntry;
use crate::inbox::board::keys::{self, InboxAct, InboxSpot, Snooze, TriageAct};
use crate::inbox::board::machine::{Board, ListMode};
use crate::inbox::board::messages;
use crate::inbox::board::now::clock;
use crate::inbox::board::when::snooze_end;
use crate::text::{Editor, Line, Shown, Tone};

impl Board {
    /// The text field in the footer.
    pub(super) fn entry(&self) -> Option<TextEntry<'_>> {
        let entry = |prefix: &'static str, placeholder: &'static str, editor, active| TextEntry {
            prefix: Some(Shown::own(prefix)),
            suffix: None,
            placeholder: Shown::own(placeholder),
            editor,
            active,
            kept: None,
            max_rows: 1,
            masked: false,
        };
        match &self.mode {
            ListMode::Search => Some(entry("/ ", "type to search", &self.search, true)),
            ListMode::Reason(_, editor) => Some(entry("Why do you decline? ", "no reason", editor, true)),
            ListMode::SnoozeUntil(_, editor) => {
                let mut text = entry("Put off until: ", "14:30, 45m, 2h or mon", editor, true);
                let until = snooze_end(editor.text(), &self.setup.zone, self.now.wall_ms);
                text.suffix =
                    until.map(|at| Shown::own("  → ").then(&clock(&self.setup.zone, self.now.wall_ms, at)));
                Some(text)
            }
            ListMode::List
            | ListMode::Snooze(_)
            | ListMode::Done(_)
            | ListMode::Open(_)
            | ListMode::Help { .. } => {
                let searched: Option<&Editor> = Some(&self.search).filter(|s| !s.text().is_empty());
                searched.map(|search| entry("/ ", "", search, false))
            }
        }
    }

    /// The line with a question or a message.
    pub(super) fn footer_line(&self) -> Option<Line> {
        if let ListMode::Snooze(_) = self.mode {
            let until = |snooze| {
                let key = keys::label(
                    InboxSpot::Snooze,
                    InboxAct::Triage(TriageAct::SnoozeFor(snooze)),
                    &self.setup.keys,
                );
                format!("{key} {}", clock(&self.setup.zone, self.now.wall_ms, self.until(snooze)))
            };
            let text = format!(
                "Put off until: {} (15 min) · {} (1 h) · {} · or type 14:30, 45m, mon · Esc back",
                until(Snooze::Quarter),
                until(Snooze::Hour),
                until(Snooze::Tomorrow),
            );
            return Some(messages::line(&text, Tone::Accent));
        }
        self.open_with_line().or_else(|| self.notice.clone())
    }
}
