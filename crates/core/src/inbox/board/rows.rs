//! All requests that the inbox knows, and which of them are listed in which order.
//!
//! - In the order of asking; grouped, in the order of each group's oldest.
//! - What is put off is left out, unless it is asked for; a search leaves out what does not match.
//! - What is over stays where it is until a key moves the focus on; then it goes.
//! - The list is made anew once per change that alters it, not per request that arrives.

use crate::inbox::{Pending, Position};
use crate::life::{Closing, Key, Moment, RequestId};
use crate::text::{Shown, Untrusted};
use crate::time::Timestamp;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// What requests are grouped by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Group {
    /// Not at all.
    #[default]
    None,
    /// Who asks.
    Agent,
    /// The folder that the asker works in.
    Folder,
}

impl Group {
    pub(super) fn next(self) -> Group {
        match self {
            Group::None => Group::Agent,
            Group::Agent => Group::Folder,
            Group::Folder => Group::None,
        }
    }
}

/// How far a request is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum State {
    /// It waits for the person.
    Waits,
    /// What was said is held back until then.
    Held { since: Timestamp, until: Timestamp, closing: Box<Closing>, key: Option<Key> },
    /// What was said is on its way; if it was closed meanwhile, how.
    Sent { closed: Option<Over> },
    /// It is over.
    Over(Over),
}

/// How a request ended.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Over {
    /// Who ended it, in words; `None`: this inbox.
    pub(super) by: Option<Shown>,
    /// Apart, as hardly any of thousands of rows has one.
    pub(super) at: Option<Box<Moment>>,
    /// In a word, as in [`Notice::Closed`](crate::inbox::Notice::Closed).
    pub(super) how: &'static str,
}

impl Over {
    /// Nobody tells how.
    pub(super) fn unknown() -> Over {
        Over { by: Some(Shown::default()), at: None, how: "" }
    }
}

/// A request of the list.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Shared with whoever told of it.
    pub(super) pending: Arc<Pending>,
    pub(super) asker: Option<bool>,
    /// Until when it is put off, in milliseconds since 1970; 0 is not at all.
    pub(super) snoozed: u64,
    pub(super) state: State,
    /// Why what was said was not taken.
    pub(super) refused: Option<Shown>,
    /// It is not to go yet, though it is over: a text of the person's is in it.
    pub(super) keeps: bool,
    /// It was put off while it was listed, elsewhere: it stays until the focus moves on.
    pub(super) lingers: bool,
}

impl Row {
    /// Whether it is listed, also as far as it is put off.
    fn listed(&self, all_snoozed: bool) -> bool {
        self.snoozed == 0 || self.lingers || all_snoozed
    }
}

/// One place of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// The index of a heading.
    Heading(usize),
    Row(Position),
}

/// What a heading says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Heading {
    pub(super) name: Option<Untrusted>,
    pub(super) count: usize,
}

/// All requests, and the list of some of them.
#[derive(Debug, Default)]
pub(super) struct Rows {
    all: BTreeMap<Position, Box<Row>>,
    ids: HashMap<RequestId, Position>,
    pub(super) group: Group,
    pub(super) search: String,
    /// What is put off is listed, too.
    pub(super) all_snoozed: bool,
    slots: Vec<Slot>,
    headings: Vec<Heading>,
    heading_slots: Vec<usize>,
    dirty: bool,
}

impl Rows {
    /// Puts one in; false: it is there already.
    pub(super) fn insert(&mut self, pending: Arc<Pending>) -> bool {
        if self.ids.contains_key(&pending.id) {
            return false;
        }
        let at = pending.position;
        self.ids.insert(pending.id, at);
        let row = Row {
            pending,
            asker: None,
            snoozed: 0,
            state: State::Waits,
            refused: None,
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
            self.dirty = true;
        }
    }

    pub(super) fn at(&self, at: Position) -> Option<&Row> {
        self.all.get(&at).map(Box::as_ref)
    }

    pub(super) fn of(&self, id: RequestId) -> Option<&Row> {
        self.at(self.position(id)?)
    }

    /// For a change that leaves it where it is in the list.
    pub(super) fn of_mut(&mut self, id: RequestId) -> Option<&mut Row> {
        self.all.get_mut(self.ids.get(&id)?).map(Box::as_mut)
    }

    pub(super) fn position(&self, id: RequestId) -> Option<Position> {
        self.ids.get(&id).copied()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Row> {
        self.all.values().map(Box::as_ref)
    }

    /// The list has to be made anew.
    pub(super) fn changed(&mut self) {
        self.dirty = true;
    }

    /// Puts one off; `here`: the person did it on this list, so it goes at once.
    pub(super) fn snooze(&mut self, id: RequestId, until_ms: u64, here: bool) {
        self.dirty = true;
        if let Some(row) = self.of_mut(id) {
            row.lingers = until_ms > 0 && !here;
            row.snoozed = until_ms;
        }
    }

    /// Brings back what was put off until now or earlier; those that came back.
    pub(super) fn wake(&mut self, wall_ms: u64) -> Vec<RequestId> {
        let mut back = Vec::new();
        for row in self.all.values_mut().filter(|r| r.snoozed > 0 && r.snoozed <= wall_ms) {
            row.snoozed = 0;
            row.lingers = false;
            back.push(row.pending.id);
        }
        self.dirty |= !back.is_empty();
        back
    }

    /// When the next one comes back, in milliseconds since 1970.
    pub(super) fn next_back(&self) -> Option<u64> {
        self.all.values().map(|r| r.snoozed).filter(|until| *until > 0).min()
    }

    /// Takes out what is over, and what lingers, but for the focused one.
    pub(super) fn sweep(&mut self, focus: Option<Position>) {
        let gone: Vec<Position> = self
            .all
            .iter()
            .filter(|(at, row)| matches!(row.state, State::Over(_)) && !row.keeps && Some(**at) != focus)
            .map(|(at, _)| *at)
            .collect();
        for at in gone {
            self.remove(at);
        }
        for (at, row) in &mut self.all {
            if row.lingers && Some(*at) != focus {
                row.lingers = false;
                self.dirty = true;
            }
        }
    }

    /// The list.
    pub(super) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    pub(super) fn headings(&self) -> &[Heading] {
        &self.headings
    }

    pub(super) fn heading_slots(&self) -> &[usize] {
        &self.heading_slots
    }

    /// Makes the list anew, if something changed it.
    pub(super) fn list(&mut self) {
        if !std::mem::take(&mut self.dirty) {
            return;
        }
        let search = self.search.to_lowercase();
        let all_snoozed = self.all_snoozed;
        let listed = self.all.iter().filter(|(_, row)| row.listed(all_snoozed) && matches(row, &search));
        self.slots.clear();
        self.headings.clear();
        self.heading_slots.clear();
        if self.group == Group::None {
            self.slots.extend(listed.map(|(at, _)| Slot::Row(*at)));
            return;
        }
        let mut groups: Vec<(Option<&Untrusted>, Vec<Position>)> = Vec::new();
        let mut found: HashMap<Option<&Untrusted>, usize> = HashMap::new();
        for (at, row) in listed {
            let name = match self.group {
                Group::None => None,
                Group::Agent => row.pending.summary.agent.as_ref(),
                Group::Folder => row.pending.summary.origin.folder.as_ref(),
            };
            let group = *found.entry(name).or_insert_with(|| {
                groups.push((name, Vec::new()));
                groups.len() - 1
            });
            groups[group].1.push(*at);
        }
        for (name, rows) in groups {
            self.heading_slots.push(self.slots.len());
            self.slots.push(Slot::Heading(self.headings.len()));
            self.headings.push(Heading { name: name.cloned(), count: rows.len() });
            self.slots.extend(rows.into_iter().map(Slot::Row));
        }
    }
}

/// Whether a text of the request has the searched one in it, whatever the case.
fn matches(row: &Row, search: &str) -> bool {
    if search.is_empty() {
        return true;
    }
    let summary = &row.pending.summary;
    let has = |text: &Untrusted| text.raw().to_lowercase().contains(search);
    has(&summary.text)
        || has(&summary.header)
        || [&summary.agent, &summary.session, &summary.origin.folder].into_iter().flatten().any(has)
}
