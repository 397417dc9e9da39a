//! All requests that the inbox knows, and the list of some of them.
//!
//! - Requests are in the order of asking, or the most urgent first; groups are in the order of their first request.
//! - Only a key changes the order: time alone moves nothing.
//! - The list leaves out snoozed requests, unless the person wants them, and requests that don't match the search.
//! - A closed request keeps its place until a key moves the focus away; then it disappears.
//! - The list is rebuilt once per change that alters it, not for each arriving request.
//! - Ten thousand requests are not looked through for each key: what few of them have is counted once per change.

use super::urgency::{rank, soonest, urgency};
use crate::inbox::{Pending, Position};
use crate::life::{Closing, IdempotencyKey, Moment, RequestId};
use crate::text::{Shown, Untrusted};
use crate::time::Timestamp;
use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// The grouping of requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GroupBy {
    /// Not at all.
    #[default]
    None,
    /// By agent.
    Agent,
    /// By the folder that the asker works in.
    Folder,
    /// By how urgent it is.
    Urgency,
}

impl GroupBy {
    pub(super) fn next(self) -> GroupBy {
        match self {
            GroupBy::None => GroupBy::Agent,
            GroupBy::Agent => GroupBy::Folder,
            GroupBy::Folder => GroupBy::Urgency,
            GroupBy::Urgency => GroupBy::None,
        }
    }
}

/// The state of a request in this inbox. What few of thousands of rows have is boxed.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum RowState {
    /// It waits for the person.
    Waits,
    /// The answer is held back until a time.
    Held { since: Timestamp, until: Timestamp, answer: Box<OwnAnswer> },
    /// The answer is on its way; `closed`: the request was closed meanwhile.
    Sent { answer: Box<OwnAnswer>, closed: Option<Box<RequestEnd>> },
    /// It is closed.
    Over(Box<RequestEnd>),
}

/// What the person answered here.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OwnAnswer {
    pub(super) closing: Closing,
    /// The same for each attempt to store it.
    pub(super) key: Option<IdempotencyKey>,
}

/// The end of a request.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RequestEnd {
    /// The person who closed it, in words; `None` for this inbox.
    pub(super) by: Option<Shown>,
    pub(super) at: Option<Moment>,
    /// One word, as in [`Notice::Closed`](crate::inbox::Notice::Closed).
    pub(super) how: &'static str,
}

impl RequestEnd {
    pub(super) fn unknown() -> RequestEnd {
        RequestEnd { by: Some(Shown::default()), at: None, how: "" }
    }

    /// Its time limit has passed; nobody knows the recorded time yet.
    pub(super) fn expired() -> RequestEnd {
        RequestEnd { how: "expired", ..RequestEnd::unknown() }
    }
}

/// A request of the list.
#[derive(Clone, Debug)]
pub(super) struct InboxRow {
    /// Shared with the list that reported it.
    pub(super) pending: Arc<Pending>,
    pub(super) asker: Option<bool>,
    /// The end of its snooze, in milliseconds since 1970; 0 if it isn't snoozed.
    pub(super) snoozed: u64,
    pub(super) state: RowState,
    /// The answer or the reason for declining, for the row.
    pub(super) said: Option<Box<Untrusted>>,
    /// How urgent it was when a key was pressed last; the most urgent is 0.
    pub(super) rank: u8,
    /// Why the last answer was refused, or could not be stored.
    pub(super) refused: Option<Box<Shown>>,
    /// Whether the last answer could not be stored.
    pub(super) not_stored: bool,
    /// Whether it stays although it is closed, because it holds the person's text.
    pub(super) keeps: bool,
    /// Whether it was snoozed on another surface while it was listed: it stays until the focus moves away.
    pub(super) lingers: bool,
}

impl InboxRow {
    /// Whether it waits for the person and isn't snoozed.
    pub(super) fn waits(&self) -> bool {
        matches!(self.state, RowState::Waits) && self.snoozed == 0
    }

    /// Whether it is listed, snoozed or not.
    fn listed(&self, all_snoozed: bool) -> bool {
        self.snoozed == 0 || self.lingers || all_snoozed
    }
}

/// One place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListSlot {
    /// The index of a heading.
    Heading(usize),
    Row(Position),
}

/// The heading of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Heading {
    pub(super) name: Option<Untrusted>,
    /// asq's own words, if the name isn't a claim of askers.
    pub(super) own: Option<&'static str>,
    pub(super) count: usize,
}

/// All requests, and the list of some of them.
#[derive(Debug, Default)]
pub(super) struct InboxRows {
    all: BTreeMap<Position, Box<InboxRow>>,
    ids: BTreeMap<RequestId, Position>,
    pub(super) group: GroupBy,
    pub(super) search: String,
    /// Whether snoozed requests are listed, too.
    pub(super) all_snoozed: bool,
    /// Whether the most urgent come first.
    pub(super) urgent: bool,
    /// The last request when the search was typed; later ones that don't match are counted.
    pub(super) searched: Option<Position>,
    /// How many requests there are without the search, and how many of them arrived since and don't match it.
    pub(super) unmatched: (usize, usize),
    /// The items before they were arranged last.
    before: Vec<ListSlot>,
    /// How many closed requests were removed while nobody was there.
    pub(super) folded: usize,
    slots: Vec<ListSlot>,
    headings: Vec<Heading>,
    heading_slots: Vec<usize>,
    dirty: bool,
    /// Empty after a change, until somebody asks.
    few: OnceCell<FewRows>,
}

/// What few of the requests have.
#[derive(Debug, Default)]
struct FewRows {
    /// How many wait for the person, without snoozed ones.
    waiting: usize,
    danger_waits: bool,
    refused: bool,
    sent: bool,
    held: Vec<Position>,
    over: Vec<Position>,
    snoozed: Vec<Position>,
    /// Those with a time limit.
    limited: Vec<Position>,
}

impl InboxRows {
    /// Adds a request; `false` if it was there already.
    pub(super) fn insert(&mut self, pending: Arc<Pending>, now: Moment) -> bool {
        if self.ids.contains_key(&pending.id) {
            return false;
        }
        let at = pending.position;
        self.ids.insert(pending.id, at);
        self.few.take();
        let rank = rank(&pending, now);
        let row = InboxRow {
            pending,
            rank,
            asker: None,
            snoozed: 0,
            state: RowState::Waits,
            said: None,
            refused: None,
            not_stored: false,
            keeps: false,
            lingers: false,
        };
        self.all.insert(at, Box::new(row));
        self.dirty = true;
        true
    }

    pub(super) fn remove(&mut self, at: Position) {
        if let Some(row) = self.all.remove(&at) {
            self.ids.remove(&row.pending.id);
            self.few.take();
            self.dirty = true;
        }
    }

    pub(super) fn at(&self, at: Position) -> Option<&InboxRow> {
        self.all.get(&at).map(Box::as_ref)
    }

    pub(super) fn of(&self, id: RequestId) -> Option<&InboxRow> {
        self.at(self.position(id)?)
    }

    /// A row, for a change that doesn't move it in the list.
    pub(super) fn of_mut(&mut self, id: RequestId) -> Option<&mut InboxRow> {
        self.few.take();
        self.all.get_mut(self.ids.get(&id)?).map(Box::as_mut)
    }

    fn few(&self) -> &FewRows {
        self.few.get_or_init(|| {
            let mut few = FewRows::default();
            for (at, row) in &self.all {
                match row.state {
                    RowState::Held { .. } => few.held.push(*at),
                    RowState::Over(_) => few.over.push(*at),
                    RowState::Waits | RowState::Sent { .. } => {}
                }
                few.sent |= matches!(row.state, RowState::Sent { .. });
                few.refused |= row.refused.is_some();
                if row.snoozed > 0 {
                    few.snoozed.push(*at);
                }
                if row.pending.due.is_some() {
                    few.limited.push(*at);
                }
                if row.waits() {
                    few.waiting += 1;
                    few.danger_waits |= row.pending.summary.danger;
                }
            }
            few
        })
    }

    /// How many wait for the person, without snoozed ones.
    pub(super) fn waiting(&self) -> usize {
        self.few().waiting
    }

    /// Whether a dangerous one waits.
    pub(super) fn danger_waits(&self) -> bool {
        self.few().danger_waits
    }

    /// Whether the last answer to some request was refused.
    pub(super) fn any_refused(&self) -> bool {
        self.few().refused
    }

    /// Whether an answer is held back or was sent, and isn't accepted yet.
    pub(super) fn any_on_its_way(&self) -> bool {
        let few = self.few();
        few.sent || !few.held.is_empty()
    }

    /// How many are snoozed and still wait for the person.
    pub(super) fn snoozed(&self) -> usize {
        let snoozed = self.few().snoozed.iter().filter_map(|at| self.at(*at));
        snoozed.filter(|row| matches!(row.state, RowState::Waits)).count()
    }

    /// Those whose answer is on its way.
    pub(super) fn sent(&self) -> Vec<RequestId> {
        let sent = |row: &InboxRow| matches!(row.state, RowState::Sent { .. }).then_some(row.pending.id);
        if self.few().sent { self.iter().filter_map(sent).collect() } else { Vec::new() }
    }

    /// Those whose answer is held back.
    pub(super) fn held(&self) -> impl Iterator<Item = &InboxRow> {
        self.few().held.iter().filter_map(|at| self.at(*at))
    }

    /// Those with a time limit.
    pub(super) fn limited(&self) -> impl Iterator<Item = &InboxRow> {
        self.few().limited.iter().filter_map(|at| self.at(*at))
    }

    pub(super) fn position(&self, id: RequestId) -> Option<Position> {
        self.ids.get(&id).copied()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &InboxRow> {
        self.all.values().map(Box::as_ref)
    }

    /// Notes that the list has to be rebuilt.
    pub(super) fn changed(&mut self) {
        self.dirty = true;
    }

    /// Snoozes a request; `here`: the person did it in this list, so it disappears at once.
    pub(super) fn snooze(&mut self, id: RequestId, until_ms: u64, here: bool) {
        self.dirty = true;
        if let Some(row) = self.of_mut(id) {
            row.lingers = until_ms > 0 && !here;
            row.snoozed = until_ms;
        }
    }

    /// Brings back requests whose snooze has ended, and returns them.
    pub(super) fn wake(&mut self, wall_ms: u64) -> Vec<RequestId> {
        let snoozed = self.few().snoozed.iter().filter_map(|at| self.at(*at));
        let over = snoozed.filter(|row| row.snoozed <= wall_ms);
        let back: Vec<RequestId> = over.map(|row| row.pending.id).collect();
        for id in &back {
            if let Some(row) = self.of_mut(*id) {
                row.snoozed = 0;
                row.lingers = false;
            }
        }
        self.dirty |= !back.is_empty();
        back
    }

    /// When the next one comes back, in milliseconds since 1970.
    pub(super) fn next_back(&self) -> Option<u64> {
        self.few().snoozed.iter().filter_map(|at| Some(self.at(*at)?.snoozed)).min()
    }

    /// Removes closed and lingering requests, except the focused one.
    pub(super) fn sweep(&mut self, focus: Option<Position>) {
        let few = self.few();
        let other = |at: &Position| Some(*at) != focus;
        let keeps = |at: &Position| self.at(*at).is_some_and(|row| row.keeps);
        let gone: Vec<Position> = few.over.iter().copied().filter(|at| other(at) && !keeps(at)).collect();
        // Only a snoozed request lingers.
        let stayed: Vec<Position> = few.snoozed.iter().copied().filter(other).collect();
        for at in gone {
            self.remove(at);
        }
        for at in stayed {
            if let Some(row) = self.all.get_mut(&at).filter(|row| row.lingers) {
                row.lingers = false;
                self.dirty = true;
            }
        }
    }

    /// Removes closed requests, except the focused one, those that hold the person's text, and the latest ones.
    pub(super) fn fold(&mut self, focus: Option<Position>, stay: usize) {
        let closed = |row: &InboxRow| match &row.state {
            RowState::Over(end) if !row.keeps && Some(row.pending.position) != focus => {
                Some((end.at.as_ref().map_or(0, |at| at.wall_ms), row.pending.position))
            }
            RowState::Over(_) | RowState::Waits | RowState::Held { .. } | RowState::Sent { .. } => None,
        };
        let over = self.few().over.iter().filter_map(|at| self.at(*at));
        let mut gone: Vec<(u64, Position)> = over.filter_map(closed).collect();
        gone.sort_unstable();
        gone.truncate(gone.len().saturating_sub(stay));
        for (_, at) in &gone {
            self.remove(*at);
        }
        self.folded += gone.len();
    }

    pub(super) fn slots(&self) -> &[ListSlot] {
        &self.slots
    }

    pub(super) fn headings(&self) -> &[Heading] {
        &self.headings
    }

    pub(super) fn heading_slots(&self) -> &[usize] {
        &self.heading_slots
    }

    /// Rebuilds the list if something has changed.
    pub(super) fn list(&mut self) {
        if !std::mem::take(&mut self.dirty) {
            return;
        }
        let search = self.search.to_lowercase();
        let all_snoozed = self.all_snoozed;
        let (mut all, mut new) = (0, 0);
        let mut listed: Vec<(Position, &InboxRow)> = Vec::new();
        for (at, row) in self.all.iter().filter(|(_, row)| row.listed(all_snoozed)) {
            all += 1;
            if row.pending.summary.matches(&search) {
                listed.push((*at, row));
            } else if self.searched < Some(*at) {
                new += 1;
            }
        }
        self.unmatched = (all, new);
        if self.urgent || self.group == GroupBy::Urgency {
            listed.sort_by_key(|(at, row)| (row.rank, soonest(row.rank, &row.pending), *at));
        }
        self.before = std::mem::take(&mut self.slots);
        self.headings.clear();
        self.heading_slots.clear();
        if self.group == GroupBy::None {
            self.slots.extend(listed.into_iter().map(|(at, _)| ListSlot::Row(at)));
            return;
        }
        let mut groups: Vec<(GroupName<'_>, Vec<Position>)> = Vec::new();
        let mut found: HashMap<GroupName<'_>, usize> = HashMap::new();
        let by_agent = self.group == GroupBy::Agent;
        let asker = |row: &InboxRow| row.pending.summary.asker().filter(|_| by_agent);
        let askers: Vec<Option<Untrusted>> = listed.iter().map(|(_, row)| asker(row)).collect();
        for ((at, row), asker) in listed.into_iter().zip(&askers) {
            let summary = &row.pending.summary;
            let name = match self.group {
                GroupBy::None => (None, None),
                GroupBy::Agent => (asker.as_ref(), None),
                GroupBy::Folder => (summary.origin.folder.as_ref(), None),
                GroupBy::Urgency => (None, Some(urgency(row.rank))),
            };
            let group = *found.entry(name).or_insert_with(|| {
                groups.push((name, Vec::new()));
                groups.len() - 1
            });
            groups[group].1.push(at);
        }
        for ((name, own), rows) in groups {
            self.heading_slots.push(self.slots.len());
            self.slots.push(ListSlot::Heading(self.headings.len()));
            self.headings.push(Heading { name: name.cloned(), own, count: rows.len() });
            self.slots.extend(rows.into_iter().map(ListSlot::Row));
        }
    }

    /// Judges again how urgent requests are.
    pub(super) fn rank(&mut self, now: Moment) {
        if !self.urgent && self.group != GroupBy::Urgency {
            return;
        }
        for row in self.all.values_mut() {
            let rank = rank(&row.pending, now);
            self.dirty |= row.rank != rank;
            row.rank = rank;
        }
    }

    /// The request that comes next in the list after one that is gone.
    pub(super) fn after(&self, gone: Position) -> Option<Position> {
        let row = |slot: &ListSlot| match slot {
            ListSlot::Row(at) => Some(*at),
            ListSlot::Heading(_) => None,
        };
        let there: HashSet<Position> = self.slots.iter().filter_map(row).collect();
        let at = self.before.iter().position(|slot| *slot == ListSlot::Row(gone))?;
        self.before[at..].iter().filter_map(row).find(|at| there.contains(at))
    }

    /// A search begins or changes: what has arrived until now isn't new to it.
    pub(super) fn search_for(&mut self, text: &str) {
        text.clone_into(&mut self.search);
        self.searched = self.all.keys().next_back().copied();
        self.dirty = true;
    }
}

/// The heading of a group: a claim of askers, or asq's own words.
type GroupName<'a> = (Option<&'a Untrusted>, Option<&'static str>);
