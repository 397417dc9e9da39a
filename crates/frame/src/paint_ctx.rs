//! The parts of a view that laying out a page needs.

use crate::flows::Flows;
use crate::glyphs::Glyphs;
use crate::previews::Previews;
use crate::texts::Texts;

pub(crate) struct PaintCtx<'v> {
    pub(crate) glyphs: Glyphs,
    pub(crate) texts: &'v mut Texts,
    pub(crate) flows: &'v mut Flows,
    pub(crate) previews: &'v mut Previews,
    /// The first line in sight of the context above the rows.
    pub(crate) context_top: &'v mut usize,
    /// The most rows that a text entry may take at this size.
    pub(crate) most_rows: usize,
}
