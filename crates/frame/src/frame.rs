//! Lines and a caret.

use asq_core::text::Line;

/// Columns and rows to paint into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub width: u16,
    /// The most rows; a small form takes fewer.
    pub height: u16,
}

/// A screen at one size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// At most as many as the size has rows, none wider than its columns.
    pub lines: Vec<Line>,
    /// Column and row of the real caret, inside of `lines`; `None` without a caret, or if it is scrolled away.
    pub caret: Option<(u16, u16)>,
}

impl Frame {
    /// The last guard of the promise that nothing is outside of the size.
    pub(crate) fn within(mut self, size: Size, mark: &'static str) -> Frame {
        self.lines.truncate(usize::from(size.height));
        for line in &mut self.lines {
            if line.width() > usize::from(size.width) {
                *line = asq_core::text::wrap::clip(line, usize::from(size.width), mark);
            }
        }
        let rows = self.lines.len();
        self.caret =
            self.caret.filter(|&(_, y)| usize::from(y) < rows).map(|(x, y)| (x.min(size.width - 1), y));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::{Frame, Size};
    use asq_core::text::{Line, Shown, Style};

    /// The guard keeps any layout inside of the size, including the caret.
    #[test]
    fn nothing_is_outside_of_the_size() {
        let line = Line::of(Shown::own("too wide"), Style::default());
        let frame = |caret| Frame { lines: vec![line.clone(); 3], caret: Some(caret) };
        let shown = |caret| {
            let frame = frame(caret).within(Size { width: 4, height: 2 }, "…");
            (frame.lines.iter().map(Line::text).collect::<Vec<_>>(), frame.caret)
        };
        let cut = || vec!["too…".to_owned(); 2];
        assert_eq!(shown((7, 1)), (cut(), Some((3, 1))));
        assert_eq!(shown((0, 2)), (cut(), None));
    }
}
