//! The machine: labels arrive, keys filter them, Enter picks.
//!
//! - Typing filters at once. Letters that are added narrow what was found; other changes search everything again.
//! - The best match has the focus, until an arrow key moves it. Then it stays on its label, whatever arrives.
//! - A label that arrived under the focus isn't picked before it was there for a moment.
//! - Esc first clears what is typed, then cancels. A paste never picks.
//! - With several picks Tab ticks and goes on, Enter takes all picks, otherwise the label in focus.

use crate::labels::LabelList;
use crate::matching::{LabelMatch, LabelSearch};
use crate::screen::{FinderRow, FinderScreen};
use asq_core::form::{Code, Key, editing, picked_of};
use asq_core::text::{Editor, Untrusted};
use asq_core::time::Timestamp;
use std::collections::BTreeSet;

/// How long a label has to be under the focus before Enter takes it, if it came there by itself, in milliseconds.
const SETTLED: u64 = 250;

/// What may be picked, and how.
#[derive(Clone, Debug, Default)]
pub struct FinderRules {
    /// Several labels may be picked.
    pub many: bool,
    /// The fewest picks, with [`FinderRules::many`].
    pub min: usize,
    /// The most picks, with [`FinderRules::many`].
    pub max: Option<usize>,
    /// How long Enter is ignored after the first frame, in milliseconds.
    pub guard_ms: u64,
    /// The focus begins at the first label that is this text or has it as its value, once it has arrived.
    pub start: Option<String>,
}

/// The end of a finder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FinderEnd {
    /// These labels were picked, in the order in which they came.
    Picked(Vec<usize>),
    /// The person wants none of them.
    Cancelled,
    /// The person puts the process aside; it goes on afterwards.
    Suspend,
}

/// What a finder has to say until the next key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinderNotice {
    /// Nothing matches what is typed.
    NoMatch,
    /// Nothing has arrived yet.
    NoLabel,
    /// At least so many have to be picked.
    AtLeast(usize),
    /// At most so many may be picked.
    AtMost(usize),
    /// The label in focus has only just arrived there.
    JustArrived,
    /// What is typed is too long.
    TooLong,
}

/// A question, its labels, and what was typed.
#[derive(Debug)]
pub struct Finder {
    question: Untrusted,
    description: Option<Untrusted>,
    rules: FinderRules,
    labels: LabelList,
    query: Editor,
    search: LabelSearch,
    /// What matches, the best first; `None` while nothing is typed.
    hits: Option<Vec<LabelMatch>>,
    /// The labels up to here have been searched.
    searched: usize,
    /// The row in focus, among those that match.
    focus: usize,
    /// Whether a key moved the focus since the last change of what is typed.
    moved: bool,
    /// How many labels have been compared with the one to begin at.
    sought: usize,
    /// The first row in sight.
    top: usize,
    picked: BTreeSet<usize>,
    notice: Option<FinderNotice>,
    arriving: bool,
    /// Until when Enter is ignored.
    guarded: Option<Timestamp>,
    /// When the label in focus came there by itself.
    settled: Option<Timestamp>,
    /// How many rows a page move passes.
    page: usize,
}

impl Finder {
    /// A finder whose labels may still arrive.
    pub fn new(
        question: Untrusted,
        description: Option<Untrusted>,
        rules: FinderRules,
        labels: LabelList,
    ) -> Finder {
        Finder {
            question,
            description,
            rules,
            labels,
            query: Editor::default(),
            search: LabelSearch::default(),
            hits: None,
            searched: 0,
            sought: 0,
            focus: 0,
            moved: false,
            top: 0,
            picked: BTreeSet::new(),
            notice: None,
            arriving: true,
            guarded: None,
            settled: None,
            page: 1,
        }
    }

    /// The labels so far.
    pub fn labels(&self) -> &LabelList {
        &self.labels
    }

    /// The labels, at its end.
    pub fn into_labels(self) -> LabelList {
        self.labels
    }

    /// The question.
    pub fn question(&self) -> &Untrusted {
        &self.question
    }

    /// Whether it takes no more labels.
    pub fn is_full(&self) -> bool {
        self.labels.is_full()
    }

    /// Its first frame is on the screen.
    pub fn shown(&mut self, now: Timestamp) {
        self.guarded = Some(now.plus(self.rules.guard_ms));
        self.begin(now);
    }

    /// Labels arrive.
    pub fn arrive(&mut self, now: Timestamp, block: &[u8]) {
        self.labels.arrive(block);
        self.begin(now);
        self.search_new(now);
    }

    /// No more labels arrive.
    pub fn complete(&mut self, now: Timestamp) {
        self.labels.complete();
        self.arriving = false;
        self.begin(now);
        // As in a form, a default that isn't a label may be a number.
        let number = self.rules.start.as_deref().and_then(|start| start.parse::<usize>().ok());
        if let Some(at) = number.and_then(|number| number.checked_sub(1)).filter(|at| *at < self.labels.len())
        {
            self.begin_at(at, now);
        }
        self.search_new(now);
    }

    /// Takes pasted text, in one line.
    pub fn paste(&mut self, text: &str) {
        self.notice = None;
        let before = self.query.text().to_owned();
        if !self.query.paste_line(text) {
            self.notice = Some(FinderNotice::TooLong);
        }
        self.typed(&before);
    }

    /// Takes a key; `Some` if it ends or suspends the finder.
    pub fn key(&mut self, now: Timestamp, key: Key) -> Option<FinderEnd> {
        self.notice = None;
        match key {
            Key { code: Code::Char(c), ctrl: false, alt: false, .. } => self.edit(|query| query.insert(c)),
            Key { code: Code::Char('c'), ctrl: true, .. } => return Some(FinderEnd::Cancelled),
            Key { code: Code::Char('z'), ctrl: true, .. } => return Some(FinderEnd::Suspend),
            Key { code: Code::Up, .. } | Key { code: Code::Char('p'), ctrl: true, .. } => self.walk(-1),
            Key { code: Code::Down, .. } | Key { code: Code::Char('n'), ctrl: true, .. } => self.walk(1),
            Key { code: Code::PageUp, .. } => self.walk(-(self.page as isize)),
            Key { code: Code::PageDown, .. } => self.walk(self.page as isize),
            Key { code: Code::Home, .. } => self.walk(isize::MIN),
            Key { code: Code::End, .. } => self.walk(isize::MAX),
            Key { code: Code::Tab, shift, .. } => {
                if self.rules.many {
                    self.toggle();
                }
                self.walk(if shift { -1 } else { 1 });
            }
            Key { code: Code::Enter, .. } => return self.enter(now),
            Key { code: Code::Esc, .. } if self.query.text().is_empty() => return Some(FinderEnd::Cancelled),
            Key { code: Code::Esc, .. } => self.edit(|query| {
                query.clear();
                true
            }),
            key => {
                if let Some(edit) = editing(key) {
                    self.edit(|query| edit.apply(query, false));
                }
            }
        }
        None
    }

    /// What there is to see in so many rows.
    pub fn screen(&mut self, rows: usize) -> FinderScreen<'_> {
        let matching = self.matching();
        // Who asks for no rows wants what is around them; the list stays where it is.
        if rows > 0 {
            self.page = rows.saturating_sub(1).max(1);
            if self.focus < self.top {
                self.top = self.focus;
            } else if self.focus >= self.top + rows {
                self.top = self.focus + 1 - rows;
            }
            self.top = self.top.min(matching.saturating_sub(rows));
        }
        let range = self.top..matching.min(self.top + rows);
        let rows = range.filter_map(|row| Some((row, self.at(row)?))).collect::<Vec<_>>();
        let rows = rows
            .into_iter()
            .map(|(row, at)| {
                let label = self.labels.label(at).into_owned();
                FinderRow {
                    places: self.search.places(&label),
                    label: label.into(),
                    description: self.labels.description(at).into_owned().into(),
                    focused: row == self.focus,
                    picked: self.rules.many.then(|| self.picked.contains(&at)),
                }
            })
            .collect();
        FinderScreen {
            question: &self.question,
            description: self.description.as_ref(),
            query: &self.query,
            rows,
            matching,
            labels: self.labels.len(),
            skipped: self.labels.skipped(),
            arriving: self.arriving,
            full: self.labels.is_full(),
            many: self.rules.many,
            picked: self.picked.len(),
            picked_of: if self.rules.many {
                // Nobody can reach a bound above all labels.
                let reachable =
                    |max: &usize| self.arriving || *max < self.labels.len() || *max == self.rules.min;
                picked_of(self.picked.len(), self.rules.min, self.rules.max.filter(reachable))
            } else {
                None
            },
            notice: self.notice,
        }
    }

    fn matching(&self) -> usize {
        self.hits.as_ref().map_or(self.labels.len(), Vec::len)
    }

    /// The label in a row of those that match.
    fn at(&self, row: usize) -> Option<usize> {
        match &self.hits {
            Some(hits) => hits.get(row).map(|hit| hit.at as usize),
            None => (row < self.labels.len()).then_some(row),
        }
    }

    fn edit(&mut self, edit: impl FnOnce(&mut Editor) -> bool) {
        let before = self.query.text().to_owned();
        if !edit(&mut self.query) {
            self.notice = Some(FinderNotice::TooLong);
        }
        self.typed(&before);
    }

    /// Follows a change of what is typed.
    fn typed(&mut self, before: &str) {
        let query = self.query.text();
        if query == before {
            return;
        }
        self.search.words(query);
        let narrower = query.starts_with(before);
        self.hits = if self.search.is_empty() {
            None
        } else {
            let candidates: Vec<u32> = match self.hits.take().filter(|_| narrower) {
                Some(hits) => {
                    let mut candidates: Vec<u32> = hits.iter().map(|hit| hit.at).collect();
                    candidates.sort_unstable();
                    candidates
                }
                None => (0..self.labels.len() as u32).collect(),
            };
            Some(self.search.among(&self.labels, &candidates))
        };
        self.searched = self.labels.len();
        (self.focus, self.top, self.moved) = (0, 0, false);
        self.settled = None;
    }

    /// Whether all labels have arrived, and none is the one to begin at.
    pub fn lacks_its_start(&self) -> bool {
        !self.arriving && self.rules.start.is_some() && !self.labels.is_full() && !self.labels.is_empty()
    }

    /// Goes to the label to begin at if it has arrived.
    fn begin(&mut self, now: Timestamp) {
        let new = std::mem::replace(&mut self.sought, self.labels.len())..self.labels.len();
        let Some(start) = self.rules.start.as_deref().map(str::as_bytes) else { return };
        let is_it =
            |at: &usize| self.labels.label(*at).as_bytes() == start || self.labels.value(*at) == start;
        if let Some(at) = new.into_iter().find(is_it) {
            self.begin_at(at, now);
        }
    }

    /// Begins at this label, unless the person has typed or moved before.
    fn begin_at(&mut self, at: usize, now: Timestamp) {
        self.rules.start = None;
        if self.hits.is_none() && !self.moved {
            (self.focus, self.moved) = (at, true);
            self.settled = Some(now.plus(SETTLED));
        }
    }

    /// Searches the labels that have arrived since.
    fn search_new(&mut self, now: Timestamp) {
        let (from, to) = (self.searched, self.labels.len());
        if from == to {
            return;
        }
        self.searched = to;
        let focused = self.at(self.focus);
        if let Some(hits) = &mut self.hits {
            let new: Vec<u32> = (from as u32..to as u32).collect();
            let found = self.search.among(&self.labels, &new);
            if found.is_empty() {
                return;
            }
            hits.extend(found);
            // It merges two sorted runs.
            hits.sort();
        }
        if self.moved
            && let (Some(label), Some(hits)) = (focused, &self.hits)
        {
            self.focus = hits.iter().position(|hit| hit.at as usize == label).unwrap_or(self.focus);
        }
        if self.at(self.focus) != focused {
            self.settled = Some(now.plus(SETTLED));
        }
    }

    fn walk(&mut self, by: isize) {
        let last = self.matching().saturating_sub(1);
        self.focus = self.focus.saturating_add_signed(by).min(last);
        self.moved = true;
        self.settled = None;
    }

    fn toggle(&mut self) {
        let Some(at) = self.at(self.focus) else { return };
        if self.picked.remove(&at) {
            return;
        }
        match self.rules.max {
            Some(most) if self.picked.len() >= most => self.notice = Some(FinderNotice::AtMost(most)),
            Some(_) | None => _ = self.picked.insert(at),
        }
    }

    fn enter(&mut self, now: Timestamp) -> Option<FinderEnd> {
        if self.guarded.is_none_or(|until| now < until) {
            return None;
        }
        let picks: Vec<usize> = if self.picked.is_empty() {
            let Some(at) = self.at(self.focus) else {
                let nothing =
                    if self.labels.is_empty() { FinderNotice::NoLabel } else { FinderNotice::NoMatch };
                self.notice = Some(nothing);
                return None;
            };
            if self.settled.is_some_and(|settled| now < settled) {
                self.notice = Some(FinderNotice::JustArrived);
                return None;
            }
            vec![at]
        } else {
            self.picked.iter().copied().collect()
        };
        if self.rules.many && picks.len() < self.rules.min {
            self.notice = Some(FinderNotice::AtLeast(self.rules.min));
            return None;
        }
        Some(FinderEnd::Picked(picks))
    }
}
