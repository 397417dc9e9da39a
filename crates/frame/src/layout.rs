//! The last paint, as far as keys depend on it.

use crate::window::Window;
use std::ops::Range;

#[derive(Clone, Debug, Default)]
pub(crate) struct LastLayout {
    /// The scrolled part of the document; `None` if all of it was in sight.
    pub(crate) scrolled: Option<ScrolledDoc>,
    /// The columns that the form may have used.
    pub(crate) columns: usize,
    /// Rows that can be focused and their lines in the scrolled part.
    pub(crate) rows: Vec<(usize, Range<usize>)>,
    /// Rows that can be focused and their lines in the frame.
    pub(crate) hits: Vec<(usize, Range<usize>)>,
    /// Lines of the preview: in sight, and all.
    pub(crate) preview: Option<(usize, usize)>,
    /// If the context above the rows is partly hidden: how many of its lines are in sight, of how many.
    pub(crate) context: Option<(usize, usize)>,
    /// Whether the preview replaces the list while it is scrolled.
    pub(crate) preview_hidden: bool,
}

/// A document larger than its window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScrolledDoc {
    pub(crate) window: Window,
    pub(crate) height: usize,
    pub(crate) total: usize,
    pub(crate) marks: bool,
}

impl ScrolledDoc {
    /// The window after a move by so many lines.
    pub(crate) fn moved(&self, by: isize) -> Window {
        let top = self.window.top.saturating_add_signed(by);
        Window::at(top, self.height, self.total, self.marks)
    }
}
