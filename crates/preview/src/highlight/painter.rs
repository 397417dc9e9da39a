//! A line, while its parts get their colours.
//!
//! - Parts come from left to right; the gaps between them are plain.
//! - A part never ends inside a character of several code points.

use asq_core::text::{Line, Shown, Span, Style, Tone};

/// Collects the parts of a line.
pub(super) struct SpanCollector<'a> {
    line: &'a Shown,
    spans: Vec<Span>,
    /// The open part: its start and its style.
    start: usize,
    style: Style,
    /// Everything before this byte has its colour.
    end: usize,
}

impl<'a> SpanCollector<'a> {
    pub(super) fn new(line: &'a Shown) -> SpanCollector<'a> {
        SpanCollector { line, spans: Vec::new(), start: 0, style: Style::default(), end: 0 }
    }

    /// Colours the part from byte `from` to byte `to`.
    pub(super) fn paint(&mut self, from: usize, to: usize, style: Style) {
        let from = from.max(self.end);
        if from >= to {
            return;
        }
        if from > self.end {
            self.go_on(from, Style::default());
        }
        self.go_on(to, style);
    }

    fn go_on(&mut self, to: usize, style: Style) {
        if style != self.style {
            self.close();
            self.style = style;
        }
        self.end = to;
    }

    fn close(&mut self) {
        if self.end > self.start {
            let text = self.line.part(self.start..self.end);
            if !text.is_empty() {
                self.spans.push(Span::new(text, self.style));
            }
        }
        self.start = self.end;
    }

    pub(super) fn done(mut self) -> Line {
        let all = self.line.as_str().len();
        if self.end < all {
            self.go_on(all, Style::default());
        }
        self.close();
        Line::new(self.spans)
    }
}

pub(super) fn comment() -> Style {
    Style::of(Tone::Dim).italic()
}
