//! A chart as it was laid out: what stands where, across and along the layers.

use super::place::Places;

/// A layout.
pub(super) struct Laid {
    pub(super) places: Places,
    /// Of each item, how long it is along the layers.
    pub(super) lengths: Vec<usize>,
    /// Of each layer: where it begins, how deep it is.
    pub(super) starts: Vec<(usize, usize)>,
    /// Between the layers: where each begins.
    pub(super) channels: Vec<(usize, Channel)>,
    /// Of each group's box: its first and its last row.
    pub(super) rims: Vec<(usize, usize)>,
    /// All of it.
    pub(super) along: usize,
}

/// Between two layers: which bundles, their lanes, and how deep its parts are.
pub(super) struct Channel {
    pub(super) bundles: Vec<usize>,
    pub(super) of: Vec<Option<usize>>,
    pub(super) stub: usize,
    /// Borders of boxes that end.
    pub(super) bottoms: usize,
    pub(super) lanes: usize,
    pub(super) labels: usize,
    /// Borders of boxes that begin.
    pub(super) tops: usize,
    /// Between the borders and what is between them.
    pub(super) gaps: (usize, usize),
}

impl Channel {
    /// Where the lanes begin.
    pub(super) fn lanes(&self) -> usize {
        self.stub + self.bottoms + self.gaps.0
    }

    /// With the row in which edges arrive.
    pub(super) fn deep(&self) -> usize {
        self.lanes() + self.lanes + self.labels + self.gaps.1 + self.tops + 1
    }
}
