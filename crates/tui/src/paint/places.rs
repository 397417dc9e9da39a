//! Where a form is: among the terminal's content or on the alternate screen, and when it moves.
//!
//! - A change of the size moves it to the alternate screen: rows that a terminal breaks there never get into the
//!   history.
//! - Near the top of the screen it moves down by a few empty rows, or to the alternate screen if there is no room.
//! - A terminal breaks a row by the width that it had since it was last empty: where that could push out too much, the
//!   old frame is erased first.
//! - A size that changed and came back between two looks is a change, too: its signal tells.
//! - What is left of it on the screen below is erased when it ends, at the size that the terminal has then.
//! - A reader on the full screen uses the alternate screen, too, and the form returns from it.

use super::above::{RowsAbove, Standing};
use super::pen::TermPen;
use super::rows::ScreenRows;
use super::{BEGIN, END, Painter, ScreenPlace};
use asq_core::text::Line;
use ratatui_core::buffer::Buffer;

/// The last frame on the screen that the form left.
#[derive(Debug)]
pub(super) struct Below {
    shown: Buffer,
    rows: ScreenRows,
    cursor: (u16, u16),
    drawn: u16,
    /// The form left only for a reader, and was erased before.
    comes_back: bool,
}

impl Painter {
    /// Notes the terminal's new size; the next frame is a full redraw. Even if the width is the old one, the terminal may
    /// have had another in between: tmux passes on only the last of several sizes.
    pub fn resized(&mut self, size: (u16, u16)) {
        if size != self.size {
            self.size = size;
            self.early = true;
            self.disturbed();
        }
    }

    /// Notes the size when a signal says that it changed. If it is the known one, and no change was seen before its
    /// signal, the terminal had another size in between.
    pub fn signalled(&mut self, size: (u16, u16)) {
        if size == self.size && !self.early {
            self.disturbed();
        }
        self.resized(size);
        self.early = false;
    }

    /// Notes that the terminal has moved the form's rows, and perhaps broken them.
    fn disturbed(&mut self) {
        if self.rows.len() > 0 {
            self.stale = true;
            self.reflowed |= self.place == ScreenPlace::Inline && !self.clips;
        }
        self.moved();
    }

    /// Notes the terminal's size right after a frame was written. If it was narrower by then, the rows were cut off and
    /// didn't break: counting them as broken would erase lines above the form.
    pub fn written_at(&mut self, size: (u16, u16)) {
        self.drawn = self.drawn.min(size.0);
        self.resized(size);
    }

    /// Notes the terminal's reply with the cursor's column and row, counted from 1.
    pub fn stands(&mut self, (column, row): (u16, u16)) {
        if matches!(self.above, RowsAbove::Asked | RowsAbove::Late) && column == 1 {
            self.above = RowsAbove::Known(row.saturating_sub(1));
        }
    }

    /// Notes that the terminal hasn't replied in time. A late reply still counts.
    pub fn unanswered(&mut self) {
        if self.above == RowsAbove::Asked {
            self.above = RowsAbove::Late;
        }
    }

    /// Whether the terminal was asked where the form is, and a reply may be due.
    pub fn awaits_reply(&self) -> bool {
        self.above == RowsAbove::Asked
    }

    /// Whether a frame needs the alternate screen from now on. Then write [`Painter::clears`], switch the terminal
    /// there, and call [`Painter::switched`].
    ///
    /// Rows that a terminal breaks push others into its history, even the form's own if little stands above it, and
    /// nobody can erase them there. None of this happens on the alternate screen.
    ///
    /// `reads` means that the frame is a reader's: it is shown for a while, and nothing of it may get into the history.
    pub fn must_switch(&self, lines: &[Line], caret: Option<(u16, u16)>, reads: bool) -> bool {
        let fills = self.stale && lines.len() >= usize::from(self.size.1);
        self.place == ScreenPlace::Inline
            && (self.reflowed || fills || reads || self.led(lines, caret).is_none())
    }

    /// How many empty rows such a frame needs above it inline, so that no row of it gets into the history; `None` if it
    /// needs the alternate screen. While the rows above are unknown, there may be enough of them.
    pub(super) fn led(&self, lines: &[Line], caret: Option<(u16, u16)>) -> Option<u16> {
        if self.clips {
            return Some(0);
        }
        let widths: Vec<usize> = lines.iter().map(Line::width).collect();
        let standing = self.standing(&widths, caret);
        match self.above {
            RowsAbove::Known(_) => standing.led(self.lead),
            RowsAbove::Unknown | RowsAbove::Asked | RowsAbove::Late | RowsAbove::Silent => {
                standing.is_safe().then_some(0)
            }
        }
    }

    /// The frame with as many rows above as there may be.
    fn standing<'a>(&self, widths: &'a [usize], caret: Option<(u16, u16)>) -> Standing<'a> {
        Standing { widths, caret, above: self.most_above(widths.len()), lead: 0, size: self.size }
    }

    /// Whether a frame below so many empty rows can't be drawn over the one that is on the screen: it stands elsewhere,
    /// or rows that were wider would break.
    pub(super) fn needs_erasing(&self, lead: u16, lines: &[Line], caret: Option<(u16, u16)>) -> bool {
        let RowsAbove::Known(_) = self.above else { return false };
        let first = usize::from(lead);
        let width = |(y, line): (usize, &Line)| line.width().max(usize::from(self.rows.used(first + y)));
        let widths: Vec<usize> = lines.iter().enumerate().map(width).collect();
        lead != self.lead || !Standing { lead, ..self.standing(&widths, caret) }.is_safe()
    }

    /// Whether no row of the frame gets into the history even at the top of the screen.
    pub(super) fn is_safe_anywhere(&self, lines: &[Line], caret: Option<(u16, u16)>) -> bool {
        let widths: Vec<usize> = lines.iter().map(Line::width).collect();
        self.clips || Standing { above: 0, ..self.standing(&widths, caret) }.is_safe()
    }

    /// At most so many rows are above a frame of so many lines.
    pub(super) fn most_above(&self, lines: usize) -> u16 {
        let height = u16::try_from(lines).unwrap_or(u16::MAX);
        self.above.most(self.size.1, height.max(self.rows.len()))
    }

    /// Returns the bytes that make room below the cursor for another screen's return: they erase the form, or begin its
    /// first row. A form that a resize has moved stays until the size is at rest.
    pub fn clears(&mut self) -> Vec<u8> {
        if self.rows.len() > 0 {
            return if self.knows_its_place() { self.erase() } else { Vec::new() };
        }
        let mut pen = TermPen::new(0, 0);
        self.take_row(&mut pen);
        pen.finish()
    }

    /// Notes that the terminal shows the alternate screen. The form's rows on the other one stay: their places are
    /// certain only once the size is at rest.
    pub fn switched(&mut self, reads: bool) {
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

    /// Whether the form can be erased before it leaves: its place is known.
    fn knows_its_place(&self) -> bool {
        !self.reflowed && !self.stale
    }

    /// Whether the form returns to where it began: a reader was open, and nothing of the form is left there.
    pub fn must_return(&self, reads: bool) -> bool {
        !reads && self.below.as_ref().is_some_and(|below| below.comes_back)
    }

    /// Whether the form has left the screen where it began.
    pub fn is_away(&self) -> bool {
        self.below.is_some()
    }

    /// Returns the bytes that erase the form on the screen where it began, which the terminal shows now, at this size.
    pub fn erase_on_return(&mut self, size: (u16, u16)) -> Vec<u8> {
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

    /// Notes that something else was written: the next frame is drawn below the cursor.
    pub fn forget(&mut self) {
        self.clear();
        self.moved();
        self.place = self.home;
        self.below = None;
        (self.stale, self.reflowed) = (false, false);
        self.visible = true;
        self.fresh = true;
    }

    /// Notes that the form isn't where it was.
    fn moved(&mut self) {
        self.above = match self.above {
            RowsAbove::Late | RowsAbove::Silent => RowsAbove::Silent,
            RowsAbove::Unknown | RowsAbove::Asked | RowsAbove::Known(_) => RowsAbove::Unknown,
        };
    }
}
