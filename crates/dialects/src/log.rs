//! All that is found while a call is read.
//!
//! - Reading goes on after a problem, so that all of them are told at once.
//! - A call is sound when no problem was found.
//! - A flood is cut: of problems and of notes the first thousand are kept.
//! - Keys with nothing in them are told in one note, however many: under a strict schema each call is full of them.

use asq_wire::{Misuse, Note, Path, Problem};

/// How many problems, and how many notes, are kept of one call.
const KEPT: usize = 1000;

/// Problems and notes, in the order of the call.
#[derive(Debug, Default)]
pub(crate) struct Log {
    pub(crate) problems: Vec<Problem>,
    pub(crate) notes: Vec<Note>,
    /// Where the first key with nothing in it stands among the notes, and how many there are.
    left_out: Option<(usize, usize)>,
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

    /// A key with nothing in it, and what stands there instead.
    pub(crate) fn left_out(&mut self, path: &Path, what: &str) {
        if let Some((_, count)) = &mut self.left_out {
            *count += 1;
        } else {
            self.left_out = Some((self.notes.len(), 1));
            self.notes.push(Note::mended(path, format!("{what} is read as left out")));
        }
    }

    /// What was read, with its notes; or everything that is wrong.
    pub(crate) fn close<T>(mut self, what: T) -> Result<(T, Vec<Note>), Misuse> {
        if let Some((at, count @ 2..)) = self.left_out
            && let Some(first) = self.notes.get_mut(at)
        {
            let (are, keys) = if count == 2 { ("is", "key") } else { ("are", "keys") };
            first.text = format!("{}; so {are} {} more {keys}", first.text, count - 1);
        }
        if self.problems.is_empty() { Ok((what, self.notes)) } else { Err(Misuse::new(self.problems)) }
    }
}
