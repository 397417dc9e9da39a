//! Width in terminal cells.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Cells of a text that is already safe to paint.
pub fn of(text: &str) -> usize {
    text.graphemes(true).map(of_grapheme).sum()
}

/// Cells of one grapheme.
pub fn of_grapheme(grapheme: &str) -> usize {
    grapheme.width().min(2)
}
