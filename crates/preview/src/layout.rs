//! A preview while it is laid out: as far as somebody has looked.
//!
//! - Lines are made from the top, as many as were asked for and few more; the rest of a megabyte waits.
//! - A line that was made stays as it is; the state between lines is kept, nothing is made twice.
//! - Whether the end was reached is known; how many lines there will be is not, before that.
//! - One step takes at most 8 KiB of the source.

use crate::code::Code;
use crate::markup::Markup;
use crate::{highlight, markdown, mermaid, plain, raw};
use asq_core::model::PreviewKind;
use asq_core::text::{Line, Untrusted};

/// Lines that are made beyond those asked for.
const AHEAD: usize = 64;
/// How much of a source these may take, in bytes.
const NEAR: usize = 4 << 10;

/// The lines of a preview at a width, made as they are asked for.
#[derive(Clone, Debug)]
pub struct Layout {
    width: usize,
    lines: Vec<Line>,
    /// The first byte that was not laid out.
    at: usize,
    walk: Option<Walk>,
    kind: PreviewKind,
    whole: bool,
}

/// What is remembered from line to line.
#[derive(Clone, Debug)]
enum Walk {
    Text,
    Code(Code),
    Markup(Markup),
    Markdown(markdown::Walk),
}

impl Layout {
    /// Nothing laid out yet. `width` is in cells, and at least one.
    pub fn new(kind: PreviewKind, width: usize) -> Layout {
        Layout { width: width.max(1), lines: Vec::new(), at: 0, walk: None, kind, whole: false }
    }

    /// The lines that were made.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Whether these are all.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Makes lines until there are at least `lines`, or all; and 64 more as far as 4 KiB of the source
    /// give them. `source` is the same in each call.
    pub fn reach(&mut self, source: &Untrusted, lines: usize) {
        let raw = source.raw();
        let (far, near) = (lines.saturating_add(AHEAD), self.at + NEAR);
        while !self.whole && (self.lines.len() < lines || self.lines.len() < far && self.at < near) {
            self.step(raw);
            self.whole = self.at >= raw.len();
        }
    }

    fn step(&mut self, source: &str) {
        if self.walk.is_none() && self.begin(source) {
            return;
        }
        let Some(walk) = &mut self.walk else { return };
        if let Walk::Markdown(walk) = walk {
            self.at = walk.step(source, self.at, self.width, &mut self.lines);
            return;
        }
        let Some(line) = raw::line(source, self.at) else {
            self.at = source.len();
            return;
        };
        self.at = line.next;
        match walk {
            Walk::Text if raw::is_drawn(line.text) => {
                self.lines.push(plain::drawing(line.text, self.width, asq_core::text::Tone::Plain));
            }
            Walk::Text => self.lines.extend(plain::text(line.text, self.width)),
            Walk::Code(code) => code.line(line, self.width, &mut self.lines),
            Walk::Markup(markup) => markup.line(line, self.width, &mut self.lines),
            Walk::Markdown(_) => {}
        }
    }

    /// Chooses how to go; true where that was all.
    fn begin(&mut self, source: &str) -> bool {
        self.walk = Some(match self.kind {
            PreviewKind::Text => Walk::Text,
            PreviewKind::Markdown => Walk::Markdown(markdown::Walk::default()),
            PreviewKind::Code if highlight::is_fenced(source) => Walk::Markdown(markdown::Walk::default()),
            PreviewKind::Code => Walk::Code(Code::guessed(source)),
            PreviewKind::Svg | PreviewKind::Html => {
                Walk::Markup(Markup::noted(self.kind, self.width, &mut self.lines))
            }
            PreviewKind::Mermaid if highlight::is_fenced(source) => Walk::Markdown(markdown::Walk::default()),
            PreviewKind::Mermaid => {
                if let Some(lines) = mermaid::draw(source, self.width) {
                    self.lines = lines;
                    self.at = source.len();
                    return true;
                }
                Walk::Code(Code::named("mermaid"))
            }
        });
        source.is_empty()
    }
}
