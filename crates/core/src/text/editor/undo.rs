//! Undo and redo.
//!
//! - A step is the difference, never a copy of the text.
//! - Typing is one step up to the start of the next word; a run of deletions is one step, too.
//! - An undone step can be redone until the next edit.
//! - It keeps at most 10,000 steps and 16 MiB of removed text, and drops the oldest first.

use std::ops::Range;

const STEPS: usize = 10_000;
const BYTES: usize = 16 << 20;

/// The kinds of edits, for joining steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EditKind {
    Typing,
    Deleting,
    Other,
}

/// A replacement at `at`: of `removed` by `inserted` bytes.
#[derive(Clone, Debug)]
struct UndoStep {
    at: usize,
    removed: String,
    inserted: usize,
    caret_before: usize,
    caret_after: usize,
    kind: EditKind,
    /// Whether the last typed or deleted character was white space.
    space: bool,
}

/// The change of the text by a step.
pub(super) struct Done {
    pub(super) removed: Range<usize>,
    pub(super) inserted: usize,
    pub(super) caret: usize,
}

/// The steps of one text.
#[derive(Clone, Debug, Default)]
pub(super) struct Undo {
    back: Vec<UndoStep>,
    forth: Vec<UndoStep>,
    /// Whether the next edit starts a step.
    sealed: bool,
    bytes: usize,
}

impl Undo {
    /// Makes the next edit start a new step.
    pub(super) fn seal(&mut self) {
        self.sealed = true;
    }

    pub(super) fn add(
        &mut self,
        at: usize,
        removed: String,
        with: &str,
        caret_before: usize,
        caret_after: usize,
        kind: EditKind,
    ) {
        self.forth.clear();
        self.bytes += removed.len();
        let space = if with.is_empty() { &removed } else { with }.chars().all(char::is_whitespace);
        let sealed = std::mem::take(&mut self.sealed);
        let open = self.back.last_mut().filter(|last| !sealed && last.kind == kind);
        match (kind, open) {
            (EditKind::Typing, Some(last)) if last.at + last.inserted == at && (space || !last.space) => {
                last.inserted += with.len();
                last.caret_after = caret_after;
                last.space = space;
                return;
            }
            (EditKind::Deleting, Some(last)) if last.inserted == 0 && last.space == space => {
                if at + removed.len() == last.at {
                    last.removed.insert_str(0, &removed);
                    last.at = at;
                    last.caret_after = caret_after;
                    return;
                } else if at == last.at {
                    last.removed.push_str(&removed);
                    last.caret_after = caret_after;
                    return;
                }
            }
            (EditKind::Typing | EditKind::Deleting | EditKind::Other, Some(_) | None) => {}
        }
        self.back.push(UndoStep {
            at,
            removed,
            inserted: with.len(),
            caret_before,
            caret_after,
            kind,
            space,
        });
        let mut surplus = self.back.len().saturating_sub(STEPS);
        let mut bytes = self.bytes;
        while bytes > BYTES && surplus + 1 < self.back.len() {
            bytes -= self.back[surplus].removed.len();
            surplus += 1;
        }
        // It drops several at once, because each removal moves the rest.
        if surplus > 0 {
            let surplus = surplus.max(self.back.len() / 16);
            self.bytes -= self.back.drain(..surplus).map(|step| step.removed.len()).sum::<usize>();
        }
    }

    /// Undoes the last step in `text`.
    pub(super) fn back(&mut self, text: &mut String) -> Option<Done> {
        let step = self.back.pop()?;
        self.sealed = true;
        self.bytes -= step.removed.len();
        let caret = step.caret_before;
        let (done, inverse) = swap(text, &step, caret);
        self.forth.push(inverse);
        Some(done)
    }

    /// Redoes the last undone step in `text`.
    pub(super) fn forth(&mut self, text: &mut String) -> Option<Done> {
        let step = self.forth.pop()?;
        self.sealed = true;
        let caret = step.caret_after;
        let (done, inverse) = swap(text, &step, caret);
        self.bytes += inverse.removed.len();
        self.back.push(inverse);
        Some(done)
    }
}

/// Exchanges the inserted text of a step for the removed one; returns the inverse step.
fn swap(text: &mut String, step: &UndoStep, caret: usize) -> (Done, UndoStep) {
    let range = step.at..step.at + step.inserted;
    let taken = text[range.clone()].to_owned();
    text.replace_range(range.clone(), &step.removed);
    let inserted = step.removed.len();
    (Done { removed: range, inserted, caret }, UndoStep { removed: taken, inserted, ..*step })
}
