//! The changes that led to a text.
//!
//! - Every change gets a revision that is new in the process. Two editors, or an editor and its changed clone, share
//!   one only if their texts are equal.
//! - It keeps the last changes and can join them, so that a layout that is some keys behind catches up.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of changes that it keeps.
const KEPT: usize = 64;

/// Revisions are for identity only, so the order between threads doesn't matter.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// The replacement of a part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextChange {
    /// The removed bytes, in the earlier text.
    pub removed: Range<usize>,
    /// The number of inserted bytes.
    pub inserted: usize,
}

impl TextChange {
    /// This change and then `next` as one change.
    fn then(self, next: &TextChange) -> TextChange {
        let end = self.removed.start + self.inserted;
        let start = self.removed.start.min(next.removed.start);
        let reach = end.max(next.removed.end);
        TextChange {
            removed: start..self.removed.end + (reach - end),
            inserted: reach - next.removed.len() + next.inserted - start,
        }
    }
}

/// The last changes of one text.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    revision: u64,
    /// The changes, each with the revision before it.
    recent: VecDeque<(u64, TextChange)>,
}

impl Changes {
    /// The changes of a new text.
    pub(super) fn fresh() -> Changes {
        Changes { revision: NEXT.fetch_add(1, Ordering::Relaxed), recent: VecDeque::new() }
    }

    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    pub(super) fn last(&self) -> Option<&TextChange> {
        self.recent.back().map(|(_, change)| change)
    }

    pub(super) fn add(&mut self, removed: Range<usize>, inserted: usize) {
        if self.recent.len() == KEPT {
            self.recent.pop_front();
        }
        self.recent.push_back((self.revision, TextChange { removed, inserted }));
        self.revision = NEXT.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn since(&self, revision: u64) -> Option<TextChange> {
        let at = self.recent.iter().position(|(before, _)| *before == revision)?;
        let mut changes = self.recent.range(at..).map(|(_, change)| change);
        let first = changes.next()?.clone();
        Some(changes.fold(first, TextChange::then))
    }
}
