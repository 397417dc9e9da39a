//! Frames to bytes: below the cursor, or on the alternate screen.
//!
//! - Inline, rows are made by line feeds and reached by relative moves; no query is sent.
//! - Only cells that differ are written; the last column of the terminal stays free inline.
//! - While nothing is typed the hidden cursor rests on the form's first cell, so that after a
//!   resize, however the terminal moved the rows, everything from there on is the form.
//! - While a text is typed the cursor is the caret, for input methods; after a resize the rows
//!   above it are counted as a terminal reflows them.
//! - Each update is one synchronized one.
//! - At the end the form is erased and the summary stands in its place.

mod cells;
mod pen;

use crate::theme::Theme;
use asq_core::text::Line;
use cells::{blank, end, ink, isolates};
use pen::Pen;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;

const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";
const HIDE: &[u8] = b"\x1b[?25l";
const SHOW: &[u8] = b"\x1b[?25h";
/// Gaps up to this many cells are written anew instead of jumped over.
const JUMP: u16 = 4;
/// More changed blanks than this side by side are erased instead of written.
const ERASE: usize = 8;

/// Where the form is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Below the cursor, among what stands there.
    Inline,
    /// On the alternate screen.
    FullScreen,
}

/// What the terminal shows of the form, and how to change it.
#[derive(Debug)]
pub struct Painter {
    place: Place,
    theme: Theme,
    /// The terminal keeps each row on one row when it becomes narrower.
    clips: bool,
    /// Columns and rows of the terminal.
    size: (u16, u16),
    /// The fewest columns that the terminal had since a key was typed.
    narrowest: u16,
    shown: Buffer,
    /// The lines that `shown` was made of.
    lines: Vec<Line>,
    /// Columns of each row that were ever written since the row was empty.
    used: Vec<u16>,
    /// Rows that exist below the form's first, itself included; 0: nothing is on the screen.
    rows: u16,
    cursor: (u16, u16),
    visible: bool,
    /// Others may have begun the row that the cursor is on.
    fresh: bool,
    /// Erase and draw anew at the next frame, this many rows up.
    stale: Option<u16>,
}

impl Painter {
    /// A painter for a terminal of so many columns and rows. `clips`: it does not reflow.
    pub fn new(place: Place, theme: Theme, clips: bool, size: (u16, u16)) -> Painter {
        Painter {
            place,
            theme,
            clips,
            size,
            narrowest: size.0,
            shown: Buffer::empty(Rect::ZERO),
            lines: Vec::new(),
            used: Vec::new(),
            rows: 0,
            cursor: (0, 0),
            visible: true,
            fresh: true,
            stale: None,
        }
    }

    /// Columns and rows that a frame may have.
    pub fn room(&self) -> (u16, u16) {
        let (columns, rows) = self.size;
        match self.place {
            Place::Inline => (columns.min(self.narrowest).saturating_sub(1).max(1), rows.max(1)),
            Place::FullScreen => (columns.max(1), rows.max(1)),
        }
    }

    /// The terminal's size.
    pub fn size(&self) -> (u16, u16) {
        self.size
    }

    /// The terminal has another size now; the next frame is drawn anew.
    pub fn resized(&mut self, size: (u16, u16)) {
        if size == self.size {
            return;
        }
        self.size = size;
        self.narrowest = match self.place {
            Place::Inline => self.narrowest.min(size.0),
            Place::FullScreen => size.0,
        };
        if self.rows > 0 {
            self.stale = Some(self.rows_above());
        }
    }

    /// A key was typed: the next frame may use all columns again.
    ///
    /// Until then a form keeps to the narrowest width seen: rows that a terminal breaks in two
    /// can push the form's first rows into the history, where nobody can erase them. So somebody
    /// who drags a window's edge to and fro breaks each row once at most.
    pub fn typed(&mut self) {
        if self.narrowest != self.size.0 {
            self.narrowest = self.size.0;
            if self.rows > 0 && self.stale.is_none() {
                self.stale = Some(self.cursor.1);
            }
        }
    }

    /// Something else was written since: the next frame is drawn below the cursor.
    pub fn forget(&mut self) {
        self.clear();
        self.stale = None;
        self.visible = true;
        self.fresh = true;
    }

    /// How many rows the cursor is below the form's first row, once the terminal has reflowed.
    fn rows_above(&self) -> u16 {
        let (x, y) = self.cursor;
        if self.clips {
            return y;
        }
        let columns = self.size.0.max(1);
        let above: u16 =
            self.used.iter().take(usize::from(y)).map(|used| used.div_ceil(columns).max(1)).sum();
        above + x / columns
    }

    /// The bytes that make the terminal show these lines, the caret there.
    pub fn draw(&mut self, lines: &[Line], caret: Option<(u16, u16)>) -> Vec<u8> {
        let (columns, most) = self.room();
        let lines = &lines[..lines.len().min(usize::from(most))];
        let next = cells::cells_after(&self.shown, &self.lines, lines, columns, self.theme);
        let mut pen = Pen::new(self.cursor.0, self.cursor.1);
        if let Some(up) = self.stale.take() {
            self.wipe(&mut pen, up);
        }
        if self.rows == 0 {
            self.begin(&mut pen, columns);
        }
        self.reserve(&mut pen, next.area().height);
        self.update(&mut pen, lines, &next);
        self.shown = next;
        self.remember(lines);
        let caret = caret.filter(|(x, y)| *x < columns && *y < self.rows);
        let rest = caret.unwrap_or((0, 0));
        pen.go(rest.0, rest.1);
        self.cursor = rest;
        let hide = std::mem::replace(&mut self.visible, caret.is_some());
        let bytes = pen.finish();
        if bytes.is_empty() && hide == self.visible {
            return bytes;
        }
        let before = if hide { HIDE } else { b"" };
        let after = if self.visible { SHOW } else { b"" };
        [BEGIN, before, &bytes, after, END].concat()
    }

    /// The bytes that take the form off the screen and leave the cursor where it began.
    pub fn erase(&mut self) -> Vec<u8> {
        let mut pen = Pen::new(self.cursor.0, self.cursor.1);
        let up = self.stale.take().unwrap_or(self.cursor.1);
        if self.rows > 0 {
            self.wipe(&mut pen, up);
        }
        self.visible = true;
        [BEGIN, &pen.finish(), SHOW, END].concat()
    }

    /// The bytes of lines that remain, each on its own row, the cursor on a fresh row after them.
    pub fn remain(&self, lines: &[Line]) -> Vec<u8> {
        let buffer = cells::cells(lines, self.size.0.max(1), self.theme);
        let mut pen = Pen::new(0, 0);
        if self.place == Place::FullScreen && buffer.area().height > 0 {
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
        self.used.clear();
        self.rows = 0;
        self.cursor = (0, 0);
    }

    fn wipe(&mut self, pen: &mut Pen, up: u16) {
        match self.place {
            Place::Inline => {
                let (x, _) = pen.at();
                pen.declare(x.unwrap_or(0).max(1), up);
                pen.go(0, 0);
                pen.erase_below();
            }
            Place::FullScreen => pen.raw(b"\x1b[H\x1b[2J"),
        }
        pen.declare(0, 0);
        self.clear();
    }

    /// The first row: this one if nothing stands there, else the next.
    fn begin(&mut self, pen: &mut Pen, columns: u16) {
        match self.place {
            Place::Inline => {
                if self.fresh {
                    fresh_row(pen, self.size.0);
                    pen.raw(b"\x1b[?7l");
                }
                pen.erase_below();
            }
            Place::FullScreen => pen.raw(b"\x1b[H\x1b[2J"),
        }
        pen.declare(0, 0);
        self.fresh = false;
        self.shown = Buffer::empty(Rect::new(0, 0, columns, 0));
        self.lines.clear();
        self.rows = 1;
        self.used = vec![0];
    }

    fn reserve(&mut self, pen: &mut Pen, height: u16) {
        if height > self.rows {
            pen.go(0, self.rows - 1);
            match self.place {
                Place::Inline => pen.new_rows(height - self.rows),
                Place::FullScreen => {}
            }
            self.rows = height;
            self.used.resize(usize::from(height), 0);
        }
        let height = height.max(self.shown.area().height);
        self.shown.resize(Rect { height, ..*self.shown.area() });
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

    fn update(&mut self, pen: &mut Pen, lines: &[Line], next: &Buffer) {
        let (before, after) = (self.shown.area().height, next.area().height);
        let mut changed = vec![Vec::new(); usize::from(after)];
        // Only rows of lines that are not as they were can differ.
        let alike = self.shown.area().width == next.area().width;
        let rows: Vec<u16> = (0..after)
            .filter(|y| !alike || self.lines.get(usize::from(*y)) != lines.get(usize::from(*y)))
            .collect();
        let (old, new) = (cells::gather(&self.shown, &rows), cells::gather(next, &rows));
        for (x, y, _) in old.diff_iter(&new) {
            changed[usize::from(rows[usize::from(y)])].push(x);
        }
        for (columns, y) in changed.iter().zip(0..) {
            if !columns.is_empty() {
                self.update_row(pen, next, y, columns);
            }
        }
        if (after..before).any(|y| end(row(&self.shown, y)) > 0) {
            pen.go(0, after.min(self.rows - 1));
            pen.erase_below();
            self.used[usize::from(after)..].fill(0);
        }
    }

    fn update_row(&mut self, pen: &mut Pen, next: &Buffer, y: u16, columns: &[u16]) {
        let (old, new) = (row(&self.shown, y), row(next, y));
        let last = end(new);
        let whole: Vec<u16>;
        let columns = if isolates(old) || isolates(new) {
            whole = (0..last).collect();
            pen.go(0, y);
            pen.erase_right();
            self.used[usize::from(y)] = 0;
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
        let used = &mut self.used[usize::from(y)];
        *used = if last == 0 { 0 } else { (*used).max(written) };
    }
}

/// Goes to the first column, of the next row where others began this one: from there, two spaces
/// at the end of the row wrap.
fn fresh_row(pen: &mut Pen, columns: u16) {
    if columns > 3 {
        pen.raw(format!("\x1b[?7h\x1b[{}C  \r\x1b[K", columns - 2).as_bytes());
    }
}

/// Writes up to a few unchanged cells where that is shorter than a jump.
fn bridge(pen: &mut Pen, row: &[ratatui_core::buffer::Cell], x: u16, y: u16) {
    let (Some(from), true) = (pen.at().0, pen.at().1 == y) else {
        return;
    };
    let gap = from..x;
    let cheap = |i: u16| {
        let cell = &row[usize::from(i)];
        cell.symbol().len() == 1
            && !covered(cell)
            && (ink(cell) == pen.ink() || (blank(cell) && !pen.ink().shows_on_blank()))
    };
    if !gap.is_empty() && x - from <= JUMP && gap.clone().all(cheap) {
        for i in gap {
            let cell = &row[usize::from(i)];
            pen_cell(pen, cell);
        }
    }
}

fn covered(cell: &ratatui_core::buffer::Cell) -> bool {
    cell.diff_option == ratatui_core::buffer::CellDiffOption::Skip
}

fn pen_cell(pen: &mut Pen, cell: &ratatui_core::buffer::Cell) {
    if covered(cell) {
        return;
    }
    let same = blank(cell) && !pen.ink().shows_on_blank();
    pen.write(cell.symbol(), if same { pen.ink() } else { ink(cell) });
}

fn row(buffer: &Buffer, y: u16) -> &[ratatui_core::buffer::Cell] {
    let width = usize::from(buffer.area().width);
    let from = usize::from(y) * width;
    &buffer.content()[from..from + width]
}
