//! Text about a request and about the inbox: cards, rows above forms, the help page.
//!
//! - A card has what the list knows: the time of asking, the time limit, whether the asker waits.
//! - The rows above a form are asq's own: an ending elsewhere, a refusal, another surface's text. They are there before
//!   it opens, too.
//! - The help page comes from the key table, with the person's own keys first.

use super::done::foreign;
use super::keys::{self, InboxAct};
use super::limits;
use super::machine::Board;
use super::messages;
use super::now::clock;
use super::open::OpenForm;
use super::rows::{InboxRow, RowState};
use crate::form::HelpLine;
use crate::life::RequestId;
use crate::text::{Line, Shown, Span, Style, Tone};

const GONE: &str = "the asker is gone: your answer will wait";
const RETURNS: &str = "the asker comes back for the answer";
/// So many texts that came too late stand above a form.
const LATE: usize = 5;

impl Board {
    /// The lines below the focused request on a card.
    pub(super) fn card(&self, row: &InboxRow) -> Vec<Line> {
        let summary = &row.pending.summary;
        let mut lines: Vec<Line> = self.known_of(row).into_iter().flatten().collect();
        if summary.sensitive && !matches!(row.state, RowState::Over(_)) {
            lines.insert(0, messages::line("it asks for a secret", Tone::Warn));
        }
        if summary.questions > 1 {
            lines.insert(0, messages::line(&format!("{} questions", summary.questions), Tone::Dim));
        }
        lines.splice(0..0, self.listed(row).says);
        lines
    }

    /// What becomes of the request, and the card's facts on one line, below a form that takes no keys. What stands
    /// above that form isn't said twice.
    pub(super) fn facts(&self, row: &InboxRow) -> Vec<Line> {
        let mut all = Line::default();
        let [asked, _, asker, draft] = self.known_of(row);
        let asker = asker.filter(|_| row.asker == Some(true) || row.pending.summary.returns);
        for part in [asked, asker, draft].into_iter().flatten() {
            if !all.spans.is_empty() {
                all.push(Span::own(" · ", Tone::Dim));
            }
            all.spans.extend(part.spans);
        }
        let above = row.refused.as_ref().map(|line| line.as_str().to_owned());
        let says = self.listed(row).says.filter(|says| Some(says.text()) != above);
        says.into_iter().chain([all]).collect()
    }

    /// When a request expires, and in how long.
    pub(super) fn expiry(&self, row: &InboxRow) -> Option<Shown> {
        let due = row.pending.due.as_deref().copied()?;
        let mut text =
            Shown::own("expires at ").then(&clock(&self.setup.zone, self.now.wall_ms, due.0.wall_ms));
        text.push(&Shown::own(", in "));
        text.push(&limits::span(due.left(self.now.moment())));
        Some(text)
    }

    /// The time of asking, the time limit, the asker, and whether there is a draft.
    fn known_of(&self, row: &InboxRow) -> [Option<Line>; 4] {
        let listed = self.listed(row);
        let clock = |at_ms| clock(&self.setup.zone, self.now.wall_ms, at_ms);
        let dim = |text: String| messages::line(&text, Tone::Dim);
        let asker = match row.asker.filter(|_| !listed.over) {
            Some(true) => Some(messages::line("its asker waits", Tone::Good)),
            Some(false) if row.pending.summary.returns => Some(messages::line(RETURNS, Tone::Dim)),
            Some(false) => Some(messages::line(GONE, Tone::Warn)),
            None => None,
        };
        let expiry = self.expiry(row).filter(|_| !listed.over);
        [
            Some(dim(format!("asked at {}", clock(row.pending.asked_ms)))),
            expiry.map(|text| Line::of(text, Style::of(Tone::Dim))),
            asker,
            listed.draft.then(|| messages::line("you began an answer", Tone::Accent)),
        ]
    }

    pub(super) fn banners(&self, id: RequestId, open: &OpenForm) -> Vec<Line> {
        let trusted = |text: Shown| Line::of(text, Style::of(Tone::Trusted));
        let mut lines = Vec::new();
        if let Some((over, _)) = &open.over {
            let mut text = messages::ended_line(over, &self.setup.zone, self.now);
            if open.touched {
                text.push(&Shown::own(" · your text stays"));
            }
            lines.push(trusted(text));
            for text in open.late.iter().take(LATE) {
                let mut line = Line::from(Span::own("came too late ", Tone::Warn));
                foreign(&mut line, text, Style::default());
                lines.push(line);
            }
            if open.late.len() > LATE {
                let more = format!("and {} more: asq show prints them", open.late.len() - LATE);
                lines.push(messages::line(&more, Tone::Warn));
            }
            return lines;
        }
        let row = self.rows.of(id);
        lines.extend(row.and_then(|row| row.refused.as_deref().cloned()).map(trusted));
        if row.is_some_and(|row| row.asker == Some(false) && !row.pending.summary.returns) {
            lines.push(trusted(Shown::own(GONE)));
        }
        if let Some(text) = open.share.banner() {
            lines.push(trusted(Shown::own(text)));
        }
        lines.extend(self.proposal_lines(open));
        lines
    }

    pub(super) fn help(&self) -> Vec<Line> {
        let own = &self.setup.keys;
        let line = |HelpLine { acts, what }: &HelpLine<InboxAct>| {
            let keys: Vec<String> =
                acts.iter().map(|act| keys::labels(*act, own)).filter(|k| !k.is_empty()).collect();
            let keys = messages::own(&format!("{:<22}", keys.join(" ")));
            Line::new(vec![Span::new(keys, Style::of(Tone::Accent)), Span::own(what, Tone::Plain)])
        };
        let head = |text: &'static str| Line::of(Shown::own(text), Style::default().bold());
        let mark = |mark: &'static str, tone, what| {
            let blanks = Shown::repeat(" ", 22usize.saturating_sub(mark.chars().count()));
            let blanks = Span::new(blanks, Style::default());
            Line::new(vec![Span::own(mark, tone), blanks, Span::own(what, Tone::Plain)])
        };
        let mut lines = Vec::new();
        for (title, keys) in keys::help_groups() {
            lines.push(head(title));
            lines.extend(keys.iter().map(line));
            lines.push(Line::default());
        }
        lines.extend([
            head("Marks"),
            mark("●", Tone::Good, "its asker waits"),
            mark("–, asker gone", Tone::Warn, "its asker is gone; the answer is kept for it"),
            mark("–, comes back for it", Tone::Dim, "its asker fetches the answer later"),
            mark("⚠", Tone::Danger, "dangerous"),
            mark("draft", Tone::Accent, "you began an answer"),
            mark("answered, not sent", Tone::Warn, "kept when an inbox ended; Enter to look at it"),
            mark("1 of 4", Tone::Dim, "the first of four questions"),
        ]);
        lines
    }
}
