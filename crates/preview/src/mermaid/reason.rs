//! Why a diagram isn't drawn, in a line above its source.

use asq_core::text::{Line, Shown, Style, Tone, Untrusted, wrap};

/// Longest piece of a source in a reason, in characters.
const PIECE: usize = 60;

/// Why there is no drawing.
#[cfg_attr(not(feature = "mermaid"), allow(dead_code, reason = "nothing is drawn"))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotDrawn {
    /// Diagrams of this family aren't drawn.
    Family(String),
    /// An unknown statement.
    Statement(String),
    /// An unclosed block or group, or a surplus end.
    Unclosed,
    /// The diagram is empty.
    Empty,
    /// Over the limit: `60 nodes`.
    Many(&'static str),
    /// Over this length.
    Long(&'static str),
    /// Doesn't fit into this many columns.
    Wide(usize),
    /// Edges would overlap.
    Tangled,
}

impl NotDrawn {
    /// `not drawn: it is wider than 40 columns`
    pub(crate) fn lines(&self, width: usize) -> Vec<Line> {
        let theirs = |text: &str| Shown::clipped(&Untrusted::from(text), PIECE);
        let own = Shown::own;
        let words = match self {
            NotDrawn::Family(name) => vec![own("asq does not draw diagrams of the kind "), theirs(name)],
            NotDrawn::Statement(text) => vec![own("asq does not understand: "), theirs(text)],
            NotDrawn::Unclosed => vec![own("a block in it is not closed")],
            NotDrawn::Empty => vec![own("there is nothing in it")],
            NotDrawn::Many(what) => vec![own("it has more than "), own(what)],
            NotDrawn::Long(most) => vec![own("it is longer than "), own(most)],
            NotDrawn::Wide(columns) => {
                vec![own("it is wider than "), Shown::number(*columns), own(" columns")]
            }
            NotDrawn::Tangled => vec![own("its lines would run over each other")],
        };
        let mut all = own("not drawn: ");
        for part in &words {
            all.push(part);
        }
        wrap::wrap(&Line::of(all, Style::of(Tone::Dim)), width)
    }
}
