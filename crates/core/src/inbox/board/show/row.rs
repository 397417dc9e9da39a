//! The row of a request.
//!
//! - Its age, the time that it has left, and whether there is a draft.
//! - What was answered stands at the end, behind the bar.
//! - It says what is being sent, who answered, and until when the request is put off.

use crate::inbox::board::done::foreign;
use crate::inbox::board::keys::{self, InboxAct, InboxSpot, TriageAct};
use crate::inbox::board::limits;
use crate::inbox::board::machine::Board;
use crate::inbox::board::messages;
use crate::inbox::board::now::{HOUR, age, clock};
use crate::inbox::board::rows::{InboxRow, RowState};
use crate::inbox::screen::Listed;
use crate::life::RequestId;
use crate::model::HeldAs;
use crate::text::{Line, Shown, Span, Style, Tone};

/// Another surface has so many milliseconds after the countdown to send what it holds back.
const SENDING: u64 = 2000;

impl Board {
    /// The row of a request, as the list shows it.
    pub(in crate::inbox::board) fn listed<'a>(&self, row: &'a InboxRow) -> Listed<'a> {
        let says = match &row.state {
            RowState::Held { answer, .. } => {
                // In a list of 40 columns, longer texts leave no room for this; the footer names the key, too.
                let now = if answer.closing.is_answer() { " · Enter now" } else { "" };
                self.sending(row.pending.id).map(|mut line| {
                    line.push(Span::own(now, Tone::Warn));
                    behind_bar(&mut line, row);
                    line
                })
            }
            RowState::Sent { .. } => {
                let mut line = messages::line("on its way …", Tone::Dim);
                behind_bar(&mut line, row);
                Some(line)
            }
            RowState::Over(over) => {
                let mine = over.by.is_none();
                let mark = if mine { Span::own("✔ ", Tone::Good) } else { Span::own("– ", Tone::Dim) };
                let mut line = Line::from(mark);
                if row.keeps {
                    // First, because next to a form there isn't room for everything.
                    line.push(Span::own("your text is kept · ", Tone::Warn));
                }
                let text = messages::ended_line(over, &self.setup.zone, self.now);
                line.push(Span::new(text, Style::of(Tone::Dim)));
                behind_bar(&mut line, row);
                Some(line)
            }
            RowState::Waits => self
                .not_sent(row)
                .or_else(|| self.put_off(row))
                .or_else(|| row.refused.as_deref().map(|text| Line::of(text.clone(), Style::of(Tone::Warn)))),
        };
        Listed {
            pending: &row.pending,
            age: age(self.now, row.pending.asked_ms),
            old: row.pending.asked_ms + HOUR <= self.now.wall_ms,
            left: self.left_of(row).map(|left| {
                Span::new(limits::span(left).then(&Shown::own(" left")), Style::of(limits::urgency(left)))
            }),
            asker: row.asker,
            draft: matches!(row.state, RowState::Waits) && self.has_draft(row.pending.id),
            over: matches!(row.state, RowState::Over(_)),
            marked: self.marked.contains(&row.pending.id),
            search: self.rows.search.to_lowercase(),
            grouped: self.rows.group,
            says,
        }
    }

    /// What became of an answer that another inbox, or an earlier one, held back.
    fn not_sent(&self, row: &InboxRow) -> Option<Line> {
        let held = self.wholes.get(&row.pending.id)?.held.as_ref()?;
        if held.until_ms.saturating_add(SENDING) > self.now.wall_ms {
            return Some(messages::line("being sent on another surface", Tone::Dim));
        }
        let how = match held.how {
            HeldAs::Answer => "answered",
            HeldAs::Decline => "declined",
            HeldAs::Cancel => "cancelled",
            HeldAs::Discuss => "to be discussed",
        };
        // Next to the list the first key picks what has the focus there.
        let mut keys = keys::labels_of(InboxSpot::List, InboxAct::Open, &self.setup.keys).into_iter();
        let open = if self.peek.room { keys.next_back() } else { keys.next() }.unwrap_or_default();
        Some(messages::line(&format!("{how}, not sent · {open} to look"), Tone::Warn))
    }

    /// `sending in 3 s · u undo`, if an answer is held back.
    pub(in crate::inbox::board) fn sending(&self, id: RequestId) -> Option<Line> {
        let row = self.rows.of(id)?;
        let RowState::Held { since, until, answer } = &row.state else { return None };
        let left = until.0.saturating_sub(self.now.at.0).div_ceil(1000).max(1);
        let undo = keys::label(self.undo_spot(), InboxAct::Triage(TriageAct::Undo), &self.setup.keys);
        let together = self.held_with(*since).len();
        let doing = match together {
            0 | 1 => messages::doing(&answer.closing).to_owned(),
            all => format!("{all} answers"),
        };
        let (failed, again) = if row.not_stored { ("not stored; ", " again") } else { ("", "") };
        let undo = if undo.is_empty() { String::new() } else { format!(" · {undo} undo") };
        Some(messages::line(&format!("{failed}{doing}{again} in {left} s{undo}"), Tone::Warn))
    }

    /// In a text a letter is typed, so the key of texts takes back there.
    fn undo_spot(&self) -> InboxSpot {
        match self.up_form().filter(|open| open.over.is_none()) {
            Some(open) if open.form.spot().is_row() => InboxSpot::Rows,
            Some(_) => InboxSpot::Form,
            None => self.spot(),
        }
    }

    fn put_off(&self, row: &InboxRow) -> Option<Line> {
        (row.snoozed > 0).then(|| {
            let until = clock(&self.setup.zone, self.now.wall_ms, row.snoozed);
            Line::of(Shown::own("put off until ").then(&until), Style::of(Tone::Dim))
        })
    }
}

/// What was answered, at the end of the line: nothing of asq's own is behind it.
fn behind_bar(line: &mut Line, row: &InboxRow) {
    if let Some(said) = &row.said {
        line.push(Span::own(" ", Tone::Plain));
        foreign(line, said, Style::default());
    }
}
