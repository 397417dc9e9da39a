//! An [`Editor`]'s text laid out in rows at a width, kept up to date key by key.
//!
//! - Rows break as in [`wrap`](super::wrap), but without dropping anything: every byte is in a row.
//! - One space may hang after a full row, without a cell. More spaces start the next row.
//! - A caret after a full row is at the start of the next one, which exists even if it is empty.
//! - An edit lays out only the rows around it again.
//! - It paints only the wanted rows, escaped as in [`Shown`]. A tab is four spaces, a grapheme with tokens wider than a
//!   row ends in `…`, and U+2800 stays unchanged.
//! - A masked text shows a dot for every cell, so that carets and rows keep their places.

mod rows;

use super::{Editor, Line, Shown, Style, TextChange, class, escape, grapheme};
use rows::FlowRows;
use std::ops::Range;

/// The rows before an edit's own row that it can change. A row ends if the next word doesn't fit, and that word can
/// reach into the row after the next.
const ROWS_BACK: usize = 2;

/// The rows of a text at a width. Call [`Flow::update`] first; the other functions need the same editor, unchanged
/// since then.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// The revision and the width of the rows.
    of: Option<(u64, usize)>,
    rows: FlowRows,
}

impl Flow {
    /// A layout without a text.
    pub fn new() -> Flow {
        Flow::default()
    }

    /// Lays out the changes since the last update, or the whole text after a change of `width` (in cells, at least 1).
    pub fn update(&mut self, editor: &Editor, width: usize) {
        let width = width.max(1);
        let text = editor.text();
        match self.of {
            Some(of) if of == (editor.revision(), width) => return,
            Some((revision, of))
                if of == width
                    && let Some(change) = editor.changes_since(revision) =>
            {
                self.rewrap(text, &change, width);
            }
            Some(_) | None => self.rows = FlowRows::new(&all_rows(text, width)),
        }
        self.of = Some((editor.revision(), width));
    }

    /// The number of rows, at least 1.
    pub fn rows(&self) -> usize {
        self.rows.count()
    }

    /// The row of a byte of the text.
    pub fn row_of(&self, byte: usize) -> usize {
        self.rows.of_byte(byte).0
    }

    /// The row and the cell of a caret before this byte.
    pub fn column_of(&self, editor: &Editor, byte: usize) -> (usize, usize) {
        let width = self.width();
        let (row, start) = self.rows.of_byte(byte);
        let text = editor.text().get(start..byte).unwrap_or("");
        let column = if is_plain_ascii(text) {
            text.len()
        } else {
            units(text).map(|(_, cells)| cells).sum::<usize>()
        };
        if column < width {
            (row, column)
        } else if row + 1 < self.rows() {
            (row + 1, 0)
        } else {
            (row, width - 1)
        }
    }

    /// The caret's place nearest to a cell of a row: before the grapheme in that cell, or after the last one. A row
    /// beyond the last counts as the last.
    pub fn byte_at(&self, editor: &Editor, row: usize, column: usize) -> usize {
        let width = self.width();
        let row = row.min(self.rows() - 1);
        let range = self.rows.range(row);
        let text = editor.text().get(range.clone()).unwrap_or("");
        let mut at = range.start;
        let mut used = 0;
        let mut place = at;
        for (grapheme, cells) in units(text) {
            if used >= width || used > column {
                return place;
            }
            place = at;
            if grapheme == "\n" || used + cells > column {
                return place;
            }
            used += cells;
            at += grapheme.len();
        }
        if row + 1 == self.rows() && used < width { at } else { place }
    }

    /// Paints these rows, each at most as wide as the layout.
    pub fn paint(&self, editor: &Editor, rows: Range<usize>, masked: bool, style: Style) -> Vec<Line> {
        let width = self.width();
        let end = rows.end.min(self.rows());
        let row = |row| {
            let text = editor.text().get(self.rows.range(row)).unwrap_or("");
            let painted = painted(text, width, masked);
            if painted.is_empty() { Line::default() } else { Line::of(painted, style) }
        };
        (rows.start..end).map(row).collect()
    }

    fn width(&self) -> usize {
        self.of.map_or(1, |(_, width)| width)
    }

    fn rewrap(&mut self, text: &str, change: &TextChange, width: usize) {
        // The change may have altered the grapheme before it.
        let touched = change.removed.start.saturating_sub(1);
        let first = self.rows.of_byte(touched).0.saturating_sub(ROWS_BACK);
        let mut old = self.rows.starts_from(first).peekable();
        let mut start = self.rows.range(first).start;
        let changed_to = change.removed.start + change.inserted;
        let mut lengths = Vec::new();
        let mut last = self.rows.count();
        while let Some(next) = next_row(text, start, width) {
            lengths.push(next - start);
            start = next;
            if let Some(after) = start.checked_sub(changed_to) {
                let before_edit = change.removed.end + after;
                while old.next_if(|&(_, at)| at < before_edit).is_some() {}
                if let Some(&(row, at)) = old.peek()
                    && at == before_edit
                {
                    last = row;
                    break;
                }
            }
        }
        if last == self.rows.count() {
            lengths.push(text.len() - start);
        }
        drop(old);
        self.rows.replace(first..last, &lengths);
    }
}

fn all_rows(text: &str, width: usize) -> Vec<usize> {
    let mut lengths = Vec::new();
    let mut start = 0;
    while let Some(next) = next_row(text, start, width) {
        lengths.push(next - start);
        start = next;
    }
    lengths.push(text.len() - start);
    lengths
}

/// The start of the row after the one from `start`; `None` if that is the last. Depends only on the text from `start`.
fn next_row(text: &str, start: usize, width: usize) -> Option<usize> {
    match next_ascii_row(text.as_bytes(), start, width) {
        NextRow::Row(next) => return Some(next),
        NextRow::None => return None,
        NextRow::Unknown => {}
    }
    let mut used = 0;
    let mut at = start;
    let mut may_end = None;
    let mut before: Option<&str> = None;
    for (grapheme, cells) in units(&text[start..]) {
        if grapheme == "\n" {
            return Some(if used >= width { at } else { at + 1 });
        }
        let cells = cells.min(width);
        let space = class::is_space(grapheme);
        if !space
            && let Some(before) = before
            && (class::is_space(before) || class::breaks_between(before, grapheme))
        {
            may_end = Some(at);
        }
        if used + cells > width {
            return Some(if space { at + grapheme.len() } else { may_end.unwrap_or(at) });
        }
        used += cells;
        at += grapheme.len();
        before = Some(grapheme);
    }
    (used >= width).then_some(at)
}

/// Whether every byte takes one cell.
fn is_plain_ascii(text: &str) -> bool {
    text.bytes().fold(true, |all, byte| all & matches!(byte, b' '..=b'~'))
}

/// A result from bytes alone about the next row.
enum NextRow {
    Row(usize),
    None,
    /// Unknown: characters other than printable ASCII decide.
    Unknown,
}

/// [`next_row`] from bytes alone, if that is possible.
fn next_ascii_row(text: &[u8], start: usize, width: usize) -> NextRow {
    let row = &text[start..text.len().min(start + width + 1)];
    // A part of an endless word. The fold has no early exit, so that the compiler can vectorise it.
    if row.len() > width && row.iter().fold(true, |all, byte| all & byte.is_ascii_graphic()) {
        return NextRow::Row(start + width);
    }
    match row.iter().position(|byte| !matches!(byte, b' '..=b'~')) {
        Some(end) if row[end] == b'\n' => {
            NextRow::Row(if end >= width { start + end } else { start + end + 1 })
        }
        Some(_) => NextRow::Unknown,
        None if row.len() == width => NextRow::Row(start + width),
        None if row.len() < width => NextRow::None,
        // A following mark would join the space.
        None if row[width] == b' ' && text.get(start + width + 1).is_some_and(|next| !next.is_ascii()) => {
            NextRow::Unknown
        }
        None if row[width] == b' ' => NextRow::Row(start + width + 1),
        None => {
            let space = row.iter().rposition(|&byte| byte == b' ');
            NextRow::Row(start + space.map_or(width, |space| space + 1))
        }
    }
}

/// The graphemes of a text, each with its painted cells; a line break has none.
fn units(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (grapheme, plain) = grapheme::first(rest)?;
        rest = &rest[grapheme.len()..];
        Some((grapheme, plain.unwrap_or_else(|| cells(grapheme))))
    })
}

fn cells(grapheme: &str) -> usize {
    match grapheme {
        "\n" => 0,
        other => escape::cells(other),
    }
}

fn escaped(grapheme: &str) -> String {
    let mut out = String::new();
    escape::grapheme(&mut out, grapheme);
    out
}

/// One row, without its line break and its hanging space.
fn painted(text: &str, width: usize, masked: bool) -> Shown {
    let inked = text.strip_suffix('\n').unwrap_or(text);
    if !masked && is_plain_ascii(inked) {
        return Shown::of_escaped(inked[..inked.len().min(width)].to_owned());
    }
    let mut out = String::new();
    let mut used = 0;
    for (grapheme, cells) in units(text) {
        let room = width - used;
        let cells_here = cells.min(room);
        used += cells_here;
        if masked {
            out.extend(std::iter::repeat_n('•', cells_here));
        } else if cells <= room {
            if grapheme != "\n" {
                escape::grapheme(&mut out, grapheme);
            }
        } else if class::is_space(grapheme) {
            out.extend(std::iter::repeat_n(' ', cells_here));
        } else if room > 0 {
            let (kept, _) = Shown::of_escaped(escaped(grapheme)).split(room - 1);
            out.push_str(kept.as_str());
            out.push('…');
        }
    }
    Shown::of_escaped(out)
}
