//! What reading a call finds.
//!
//! - Reading goes on after a problem, so that one misuse reports all of them.
//! - A call without problems is valid.
//! - Keeps at most a thousand problems and a thousand notes.
//! - One note covers all blank keys: under a strict schema every call is full of them.

use asq_wire::{Misuse, Note, Path, Problem};

/// Most problems, and most notes, kept for one call.
const KEPT: usize = 1000;

/// Problems and notes, in the order of the call.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) problems: Vec<Problem>,
    pub(crate) notes: Vec<Note>,
    /// The position of the first blank key among the notes, and the number of blank keys.
    left_out: Option<(usize, usize)>,
}

impl Findings {
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

    /// A blank key, and its value.
    pub(crate) fn left_out(&mut self, path: &Path, what: &str) {
        if let Some((_, count)) = &mut self.left_out {
            *count += 1;
        } else {
            self.left_out = Some((self.notes.len(), 1));
            self.notes.push(Note::mended(path, format!("{what} is read as left out")));
        }
    }

    /// The value with its notes, or all problems.
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
