//! The lines of a document in sight.
//!
//! - The window follows the focus and moves no further than it must.
//! - A mark takes the window's first or last line and shows how much is hidden.

use std::ops::Range;

/// A part of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Window {
    /// The first line in sight.
    pub(crate) top: usize,
    /// How many lines of the document are in sight.
    pub(crate) count: usize,
    /// Lines hidden above, if a mark shows them.
    pub(crate) above: Option<usize>,
    /// Lines hidden below, if a mark shows them.
    pub(crate) below: Option<usize>,
}

impl Window {
    /// A window of `height` lines on `total`, from about `top`.
    pub(crate) fn at(top: usize, height: usize, total: usize, marks: bool) -> Window {
        if total <= height {
            return Window { top: 0, count: total, above: None, below: None };
        }
        let marks = marks && height >= 3;
        let lowest = total - (height - usize::from(marks));
        let top = top.min(lowest);
        let above = (marks && top > 0).then_some(top);
        let mut count = height - usize::from(above.is_some());
        let mut below = None;
        if marks && top + count < total {
            count -= 1;
            below = Some(total - top - count);
        }
        Window { top, count, above, below }
    }

    /// The same, moved so that the wanted lines are in sight, above all the first ones.
    pub(crate) fn following(
        top: usize,
        height: usize,
        total: usize,
        marks: bool,
        wanted: &[Option<Range<usize>>],
    ) -> Window {
        let mut window = Window::at(top, height, total, marks);
        // The least important first; the more important ones may undo what it did.
        for lines in wanted.iter().rev().flatten() {
            window = window.showing(lines, height, total, marks);
        }
        window
    }

    fn showing(self, lines: &Range<usize>, height: usize, total: usize, marks: bool) -> Window {
        if lines.start < self.top {
            // One line behind a mark would cost as much as the mark.
            let top = if lines.start == 1 { 0 } else { lines.start };
            let up = Window::at(top, height, total, marks);
            return if up.top + up.count >= lines.end.min(lines.start + 1) {
                up
            } else {
                Window::at(lines.start, height, total, marks)
            };
        }
        let mut window = self;
        while window.top + window.count < lines.end && window.top < lines.start {
            let short = (lines.end - window.top - window.count).min(lines.start - window.top).max(1);
            let moved = Window::at(window.top + short, height, total, marks);
            if moved.top == window.top {
                break;
            }
            window = moved;
        }
        window
    }
}

#[cfg(test)]
mod tests {
    use super::Window;

    /// The only line above would be hidden by the mark that says so.
    #[test]
    fn no_mark_hides_a_single_line() {
        let to = |line: usize| Window::following(9, 5, 20, true, &[Some(line..line + 1)]);
        assert_eq!(to(1), Window { top: 0, count: 4, above: None, below: Some(16) });
        assert_eq!(to(2), Window { top: 2, count: 3, above: Some(2), below: Some(15) });
    }

    /// What is below comes into sight as the last line, and what is above as the first.
    #[test]
    fn the_window_moves_no_further_than_it_must() {
        let top = |marks, line: usize| Window::following(6, 5, 20, marks, &[Some(line..line + 1)]).top;
        assert_eq!([5, 6, 10, 11, 13].map(|line| top(false, line)), [5, 6, 6, 7, 9]);
        assert_eq!([5, 6, 8, 9, 11].map(|line| top(true, line)), [5, 6, 6, 7, 9]);
    }
}
