//! Draws the dotted boxes of groups.
//!
//! - Their borders have rows of their own between the layers, outer groups further out.
//! - The title is in the upper border if no edge crosses it there, otherwise in the lower one.

use super::bounds::Bounds;
use super::canvas::Weight;
use super::chart::Chart;
use super::label::flat;
use super::laid::{Channel, Laid};
use super::pen::Pen;
use crate::raw;
use asq_core::text::{Line, Style, Tone};

impl Chart<'_> {
    /// How many rows of borders start before a layer.
    pub(super) fn beginning(&self, rank: usize) -> usize {
        let begin = self.layers.bounds.iter().filter(|b| b.first == rank);
        begin.map(|b| b.begins + 1).max().unwrap_or(0)
    }

    /// How many end after it.
    pub(super) fn ending(&self, rank: usize) -> usize {
        let end = self.layers.bounds.iter().filter(|b| b.last == rank);
        end.map(|b| b.ends + 1).max().unwrap_or(0)
    }

    /// Along the layers: the first and the last row of each box.
    pub(super) fn rims(&self, channels: &[(usize, Channel)], along: usize) -> Vec<(usize, usize)> {
        let rim = |b: &Bounds| {
            let first = match b.first.checked_sub(1) {
                None => b.begins,
                Some(before) => {
                    let (start, channel) = &channels[before];
                    start + channel.deep() - 1 - channel.tops + b.begins
                }
            };
            let last = match channels.get(b.last) {
                Some((start, channel)) => start + channel.stub + b.ends,
                None => along - self.ending(b.last) + b.ends,
            };
            (first, last)
        };
        self.layers.bounds.iter().map(rim).collect()
    }

    /// A title as it appears in a border, and the width its box needs.
    pub(super) fn title(&self, title: &str) -> (Line, usize) {
        if title.is_empty() {
            return (Line::default(), 0);
        }
        let line = Line::of(raw::shown(&format!(" {} ", flat(title))), Style::of(Tone::Heading));
        let across = if self.upright() { line.width() + 4 } else { 0 };
        (line, across)
    }

    /// The border of a group.
    pub(super) fn border(&self, at: usize, laid: &Laid, pen: &mut Pen) -> Option<()> {
        let side = self.sides();
        let (sides, (first, last)) = (laid.places.boxes[at], laid.rims[at]);
        for a in sides.left..=sides.right {
            for d in first..=last {
                let level = d == first || d == last;
                let upright = a == sides.left || a == sides.right;
                let mut bits = 0;
                bits |= if upright && d > first { side.back } else { 0 };
                bits |= if upright && d < last { side.forth } else { 0 };
                bits |= if level && a > sides.left { side.less } else { 0 };
                bits |= if level && a < sides.right { side.more } else { 0 };
                if bits != 0 {
                    pen.line(a, d, bits, bordering(at), Weight::Dotted)?;
                }
            }
        }
        Some(())
    }

    /// Puts a title into the upper border, else into the lower one; false if it fits into neither.
    pub(super) fn put_title(&self, at: usize, laid: &Laid, pen: &mut Pen) -> bool {
        let (line, _) = self.title(&self.graph.groups[self.layers.bounds[at].group].title);
        if line.width() == 0 {
            return true;
        }
        let (sides, (first, last)) = (laid.places.boxes[at], laid.rims[at]);
        let (x, y, wide, high) =
            pen.rectangle((sides.left, sides.right - sides.left + 1), (first, last - first + 1));
        let inside = (x + 1, x + wide - 1);
        let free = [y, y + high - 1]
            .into_iter()
            .find_map(|y| Some((pen.canvas.level(inside, y, bordering(at), line.width())?, y)));
        if let Some((x, y)) = free {
            pen.put(x, y, &line, Style::of(Tone::Heading));
        }
        free.is_some()
    }
}

/// The owner of a group's border.
fn bordering(at: usize) -> usize {
    usize::MAX / 2 - at
}
