//! A piece of the document: a text, a row or an entry, of known height.
//!
//! - Lines are made on demand, so that scrolled-away parts cost nothing.
//! - A block knows its row, and the caret's place in it.

use crate::texts::Lines;
use asq_core::text::{Line, Shown, Span, Style};

/// Lines below each other.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// Lines that exist already.
    Ready(Vec<Line>),
    /// A broken text, painted in one style.
    Text {
        lines: Lines,
        style: Style,
        /// The prefix of the first line; `None` if it is that of the others.
        first: Option<Line>,
        lead: Line,
        /// The suffix of the last line.
        suffix: Line,
    },
}

impl Part {
    fn height(&self) -> usize {
        match self {
            Part::Ready(lines) => lines.len(),
            Part::Text { lines, .. } => lines.len(),
        }
    }

    fn line(&self, at: usize) -> Line {
        match self {
            Part::Ready(lines) => lines.get(at).cloned().unwrap_or_default(),
            Part::Text { lines, style, first, lead, suffix } => {
                let mut line = first.as_ref().filter(|_| at == 0).unwrap_or(lead).clone();
                if let Some(text) = lines.get(at) {
                    line.spans.extend(text.spans.iter().map(|s| Span::new(s.text.clone(), *style)));
                }
                if at + 1 == lines.len() {
                    line.spans.extend(suffix.spans.iter().cloned());
                }
                line
            }
        }
    }
}

/// A piece of the document.
#[derive(Clone, Debug, Default)]
pub(crate) struct ScreenBlock {
    pub(crate) parts: Vec<Part>,
    /// The row of the screen.
    pub(crate) row: Option<usize>,
    /// Whether the page moves may focus it.
    pub(crate) selectable: bool,
    /// Whether it is the context above the rows.
    pub(crate) context: bool,
    /// Whether an empty line precedes it, if there is room.
    pub(crate) gap: bool,
    /// Whether that line only sets one of asq's own rows apart: it is the first to go.
    pub(crate) apart: bool,
    /// Line and column of the caret in the block.
    pub(crate) caret: Option<(usize, usize)>,
}

impl ScreenBlock {
    /// Text in one style, with the same prefix on each line.
    pub(crate) fn text(lines: Lines, style: Style, lead: Line) -> ScreenBlock {
        let part = Part::Text { lines, style, first: None, lead, suffix: Line::default() };
        ScreenBlock { parts: vec![part], ..ScreenBlock::default() }
    }

    /// How many lines it has.
    pub(crate) fn height(&self) -> usize {
        self.parts.iter().map(Part::height).sum()
    }

    /// One of its lines.
    pub(crate) fn line(&self, mut at: usize) -> Line {
        for part in &self.parts {
            let height = part.height();
            if at < height {
                return part.line(at);
            }
            at -= height;
        }
        Line::default()
    }
}

pub(crate) fn blanks(cells: usize) -> Line {
    if cells == 0 { Line::default() } else { Line::of(Shown::repeat(" ", cells), Style::default()) }
}
