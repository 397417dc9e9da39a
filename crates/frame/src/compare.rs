//! A page with the preview of the focused option.
//!
//! - From 76 columns up: the list in a left panel, the preview in a box next to it, the notes below the box.
//! - Wider than text, the list has a quarter of the columns, and the box is as wide as the widest preview so far.
//! - Narrower: the box below the list, at least three rows of it; the rest scrolls.
//! - Below ten rows: the focused option alone and `preview: n lines (PgDn)`; PgDn shows the preview itself.
//! - Prose wraps in the box; code and drawings are laid out in 120 columns and clipped to it.
//! - Borders say how much is hidden.

use crate::block::blanks;
use crate::chrome::Chrome;
use crate::context::ContextShare;
use crate::doc::Doc;
use crate::entry::{self, EntryLines};
use crate::list::{self, Body};
use crate::previews::ShowsBlanks;
use crate::texts::{Ident, Lines};
use crate::window::Window;
use crate::{Frame, Glyphs, Size, View, measure};
use asq_core::form::{PreviewRef, Screen, TextEntry};
use asq_core::model::PreviewKind;
use asq_core::text::{Line, Shown, Span, Style, Tone, wrap};
use asq_preview::Fit;
use std::sync::Arc;

/// Columns that code and drawings are laid out in.
const SOURCE: usize = 120;
/// From this width on the box is next to the list.
const BESIDE: usize = 76;
/// Below this height there is no box.
const LOW: usize = 10;
/// The columns of the list next to the box: the fewest and the most.
const LEFT: [usize; 2] = [30, 48];
/// The columns of a box that would be narrower, on a wide screen.
const NARROWEST: usize = 60;
/// The rows that a box below the list has at least: three of the preview, and its borders.
const BOX: usize = 5;
/// The columns of its borders.
const BORDERS: usize = 4;
/// The most lines in the box, if the height allows no more than twice as many.
const INSIDE: usize = 20;

/// The parts of such a page, laid out.
struct Parts {
    heading: Doc,
    preview: Lines,
    /// Whether these are all of its lines.
    whole: bool,
    notes: EntryLines,
    notes_active: bool,
}

pub(crate) fn paint(screen: &Screen<'_>, preview: &PreviewRef<'_>, view: &mut View, size: Size) -> Frame {
    let (width, height) = (usize::from(size.width), usize::from(size.height));
    let text = measure::of_text(size);
    let measure = usize::from(text.width);
    let chrome = Chrome::of(screen, measure, view.glyphs);
    let ident = preview.source.map(Ident::of);
    // Another preview begins at its top.
    if view.preview_of != ident {
        view.preview_of = ident;
        view.preview_top = 0;
    }
    let beside = width >= BESIDE && height >= LOW;
    let gap = if width >= 80 { 4 } else { 2 };
    let left = (width / 4).clamp(LEFT[0], LEFT[1]);
    let room = if beside { (width - left - gap).min(SOURCE + BORDERS) } else { measure };
    let inner = if height < LOW { measure } else { room.saturating_sub(BORDERS) };
    let inner = if prose(preview.kind) { inner.min(measure) } else { inner };
    let (lines, whole) = match preview.source {
        Some(source) => {
            let columns = (inner, Fit::Clipped(SOURCE));
            let told = ShowsBlanks(screen.danger.is_some());
            view.previews.lines(preview.kind, (source, told), columns, view.glyphs, view.preview_top + height)
        }
        None => (Arc::new(vec![Line::from(Span::own("No preview available", Tone::Dim))]), true),
    };
    let mut ctx = view.ctx(size);
    ctx.most_rows = (height / 4).max(1);
    let notes = screen.notes.as_ref().map_or_else(EntryLines::default, |row| {
        let entry = TextEntry { prefix: Some(row.label.clone()), ..row.entry.clone() };
        entry::lay(&mut ctx, &entry, room.min(measure), Style::of(Tone::Accent), Style::default())
    });
    let heading = Doc::new(list::heading(screen, &mut ctx, measure, ContextShare::All).0);
    let notes_active = screen.notes.as_ref().is_some_and(|n| n.entry.active);
    let parts = Parts { heading, preview: lines, whole, notes, notes_active };
    if height < LOW {
        low(screen, parts, chrome, view, text)
    } else if beside {
        let widest = parts.preview.iter().map(Line::width).max().unwrap_or(0).max(view.widest);
        view.widest = widest;
        let room = if width > measure { (widest + BORDERS).max(NARROWEST).min(room) } else { room };
        view.last.columns = measure.max(left + gap + room);
        wide(screen, parts, chrome, view, size, [left, gap, room])
    } else {
        narrow(screen, parts, chrome, view, text)
    }
}

/// Whether its lines are wrapped and read like text.
fn prose(kind: PreviewKind) -> bool {
    match kind {
        PreviewKind::Markdown | PreviewKind::Html => true,
        PreviewKind::Code
        | PreviewKind::CodeIn(_)
        | PreviewKind::Text
        | PreviewKind::Mermaid
        | PreviewKind::Svg => false,
    }
}

/// Rows that the box would like to have, borders included.
fn natural(preview: &Lines, height: usize) -> usize {
    preview.len().clamp(1, INSIDE.max(height / 2)) + 2
}

fn wide(
    screen: &Screen<'_>,
    parts: Parts,
    mut chrome: Chrome,
    view: &mut View,
    size: Size,
    [list, gap, room]: [usize; 3],
) -> Frame {
    let (measure, height) = (usize::from(measure::of_text(size).width), usize::from(size.height));
    let mut rows = Doc::new(list::rows(screen, &mut view.ctx(size), list, None));
    let Parts { mut heading, preview, whole, notes, .. } = parts;
    let tallest = |rows: &Doc| rows.height().max(natural(&preview, height) + notes.lines.len());
    // An empty line separates question and panels as long as there is room.
    let gap_line = 1;
    if chrome.height() + heading.height() + gap_line + tallest(&rows) > height {
        rows.join_own_rows();
    }
    let all = list::fit(&mut chrome, &mut [&mut heading], tallest(&rows) + gap_line, height) || {
        rows.close_gaps();
        list::fit(&mut chrome, &mut [&mut heading], tallest(&rows), height)
    };
    let mut body = Body::new(height);
    let panel = if all {
        body.lines = heading.lines(0..heading.height()).collect();
        if chrome.gaps {
            body.lines.push(Line::default());
        }
        tallest(&rows)
    } else {
        let room = chrome.squeeze(height, 2, 3 + notes.lines.len(), measure);
        // A preview may be very long: the heading keeps a third of the room, if it needs it.
        let top = heading.height().min((room / 3).max(1)).min(room);
        let panel = tallest(&rows).min(room - top);
        body.pin(&heading);
        body.scroll(screen, view, &heading, room - panel);
        panel
    };
    let first = body.lines.len();
    let wanted = rows.wanted(screen.focus);
    let window = Window::following(view.list_top, panel, rows.height(), height >= 8, &wanted);
    view.list_top = window.top;
    let marked = usize::from(window.above.is_some());
    view.last.hits = rows.hits(window.top..window.top + window.count, chrome.above().len() + first + marked);
    let glyphs = view.glyphs;
    let mut left: Vec<Line> = window.above.map(|n| list::hidden("  ↑ ", n, "", glyphs)).into_iter().collect();
    left.extend(rows.lines(window.top..window.top + window.count));
    left.extend(window.below.map(|n| list::hidden("  ↓ ", n, "", glyphs)));
    let inside = panel.saturating_sub(notes.lines.len()).min(natural(&preview, height));
    let mut right = boxed(&preview, (whole, screen.still), view, room, inside);
    let column = list + gap;
    body.caret = notes.caret.map(|(line, x)| (first + right.len() + line, column + x));
    right.extend(notes.lines);
    let rows = left.len().max(right.len()).min(panel);
    let (mut left, mut right) = (left.into_iter(), right.into_iter());
    for _ in 0..rows {
        let mut line = left.next().unwrap_or_default();
        if let Some(beside) = right.next() {
            let missing = column.saturating_sub(line.width());
            line.spans.extend(blanks(missing).spans);
            line.spans.extend(beside.spans);
        }
        body.lines.push(line);
    }
    body.framed(&chrome)
}

fn narrow(screen: &Screen<'_>, parts: Parts, mut chrome: Chrome, view: &mut View, size: Size) -> Frame {
    let (width, height) = (usize::from(size.width), usize::from(size.height));
    let glyphs = view.glyphs;
    let mut ctx = view.ctx(size);
    let mut blocks = list::heading(screen, &mut ctx, width, ContextShare::Lines((height / 4).max(2))).0;
    blocks.extend(list::rows(screen, &mut ctx, width, None));
    let mut doc = Doc::new(blocks);
    let Parts { preview, whole, notes, notes_active, .. } = parts;
    let wish = natural(&preview, height);
    let mut noted = notes.lines.len();
    let mut body = Body::new(height);
    let inside = if list::fit(&mut chrome, &mut [&mut doc], wish + notes.lines.len(), height) {
        body.lines = doc.lines(0..doc.height()).collect();
        wish
    } else {
        let typing = usize::from(notes_active);
        let room = chrome.squeeze(height, 2 + typing, 3 + noted.saturating_sub(typing), width);
        // Question and focused row first.
        noted = noted.min(room.saturating_sub(2));
        let beside = room - noted;
        let inside = beside.saturating_sub(doc.height()).max(BOX).min(wish).min(beside.saturating_sub(2));
        body.pin(&doc);
        body.scroll(screen, view, &doc, beside - inside);
        body.mark_context(screen, &doc, width, glyphs);
        inside
    };
    let box_lines = boxed(&preview, (whole, screen.still), view, width, inside);
    body.lines.extend(box_lines);
    let skip = notes.caret.map_or(0, |(line, _)| (line + 1).saturating_sub(noted.max(1)));
    body.caret =
        notes.caret.filter(|_| noted > 0).map(|(line, x)| (body.lines.len() + line.saturating_sub(skip), x));
    body.lines.extend(notes.lines.into_iter().skip(skip).take(noted));
    body.framed(&chrome)
}

fn low(screen: &Screen<'_>, parts: Parts, mut chrome: Chrome, view: &mut View, size: Size) -> Frame {
    let (width, height) = (usize::from(size.width), usize::from(size.height));
    let mut ctx = view.ctx(size);
    let mut blocks = list::heading(screen, &mut ctx, width, ContextShare::Lines((height / 4).max(2))).0;
    blocks.extend(list::rows(screen, &mut ctx, width, screen.focus));
    let mut doc = Doc::new(blocks);
    doc.close_gaps();
    let Parts { preview, whole, mut notes, notes_active, .. } = parts;
    view.last.preview_hidden = true;
    if !notes_active {
        notes.lines.truncate(1);
    }
    let typing = usize::from(notes_active);
    let mut room = chrome.squeeze(height, 2 + typing, 2 - typing + doc.height(), width);
    let mut body = Body::new(height);
    body.pin(&doc);
    let glyphs = view.glyphs;
    // Row and question come first, then notes with a caret, the preview's line, and notes without one.
    let given = |room: &mut usize, wanted: usize, rest: usize| {
        let lines = wanted.min(room.saturating_sub(rest));
        *room -= lines;
        lines
    };
    let typed = if notes_active { given(&mut room, notes.lines.len(), 2) } else { 0 };
    let remark = given(&mut room, 1, 2);
    let noted =
        typed + if notes_active || view.preview_open { 0 } else { given(&mut room, notes.lines.len(), 2) };
    if view.preview_open {
        let window = Window::at(view.preview_top, room.saturating_sub(1).max(1), preview.len(), false);
        view.preview_top = window.top;
        view.last.preview = Some((window.count, preview.len()));
        body.lines = doc.lines(0..usize::from(room > 1).min(doc.height())).collect();
        let shown = preview[window.top..window.top + window.count].iter();
        body.lines.extend(shown.map(|l| wrap::clip(l, width, glyphs.ellipsis())));
    } else {
        view.last.preview = Some((0, preview.len()));
        body.scroll(screen, view, &doc, room);
        body.mark_context(screen, &doc, width, glyphs);
        // PgDn is for the preview here.
        view.last.scrolled = None;
    }
    if remark > 0 {
        body.lines.push(wrap::clip(
            &remark_line(view, screen, (preview.len(), whole), width),
            width,
            glyphs.ellipsis(),
        ));
    }
    let skip = notes.caret.map_or(0, |(line, _)| (line + 1).saturating_sub(noted.max(1)));
    body.caret =
        notes.caret.filter(|_| noted > 0).map(|(line, x)| (body.lines.len() + line.saturating_sub(skip), x));
    body.lines.extend(notes.lines.into_iter().skip(skip).take(noted));
    body.framed(&chrome)
}

/// `preview: 12 lines (PgDn)`
fn remark_line(view: &View, screen: &Screen<'_>, (lines, whole): (usize, bool), width: usize) -> Line {
    let has = screen.preview.as_ref().is_some_and(|p| p.source.is_some());
    let words = if !has {
        vec![Shown::default(), Shown::own("no preview")]
    } else if view.preview_open {
        let last = view.preview_top + view.last.preview.map_or(0, |(count, _)| count);
        vec![
            Shown::own("preview: "),
            Shown::number(view.preview_top + 1),
            Shown::own("–"),
            Shown::number(last),
            Shown::own(" of "),
            Shown::number(lines),
            Shown::own(match (whole, screen.still) {
                (true, false) => " (PgUp)",
                (false, false) => "+ (PgUp)",
                (true, true) => " (Alt+PgUp)",
                (false, true) => "+ (Alt+PgUp)",
            }),
        ]
    } else {
        let unit = match (lines, whole) {
            (1, true) => " line",
            (_, true) => " lines",
            (_, false) => "+ lines",
        };
        let key = if screen.still { " (Alt+PgDn)" } else { " (PgDn)" };
        vec![Shown::own("preview: "), Shown::number(lines), Shown::own(unit), Shown::own(key)]
    };
    let all = Shown::joined(&words);
    let words = if all.width() > width { Shown::joined(&words[1..]) } else { all };
    Line::of(view.glyphs.own_text(words), Style::of(Tone::Dim))
}

/// The preview in a box of so many columns and rows.
fn boxed(
    preview: &Lines,
    (whole, still): (bool, bool),
    view: &mut View,
    width: usize,
    height: usize,
) -> Vec<Line> {
    let glyphs = view.glyphs;
    let bordered = height >= 3 && width >= 8;
    let rows = if bordered { height - 2 } else { height };
    let window = Window::at(view.preview_top, rows, preview.len(), false);
    view.preview_top = window.top;
    view.last.preview = Some((window.count, preview.len()));
    let shown = preview[window.top..window.top + window.count].iter();
    if !bordered {
        return shown.map(|l| wrap::clip(l, width, glyphs.ellipsis())).collect();
    }
    let above = (window.top > 0).then(|| list::hidden("↑ ", window.top, "", glyphs));
    let hidden = preview.len() - window.top - window.count;
    let below = (hidden > 0 || !whole).then(|| {
        let said = if whole { list::hidden } else { list::hidden_or_more };
        said("↓ ", hidden, if still { " · Alt+PgDn" } else { " · PgDn" }, glyphs)
    });
    let mut lines = vec![border(["┌", "┐"], above, width, glyphs)];
    let inner = width - BORDERS;
    lines.extend(shown.map(|l| {
        let text = wrap::clip(l, inner, glyphs.ellipsis());
        let mut line = Line::from(glyphs.own("│ ", Tone::Dim));
        let missing = inner - text.width();
        line.spans.extend(text.spans);
        line.spans.extend(blanks(missing).spans);
        line.push(glyphs.own(" │", Tone::Dim));
        line
    }));
    lines.push(border(["└", "┘"], below, width, glyphs));
    lines
}

/// `└─ ↓ 12 more · PgDn ──────┘`
fn border(corners: [&'static str; 2], mark: Option<Line>, width: usize, glyphs: Glyphs) -> Line {
    let mut words = Shown::default();
    if let Some(said) = mark.filter(|said| said.width() + 6 <= width) {
        words = Shown::joined([
            &Shown::own("─ "),
            &said.spans.iter().map(|s| &s.text).collect(),
            &Shown::own(" "),
        ]);
    }
    let rule = Shown::repeat("─", width - 2 - words.width());
    let all = Shown::joined([&Shown::own(corners[0]), &words, &rule, &Shown::own(corners[1])]);
    Line::of(glyphs.own_text(all), Style::of(Tone::Dim))
}
