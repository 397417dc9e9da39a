//! A chart's layout: the position of everything, across and along the layers.

use super::place::Places;

pub(super) struct Laid {
    pub(super) places: Places,
    /// The length of each item along the layers.
    pub(super) lengths: Vec<usize>,
    /// Each layer's start and depth.
    pub(super) starts: Vec<(usize, usize)>,
    /// Where each space between layers starts.
    pub(super) channels: Vec<(usize, Channel)>,
    /// The first and the last row of each group's box.
    pub(super) rims: Vec<(usize, usize)>,
    pub(super) along: usize,
}

/// The space between two layers: its bundles, their lanes, and the depth of its parts.
pub(super) struct Channel {
    pub(super) bundles: Vec<usize>,
    pub(super) of: Vec<Option<usize>>,
    pub(super) stub: usize,
    pub(super) bottoms: usize,
    pub(super) lanes: usize,
    pub(super) labels: usize,
    pub(super) tops: usize,
    /// Between the borders and their contents.
    pub(super) gaps: (usize, usize),
}

impl Channel {
    pub(super) fn lanes(&self) -> usize {
        self.stub + self.bottoms + self.gaps.0
    }

    /// Including the row in which edges arrive.
    pub(super) fn deep(&self) -> usize {
        self.lanes() + self.lanes + self.labels + self.gaps.1 + self.tops + 1
    }
}
