//! Lays a screen out: the reader, a page with a preview, or a page without one.
//!
//! - Without rows or columns there is nothing.
//! - On a dangerous page the bar is red.

use crate::{Frame, Size, View, compare, gutter, list, reading};
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
    let frame = match (screen.page, &screen.preview) {
        (Page::Compare, Some(preview)) => compare::paint(screen, preview, view, size),
        (Page::Compare, None)
        | (Page::Choose | Page::Edit | Page::Danger | Page::Notes | Page::Review, _) => {
            list::paint(screen, view, size)
        }
    };
    let frame = frame.within(size, view.glyphs.ellipsis());
    if screen.danger.is_some() { gutter::reddened(frame) } else { frame }
}
