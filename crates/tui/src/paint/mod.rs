//! Frames to bytes: below the cursor, or on the alternate screen.
//!
//! - Inline, rows are made by line feeds and reached by relative moves; no query is sent.
//! - Only cells that differ are written; the last column of the terminal stays free inline.
//! - While nothing is typed the hidden cursor rests on the form's first cell, so that after a
//!   resize, however the terminal moved the rows, everything from there on is the form.
//! - While a text is typed the cursor is the caret, for input methods; the rows above it are counted
//!   as a terminal reflows them.
//! - When the terminal's width changes, or no row is left for anything but the form, the form goes to
//!   the alternate screen and stays there: what a terminal breaks there never gets into the history.
//!   What remains of it on the screen below is erased when the form ends.
//! - What is read on the full screen stands there, too, and the form comes back from it.
//! - Each update is one synchronized one, and the smallest (a typed letter, a tick of the clock) need not be;
//!   at the end the form is erased.

mod cells;
mod pen;
mod rows;
mod strokes;

use crate::theme::Theme;
use asq_core::text::Line;
use cells::{blank, end, ink, isolates};
use pen::TermPen;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use rows::ScreenRows;
use strokes::{bridge, covered, fresh_row, pen_cell, row};

const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";
/// An update of at most this many bytes is seen in one piece anyway: a tick of the clock, a typed letter.
const SMALL: usize = 40;
const HIDE: &[u8] = b"\x1b[?25l";
const SHOW: &[u8] = b"\x1b[?25h";
/// More changed blanks than this side by side are erased instead of written.
const ERASE: usize = 8;

/// Where the form is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenPlace {
    /// Below the cursor, among what stands there.
    Inline,
    /// On the alternate screen.
    FullScreen,
}

/// What the terminal shows of the form, and how to change it.
#[derive(Debug)]
pub struct Painter {
    /// Where the form is to be.
    home: ScreenPlace,
    /// Where it is.
    place: ScreenPlace,
    theme: Theme,
    /// The terminal keeps each row on one row when it becomes narrower.
    clips: bool,
    /// Columns and rows of the terminal.
    size: (u16, u16),
    /// Its columns when the form was last drawn.
    drawn: u16,
    shown: Buffer,
    /// The lines that `shown` was made of.
    lines: Vec<Line>,
    rows: ScreenRows,
    cursor: (u16, u16),
    visible: bool,
    /// Others may have begun the row that the cursor is on.
    fresh: bool,
    /// Erase and draw anew at the next frame.
    stale: bool,
    /// The terminal broke or joined rows of the form, so that nobody knows what stands where.
    reflowed: bool,
    /// What stands on the screen below while the form is on the alternate one.
    below: Option<Below>,
}

/// The form as it was last drawn on the screen that it left.
#[derive(Debug)]
struct Below {
    shown: Buffer,
    rows: ScreenRows,
    cursor: (u16, u16),
    drawn: u16,
    /// It left to be read only, and was erased before.
    comes_back: bool,
}

impl Painter {
    /// A painter for a terminal of so many columns and rows. `clips`: it does not reflow.
    pub fn new(place: ScreenPlace, theme: Theme, clips: bool, size: (u16, u16)) -> Painter {
        Painter {
            home: place,
            place,
            theme,
            clips,
            size,
            drawn: size.0,
            shown: Buffer::empty(Rect::ZERO),
            lines: Vec::new(),
            rows: ScreenRows::default(),
            cursor: (0, 0),
            visible: true,
            fresh: true,
            stale: false,
            reflowed: false,
            below: None,
        }
    }

    /// Columns and rows that a frame may have.
    pub fn room(&self) -> (u16, u16) {
        let (columns, rows) = self.size;
        match self.home {
            ScreenPlace::Inline => (columns.saturating_sub(1).max(1), rows.max(1)),
            ScreenPlace::FullScreen => (columns.max(1), rows.max(1)),
        }
    }

    /// The terminal has another size now; the next frame is drawn anew.
    pub fn resized(&mut self, size: (u16, u16)) {
        if size == self.size {
            return;
        }
        if self.rows.len() > 0 {
            self.stale = true;
            self.reflowed |= self.place == ScreenPlace::Inline && !self.clips && size.0 != self.size.0;
        }
        self.size = size;
    }

    /// The terminal's size right after a frame was written. Where it was narrower by then, the rows
    /// were cut off there, and did not break: to count them as broken would be to erase what stands
    /// above the form.
    pub fn written_at(&mut self, size: (u16, u16)) {
        self.drawn = self.drawn.min(size.0);
        self.resized(size);
    }

    /// Whether a frame of so many rows has to stand on the alternate screen from now on. Then the
    /// terminal is to go there, and [`Painter::left`].
    ///
    /// Rows that a terminal breaks push others into its history, the form's own where little else
    /// stands above, and nobody can erase them there. On the alternate screen nothing of that happens.
    ///
    /// `reads`: it stands there for a while only, and nothing of it may get into the history.
    pub fn leaves(&self, height: usize, reads: bool) -> bool {
        let fills = self.stale && height >= usize::from(self.size.1);
        self.place == ScreenPlace::Inline && (self.reflowed || fills || reads)
    }

    /// The terminal shows the alternate screen. What the other one shows of the form stays there: where
    /// its rows are is only certain once the terminal has come to rest.
    pub fn left(&mut self, reads: bool) {
        self.below = Some(Below {
            comes_back: reads && self.rows.len() == 0,
            shown: std::mem::take(&mut self.shown),
            rows: std::mem::take(&mut self.rows),
            cursor: self.cursor,
            drawn: self.drawn,
        });
        self.clear();
        self.place = ScreenPlace::FullScreen;
        (self.stale, self.reflowed) = (false, false);
    }

    /// Whether the form can be erased before it leaves to be read: it is known where it stands.
    pub fn is_settled(&self) -> bool {
        !self.reflowed && !self.stale
    }

    /// Whether the form goes back to where it began: it was read, and nothing of it stands there.
    pub fn comes_back(&self, reads: bool) -> bool {
        !reads && self.below.as_ref().is_some_and(|below| below.comes_back)
    }

    /// Whether the form has left the screen where it began.
    pub fn is_away(&self) -> bool {
        self.below.is_some()
    }

    /// The terminal shows the screen where the form began, at this size: the bytes that erase what it
    /// shows of the form.
    pub fn returned(&mut self, size: (u16, u16)) -> Vec<u8> {
        self.clear();
        self.place = self.home;
        self.size = size;
        self.stale = false;
        let Some(below) = self.below.take() else { return Vec::new() };
        let up = below.rows.above(&below.shown, below.cursor, below.drawn, size.0);
        let mut pen = TermPen::new(1, up);
        self.wipe(&mut pen);
        [BEGIN, &pen.finish(), END].concat()
    }

    /// Something else was written since: the next frame is drawn below the cursor.
    pub fn forget(&mut self) {
        self.clear();
        self.place = self.home;
        self.below = None;
        (self.stale, self.reflowed) = (false, false);
        self.visible = true;
        self.fresh = true;
    }

    /// The bytes that make the terminal show these lines, the caret there.
    pub fn draw(&mut self, lines: &[Line], caret: Option<(u16, u16)>) -> Vec<u8> {
        let (columns, most) = self.room();
        let lines = &lines[..lines.len().min(usize::from(most))];
        let next = cells::cells_after(&self.shown, &self.lines, lines, columns, &self.theme);
        let mut pen = TermPen::new(self.cursor.0, self.cursor.1);
        if std::mem::take(&mut self.stale) && self.rows.len() > 0 {
            self.wipe(&mut pen);
        }
        if self.rows.len() == 0 {
            self.begin(&mut pen, columns);
        }
        self.reserve(&mut pen, next.area().height);
        self.update(&mut pen, lines, &next);
        self.shown = next;
        self.drawn = self.size.0;
        self.remember(lines);
        let caret = caret.filter(|(x, y)| *x < columns && *y < self.rows.len());
        let rest = caret.unwrap_or((0, 0));
        pen.go(rest.0, rest.1);
        self.cursor = rest;
        let hide = std::mem::replace(&mut self.visible, caret.is_some());
        let bytes = pen.finish();
        if bytes.len() <= SMALL && hide == self.visible {
            return bytes;
        }
        let before = if hide { HIDE } else { b"" };
        let after = if self.visible { SHOW } else { b"" };
        [BEGIN, before, &bytes, after, END].concat()
    }

    /// The bytes that take the form off the screen and leave the cursor where it began.
    pub fn erase(&mut self) -> Vec<u8> {
        let mut pen = TermPen::new(self.cursor.0, self.cursor.1);
        self.stale = false;
        if self.rows.len() > 0 {
            self.wipe(&mut pen);
        }
        self.visible = true;
        [BEGIN, &pen.finish(), SHOW, END].concat()
    }

    /// The bytes of lines that remain, each on its own row, the cursor on a fresh row after them.
    pub fn remain(&self, lines: &[Line]) -> Vec<u8> {
        let buffer = cells::cells(lines, self.size.0.max(1), &self.theme);
        let mut pen = TermPen::new(0, 0);
        if self.home == ScreenPlace::FullScreen && buffer.area().height > 0 {
            fresh_row(&mut pen, self.size.0);
        }
        for y in 0..buffer.area().height {
            let row = row(&buffer, y);
            for cell in &row[..usize::from(end(row))] {
                pen_cell(&mut pen, cell);
            }
            pen.raw(b"\r");
            pen.declare(0, 0);
            pen.new_rows(1);
        }
        pen.finish()
    }

    fn clear(&mut self) {
        self.shown = Buffer::empty(Rect::ZERO);
        self.lines.clear();
        self.rows.clear();
        self.cursor = (0, 0);
    }

    /// Erases the form; the pen knows how far it is below the form's first row.
    fn wipe(&mut self, pen: &mut TermPen) {
        match self.place {
            ScreenPlace::Inline => {
                let (x, y) = pen.at();
                pen.declare(x.unwrap_or(0).max(1), y);
                pen.go(0, 0);
                pen.erase_below();
            }
            ScreenPlace::FullScreen => pen.raw(b"\x1b[H\x1b[2J"),
        }
        pen.declare(0, 0);
        self.clear();
    }

    /// The first row: this one if nothing stands there, else the next.
    fn begin(&mut self, pen: &mut TermPen, columns: u16) {
        match self.place {
            ScreenPlace::Inline => {
                if self.fresh {
                    fresh_row(pen, self.size.0);
                    pen.raw(b"\x1b[?7l");
                }
                pen.erase_below();
            }
            ScreenPlace::FullScreen => pen.raw(b"\x1b[H\x1b[2J"),
        }
        pen.declare(0, 0);
        self.fresh = false;
        self.shown = Buffer::empty(Rect::new(0, 0, columns, 0));
        self.lines.clear();
        self.rows.grow(1);
    }

    fn reserve(&mut self, pen: &mut TermPen, height: u16) {
        let rows = self.rows.len();
        if height > rows {
            pen.go(0, rows - 1);
            match self.place {
                ScreenPlace::Inline => pen.new_rows(height - rows),
                ScreenPlace::FullScreen => {}
            }
            self.rows.grow(height);
        }
        if !self.lines.is_empty() {
            let height = height.max(self.shown.area().height);
            self.shown.resize(Rect { height, ..*self.shown.area() });
        }
    }

    /// Keeps the lines that `shown` was made of.
    fn remember(&mut self, lines: &[Line]) {
        self.lines.truncate(lines.len());
        let kept = self.lines.len();
        for (old, new) in self.lines.iter_mut().zip(lines) {
            if old != new {
                old.clone_from(new);
            }
        }
        self.lines.extend_from_slice(&lines[kept..]);
    }

    fn update(&mut self, pen: &mut TermPen, lines: &[Line], next: &Buffer) {
        let (before, after) = (self.shown.area().height, next.area().height);
        let mut changed = vec![Vec::new(); usize::from(after)];
        // Only rows of lines that are not as they were can differ.
        let alike = self.shown.area().width == next.area().width;
        let rows: Vec<u16> = (0..after)
            .filter(|y| !alike || self.lines.get(usize::from(*y)) != lines.get(usize::from(*y)))
            .collect();
        if self.lines.is_empty() {
            // Nothing is there yet, so nothing has to be compared.
            for (columns, y) in changed.iter_mut().zip(0..) {
                let cells = row(next, y).iter().zip(0..);
                columns.extend(cells.filter(|(cell, _)| !blank(cell) && !covered(cell)).map(|(_, x)| x));
            }
        } else {
            let (old, new) = (cells::gather(&self.shown, &rows), cells::gather(next, &rows));
            for (x, y, _) in old.diff_iter(&new) {
                changed[usize::from(rows[usize::from(y)])].push(x);
            }
        }
        for (columns, y) in changed.iter().zip(0..) {
            if !columns.is_empty() {
                self.update_row(pen, next, y, columns);
            }
        }
        if (after..before).any(|y| end(row(&self.shown, y)) > 0) {
            pen.go(0, after.min(self.rows.len() - 1));
            pen.erase_below();
            self.rows.erased(after);
        }
    }

    fn update_row(&mut self, pen: &mut TermPen, next: &Buffer, y: u16, columns: &[u16]) {
        // Of a form that is not there yet, no row is kept.
        let old = if self.lines.is_empty() { &[][..] } else { row(&self.shown, y) };
        let new = row(next, y);
        let last = end(new);
        let whole: Vec<u16>;
        let columns = if isolates(old) || isolates(new) {
            whole = (0..last).collect();
            pen.go(0, y);
            pen.erase_right();
            self.rows.emptied(y);
            &whole
        } else {
            columns
        };
        let mut written = 0;
        let mut erased = 0;
        for (i, &x) in columns.iter().enumerate().take_while(|c| *c.1 < last) {
            let cell = &new[usize::from(x)];
            if covered(cell) || x < erased {
                continue;
            }
            let stop = (x..last).find(|x| !blank(&new[usize::from(*x)])).unwrap_or(last);
            let changed = columns[i..].iter().take_while(|c| **c < stop);
            if let (true, Some(&until)) = (changed.clone().count() > ERASE, changed.last()) {
                erased = until + 1;
                pen.erase_cells(x, y, erased - x);
                continue;
            }
            bridge(pen, new, x, y);
            let same = blank(cell) && !pen.ink().shows_on_blank();
            pen.put(x, y, cell.symbol(), cells::wide(cell), if same { pen.ink() } else { ink(cell) });
            written = x + cells::wide(cell);
        }
        if end(old) > last && !isolates(old) {
            pen.go(last, y);
            pen.erase_right();
        }
        if last == 0 {
            self.rows.emptied(y);
        }
        self.rows.written(y, written);
    }
}
