//! The title row: how many requests wait, how many are put off, what came too late, and what is wrong.

use crate::inbox::board::keys::{self, InboxAct, InboxSpot, TriageAct};
use crate::inbox::board::machine::Board;
use crate::inbox::board::messages;
use crate::text::{Line, Span, Style, Tone};

impl Board {
    /// `5 waiting · 2 put off`
    pub(super) fn title(&self) -> Line {
        let waiting = self.waiting();
        let snoozed = self.rows.snoozed();
        let tone = if waiting > 0 { Tone::Accent } else { Tone::Dim };
        let mut line = if self.rows.search.is_empty() {
            messages::line(&format!("{waiting} waiting"), tone)
        } else {
            self.matches(tone)
        };
        if snoozed > 0 {
            line.push(Span::new(messages::own(&format!(" · {snoozed} put off")), Style::of(Tone::Dim)));
        }
        match self.marked.len() {
            0 => {}
            1 => line.push(Span::own(" · 1 marked", Tone::Accent)),
            all => {
                let text = format!(" · {all} marked: one answer for all");
                line.push(Span::new(messages::own(&text), Style::of(Tone::Accent)));
            }
        }
        if self.rows.folded > 0 {
            let key = keys::label(InboxSpot::List, InboxAct::Triage(TriageAct::Done), &self.setup.keys);
            let text = format!(" · {} done, {key} shows them", self.rows.folded);
            line.push(Span::new(messages::own(&text), Style::of(Tone::Dim)));
        }
        if self.late > 0 {
            let key = keys::label(InboxSpot::List, InboxAct::Triage(TriageAct::Done), &self.setup.keys);
            let (texts, them) = if self.late == 1 { ("text", "it") } else { ("texts", "them") };
            let text = format!(" · {} late {texts}, {key} shows {them}", self.late);
            line.push(Span::new(messages::own(&text), Style::of(Tone::Warn)));
        }
        // The row itself says it, too, but it may be out of sight behind a form.
        if let Some(says) =
            self.last_held().filter(|id| Some(*id) != self.focused()).and_then(|id| self.sending(id))
        {
            line.push(Span::own(" · ", Tone::Dim));
            line.spans.extend(says.spans);
        }
        let not_stored = || self.rows.held().find_map(|row| row.refused.as_deref());
        if let Some(trouble) = self.trouble.as_ref().or_else(not_stored) {
            line.push(Span::own(" · ", Tone::Dim));
            line.push(Span::new(trouble.clone(), Style::of(Tone::Warn)));
        }
        line
    }

    /// `3 of 19 match · +1 not shown`
    fn matches(&self, tone: Tone) -> Line {
        let (all, new) = self.rows.unmatched;
        let found = self.rows.slots().len() - self.rows.headings().len();
        let mut line = messages::line(&format!("{found} of {all} match"), tone);
        if new > 0 {
            line.push(Span::new(messages::own(&format!(" · +{new} not shown")), Style::of(Tone::Warn)));
        }
        line
    }
}
