//! Plain text and drawings, a line at a time.
//!
//! - Text wraps at the width and keeps its indentation.
//! - A drawing keeps its lines and columns; a line that is too wide ends in `…`.

use crate::raw;
use asq_core::text::{Line, Style, wrap};

/// The rows of a line of text.
pub(crate) fn text(line: &str, width: usize) -> Vec<Line> {
    wrap::wrap(&Line::of(raw::shown(line), Style::default()), width)
}

/// A line of a drawing.
pub(crate) fn drawing(line: &str, width: usize) -> Line {
    wrap::clip(&Line::of(raw::shown(line), Style::default()), width, "…")
}
