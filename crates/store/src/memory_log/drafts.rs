//! Drafts, late texts, and seen state.
//!
//! - A text for a closed request is a late text from the first.
//! - Texts that came too late are kept for a week after the latest one.
//! - A request with late texts is found by its latest.
//! - A snoozed request is announced again when its time is over; one brought back by hand counts as seen.

use super::MemoryLog;
use crate::draft::{DraftText, MARK, keep};
use crate::{AnnounceRound, ClaimAsk, Claimed, DraftKept, DraftMark, DraftRow, WEEK_MS};
use asq_core::life::RequestId;

impl MemoryLog {
    pub(crate) fn keep_draft(&mut self, row: &DraftRow) -> DraftKept {
        let place = (row.request, row.question);
        let (now, mut late_drafts, kept) = keep(self.outside_log.drafts.get(&place), row);
        if self.requests.get(&row.request).is_some_and(|known| known.closed.is_some()) {
            self.outside_log.drafts.remove(&place);
            late_drafts.extend(now.lost(None));
        } else {
            self.outside_log.drafts.insert(place, now);
        }
        self.too_late(row.request, row.question, &late_drafts);
        kept
    }

    pub(crate) fn drafts(&self, id: RequestId) -> Vec<DraftRow> {
        let all = self.outside_log.drafts.range((id, 0)..=(id, u32::MAX));
        all.map(|((request, question), text)| text.row(*request, *question)).collect()
    }

    pub(crate) fn drop_drafts(&mut self, id: RequestId, but: Option<u64>) {
        let places: Vec<_> =
            self.outside_log.drafts.range((id, 0)..=(id, u32::MAX)).map(|(at, _)| *at).collect();
        for place in places {
            if let Some(text) = self.outside_log.drafts.remove(&place) {
                self.too_late(id, place.1, &text.lost(but));
            }
        }
    }

    fn too_late(&mut self, request: RequestId, question: u32, texts: &[DraftText]) {
        self.outside_log.late_drafts.extend(texts.iter().map(|text| text.row(request, question)));
        let latest = self.outside_log.late_drafts.iter().map(|row| row.at_ms).max().unwrap_or(0);
        self.outside_log.late_drafts.retain(|row| row.at_ms + WEEK_MS >= latest);
    }

    pub(crate) fn late_requests(&self) -> Vec<RequestId> {
        let mut ids = Vec::new();
        for row in self.outside_log.late_drafts.iter().rev() {
            if !ids.contains(&row.request) {
                ids.push(row.request);
            }
        }
        ids
    }

    pub(crate) fn late_drafts(&self, id: RequestId) -> Vec<DraftRow> {
        self.outside_log.late_drafts.iter().filter(|row| row.request == id).cloned().collect()
    }

    pub(crate) fn forget_late(&mut self, id: RequestId, until_ms: u64) {
        self.outside_log.late_drafts.retain(|row| row.request != id || row.at_ms > until_ms);
    }

    pub(crate) fn draft_marks(&self) -> Vec<DraftMark> {
        let mark = |((request, question), text): (&(RequestId, u32), &DraftText)| DraftMark {
            request: *request,
            question: *question,
            head: text.body[..text.body.len().min(MARK)].to_vec(),
        };
        self.outside_log.drafts.iter().map(mark).collect()
    }

    pub(crate) fn claim(&mut self, ask: &ClaimAsk) -> Claimed {
        let (last, typing) = self.outside_log.turn;
        let wait_ms = ask.wait_ms(last, typing);
        if wait_ms > 0 {
            return Claimed { mine: Vec::new(), wait_ms };
        }
        let open: Vec<RequestId> = ask.ids.iter().copied().filter(|id| self.is_open(*id)).collect();
        let taken = match ask.round {
            AnnounceRound::First => &mut self.outside_log.announced,
            AnnounceRound::Again => &mut self.outside_log.reminded,
        };
        let mine: Vec<RequestId> = open.into_iter().filter(|id| taken.insert(*id)).collect();
        if ask.rings(&mine) {
            self.outside_log.turn.0 = ask.now_ms;
        }
        Claimed { mine, wait_ms: 0 }
    }

    pub(crate) fn typing(&mut self, until_ms: u64) {
        self.outside_log.turn.1 = until_ms;
    }

    pub(crate) fn waiting(&self, now_ms: u64) -> u64 {
        let snoozed = self.outside_log.snoozed.values().filter(|until| **until > now_ms).count() as u64;
        self.count().saturating_sub(snoozed)
    }

    pub(crate) fn snooze(&mut self, id: RequestId, until_ms: u64) {
        if until_ms == 0 {
            if self.outside_log.snoozed.remove(&id).is_some() {
                self.outside_log.announced.insert(id);
            }
        } else if self.is_open(id) {
            self.outside_log.snoozed.insert(id, until_ms);
            self.outside_log.announced.remove(&id);
        }
    }

    pub(crate) fn snoozed(&self) -> Vec<(RequestId, u64)> {
        self.outside_log.snoozed.iter().map(|(id, until)| (*id, *until)).collect()
    }

    /// Removes late texts from before then; returns how many.
    pub(super) fn prune_unsent(&mut self, before_ms: u64) -> u64 {
        let all = self.outside_log.late_drafts.len();
        self.outside_log.late_drafts.retain(|row| row.at_ms >= before_ms);
        (all - self.outside_log.late_drafts.len()) as u64
    }
}
