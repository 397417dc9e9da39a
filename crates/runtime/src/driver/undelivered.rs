//! The requests whose ending nobody has: the open ones, and those that a person closed lately.
//!
//! - Read once from the store; then each look reads only what was recorded since.
//! - With too many open requests they aren't kept: a look then finds only the closed ones.
//! - The latest come first.
//! - Each has the beginning of its content, so that few have to be read as a whole.

use super::left_behind::is_said;
use asq_core::inbox::{Position, Summary};
use asq_core::life::{Fact, RequestId};
use asq_core::model::Request;
use asq_store::{Store, StoreError, Stored};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The most records that the first look reads, and the most that it goes back.
const RECORDS: u64 = 1500;
/// With more open requests than these, a look leaves them out.
const OPEN: u64 = 500;
/// How much of an agent's name and of a question counts.
const LETTERS: usize = 100;

/// The beginning of a request's content; different beginnings are different requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Beginning(u64);

/// What is known so far.
#[derive(Default)]
pub(super) struct Undelivered {
    /// Everything up to there was read; `None` at first.
    read: Option<Position>,
    /// Where the log began then: an import moves it.
    began: Position,
    open: Option<BTreeMap<RequestId, (Position, Beginning)>>,
    closed: Vec<(Position, RequestId, Option<Beginning>)>,
}

impl Beginning {
    pub(super) fn of(dialect: &str, request: &Request) -> Option<Beginning> {
        let agent = request.from.agent.as_ref()?;
        let text = request.questions.first().map_or("", |question| question.text.raw());
        Some(Beginning::new(dialect, agent.raw(), text, request.questions.len()))
    }

    fn listed(summary: &Summary) -> Option<Beginning> {
        let agent = summary.agent.as_ref()?;
        let questions = usize::try_from(summary.questions).unwrap_or(usize::MAX);
        Some(Beginning::new(summary.dialect.raw(), agent.raw(), summary.text.raw(), questions))
    }

    fn new(dialect: &str, agent: &str, text: &str, questions: usize) -> Beginning {
        let begins = |text: &str| text.chars().take(LETTERS).collect::<String>();
        let mut hasher = DefaultHasher::new();
        (dialect, begins(agent), begins(text), questions).hash(&mut hasher);
        Beginning(hasher.finish())
    }
}

impl Undelivered {
    /// The requests that may have this content, the latest first.
    ///
    /// # Errors
    /// The store failed.
    pub(super) fn like(
        &mut self,
        store: &dyn Store,
        beginning: Beginning,
    ) -> Result<Vec<RequestId>, StoreError> {
        self.look(store)?;
        let open = self.open.iter().flatten().filter(|(_, (_, own))| *own == beginning);
        let mut ids: Vec<(Position, RequestId)> = open.map(|(id, (position, _))| (*position, *id)).collect();
        let closed = self.closed.iter().filter(|(_, _, own)| own.is_none_or(|own| own == beginning));
        ids.extend(closed.map(|(position, id, _)| (*position, *id)));
        ids.sort_unstable_by(|a, b| b.cmp(a));
        Ok(ids.into_iter().map(|(_, id)| id).collect())
    }

    /// Reads what was recorded since the last look.
    fn look(&mut self, store: &dyn Store) -> Result<(), StoreError> {
        let head = store.head()?.position;
        let (oldest, began) = (Position(head.0.saturating_sub(RECORDS)), store.beginning()?);
        if self.began > began || self.read.is_none_or(|read| read < oldest || read > head) {
            *self = Undelivered { read: Some(oldest), ..Undelivered::default() };
        }
        self.began = began;
        if store.count()? > OPEN {
            self.open = None;
        } else if self.open.is_none() {
            let (at, open) = store.pending(Position(0), 0)?;
            let begins = |pending: &asq_core::inbox::Pending| {
                Some((pending.id, (pending.position, Beginning::listed(&pending.summary)?)))
            };
            self.open = Some(open.iter().filter_map(begins).collect());
            // What is recorded up to there is in the list: only closings are new.
            self.read_on(store, Some(at))?;
        }
        self.read_on(store, None)?;
        self.closed.retain(|(position, _, _)| *position > oldest);
        Ok(())
    }

    fn read_on(&mut self, store: &dyn Store, listed: Option<Position>) -> Result<(), StoreError> {
        let mut asked = BTreeMap::new();
        loop {
            let after = self.read.unwrap_or_default();
            if listed.is_some_and(|listed| after >= listed) {
                return Ok(());
            }
            let most = usize::try_from(RECORDS).unwrap_or(usize::MAX);
            let records = store.after(after, most)?;
            let Some(last) = records.last().map(|last| last.position) else { return Ok(()) };
            for stored in records {
                if listed.is_none_or(|listed| stored.position <= listed) {
                    self.record(&stored, listed.is_some(), &mut asked);
                }
            }
            self.read = Some(listed.map_or(last, |listed| last.min(listed)));
        }
    }

    fn record(&mut self, stored: &Stored, listed: bool, asked: &mut BTreeMap<RequestId, Beginning>) {
        let (id, position) = (stored.request, stored.position);
        let Some(record) = &stored.record else { return };
        match &record.fact {
            Fact::Asked(new) => {
                let Some(beginning) = Beginning::of(&new.dialect, &new.request) else { return };
                asked.insert(id, beginning);
                if let (Some(open), false) = (&mut self.open, listed) {
                    open.insert(id, (position, beginning));
                }
            }
            Fact::Closed(closed) => {
                let open = self.open.as_mut().and_then(|open| open.remove(&id));
                let beginning = asked.get(&id).copied().or(open.map(|(_, beginning)| beginning));
                if is_said(&closed.outcome) {
                    self.closed.push((position, id, beginning));
                }
            }
            Fact::Delivered => self.closed.retain(|(_, of, _)| *of != id),
        }
    }
}
