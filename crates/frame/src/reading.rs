//! Paints the reader instead of the page: the lines that fit, marks for hidden ones, and the footer.
//!
//! - From eight rows up, marks show how much is hidden, and that there is more than was laid out.
//! - The footer names sideways scrolling and wrapping only if a line is too wide, or was.

use crate::chrome::Chrome;
use crate::hints::HintRow;
use crate::list::{self, Body};
use crate::window::Window;
use crate::{Frame, Size, View};
use asq_core::form::{HintFor, ReadingScreen, Screen};

/// From this height on, marks show how much is hidden.
const MARKS: usize = 8;

/// Paints the passages in place of the page.
pub(crate) fn paint(screen: &Screen<'_>, reading: &ReadingScreen, view: &mut View, size: Size) -> Frame {
    let (width, height) = (usize::from(size.width), usize::from(size.height));
    let (glyphs, renderer) = (view.glyphs, view.previews.renderer);
    let passages = &reading.passages;
    let reader = &mut view.reader;
    let (total, whole) = reader.lay(passages, renderer, glyphs, (width, height));
    let beyond = reader.beyond();
    let hints = HintRow::of(&screen.hints, glyphs);
    let hints = match (reader.wraps, beyond) {
        (true, _) => hints.without(HintFor::Sideways).reworded(HintFor::Wrapping, "w unwrap"),
        (false, 0) => hints.without(HintFor::Sideways).without(HintFor::Wrapping),
        (false, _) => hints,
    };
    let mut chrome = Chrome::hinting(screen, hints, width, glyphs);
    let room = if whole && chrome.height() + total <= height {
        total
    } else {
        chrome.squeeze(height, 1, height, width)
    };
    // Unless all of it is laid out, a line stays hidden below, so that the mark says that there is more.
    let lowest = if whole { usize::MAX } else { total.saturating_sub(room + 1) };
    let window = Window::at(reader.top.min(lowest), room, total, height >= MARKS);
    reader.top = window.top;
    reader.page = window.count;
    reader.left = reader.left.min(beyond);
    let mut body = Body::new(height);
    body.lines.extend(window.above.map(|n| list::hidden("↑ ", n, "", glyphs)));
    let shown = window.top..window.top + window.count;
    body.lines.extend(shown.map(|at| reader.line(passages, at, glyphs)));
    let more = if whole { list::hidden } else { list::hidden_or_more };
    body.lines.extend(window.below.map(|n| more("↓ ", n, " · PgDn", glyphs)));
    body.framed(&chrome)
}
