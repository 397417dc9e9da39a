//! Lays a screen out: the reader, a page with a preview, or a page without one.
//!
//! - Without rows or columns there is nothing.
//! - Text has a measure; a form on a screen of its own is in the middle of it.
//! - On a dangerous page the bar is red.

use crate::{Frame, Size, View, compare, gutter, list, measure, reading};
use asq_core::form::{Page, Screen};

/// Lays a screen out at a size.
pub fn paint(screen: &Screen<'_>, view: &mut View, size: Size) -> Frame {
    if size.width == 0 || size.height == 0 {
        return Frame::default();
    }
    if let Some(reading) = &screen.reading {
        view.last.hits.clear();
        return reading::paint(screen, reading, view, size).within(size, view.glyphs.ellipsis());
    }
    view.begin(screen);
    let text = measure::of_text(size);
    view.last.columns = usize::from(text.width);
    let frame = match (screen.page, &screen.preview) {
        (Page::Compare, Some(preview)) => compare::paint(screen, preview, view, size),
        (Page::Compare, None)
        | (Page::Choose | Page::Edit | Page::Danger | Page::Notes | Page::Review, _) => {
            list::paint(screen, view, text)
        }
    };
    let frame = frame.within(size, view.glyphs.ellipsis());
    let frame = if screen.danger.is_some() { gutter::reddened(frame) } else { frame };
    if view.is_centred() { measure::centred(frame, view, size) } else { frame }
}
