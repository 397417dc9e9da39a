//! The starts of a block's lines: bars of quotes, markers of items.
//!
//! - An item's marker is written once; the lines below have blanks of its width.
//! - Margins take at most half of the width, or on wide surfaces all but twenty cells. Deeper nesting isn't
//!   indented further, and its marker comes right before its text.

use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, width};

/// The start of a line in a block.
#[derive(Clone, Debug)]
pub(super) enum Margin {
    Quote,
    /// A list item; the marker is written once, then blanks of its width.
    Item {
        marker: String,
        written: bool,
    },
}

impl Margin {
    fn width(&self) -> usize {
        match self {
            Margin::Quote => 2,
            Margin::Item { marker, .. } => width::of(marker),
        }
    }
}

/// The open margins, outermost first.
#[derive(Clone, Debug, Default)]
pub(super) struct Margins {
    open: Vec<Margin>,
}

impl Margins {
    pub(super) fn push(&mut self, margin: Margin) {
        self.open.push(margin);
    }

    pub(super) fn pop(&mut self) {
        self.open.pop();
    }

    pub(super) fn last(&self) -> Option<&Margin> {
        self.open.last()
    }

    /// How many of them have room, and the cells that they take.
    fn fitting(&self, total: usize) -> (usize, usize) {
        let most = if total < 8 { total - 1 } else { (total / 2).max(total.saturating_sub(20)) };
        let mut used = 0;
        let fits = |m: &&Margin| {
            let fits = used + m.width() <= most;
            used += if fits { m.width() } else { 0 };
            fits
        };
        let count = self.open.iter().take_while(fits).count();
        (count, used)
    }

    /// The cells left for text.
    pub(super) fn room(&self, total: usize) -> usize {
        total - self.fitting(total).1
    }

    /// Markers without room that are still unwritten; they come right before the text.
    pub(super) fn misplaced(&mut self, total: usize) -> Vec<Span> {
        let (count, _) = self.fitting(total);
        let mut spans = Vec::new();
        for margin in self.open.iter_mut().skip(count) {
            if let Margin::Item { marker, written: written @ false } = margin {
                *written = true;
                spans.push(marked(marker));
            }
        }
        spans
    }

    pub(super) fn before(&mut self, line: Line, total: usize) -> Line {
        let (count, _) = self.fitting(total);
        let mut spans = Vec::new();
        for margin in self.open.iter_mut().take(count) {
            match margin {
                Margin::Quote => spans.push(Span::own("│ ", Tone::Dim)),
                Margin::Item { marker, written: true } => {
                    spans.push(Span::new(Shown::repeat(" ", width::of(marker)), Style::default()));
                }
                Margin::Item { marker, written } => {
                    *written = true;
                    spans.push(marked(marker));
                }
            }
        }
        spans.extend(line.spans);
        Line::new(spans)
    }
}

fn marked(marker: &str) -> Span {
    Span::new(Shown::one_line(&Untrusted::from(marker)), Style::of(Tone::Dim))
}
