//! The items of the list in sight.
//!
//! - As long as the same item has the focus, it keeps its line if possible; a moved focus is followed.
//! - Rules above and below show how many items are hidden, including half-hidden ones.
//! - Places are computed without laying out: ten thousand items cost as much as ten.

use asq_core::inbox::InboxScreen;

/// The list's place on the screen.
#[derive(Clone, Debug, Default)]
pub struct Viewport {
    /// The first line of the list in sight.
    top: usize,
    /// Lines in sight.
    height: usize,
    /// Lines of all items.
    total: usize,
    /// Lines of a request.
    tall: usize,
    /// The focused item of the last paint, and its line on the screen.
    followed: Option<(u128, usize)>,
    /// The arrangement of the list at that paint.
    arrangement: u64,
    items: usize,
    headings: Vec<usize>,
}

impl Viewport {
    /// Finds the place for this paint.
    pub(super) fn place(&mut self, screen: &InboxScreen<'_>, tall: usize, height: usize) {
        let resized = (tall, height) != (self.tall, self.height);
        if screen.arrangement != self.arrangement {
            self.arrangement = screen.arrangement;
            self.followed = None;
        }
        self.tall = tall;
        self.height = height;
        self.items = screen.list.len();
        self.headings.clear();
        self.headings.extend_from_slice(screen.list.headings());
        self.total = self.line_of(self.items);
        let Some(focus) = screen.focus else {
            self.top = 0;
            self.followed = None;
            return;
        };
        let line = self.line_of(focus);
        let kept = self.followed.filter(|(id, _)| Some(*id) == screen.focus_id && !resized);
        match kept {
            Some((_, on)) => self.top = line.saturating_sub(on),
            None => self.follow(line, focus),
        }
        self.followed = screen.focus_id.map(|id| (id, line - self.top));
    }

    /// Moves the window no further than it must.
    fn follow(&mut self, line: usize, focus: usize) {
        let most = self.total.saturating_sub(self.height);
        self.top = self.top.min(most);
        let end = line + self.tall.min(self.height);
        // The heading above the focus stays with it.
        let heading = focus > 0 && self.headings.binary_search(&(focus - 1)).is_ok();
        let begin = if heading && self.height > self.tall { line - 1 } else { line };
        if begin < self.top {
            self.top = begin;
        } else if end > self.top + self.height {
            self.top = end - self.height;
        }
    }

    /// The first line of an item.
    fn line_of(&self, item: usize) -> usize {
        let headings = self.headings.partition_point(|h| *h < item);
        (item - headings) * self.tall + headings
    }

    /// The item of a line.
    fn item_at(&self, line: usize) -> usize {
        let (mut low, mut high) = (0, self.items);
        while low + 1 < high {
            let middle = usize::midpoint(low, high);
            if self.line_of(middle) <= line { low = middle } else { high = middle }
        }
        low
    }

    /// The items in sight, each with how many of its lines are hidden above.
    pub(super) fn shown(&self) -> Vec<(usize, usize)> {
        let mut shown = Vec::new();
        if self.top >= self.total {
            return shown;
        }
        let first = self.item_at(self.top);
        let mut item = first;
        let mut line = self.line_of(first);
        while item < self.items && line < self.top + self.height {
            shown.push((item, self.top.saturating_sub(line)));
            item += 1;
            line = self.line_of(item);
        }
        shown
    }

    /// The item of a line in sight.
    pub(super) fn item_of(&self, line: usize) -> Option<usize> {
        (line < self.height && self.top + line < self.total).then(|| self.item_at(self.top + line))
    }

    /// How many items are in sight.
    pub(super) fn in_sight(&self) -> usize {
        self.height / self.tall.max(1)
    }

    /// How many items are above, not wholly in sight.
    pub(super) fn above(&self) -> usize {
        if self.top == 0 || self.total == 0 {
            return 0;
        }
        let first = self.item_at(self.top.min(self.total - 1));
        first + usize::from(self.line_of(first) < self.top)
    }

    /// How many items are below.
    pub(super) fn below(&self) -> usize {
        let end = self.top + self.height;
        if end >= self.total {
            return 0;
        }
        let last = self.item_at(end);
        self.items - last
    }
}

#[cfg(test)]
mod tests {
    use super::Viewport;

    fn viewport(items: usize, headings: &[usize], tall: usize, height: usize) -> Viewport {
        let mut viewport =
            Viewport { height, tall, items, headings: headings.to_vec(), ..Viewport::default() };
        viewport.total = viewport.line_of(items);
        viewport
    }

    #[test]
    fn items_and_lines_agree() {
        let viewport = viewport(9, &[0, 4], 2, 6);
        assert_eq!(
            (0..=9).map(|i| viewport.line_of(i)).collect::<Vec<_>>(),
            [0, 1, 3, 5, 7, 8, 10, 12, 14, 16]
        );
        assert_eq!(
            (0..16).map(|l| viewport.item_at(l)).collect::<Vec<_>>(),
            [0, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6, 7, 7, 8, 8]
        );
    }

    #[test]
    fn what_is_hidden_is_counted() {
        let mut viewport = viewport(9, &[0, 4], 2, 6);
        assert_eq!(
            (viewport.above(), viewport.below(), viewport.shown()),
            (0, 6, vec![(0, 0), (1, 0), (2, 0), (3, 0)])
        );
        viewport.top = 2;
        assert_eq!((viewport.above(), viewport.shown()), (2, vec![(1, 1), (2, 0), (3, 0), (4, 0)]));
        viewport.top = 10;
        assert_eq!(
            (viewport.above(), viewport.below(), viewport.shown()),
            (6, 0, vec![(6, 0), (7, 0), (8, 0)])
        );
        viewport.top = 40;
        assert_eq!(viewport.shown(), vec![]);
    }
}
