//! The soft wrap of each text entry, kept from paint to paint.
//!
//! - The editor's place identifies it; the flow itself compares the editor's revision.
//! - It remembers which row of the text is the first in sight.

use asq_core::text::{Editor, Flow};
use std::collections::HashMap;

/// The most entries whose layout is kept.
const KEPT: usize = 64;

/// One entry's layout and scroll position.
#[derive(Clone, Debug, Default)]
pub(crate) struct ScrolledFlow {
    pub(crate) flow: Flow,
    /// The first row in sight.
    pub(crate) top: usize,
}

/// All entries of a form.
#[derive(Debug, Default)]
pub(crate) struct Flows {
    kept: HashMap<usize, ScrolledFlow>,
    /// The width of the entry that has the caret.
    pub(crate) active: Option<usize>,
}

impl Flows {
    /// The layout of an editor at a width, up to date.
    pub(crate) fn of(&mut self, editor: &Editor, width: usize) -> &mut ScrolledFlow {
        let place = place(editor);
        if self.kept.len() > KEPT && !self.kept.contains_key(&place) {
            self.kept.clear();
        }
        let kept = self.kept.entry(place).or_default();
        kept.flow.update(editor, width);
        kept
    }

    /// The layout of the editor with the caret, at the width of the last paint; `None` if it wasn't painted.
    pub(crate) fn active(&mut self, editor: &Editor) -> Option<&ScrolledFlow> {
        let width = self.active?;
        Some(self.of(editor, width))
    }
}

fn place(editor: &Editor) -> usize {
    std::ptr::from_ref(editor).addr()
}
