//! How wide the parts of a preview may be.
//!
//! - Prose wraps at the width; code and drawings have that width, a wider one, or all they need.

use crate::mermaid::{self, NotDrawn};
use asq_core::text::Line;

/// Widest diagram, in cells, if the width sets no limit.
const WIDEST: usize = 400;

/// How wide code and drawings may be. A diagram is drawn as wide as prose if it can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fit {
    /// No wider than prose: code continues below, drawings are clipped.
    Within,
    /// This many columns, unless prose has more; the surface clips them.
    Clipped(usize),
    /// Their full width; the surface scrolls sideways.
    Whole,
}

/// The columns of a preview.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns {
    /// For prose; at least one.
    pub(crate) prose: usize,
    /// For code and drawings; at least as many as for prose.
    pub(crate) code: usize,
    pub(crate) fit: Fit,
}

impl Columns {
    pub(crate) fn new(width: usize, fit: Fit) -> Columns {
        let prose = width.max(1);
        let code = match fit {
            Fit::Within => prose,
            Fit::Clipped(columns) => columns.max(prose),
            Fit::Whole => usize::MAX,
        };
        Columns { prose, code, fit }
    }

    /// The columns after a margin that leaves this much room to prose.
    pub(crate) fn behind(self, room: usize) -> Columns {
        let code = if self.code == usize::MAX { self.code } else { self.code - (self.prose - room) };
        Columns { prose: room, code, ..self }
    }

    /// The columns of markup: it breaks between tags instead of scrolling.
    pub(crate) fn markup(self) -> usize {
        match self.fit {
            Fit::Within | Fit::Whole => self.prose,
            Fit::Clipped(_) => self.code,
        }
    }

    /// A diagram as a drawing, or the reason for not drawing it.
    pub(crate) fn diagram(self, source: &str) -> Result<Vec<Line>, NotDrawn> {
        let fitted = mermaid::draw(source, self.prose);
        // Clipping would lose content; turning by a quarter or narrower labels don't.
        fitted.or_else(|why| match self.fit {
            Fit::Within => Err(why),
            Fit::Clipped(_) => mermaid::draw(source, self.code),
            Fit::Whole => mermaid::draw(source, WIDEST),
        })
    }
}
