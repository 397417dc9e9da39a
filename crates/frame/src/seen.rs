//! The lines of a page that have been in sight.
//!
//! - They count only for a page that must be seen whole before it can be confirmed.
//! - Another page, another width or another height of the document starts over.

use asq_core::form::Screen;
use std::ops::Range;

/// The lines of one page at one width.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeenLines {
    page: u64,
    width: usize,
    lines: Vec<bool>,
    wanted: bool,
}

impl SeenLines {
    /// Starts a paint of so many lines.
    pub(crate) fn begin(&mut self, screen: &Screen<'_>, width: usize, lines: usize) {
        self.wanted = screen.must_see;
        if !self.wanted {
            return;
        }
        // At another width the lines are others, so none of them has been seen.
        if (self.page, self.width, self.lines.len()) != (screen.page_id, width, lines) {
            *self = SeenLines { page: screen.page_id, width, lines: vec![false; lines], wanted: true };
        }
    }

    /// Notes that these lines are in sight.
    pub(crate) fn show(&mut self, lines: Range<usize>) {
        let last = self.lines.len();
        for line in &mut self.lines[lines.start.min(last)..lines.end.min(last)] {
            *line = true;
        }
    }

    /// The page, once all of it was in sight.
    pub(crate) fn done(&self) -> Option<u64> {
        (self.wanted && self.lines.iter().all(|seen| *seen)).then_some(self.page)
    }
}
