//! Drafts, late texts, and seen state.

use super::MemoryLog;
use crate::draft::{DraftText, keep};
use crate::{DraftKept, DraftRow, WEEK_MS};
use asq_core::life::RequestId;

impl MemoryLog {
    pub(crate) fn keep_draft(&mut self, row: &DraftRow) -> DraftKept {
        let place = (row.request, row.question);
        let (now, late_drafts, kept) = keep(self.outside_log.drafts.get(&place), row);
        self.outside_log.drafts.insert(place, now);
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

    pub(crate) fn late_drafts(&self, id: RequestId) -> Vec<DraftRow> {
        self.outside_log.late_drafts.iter().filter(|row| row.request == id).cloned().collect()
    }

    pub(crate) fn announce(&mut self, ids: &[RequestId]) -> Vec<RequestId> {
        let open: Vec<RequestId> = ids.iter().copied().filter(|id| self.is_open(*id)).collect();
        open.into_iter().filter(|id| self.outside_log.announced.insert(*id)).collect()
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
