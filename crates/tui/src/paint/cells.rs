//! Lines as cells.
//!
//! - Every grapheme takes as many cells as `asq_core::text::width` says; all cells but its first are marked, so that a
//!   narrower grapheme erases them later.
//! - Cells right of the last column are left out.
//! - A span with right-to-left letters is put between isolates, so that it can't reorder the row around it; a terminal
//!   that doesn't reorder ignores them.

use super::pen::Ink;
use crate::theme::Theme;
use asq_core::text::{Line, width};
use ratatui_core::buffer::{Buffer, Cell, CellDiffOption};
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;
use std::num::NonZeroU16;

const FIRST_STRONG_ISOLATE: &str = "\u{2068}";
const POP_ISOLATE: &str = "\u{2069}";

/// The lines in a buffer of this width, one row each.
pub(super) fn cells(lines: &[Line], columns: u16, theme: &Theme) -> Buffer {
    cells_after(&Buffer::empty(Rect::ZERO), &[], lines, columns, theme)
}

/// The same; rows of unchanged lines are taken from the old buffer.
pub(super) fn cells_after(
    shown: &Buffer,
    before: &[Line],
    lines: &[Line],
    columns: u16,
    theme: &Theme,
) -> Buffer {
    let mut buffer = Buffer::empty(Rect::new(0, 0, columns, lines.len() as u16));
    let alike = shown.area().width == columns;
    for (line, y) in lines.iter().zip(0..) {
        if alike && before.get(usize::from(y)) == Some(line) {
            copy(shown, y, &mut buffer, y);
        } else {
            put(&mut buffer, y, line, theme);
        }
    }
    buffer
}

/// The rows `rows` of a buffer, without gaps.
pub(super) fn gather(buffer: &Buffer, rows: &[u16]) -> Buffer {
    let mut gathered = Buffer::empty(Rect::new(0, 0, buffer.area().width, rows.len() as u16));
    for (from, to) in rows.iter().zip(0..) {
        copy(buffer, *from, &mut gathered, to);
    }
    gathered
}

/// One row, or an empty slice without that row.
fn copy(from: &Buffer, from_y: u16, to: &mut Buffer, to_y: u16) {
    let columns = usize::from(to.area().width);
    let at = |y: u16| usize::from(y) * columns..(usize::from(y) + 1) * columns;
    if let (Some(old), Some(new)) = (from.content.get(at(from_y)), to.content.get_mut(at(to_y))) {
        new.clone_from_slice(old);
    }
}

fn put(buffer: &mut Buffer, y: u16, line: &Line, theme: &Theme) {
    let columns = buffer.area().width;
    let mut x = 0;
    for span in &line.spans {
        let look = theme.look(span.style);
        let isolated = right_to_left(span.text.as_str());
        let seen = background(look);
        let mut last = None;
        let mut full = false;
        for grapheme in width::graphemes(span.text.as_str()) {
            let wide = width::of_grapheme(grapheme) as u16;
            if wide == 0 {
                continue;
            }
            if x + wide > columns {
                full = true;
                break;
            }
            let cell = &mut buffer[(x, y)];
            // Left as the buffer's own blank: rows that end in blanks are erased there, not written.
            if grapheme == " " && !seen {
                x += wide;
                continue;
            }
            if isolated && last.is_none() {
                cell.set_symbol(&format!("{FIRST_STRONG_ISOLATE}{grapheme}"));
            } else {
                cell.set_symbol(grapheme);
            }
            cell.set_style(look);
            // ratatui has a width table of its own, and the two differ.
            if let Some(forced) = NonZeroU16::new(wide).filter(|_| !grapheme.is_ascii()) {
                cell.set_diff_option(CellDiffOption::ForcedWidth(forced));
            }
            for covered in x + 1..x + wide {
                buffer[(covered, y)].set_style(look).set_diff_option(CellDiffOption::Skip);
            }
            last = Some(x);
            x += wide;
        }
        if let Some(last) = last.filter(|_| isolated) {
            let cell = &mut buffer[(last, y)];
            let closed = format!("{}{POP_ISOLATE}", cell.symbol());
            cell.set_symbol(&closed);
        }
        if full {
            return;
        }
    }
}

/// The look of a cell.
pub(super) fn ink(cell: &Cell) -> Ink {
    Ink { fg: cell.fg, bg: cell.bg, modifier: cell.modifier }
}

/// Whether a space in this look is visible.
fn background(look: Style) -> bool {
    let probe = Cell::EMPTY.clone().set_style(look).clone();
    ink(&probe).shows_on_blank()
}

/// Whether the cell looks empty.
pub(super) fn blank(cell: &Cell) -> bool {
    cell.symbol() == " " && !ink(cell).shows_on_blank() && cell.diff_option != CellDiffOption::Skip
}

/// How many columns a cell takes.
pub(super) fn wide(cell: &Cell) -> u16 {
    match cell.diff_option {
        CellDiffOption::ForcedWidth(wide) => wide.get(),
        CellDiffOption::None | CellDiffOption::Skip | CellDiffOption::AlwaysUpdate => 1,
    }
}

/// The column after the last cell that is not blank.
pub(super) fn end(row: &[Cell]) -> u16 {
    row.iter().rposition(|c| !blank(c)).map_or(0, |x| x as u16 + 1)
}

/// Whether a row has an isolate, and is better written whole.
pub(super) fn isolates(row: &[Cell]) -> bool {
    row.iter().any(|c| c.symbol().starts_with(FIRST_STRONG_ISOLATE))
}

/// Hebrew, Arabic and their kin, by block.
fn right_to_left(text: &str) -> bool {
    text.chars().any(|c| {
        matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
            | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
    })
}
