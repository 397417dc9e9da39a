//! When to write which drafts of a surface.
//!
//! - The first change is written at once, later ones at most four times a second, or less often if the settings say so.
//! - Only questions with changed text are written.
//! - Leaving writes the rest, and so does a refused ending.
//! - What couldn't be written is tried again each second.

use super::draft;
use crate::Debounce;
use asq_core::life::RequestId;
use asq_core::model::{HeldAnswer, Request, WholeDraft};
use asq_core::time::Timestamp;
use asq_store::{DraftKept, DraftRow};
use std::collections::BTreeMap;

/// After how many milliseconds a failed write is tried again.
const RETRY: u64 = 1000;

/// The drafts of one surface, until they are written.
pub(super) struct DraftWriter {
    surface: u64,
    pages: BTreeMap<RequestId, RequestDrafts>,
}

/// The drafts of one request.
struct RequestDrafts {
    debounce: Debounce,
    /// By question: the last known revision, and the row of it.
    kept: BTreeMap<u32, (u64, Vec<u8>)>,
    /// By question: the row to write.
    held: BTreeMap<u32, Vec<u8>>,
    /// The answer that the inbox holds back.
    held_back: Option<HeldAnswer>,
    /// When to try a failed write again.
    retry: Option<Timestamp>,
}

impl RequestDrafts {
    /// Notes the row to write, if it differs from the known one.
    fn changed(&mut self, question: u32, body: Vec<u8>, nothing: &[u8]) {
        let known = self.kept.get(&question).map_or(nothing, |(_, body)| body.as_slice());
        // Typed and deleted again: nothing has to be written.
        if known == body {
            self.held.remove(&question);
        } else {
            self.held.insert(question, body);
        }
    }

    /// Whether to write the changed rows now.
    fn write_now(&mut self, now: Timestamp, request: &Request) -> bool {
        if self.held.is_empty() {
            self.debounce.flush();
            return false;
        }
        self.debounce.set(request.prefs.debounce_ms);
        self.debounce.changed(now)
    }
}

impl DraftWriter {
    pub(super) fn new(surface: u64) -> DraftWriter {
        DraftWriter { surface, pages: BTreeMap::new() }
    }

    pub(super) fn read(&mut self, id: RequestId, rows: &[DraftRow]) {
        let page = self.page(id);
        page.kept = rows.iter().map(|row| (row.question, (row.rev, row.body.clone()))).collect();
    }

    /// Takes a changed draft. `true`: write it now.
    pub(super) fn changed(
        &mut self,
        now: Timestamp,
        id: RequestId,
        request: &Request,
        draft: &asq_core::model::Draft,
    ) -> bool {
        let empty = draft::rows(request, &asq_core::model::Draft::default());
        let page = self.page(id);
        for ((question, body), (_, nothing)) in draft::rows(request, draft).into_iter().zip(empty) {
            page.changed(question, body, &nothing);
        }
        page.write_now(now, request)
    }

    /// Takes what belongs to the whole request. `true`: write it now.
    pub(super) fn changed_whole(
        &mut self,
        now: Timestamp,
        id: RequestId,
        request: &Request,
        whole: &WholeDraft,
    ) -> bool {
        let (Some((question, body)), Some((_, nothing))) =
            (draft::whole_row(request, whole), draft::whole_row(request, &WholeDraft::default()))
        else {
            return false;
        };
        let page = self.page(id);
        page.changed(question, body, &nothing);
        // An answer that is held back must be on disk before its window can die.
        let urgent = whole.held != page.held_back;
        page.held_back.clone_from(&whole.held);
        page.write_now(now, request) || urgent
    }

    /// Whether the rows of a request were read.
    pub(super) fn knows(&self, id: RequestId) -> bool {
        self.pages.contains_key(&id)
    }

    /// The time of the next write.
    pub(super) fn deadline(&self) -> Option<Timestamp> {
        self.pages.values().flat_map(|page| page.debounce.deadline().into_iter().chain(page.retry)).min()
    }

    /// The requests whose drafts are due.
    pub(super) fn due(&mut self, now: Timestamp) -> Vec<RequestId> {
        let due = |page: &mut RequestDrafts| {
            let again = page.retry.take_if(|at| *at <= now).is_some();
            page.debounce.expire(now) || again
        };
        self.pages.iter_mut().filter_map(|(id, page)| due(page).then_some(*id)).collect()
    }

    /// All requests with something to write.
    pub(super) fn held(&self) -> Vec<RequestId> {
        self.pages.iter().filter(|(_, page)| !page.held.is_empty()).map(|(id, _)| *id).collect()
    }

    /// Removes and returns the held rows of one request.
    pub(super) fn take(&mut self, id: RequestId) -> Vec<DraftRow> {
        let by = self.surface;
        let Some(page) = self.pages.get_mut(&id) else { return Vec::new() };
        page.debounce.flush();
        page.retry = None;
        let held = std::mem::take(&mut page.held);
        let rows = held.into_iter().map(|(question, body)| {
            let kept = page.kept.entry(question).or_default();
            kept.1.clone_from(&body);
            DraftRow { request: id, question, rev: kept.0, by, at_ms: 0, body, other: None }
        });
        rows.collect()
    }

    /// Notes that a row was written; returns the revision known now.
    pub(super) fn kept(&mut self, id: RequestId, question: u32, kept: &DraftKept) -> u64 {
        let rev = match kept {
            DraftKept::Kept(rev) | DraftKept::Clash { rev, .. } => *rev,
        };
        self.page(id).kept.entry(question).or_default().0 = rev;
        rev
    }

    /// Takes back rows that couldn't be written; newer ones count.
    pub(super) fn failed(&mut self, now: Timestamp, id: RequestId, rows: impl IntoIterator<Item = DraftRow>) {
        let page = self.page(id);
        for DraftRow { question, body, .. } in rows {
            // Nobody knows what is there: the next change is written, whatever it is.
            page.kept.entry(question).or_default().1.clear();
            page.held.entry(question).or_insert(body);
        }
        page.retry = Some(now.plus(RETRY));
    }

    /// Drops the unwritten drafts of a request.
    pub(super) fn forget(&mut self, id: RequestId) {
        self.pages.remove(&id);
    }

    fn page(&mut self, id: RequestId) -> &mut RequestDrafts {
        let new = || RequestDrafts {
            debounce: Debounce::new(0),
            kept: BTreeMap::new(),
            held: BTreeMap::new(),
            held_back: None,
            retry: None,
        };
        self.pages.entry(id).or_insert_with(new)
    }
}

#[cfg(test)]
mod tests {
    use super::DraftWriter;
    use asq_core::life::RequestId;
    use asq_core::model::{Answers, Draft, Typed, TypedIn};
    use asq_core::time::Timestamp;
    use asq_testkit::sample;

    const ID: RequestId = RequestId(1);

    fn typed(text: &str) -> Draft {
        let typed = vec![Typed { question: 0, place: TypedIn::Custom, text: text.into() }];
        Draft { answers: Answers::none(1), typed, kept: None }
    }

    #[test]
    fn what_could_not_be_written_is_tried_again_and_written_on_leaving() {
        let request = sample::texts(&[("Why?", false)]);
        let mut draft_writer = DraftWriter::new(1);
        assert!(draft_writer.changed(Timestamp(0), ID, &request, &typed("a")));
        let rows = draft_writer.take(ID);
        draft_writer.failed(Timestamp(0), ID, rows.clone());
        assert_eq!((draft_writer.deadline(), draft_writer.held()), (Some(Timestamp(1000)), vec![ID]));
        assert_eq!((draft_writer.due(Timestamp(999)), draft_writer.due(Timestamp(1000))), (vec![], vec![ID]));
        assert_eq!(draft_writer.take(ID), rows);
        assert_eq!((draft_writer.deadline(), draft_writer.held()), (None, vec![]));
        // What was typed since then counts, also if it is what was there before.
        draft_writer.failed(Timestamp(2000), ID, rows.clone());
        draft_writer.changed(Timestamp(2001), ID, &request, &typed("ab"));
        draft_writer.changed(Timestamp(2002), ID, &request, &typed("a"));
        assert_eq!(draft_writer.take(ID), rows);
    }

    #[test]
    fn what_is_typed_is_written_as_seldom_as_the_settings_say() {
        let mut request = sample::texts(&[("Why?", false)]);
        for (debounce_ms, next) in [(0, 250), (300, 300), (9000, 9000)] {
            request.prefs.debounce_ms = debounce_ms;
            let mut draft_writer = DraftWriter::new(1);
            assert!(draft_writer.changed(Timestamp(0), ID, &request, &typed("a")));
            assert_eq!(draft_writer.take(ID).len(), 1);
            assert!(!draft_writer.changed(Timestamp(1), ID, &request, &typed("ab")));
            assert_eq!(draft_writer.deadline(), Some(Timestamp(next)), "{debounce_ms}");
            assert_eq!(draft_writer.due(Timestamp(next - 1)), []);
            assert_eq!(draft_writer.due(Timestamp(next)), [ID]);
        }
    }
}
