//! A text entry: prefix, text or placeholder, caret, what was kept.
//!
//! - The placeholder is dim, and in an empty entry the caret is on its first cell; nothing shifts.
//! - The text grows to the entry's most rows; then it scrolls around the caret, and brackets show the position, so that
//!   it can't pass for text.
//! - A unit follows the text, dim.
//! - A masked text is dots; a kept one shows since when, and which key clears it.

use crate::block::blanks;
use crate::paint_ctx::PaintCtx;
use asq_core::form::{Label, Screen, TextEntry};
use asq_core::text::{Line, Shown, Span, Style, Tone, wrap};

/// An entry at a width.
#[derive(Clone, Debug, Default)]
pub(crate) struct EntryLines {
    /// At least one.
    pub(crate) lines: Vec<Line>,
    /// Line and column of the caret, if the entry has it.
    pub(crate) caret: Option<(usize, usize)>,
}

/// The entry that has the caret.
pub(crate) fn active<'s, 'a>(screen: &'s Screen<'a>) -> Option<&'s TextEntry<'a>> {
    let notes = screen.notes.as_ref().map(|n| &n.entry).into_iter();
    let rows = screen.rows.iter().filter_map(|row| match &row.label {
        Label::Entry(entry) => Some(entry),
        Label::Own(_) | Label::Theirs(_) | Label::Pair(_) | Label::Exact(_) => None,
    });
    notes.chain(screen.filter.as_ref()).chain(rows).find(|e| e.active)
}

/// Lays an entry out; `prefix` styles the part before the text, `text` the text.
pub(crate) fn lay(
    ctx: &mut PaintCtx<'_>,
    entry: &TextEntry<'_>,
    width: usize,
    prefix: Style,
    text: Style,
) -> EntryLines {
    let width = width.max(1);
    let mut out = EntryLines::default();
    let mut first = Line::default();
    if let Some(words) = &entry.prefix {
        let words = Line::of(ctx.glyphs.own_text(words.clone()), prefix);
        if words.width() * 2 <= width {
            first = words;
        } else {
            out.lines = wrap::wrap(&words, width);
        }
    }
    let indent = first.width();
    let room = (width - indent).max(1);
    let before = out.lines.len();
    if entry.editor.text().is_empty() {
        let style = Style::of(Tone::Dim);
        let style = if text.italic { style.italic() } else { style };
        let words = Line::of(ctx.glyphs.mixed(entry.placeholder.clone()), style);
        let wrapped = wrap::wrap(&words, room);
        out.lines.extend(wrapped);
        if out.lines.len() == before {
            out.lines.push(Line::default());
        }
        out.caret = entry.active.then_some((before, indent));
    } else {
        typed(ctx, entry, room, text, &mut out);
        if let Some((_, column)) = &mut out.caret {
            *column += indent;
        }
    }
    for (at, line) in out.lines.iter_mut().enumerate().skip(before) {
        let lead = if at == before { first.clone() } else { blanks(indent) };
        line.spans.splice(0..0, lead.spans);
    }
    if let Some(suffix) = entry.suffix.as_ref().filter(|_| !entry.editor.text().is_empty()) {
        let line = Line::of(ctx.glyphs.foreign(suffix.clone()), Style::of(Tone::Dim));
        append(&mut out.lines, &line, width, indent);
    }
    if let Some(kept) = &entry.kept {
        let words = Shown::joined([&Shown::own("("), kept, &Shown::own(")")]);
        let line = Line::of(ctx.glyphs.own_text(words), Style::of(Tone::Dim));
        append(&mut out.lines, &line, width, indent);
    }
    out
}

/// The rows of the text that are in sight.
fn typed(ctx: &mut PaintCtx<'_>, entry: &TextEntry<'_>, room: usize, style: Style, out: &mut EntryLines) {
    if entry.active {
        ctx.flows.active = Some(room);
    }
    let scrolled = ctx.flows.of(entry.editor, room);
    let rows = scrolled.flow.rows();
    let most = entry.max_rows.min(ctx.most_rows).max(1);
    let shown = rows.min(most);
    if entry.active {
        let (row, column) = scrolled.flow.column_of(entry.editor, entry.editor.caret());
        scrolled.top = scrolled.top.min(row).max((row + 1).saturating_sub(shown)).min(rows - shown);
        out.caret = Some((out.lines.len() + row - scrolled.top, column));
    } else {
        scrolled.top = 0;
    }
    let top = scrolled.top;
    let lines = scrolled.flow.paint(entry.editor, top..top + shown, entry.masked, style);
    let glyphs = ctx.glyphs;
    let masked = |line: Line| if entry.masked { glyphs.line(&line) } else { glyphs.typed(line) };
    out.lines.extend(lines.into_iter().map(masked));
    if rows > shown && ctx.most_rows > 2 {
        let words = [
            Shown::own("(lines "),
            Shown::number(top + 1),
            Shown::own("–"),
            Shown::number(top + shown),
            Shown::own(" of "),
            Shown::number(rows),
            Shown::own(")"),
        ];
        out.lines.push(Line::of(glyphs.own_text(Shown::joined(&words)), Style::of(Tone::Dim)));
    }
}

/// Puts a remark after the last line, or below it if it doesn't fit.
fn append(lines: &mut Vec<Line>, remark: &Line, width: usize, indent: usize) {
    let used = lines.last().map_or(0, Line::width);
    if used + 1 + remark.width() <= width
        && let Some(last) = lines.last_mut()
    {
        last.push(Span::own(" ", Tone::Plain));
        last.spans.extend(remark.spans.iter().cloned());
    } else {
        lines.extend(wrap::wrap_indent(remark, width, indent, indent));
    }
}
