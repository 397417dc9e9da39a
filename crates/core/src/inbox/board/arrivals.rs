//! Announcing requests that arrive or come back.
//!
//! - The driver says whose turn it is; the bell and the notification of the settings follow.
//! - While the person types here, the driver learns of it every three seconds.
//! - Only requests that still wait are announced.

use super::effect::{ArrivalNews, BoardEffect};
use super::machine::Board;
use super::messages;
use super::now::Now;
use super::rows::InboxRow;
use crate::inbox::{AnnouncePace, Command, Summary, tilde};
use crate::life::RequestId;
use crate::text::Shown;

/// The driver learns so often, in milliseconds, that the person types.
const TYPED: u64 = 3000;

impl Board {
    /// Notes a request that has arrived or come back.
    pub(super) fn tell(&mut self, id: RequestId) {
        self.arrivals.push(id);
    }

    /// Asks for the turn to announce the noted requests.
    pub(super) fn ask_to_announce(&mut self, effects: &mut Vec<BoardEffect>) {
        if self.arrivals.is_empty() {
            return;
        }
        let ids = std::mem::take(&mut self.arrivals);
        let ids: Vec<RequestId> =
            ids.into_iter().filter(|id| self.rows.of(*id).is_some_and(InboxRow::waits)).collect();
        if !ids.is_empty() && self.announces() {
            let quiet = self.setup.quiet.map(|hours| (hours, (self.setup.zone)(self.now.wall_ms)));
            let pace = AnnouncePace { quiet, ..self.setup.pace };
            effects.push(BoardEffect::Command(Command::Announce { ids, pace }));
        }
    }

    fn announces(&self) -> bool {
        self.setup.bell || self.setup.notify
    }

    /// Notes that the person types.
    pub fn typed(&mut self, now: Now) -> Option<BoardEffect> {
        let due = self.typed.is_none_or(|at| at.plus(TYPED) <= now.at);
        if !due || !self.announces() {
            return None;
        }
        self.typed = Some(now.at);
        Some(BoardEffect::Command(Command::Typed))
    }

    pub(super) fn announce(&mut self, ids: &[RequestId], effects: &mut Vec<BoardEffect>) {
        let rows: Vec<&InboxRow> =
            ids.iter().filter_map(|id| self.rows.of(*id)).filter(|row| row.waits()).collect();
        if rows.is_empty() {
            return;
        }
        let summaries: Vec<&Summary> = rows.iter().map(|row| &row.pending.summary).collect();
        let (title, body) =
            ArrivalNews::words(&summaries, self.setup.announce_question, self.setup.home.as_deref());
        if self.setup.bell {
            effects.push(BoardEffect::Bell);
        }
        if self.setup.notify {
            let requests = rows.iter().map(|row| row.pending.clone()).collect();
            let waiting = self.waiting();
            effects.push(BoardEffect::Announce(Box::new(ArrivalNews { title, body, requests, waiting })));
        }
    }
}

impl ArrivalNews {
    /// Title and body for at least one request. With `question`, the body has its text instead of its header.
    pub fn words(summaries: &[&Summary], question: bool, home: Option<&str>) -> (Shown, Shown) {
        match summaries {
            [summary] => one(summary, question, home),
            several => (
                messages::own(&format!("asq: {} questions wait", several.len())),
                askers(several.iter().copied()),
            ),
        }
    }
}

/// The most cells of a part of an announcement.
const CELLS: usize = 80;

/// Title and body for one request. The asker's name is foreign, so it is clipped.
fn one(summary: &Summary, question: bool, home: Option<&str>) -> (Shown, Shown) {
    let mut title = Shown::own("asq: ").then(&asker(summary));
    if let Some(folder) = &summary.origin.folder {
        title.push(&Shown::own(" in "));
        title.push(&Shown::clipped(&tilde(folder, home), 60));
    }
    let mut body = Shown::own(if summary.danger { "danger · " } else { "" });
    match summary.questions {
        0 | 1 if summary.sensitive => body.push(&Shown::own("a secret")),
        0 | 1 => body.push(&Shown::own(summary.kind.announced())),
        several => body.push(&messages::own(&format!("{several} questions"))),
    }
    let asked = if question { &summary.text } else { &summary.header };
    if !asked.is_blank() {
        body.push(&Shown::own(": "));
        body.push(&Shown::clipped(asked, CELLS));
    }
    (title.split(CELLS).0, body.split(2 * CELLS).0)
}

/// `claude 2, codex 1`, most first.
fn askers<'a>(all: impl Iterator<Item = &'a Summary>) -> Shown {
    let mut counts: Vec<(Shown, usize)> = Vec::new();
    for name in all.map(asker) {
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut text = Shown::default();
    for (name, count) in counts {
        text.push(&Shown::own(if text.is_empty() { "" } else { ", " }));
        text.push(&name.then(&Shown::own(" ")).then(&Shown::number(count)));
    }
    text.split(CELLS).0
}

fn asker(summary: &Summary) -> Shown {
    summary.asker().map_or_else(|| Shown::own("a program"), |asker| Shown::clipped(&asker, 40))
}
