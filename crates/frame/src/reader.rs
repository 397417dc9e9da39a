//! Reading on the full screen: passages below each other, behind the bar.
//!
//! - Prose wraps at the width; code and drawings keep their width, and scroll sideways.
//! - Up and Down, PgUp and PgDn, Home and End, Left and Right scroll; marks show how much is hidden.
//! - A line that continues to the left or the right has `…` there, and no wide character is cut.
//! - End goes at most ten thousand lines further, and a mark shows that there is more.
//! - Passages are laid out on demand; none can pass for rows of asq's own.

use crate::chrome::Chrome;
use crate::gutter;
use crate::hints::HintRow;
use crate::list::{self, Body};
use crate::previews::{AHEAD, LaidPreview, Renderer};
use crate::window::Window;
use crate::{Frame, Glyphs, Intercept, Size, View};
use asq_core::form::{Code, HintFor, Key, Passage, ReadingScreen, Screen};
use asq_core::text::{Line, Shown, Span, Tone, wrap};
use asq_preview::Fit;

/// From this height on, marks show how much is hidden.
const MARKS: usize = 8;
/// The most lines that one key lays out: another End continues from there.
const FAR: usize = 10_000;

/// The reader's position, and the passages laid out so far.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    top: usize,
    /// Columns that are scrolled away at the left.
    left: usize,
    /// Lines and columns in sight at the last paint.
    page: usize,
    room: usize,
    /// Width and size in bytes of the passages that were laid out.
    of: Option<(usize, usize)>,
    kept: Vec<LaidPreview>,
}

impl Reader {
    /// Scrolls; true if the key is for that.
    fn scroll(&mut self, key: Key) -> bool {
        if key.ctrl || key.alt || key.shift {
            return false;
        }
        let page = self.page.saturating_sub(1).max(1);
        let aside = (self.room / 2).max(1);
        match key.code {
            Code::Up => self.top = self.top.saturating_sub(1),
            Code::Down => self.top = self.top.saturating_add(1),
            Code::PageUp => self.top = self.top.saturating_sub(page),
            Code::PageDown | Code::Char(' ') => self.top = self.top.saturating_add(page),
            Code::Home => (self.top, self.left) = (0, 0),
            Code::End => self.top = usize::MAX,
            Code::Left => self.left = self.left.saturating_sub(aside),
            Code::Right => self.left = self.left.saturating_add(aside),
            Code::Char(_)
            | Code::Enter
            | Code::Tab
            | Code::Backspace
            | Code::Delete
            | Code::Esc
            | Code::F(_) => return false,
        }
        true
    }

    /// Lays out so many lines, or all; returns how many there are, and whether these are all.
    fn reach(
        &mut self,
        passages: &[Passage],
        renderer: Renderer,
        glyphs: Glyphs,
        wanted: usize,
    ) -> (usize, bool) {
        let mut total = 0;
        for (at, passage) in passages.iter().enumerate() {
            if total >= wanted {
                return (total, false);
            }
            if self.kept.len() == at {
                self.kept.push(LaidPreview::new(passage.kind, self.room, Fit::Whole));
            }
            let head = before(passage, at);
            let whole = self.kept[at].reach(renderer, &passage.source, wanted - total, glyphs);
            total += head + self.kept[at].lines().len();
            if !whole {
                return (total, false);
            }
        }
        (total, true)
    }

    /// One of the lines that were laid out.
    fn line(&self, passages: &[Passage], mut at: usize, glyphs: Glyphs) -> Line {
        for (n, (passage, kept)) in passages.iter().zip(&self.kept).enumerate() {
            let head = before(passage, n);
            if at < head {
                return if at + 1 == head { glyphs.line(&passage.heading) } else { Line::default() };
            }
            at -= head;
            if let Some(line) = kept.lines().get(at) {
                return self.ruled(line, glyphs);
            }
            at -= kept.lines().len();
        }
        Line::default()
    }

    /// The part of a line that is in sight.
    fn ruled(&self, line: &Line, glyphs: Glyphs) -> Line {
        let mark = glyphs.ellipsis();
        let line = if self.left > 0 { without(line, self.left, mark) } else { line.clone() };
        let line = wrap::clip(&line, self.room, mark);
        let mut out = Line::default();
        if self.of.is_some_and(|(width, _)| width >= gutter::FROM) {
            out.push(gutter::bar(glyphs));
        }
        out.spans.extend(line.spans);
        out
    }

    fn widest(&self) -> usize {
        self.kept.iter().flat_map(LaidPreview::lines).map(Line::width).max().unwrap_or(0)
    }
}

/// Lines above a passage: an empty one and its heading.
fn before(passage: &Passage, at: usize) -> usize {
    usize::from(at > 0) + usize::from(!passage.heading.spans.is_empty())
}

/// A line without its first columns; a mark replaces them.
fn without(line: &Line, columns: usize, mark: &'static str) -> Line {
    let mut left = columns + mark.chars().count();
    if line.width() <= columns {
        let blank = line.spans.iter().all(|s| s.text.as_str().trim().is_empty());
        return if blank { Line::default() } else { Line::from(Span::own(mark, Tone::Dim)) };
    }
    let mut out = Line::from(Span::own(mark, Tone::Dim));
    for span in &line.spans {
        let width = span.text.width();
        if left >= width {
            left -= width;
            continue;
        }
        // A wide character that is cut in two leaves a blank.
        let (gone, mut rest) = span.text.split(left);
        let short = left - gone.width();
        if short > 0 {
            rest = Shown::repeat(" ", short).then(&rest.split(2).1);
        }
        left = 0;
        out.push(Span::new(rest, span.style));
    }
    out
}

impl View {
    /// The meaning of a key in the reader.
    pub(crate) fn read(&mut self, key: Key) -> Intercept {
        if self.reader.scroll(key) { Intercept::Scrolled } else { Intercept::Pass }
    }
}

/// Paints the passages in place of the page.
pub(crate) fn paint(screen: &Screen<'_>, reading: &ReadingScreen, view: &mut View, size: Size) -> Frame {
    let (width, height) = (usize::from(size.width), usize::from(size.height));
    let (glyphs, renderer) = (view.glyphs, view.previews.renderer);
    let passages = &reading.passages;
    let reader = &mut view.reader;
    let of = Some((width, passages.iter().map(|p| p.source.raw().len()).sum()));
    if reader.of != of {
        reader.of = of;
        reader.kept.clear();
        reader.room = if width >= gutter::FROM { width - gutter::CELLS } else { width };
    }
    let made: usize = reader.kept.iter().map(|kept| kept.lines().len()).sum();
    let wanted = reader.top.saturating_add(height).saturating_add(AHEAD).min(made + FAR);
    let (total, whole) = reader.reach(passages, renderer, glyphs, wanted);
    let beyond = reader.widest().saturating_sub(reader.room);
    let hints = HintRow::of(&screen.hints, glyphs);
    let hints = if beyond > 0 { hints } else { hints.without(HintFor::Sideways) };
    let mut chrome = Chrome::hinting(screen, &hints, width, glyphs);
    let room = if whole && chrome.height() + total <= height {
        total
    } else {
        chrome.squeeze(height, 1, height, width)
    };
    // If there is more, something stays below the lines in sight, so that the mark shows it.
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
