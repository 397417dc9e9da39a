//! What the list asks in its footer: the search text, a reason, until when to snooze.

use crate::form::TextEntry;
use crate::inbox::board::machine::{Board, ListMode};
use crate::inbox::board::messages;
use crate::inbox::board::now::clock;
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
            ListMode::Snooze(_, editor) => {
                let mut text = entry("Put off until: ", "1, 2, 3 or a time", editor, true);
                let until = self.typed_end(editor.text());
                text.suffix =
                    until.map(|at| Shown::own("  → ").then(&clock(&self.setup.zone, self.now.wall_ms, at)));
                Some(text)
            }
            ListMode::List | ListMode::Done(_) | ListMode::Open(_) | ListMode::Help { .. } => {
                let searched: Option<&Editor> = Some(&self.search).filter(|s| !s.text().is_empty());
                searched.map(|search| entry("/ ", "", search, false))
            }
        }
    }

    /// The line with a question or a message.
    pub(super) fn footer_line(&self) -> Option<Line> {
        let chooses = matches!(self.mode, ListMode::Snooze(..)) && self.notice.is_none();
        let choices = || {
            let [quarter, hour, tomorrow] =
                self.snooze_choices().map(|at| clock(&self.setup.zone, self.now.wall_ms, at));
            let choices = format!("1 {quarter} (15 min) · 2 {hour} (1 h) · 3 {tomorrow}");
            messages::line(&format!("{choices} · or 14:30, 45m, 2h, 3d, mon"), Tone::Accent)
        };
        chooses.then(choices).or_else(|| self.open_with_line()).or_else(|| self.notice.clone())
    }
}
