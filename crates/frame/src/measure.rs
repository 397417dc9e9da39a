//! How wide a form is, and where it stands on a screen that is its own.
//!
//! - Text has at most 100 columns: longer lines are hard to read.
//! - A centred form is in the middle between left and right, with a third of the free rows above it.
//! - While a page is open, it moves up only if it grows too high, so that it doesn't jump while somebody types.

use crate::block::blanks;
use crate::{Frame, Size, View};
use asq_core::text::Line;

/// The most columns of text.
pub(crate) const MOST: u16 = 100;

pub(crate) fn of_text(size: Size) -> Size {
    Size { width: size.width.min(MOST), ..size }
}

/// The frame of a view's last paint in the middle of a screen.
pub(crate) fn centred(mut frame: Frame, view: &mut View, size: Size) -> Frame {
    let left = view.left(size.width);
    let free = usize::from(size.height).saturating_sub(frame.lines.len());
    let above = view.rows_above.unwrap_or(free / 3).min(free);
    view.rows_above = Some(above);
    for line in &mut frame.lines {
        line.spans.splice(0..0, blanks(left).spans);
    }
    frame.lines.splice(0..0, vec![Line::default(); above]);
    frame.caret = frame.caret.map(|(column, row)| (column + left as u16, row + above as u16));
    for (_, lines) in &mut view.last.hits {
        *lines = lines.start + above..lines.end + above;
    }
    frame
}
