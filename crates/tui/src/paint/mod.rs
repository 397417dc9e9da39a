//! Frames to bytes: below the cursor, or on the alternate screen.
//!
//! - Inline, line feeds create rows and relative moves reach them; nothing waits for a reply of the terminal.
//! - Only cells that differ are written; the last column of the terminal stays free inline.
//! - Without a caret the hidden cursor rests on the form's first cell: after a resize everything from there on is the
//!   form, however the terminal moved the rows.
//! - With a caret the cursor is at the caret, for input methods; the rows above it are counted as a terminal reflows
//!   them.
//! - A form that begins near the top of the screen gets empty rows above it, or goes to the alternate screen if there is
//!   no room for them: it asks the terminal for the cursor's row.
//! - Each update is synchronized, except the smallest (a typed letter, a tick of the clock); at the end the form is
//!   erased.

mod above;
mod cells;
mod pen;
mod places;
mod rows;
mod strokes;

use crate::theme::Theme;
use above::RowsAbove;
use asq_core::text::Line;
use cells::{blank, end, ink, isolates};
use pen::TermPen;
use places::Below;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use rows::ScreenRows;
use strokes::{bridge, covered, fresh_row, pen_cell, row};

// A synchronized update: the terminal shows all of it at once. Others ignore the sequence.
const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";
/// An update of at most this many bytes appears at once anyway: a tick of the clock, a typed letter.
const SMALL: usize = 40;
const HIDE: &[u8] = b"\x1b[?25l";
const SHOW: &[u8] = b"\x1b[?25h";
/// Asks the terminal for the cursor's place.
const WHERE: &[u8] = b"\x1b[6n";
/// More adjacent changed blanks than this are erased instead of written.
const ERASE: usize = 8;

/// Where the form is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenPlace {
    /// Below the cursor, among the terminal's content.
    Inline,
    /// On the alternate screen.
    FullScreen,
}

/// The form's cells on the terminal, and how to change them.
#[derive(Debug)]
pub struct Painter {
    /// Where the form should be.
    home: ScreenPlace,
    /// Where the form is now.
    place: ScreenPlace,
    theme: Theme,
    /// The terminal doesn't break rows when it becomes narrower.
    clips: bool,
    /// Columns and rows of the terminal.
    size: (u16, u16),
    /// The terminal's columns when the form was last drawn.
    drawn: u16,
    shown: Buffer,
    /// The lines that became `shown`.
    lines: Vec<Line>,
    rows: ScreenRows,
    cursor: (u16, u16),
    visible: bool,
    /// Other programs may have begun the cursor's row.
    fresh: bool,
    /// Erase and redraw at the next frame.
    stale: bool,
    /// The terminal broke or joined rows of the form, so their places are unknown.
    reflowed: bool,
    /// The size changed, and its signal hasn't come yet.
    early: bool,
    above: RowsAbove,
    /// The form's first rows, which are empty: they are what a narrower terminal pushes into its history.
    lead: u16,
    /// The content of the screen below while the form is on the alternate one.
    below: Option<Below>,
}

impl Painter {
    /// A painter for a terminal of so many columns and rows. `clips` means that it doesn't reflow.
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
            early: false,
            above: RowsAbove::Unknown,
            lead: 0,
            below: None,
        }
    }

    /// The columns and rows for a frame.
    pub fn room(&self) -> (u16, u16) {
        let (columns, rows) = self.size;
        match self.home {
            // The last column stays free: after a cell there, terminals disagree about where the cursor is.
            ScreenPlace::Inline => (columns.saturating_sub(1).max(1), rows.max(1)),
            ScreenPlace::FullScreen => (columns.max(1), rows.max(1)),
        }
    }

    /// Returns the bytes that make the terminal show these lines and the caret.
    pub fn draw(&mut self, lines: &[Line], caret: Option<(u16, u16)>) -> Vec<u8> {
        let (columns, most) = self.room();
        let lines = &lines[..lines.len().min(usize::from(most))];
        let inline = self.place == ScreenPlace::Inline;
        let lead = if inline { self.led(lines, caret).unwrap_or(0) } else { 0 };
        self.stale |= inline && self.needs_erasing(lead, lines, caret);
        let caret = caret.map(|(x, y)| (x, y + lead));
        let lowered: Vec<Line>;
        let lines = if lead > 0 {
            lowered = [&vec![Line::default(); usize::from(lead)], lines].concat();
            &lowered
        } else {
            lines
        };
        let next = cells::cells_after(&self.shown, &self.lines, lines, columns, &self.theme);
        let mut pen = TermPen::new(self.cursor.0, self.cursor.1);
        if std::mem::take(&mut self.stale) && self.rows.len() > 0 {
            self.wipe(&mut pen);
        }
        if self.rows.len() == 0 {
            self.begin(&mut pen, columns);
        }
        self.lead = lead;
        self.reserve(&mut pen, next.area().height);
        self.update(&mut pen, lines, &next);
        self.shown = next;
        self.drawn = self.size.0;
        self.remember(lines);
        let caret = caret.filter(|(x, y)| *x < columns && *y < self.rows.len());
        self.look_above(&mut pen, lines, caret);
        // The hidden cursor waits on the form's first cell. A reflow carries it along, so the form is everything from
        // there on.
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

    /// Returns the bytes that erase the form and leave the cursor where it began.
    pub fn erase(&mut self) -> Vec<u8> {
        let mut pen = TermPen::new(self.cursor.0, self.cursor.1);
        self.stale = false;
        if self.rows.len() > 0 {
            self.wipe(&mut pen);
        }
        self.visible = true;
        [BEGIN, &pen.finish(), SHOW, END].concat()
    }

    /// Returns the bytes of lines that stay after the form, each on its own row, with the cursor on a fresh row after
    /// them.
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

    /// Notes what is above the form, and asks for its row if the frame depends on that and it is unknown.
    fn look_above(&mut self, pen: &mut TermPen, lines: &[Line], caret: Option<(u16, u16)>) {
        if self.place == ScreenPlace::FullScreen {
            return;
        }
        match self.above {
            RowsAbove::Known(_) => self.above = RowsAbove::Known(self.most_above(lines.len())),
            RowsAbove::Unknown if !self.is_safe_anywhere(lines, caret) => {
                pen.go(0, 0);
                pen.raw(WHERE);
                self.above = RowsAbove::Asked;
            }
            RowsAbove::Unknown | RowsAbove::Asked | RowsAbove::Late | RowsAbove::Silent => {}
        }
    }

    fn clear(&mut self) {
        self.shown = Buffer::empty(Rect::ZERO);
        self.lines.clear();
        self.rows.clear();
        self.cursor = (0, 0);
        self.lead = 0;
    }

    /// Erases the form; the pen knows its distance from the form's first row.
    fn wipe(&mut self, pen: &mut TermPen) {
        match self.place {
            ScreenPlace::Inline => {
                let (x, y) = pen.at();
                // No column is certain any more; any but the first makes `go` write its carriage return.
                pen.declare(x.unwrap_or(0).max(1), y);
                pen.go(0, 0);
                pen.erase_below();
            }
            ScreenPlace::FullScreen => pen.raw(b"\x1b[H\x1b[2J"),
        }
        pen.declare(0, 0);
        self.clear();
    }

    /// Goes to the first row: this one if it is empty, otherwise the next.
    fn begin(&mut self, pen: &mut TermPen, columns: u16) {
        match self.place {
            ScreenPlace::Inline => {
                self.take_row(pen);
                pen.erase_below();
            }
            ScreenPlace::FullScreen => pen.raw(b"\x1b[H\x1b[2J"),
        }
        pen.declare(0, 0);
        self.shown = Buffer::empty(Rect::new(0, 0, columns, 0));
        self.lines.clear();
        self.rows.grow(1);
    }

    /// Takes the cursor's row, or the next one if others began it; nothing wraps from now on.
    fn take_row(&mut self, pen: &mut TermPen) {
        if std::mem::take(&mut self.fresh) {
            fresh_row(pen, self.size.0);
            // Without autowrap, a row that is too wide for a moment is cut off and doesn't push the others down.
            pen.raw(b"\x1b[?7l");
        }
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

    /// Keeps the lines that became `shown`.
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
        // Only rows of changed lines can differ.
        let alike = self.shown.area().width == next.area().width;
        let rows: Vec<u16> = (0..after)
            .filter(|y| !alike || self.lines.get(usize::from(*y)) != lines.get(usize::from(*y)))
            .collect();
        if self.lines.is_empty() {
            // Nothing is on the screen yet, so nothing has to be compared.
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
        // A form that isn't on the screen yet has no rows to keep.
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
