//! The reader: passages below each other, behind the bar, and the part of them in sight.
//!
//! - Prose wraps at the width; code and drawings keep their width, and scroll sideways, until `w` wraps code, too.
//! - Up and Down, PgUp and PgDn, Home and End scroll; Left and Right by 8 columns, with Shift by 40.
//! - A line that continues to the left or the right has `…` there, and no wide character is cut.
//! - End goes at most ten thousand lines further.
//! - Passages are laid out on demand; none can pass for rows of asq's own.

use crate::previews::{AHEAD, LaidPreview, Renderer};
use crate::{Glyphs, gutter};
use asq_core::form::{Code, Key, Passage};
use asq_core::text::{Line, Shown, Span, Tone, wrap};
use asq_preview::Fit;

/// The most lines that one key lays out: another End continues from there.
const FAR: usize = 10_000;

/// Columns that a key scrolls sideways, without Shift and with it.
const ASIDE: [usize; 2] = [8, 40];

/// The reader's position, and the passages laid out so far.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    pub(crate) top: usize,
    /// Columns that are scrolled away at the left.
    pub(crate) left: usize,
    /// Lines and columns in sight at the last paint.
    pub(crate) page: usize,
    /// Set by `w`, until the reader is closed.
    pub(crate) wraps: bool,
    /// The widest of the lines that were measured, and how many of each passage those are.
    widest: (usize, Vec<usize>),
    room: usize,
    /// Width and size in bytes of the passages that were laid out.
    of: Option<(usize, usize)>,
    kept: Vec<LaidPreview>,
}

impl Reader {
    /// Scrolls; true if the key is for that.
    pub(crate) fn scroll(&mut self, key: Key) -> bool {
        let sideways = matches!(key.code, Code::Left | Code::Right);
        if key.ctrl || key.alt || key.shift && !sideways {
            return false;
        }
        let page = self.page.saturating_sub(1).max(1);
        let aside = ASIDE[usize::from(key.shift)];
        match key.code {
            Code::Up => self.top = self.top.saturating_sub(1),
            Code::Down => self.top = self.top.saturating_add(1),
            Code::PageUp => self.top = self.top.saturating_sub(page),
            Code::PageDown | Code::Char(' ') => self.top = self.top.saturating_add(page),
            Code::Home => (self.top, self.left) = (0, 0),
            Code::End => self.top = usize::MAX,
            Code::Left => self.left = self.left.saturating_sub(aside),
            Code::Right => self.left = self.left.saturating_add(aside),
            Code::Char('w') => {
                self.wraps = !self.wraps;
                self.left = 0;
                self.of = None;
            }
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

    /// Lays out what a screen of this size shows, and a few lines more; returns how many lines there are, and whether
    /// these are all.
    pub(crate) fn lay(
        &mut self,
        passages: &[Passage],
        renderer: Renderer,
        glyphs: Glyphs,
        (width, height): (usize, usize),
    ) -> (usize, bool) {
        let of = Some((width, passages.iter().map(|p| p.source.raw().len()).sum()));
        if self.of != of {
            self.of = of;
            self.kept.clear();
            self.widest = (0, Vec::new());
            self.room = if width >= gutter::FROM { width - gutter::CELLS } else { width };
        }
        let made: usize = self.kept.iter().map(|kept| kept.lines().len()).sum();
        let wanted = self.top.saturating_add(height).saturating_add(AHEAD).min(made + FAR);
        self.reach(passages, renderer, glyphs, wanted)
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
                let fit = if self.wraps { Fit::Within } else { Fit::Whole };
                self.kept.push(LaidPreview::new(passage.kind, self.room, fit));
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
    pub(crate) fn line(&self, passages: &[Passage], mut at: usize, glyphs: Glyphs) -> Line {
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

    /// How many columns of the widest line have no room. Each line is measured once.
    pub(crate) fn beyond(&mut self) -> usize {
        let (widest, measured) = &mut self.widest;
        measured.resize(self.kept.len(), 0);
        for (kept, measured) in self.kept.iter().zip(measured) {
            let new = kept.lines().get(*measured..).unwrap_or_default();
            *widest = new.iter().map(Line::width).fold(*widest, usize::max);
            *measured = kept.lines().len();
        }
        widest.saturating_sub(self.room)
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
