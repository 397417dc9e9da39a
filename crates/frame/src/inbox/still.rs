//! The request next to the list, where its form will stand.
//!
//! - What the agent was doing comes after it, then the next requests; asq's own lines about it are the last ones.
//! - They are there only as far as the request leaves room.

use super::about;
use crate::{Glyphs, Size};
use asq_core::life::About;
use asq_core::text::{Line, wrap};

/// Adds to the lines of the form what is below it; `next_up` has the next requests for so many rows.
pub(super) fn lines(
    mut lines: Vec<Line>,
    below: &[Line],
    about: Option<&About>,
    size: Size,
    glyphs: Glyphs,
    next_up: impl FnOnce(usize) -> Vec<Line>,
) -> Vec<Line> {
    let (width, height) = (usize::from(size.width), usize::from(size.height));
    lines.resize(height, Line::default());
    // The form's own last lines matter more.
    let free = lines.iter().rev().take_while(|line| line.width() == 0).count();
    let below = below.iter().flat_map(|line| wrap::wrap_indent(&glyphs.line(line), width, 1, 1));
    let below: Vec<Line> = below.take(free).collect();
    let mut top = height - free;
    if let Some(about) = about {
        // An empty line above it, and one below it.
        let room = (free - below.len()).saturating_sub(2);
        let doing = about::lines(about, width, room, glyphs);
        let from = (height - free + 1).min(height - doing.len());
        top += if doing.is_empty() { 0 } else { doing.len() + 2 };
        lines.splice(from..from + doing.len(), doing);
    }
    let next = next_up((height - below.len()).saturating_sub(top));
    if !next.is_empty() {
        lines.splice(top..top + next.len(), next);
    }
    lines.truncate(height - below.len());
    lines.extend(below);
    lines
}
