//! All that is found while a call is read.
//!
//! - Reading goes on after a problem, so that all of them are told at once.
//! - A call is sound when no problem was found.
//! - A flood is cut: of problems and of notes the first thousand are kept.

use asq_wire::{Misuse, Note, Problem};

/// How many problems, and how many notes, are kept of one call.
const KEPT: usize = 1000;

/// Problems and notes, in the order of the call.
#[derive(Debug, Default)]
pub(crate) struct Log {
    pub(crate) problems: Vec<Problem>,
    pub(crate) notes: Vec<Note>,
}

impl Log {
    pub(crate) fn problem(&mut self, problem: Problem) {
        if self.problems.len() < KEPT {
            self.problems.push(problem);
        }
    }

    pub(crate) fn note(&mut self, note: Note) {
        if self.notes.len() < KEPT {
            self.notes.push(note);
        }
    }

    /// What was read, with its notes; or everything that is wrong.
    pub(crate) fn close<T>(self, what: T) -> Result<(T, Vec<Note>), Misuse> {
        if self.problems.is_empty() { Ok((what, self.notes)) } else { Err(Misuse::new(self.problems)) }
    }
}
