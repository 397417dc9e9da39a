//! Lays out a preview as far as somebody looks.
//!
//! - Lines are made from the top, as many as requested and few more; the rest of a megabyte waits.
//! - Finished lines never change; the state between lines is kept, and nothing is made twice.
//! - The end is known once reached; the number of lines isn't known before that.
//! - One step takes at most 8 KiB of the source. A call takes at most 256 KiB, and at most 64 KiB that show
//!   nothing.
//! - An HTML page is followed by its source if there is room for all.

use crate::code::CodeBlock;
use crate::columns::{Columns, Fit};
use crate::markup::Markup;
use crate::sniff::{self, SourceShape};
use crate::{markdown, plain, raw, webpage};
use asq_core::model::PreviewKind;
use asq_core::text::{Line, Untrusted};

/// Lines made beyond those requested.
const AHEAD: usize = 64;
/// Most bytes of source for them.
const NEAR: usize = 4 << 10;

/// How much of a source that shows nothing (definitions, empty fences, empty quotes) one call reads, and
/// how much more for each line made on the way, in bytes.
const BARREN: usize = 64 << 10;
const FRUITFUL: usize = 4 << 10;
/// Most bytes of source that one call reads.
const AT_ONCE: usize = 256 << 10;

/// The lines of a preview at a width, made on demand.
#[derive(Clone, Debug)]
pub struct Layout {
    columns: Columns,
    lines: Vec<Line>,
    /// The first byte not laid out yet.
    at: usize,
    walk: Option<LayoutState>,
    kind: PreviewKind,
    whole: bool,
}

/// The state between lines.
#[derive(Clone, Debug)]
enum LayoutState {
    Text,
    Code(CodeBlock),
    Markup(Markup),
    Markdown(markdown::MarkdownWalk),
    Page(webpage::WebpageWalk),
}

impl Layout {
    /// Lays out nothing yet. `width` is in cells, at least one.
    pub fn new(kind: PreviewKind, width: usize, fit: Fit) -> Layout {
        let columns = Columns::new(width, fit);
        Layout { columns, lines: Vec::new(), at: 0, walk: None, kind, whole: false }
    }

    /// The lines made so far.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Whether these are all lines.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Makes lines until there are at least `lines`, or all; and up to 64 more if 4 KiB of the source give
    /// them. If 64 KiB show nothing, or 256 KiB give too few lines, it stops early and the next call
    /// continues; `usize::MAX` always makes all. `source` must be the same in each call.
    pub fn reach(&mut self, source: &Untrusted, lines: usize) {
        let raw = source.raw();
        let (far, near) = (lines.saturating_add(AHEAD), self.at + NEAR);
        let (from, made) = (self.at, self.lines.len());
        let mut tired = false;
        while !self.whole && !tired && (self.lines.len() < lines || self.lines.len() < far && self.at < near)
        {
            self.step(raw);
            self.whole = self.at >= raw.len();
            let gone = self.at.saturating_sub(from);
            let most = AT_ONCE.min(BARREN + (self.lines.len() - made) * FRUITFUL);
            tired = lines < usize::MAX && gone > most;
        }
    }

    fn step(&mut self, source: &str) {
        if self.walk.is_none() && self.begin(source) {
            return;
        }
        let Some(walk) = &mut self.walk else { return };
        if let LayoutState::Markdown(walk) = walk {
            self.at = walk.step(source, self.at, self.columns, &mut self.lines);
            return;
        }
        if let LayoutState::Page(walk) = walk {
            self.at = walk.step(source, self.at, &mut self.lines);
            if self.at >= source.len() && self.columns.fit == Fit::Whole {
                // The omitted parts can be read here.
                self.lines.push(Line::default());
                self.walk = Some(LayoutState::Markup(Markup::below(self.columns.prose, &mut self.lines)));
                self.at = 0;
            }
            return;
        }
        let Some(line) = raw::line(source, self.at) else {
            self.at = source.len();
            return;
        };
        self.at = line.next;
        let Columns { prose, code: wide, .. } = self.columns;
        match walk {
            LayoutState::Text if raw::is_drawn(line.text) => {
                self.lines.push(plain::drawing(line.text, wide));
            }
            LayoutState::Text => self.lines.extend(plain::text(line.text, prose)),
            LayoutState::Code(code) => code.line(line, wide, &mut self.lines),
            LayoutState::Markup(markup) => markup.line(line, self.columns.markup(), &mut self.lines),
            LayoutState::Markdown(_) | LayoutState::Page(_) => {}
        }
    }

    /// Chooses the layout; true if that finished it.
    fn begin(&mut self, source: &str) -> bool {
        let prose = self.columns.prose;
        self.walk = Some(match sniff::shape_of(self.kind, source) {
            SourceShape::Text => LayoutState::Text,
            SourceShape::Markdown => LayoutState::Markdown(markdown::MarkdownWalk::default()),
            SourceShape::Code(language) => {
                LayoutState::Code(language.map_or_else(CodeBlock::default, CodeBlock::named))
            }
            SourceShape::CodeIn(language) => LayoutState::Code(CodeBlock::named(language.name())),
            SourceShape::Svg => LayoutState::Markup(Markup::noted(source, prose, &mut self.lines)),
            SourceShape::Html => {
                LayoutState::Page(webpage::WebpageWalk::noted(self.columns, &mut self.lines))
            }
            SourceShape::Mermaid => {
                match self.columns.diagram(source) {
                    Ok(lines) => {
                        self.lines = lines;
                        self.at = source.len();
                        return true;
                    }
                    Err(why) => self.lines = why.lines(prose),
                }
                LayoutState::Code(CodeBlock::named("mermaid"))
            }
        });
        source.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Skips parts that show nothing, a piece at a time, to their end.
    #[test]
    fn what_shows_nothing_is_gone_through_a_piece_at_a_time() {
        for (barren, fruit) in
            [("```\n```\n", ""), ("[a]: b\n", "\n\nend"), (">", ""), ("> \n", "\n\nend"), ("<!---->", "end")]
        {
            let source = Untrusted::from(barren.repeat(1_000_000 / barren.len()) + fruit);
            let mut layout = Layout::new(PreviewKind::Markdown, 40, Fit::Within);
            let mut calls = 0;
            while !layout.is_whole() {
                let (from, made) = (layout.at, layout.lines().len());
                layout.reach(&source, made + 24);
                let gone = layout.at - from;
                let most = BARREN + (layout.lines().len() - made) * FRUITFUL + (8 << 10);
                assert!(gone <= most, "{barren:?}: {gone} bytes in one call");
                calls += 1;
            }
            assert!(calls > 1, "{barren:?}");
            let mut at_once = Layout::new(PreviewKind::Markdown, 40, Fit::Within);
            at_once.reach(&source, usize::MAX);
            assert!(at_once.is_whole());
            assert_eq!(layout.lines(), at_once.lines(), "{barren:?}");
        }
    }
}
