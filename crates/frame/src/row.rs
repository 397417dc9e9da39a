//! One row of the list: marker, number, box, label, marks, description.
//!
//! - The focus marker is at the left edge, labels and descriptions share one column.
//! - The focused row is in the accent tone and bold, its description plain; a picked one is green; a row that commits is
//!   a button.
//! - The agent's text continues behind a bar below the number.
//! - If the columns leave no room for a label, the number goes first, then the box, then the marker.
//! - A long text without the focus shows its first lines, and one line in a list of 128 KiB.
//! - An option that the agent recommends is marked in asq's own tone; its preview is below it, folded or open.
//! - A label that imitates one of asq's own rows is marked as the agent's own.

use crate::block::{Part, ScreenBlock, blanks};
use crate::entry;
use crate::fold;
use crate::glyphs::Glyphs;
use crate::gutter;
use crate::paint_ctx::PaintCtx;
use crate::texts::{self, Extent, Lines, TextShape};
use crate::trusted;
use asq_core::form::{Label, Look, Numbers, Role, Row, Screen};
use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, wrap};
use std::sync::Arc;

/// The fewest cells of a label before columns are given up for it.
const LABEL: usize = 6;
/// The most lines of a label without the focus.
const UNFOCUSED: usize = 6;
/// With at least so many bytes of labels and descriptions, a list shows one line of each row without the focus.
const CROWDED: usize = 128 << 10;

/// The columns shared by all rows of a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowColumns {
    marker: usize,
    number: usize,
    check: usize,
    width: usize,
    /// How much is shown of a text without the focus.
    unfocused: Extent,
}

impl RowColumns {
    pub(crate) fn of(rows: &[Row<'_>], width: usize) -> RowColumns {
        let largest = rows.iter().filter_map(|r| r.number).max();
        let number = largest.map_or(0, |n| n.to_string().len() + 2);
        let check = if rows.iter().any(|r| r.check.is_some()) { 4 } else { 0 };
        let unfocused = if rows.iter().map(bytes).sum::<usize>() > CROWDED {
            Extent::Glance
        } else {
            Extent::Lines(UNFOCUSED)
        };
        let mut columns = RowColumns { marker: 2, number, check, width, unfocused };
        if columns.label() + LABEL > width {
            columns.number = 0;
        }
        if columns.label() + LABEL > width {
            columns.check = 0;
        }
        if columns.label() + LABEL > width {
            columns.marker = usize::from(width > LABEL / 2);
        }
        columns
    }

    /// Where labels and descriptions begin.
    pub(crate) fn label(&self) -> usize {
        self.marker + self.number + self.check
    }

    fn room(&self) -> usize {
        self.width.saturating_sub(self.label()).max(1)
    }

    /// The prefix of the label.
    fn before(&self, row: &Row<'_>, focused: bool, look: &Look, glyphs: Glyphs) -> Line {
        let mut line = Line::new(Vec::with_capacity(8));
        // Adjacent blanks are one span.
        let mut blank = self.marker;
        if self.marker > 0 && focused {
            line.push(glyphs.own(look.focus, Tone::Accent));
            blank -= 1;
        }
        if self.number > 0 {
            let digits = row.number.map(|n| Shown::number(n).then(&Shown::own(". "))).unwrap_or_default();
            blank += self.number.saturating_sub(digits.width());
            line.spans.extend(blanks(std::mem::take(&mut blank)).spans);
            if !digits.is_empty() {
                let style = if focused { Style::of(Tone::Accent).bold() } else { Style::of(Tone::Dim) };
                line.push(Span::new(digits, style));
            }
        }
        line.spans.extend(blanks(blank).spans);
        if self.check > 0 && boxed(row, look) {
            line.push(match row.check {
                Some(true) => Span::own("[x] ", Tone::Good),
                Some(false) => Span::own("[ ] ", Tone::Dim),
                None => Span::own("    ", Tone::Plain),
            });
        }
        line
    }
}

/// How long its foreign texts are.
fn bytes(row: &Row<'_>) -> usize {
    let label = match &row.label {
        Label::Theirs(text) => text.raw().len(),
        Label::Own(_) | Label::Pair(_) | Label::Exact(_) | Label::Entry(_) => 0,
    };
    label + row.description.map_or(0, |text| text.raw().len())
}

/// Whether its label begins after the boxes: in lists without numbers the commit row is below them.
fn boxed(row: &Row<'_>, look: &Look) -> bool {
    row.role != Role::Commit || look.numbers != Numbers::Single
}

/// Whether the page moves may focus a row of this role.
fn selectable(role: Role, screen: &Screen<'_>) -> bool {
    match role {
        Role::Option(_)
        | Role::Custom
        | Role::Discuss
        | Role::Commit
        | Role::Edit
        | Role::Submit
        | Role::CancelRow => true,
        Role::Answer(_) => !screen.rows.iter().any(|r| r.role == Role::CancelRow),
        Role::Remark => false,
    }
}

pub(crate) fn lay(
    ctx: &mut PaintCtx<'_>,
    screen: &Screen<'_>,
    at: usize,
    columns: &RowColumns,
) -> ScreenBlock {
    let row = &screen.rows[at];
    let danger = screen.danger.is_some();
    let (of_text, of_label) = texts::shapes(danger);
    let focused = screen.focus == Some(at);
    let before = columns.before(row, focused, &screen.look, ctx.glyphs);
    let left = if boxed(row, &screen.look) { 0 } else { columns.check };
    let (indent, room) = (columns.label() - left, columns.room() + left);
    let tone = match row.role {
        Role::Remark => Tone::Warn,
        Role::Option(_)
        | Role::Custom
        | Role::Discuss
        | Role::Commit
        | Role::Edit
        | Role::Answer(_)
        | Role::Submit
        | Role::CancelRow => Tone::Plain,
    };
    // Another colour than the focus, so that both can be told apart in a list of ticks.
    let tone = if row.picked { Tone::Good } else { tone };
    let commits = matches!(row.role, Role::Commit | Role::Submit);
    let style = match (focused, row.role) {
        // A button: what it does is done at once.
        (true, _) if commits => Style::of(Tone::Accent).bold().selected(),
        (true, _) => Style::of(Tone::Accent).bold(),
        // asq's own rows are set apart from the agent's.
        (false, Role::Discuss) => Style::of(Tone::Dim).italic(),
        (false, Role::Custom) if matches!(row.label, Label::Own(_)) && !row.picked => {
            Style::of(Tone::Dim).italic()
        }
        (false, _) => Style::of(tone),
    };
    let extent = if focused { Extent::Whole } else { columns.unfocused };
    let mut block = ScreenBlock {
        row: Some(at),
        selectable: selectable(row.role, screen),
        gap: row.gap,
        apart: matches!(row.role, Role::Custom | Role::Discuss),
        ..ScreenBlock::default()
    };
    match &row.label {
        Label::Theirs(text) => {
            let lines = first(ctx, text, of_label, room, extent);
            block.parts.push(Part::Text {
                lines,
                style,
                first: Some(before),
                lead: gutter::before(indent, ctx.glyphs),
                suffix: Line::default(),
            });
        }
        Label::Own(text) => {
            let words = Line::of(ctx.glyphs.own_text(text.clone()), style);
            block.parts.push(hanging(wrap::wrap(&words, room), before, indent));
        }
        Label::Pair(line) => {
            let mut line = ctx.glyphs.line(line);
            if focused {
                let head = line.spans.iter_mut().take_while(|span| span.style.tone == Tone::Dim);
                head.for_each(|span| span.style = style);
            }
            let lines = wrap::wrap_indent(&line, room, 0, further(row.role, &line, room));
            // An answer has labels of the agent's behind asq's first words: none of its further rows may pass for one
            // of asq's own.
            let theirs = matches!(row.role, Role::Answer(_))
                || (danger && row.role == Role::Remark && line.spans.len() > 1);
            let lead = if theirs { gutter::before(indent, ctx.glyphs) } else { blanks(indent) };
            block.parts.push(led(lines, before, &lead));
        }
        Label::Exact(text) => {
            let lines = trusted::exact(text, typed(screen), columns.width, ctx.glyphs);
            block.parts.push(Part::Ready(lines));
        }
        Label::Entry(e) => {
            // A text that is being typed is shown as it is.
            let typed = Style::of(if e.active || row.picked { tone } else { Tone::Dim });
            let own = row.role == Role::Custom && !e.active && !row.picked && e.editor.text().is_empty();
            let typed = if own && !focused { typed.italic() } else { typed };
            let laid = entry::lay(ctx, e, room, style, typed);
            block.caret = laid.caret.map(|(line, column)| (line, indent + column));
            block.parts.push(hanging(laid.lines, before, indent));
        }
    }
    mark(&mut block, &marks(row, ctx.glyphs), columns);
    if let Some(text) = row.description {
        let lines = first(ctx, text, of_text, room, extent);
        let style = Style::of(if focused { Tone::Plain } else { Tone::Dim });
        let lead = gutter::before(indent, ctx.glyphs);
        block.parts.push(Part::Text { lines, style, first: None, lead, suffix: Line::default() });
    }
    if let Some(fold) = &row.fold {
        let lines = fold::lines(ctx, fold, room, danger);
        block.parts.push(hanging(lines, blanks(indent), indent));
    }
    block
}

/// What is typed into the page's entry.
fn typed<'a>(screen: &'a Screen<'_>) -> &'a str {
    let entry = screen.rows.iter().find_map(|row| match &row.label {
        Label::Entry(entry) => Some(entry.editor.text()),
        Label::Own(_) | Label::Theirs(_) | Label::Pair(_) | Label::Exact(_) => None,
    });
    entry.unwrap_or_default()
}

/// The tick and the mark of a label that is not asq's.
fn marks(row: &Row<'_>, glyphs: Glyphs) -> Line {
    let mut marks = Line::default();
    if row.ticked {
        marks.push(glyphs.own(" ✓", Tone::Good));
    }
    if row.recommended {
        let mut mark = glyphs.own(" (recommended)", Tone::Dim);
        mark.style = mark.style.italic();
        marks.push(mark);
    }
    if row.lookalike {
        marks.push(glyphs.own(" (the agent's own)", Tone::Warn));
    }
    marks
}

/// Puts marks after the last line of the label, or below it if they don't fit.
fn mark(block: &mut ScreenBlock, marks: &Line, columns: &RowColumns) {
    if marks.spans.is_empty() {
        return;
    }
    let used = block.line(block.height().saturating_sub(1)).width();
    if used + marks.width() <= columns.width {
        match block.parts.last_mut() {
            Some(Part::Text { suffix, .. }) => *suffix = marks.clone(),
            Some(Part::Ready(lines)) => {
                if let Some(last) = lines.last_mut() {
                    last.spans.extend(marks.spans.iter().cloned());
                }
            }
            None => {}
        }
    } else {
        let indent = columns.label();
        block.parts.push(hanging(wrap::wrap(marks, columns.room()), blanks(indent), indent));
    }
}

/// Lines with a prefix before the first; the others are indented by its width.
fn hanging(lines: Vec<Line>, before: Line, indent: usize) -> Part {
    led(lines, before, &blanks(indent))
}

/// Lines with a prefix before the first, and another before each of the others.
fn led(mut lines: Vec<Line>, before: Line, lead: &Line) -> Part {
    if lines.is_empty() {
        lines.push(Line::default());
    }
    let mut before = Some(before);
    for line in &mut lines {
        let lead = before.take().unwrap_or_else(|| lead.clone());
        line.spans.splice(0..0, lead.spans);
    }
    Part::Ready(lines)
}

/// The indent of further lines. A person's answer is indented below its header: none of its lines can pass for the next
/// answer.
fn further(role: Role, line: &Line, room: usize) -> usize {
    let lead = line.spans.first().map_or(0, |s| s.text.as_str().bytes().take_while(|b| *b == b' ').count());
    match role {
        Role::Answer(_) => lead + 2,
        Role::Remark if lead > 0 => lead + 2,
        Role::Option(_)
        | Role::Custom
        | Role::Discuss
        | Role::Commit
        | Role::Edit
        | Role::Remark
        | Role::Submit
        | Role::CancelRow => column(line, room),
    }
}

/// The start of a second column: after a first span that is padded with blanks.
fn column(line: &Line, room: usize) -> usize {
    let first = line.spans.first().filter(|s| s.text.as_str().ends_with("  ")).map_or(0, |s| s.text.width());
    if first * 3 <= room * 2 { first } else { 0 }
}

/// As many lines of a text as there is room for; if that isn't all, the last one ends in a mark.
fn first(ctx: &mut PaintCtx<'_>, text: &Untrusted, shape: TextShape, room: usize, extent: Extent) -> Lines {
    let lines = ctx.texts.first(text, shape, room, ctx.glyphs, extent);
    let most = extent.most();
    if lines.len() <= most {
        return lines;
    }
    let mut short: Vec<Line> = lines[..most].to_vec();
    if let Some(last) = short.last_mut() {
        let mark = Span::own(ctx.glyphs.ellipsis(), Tone::Plain);
        *last = wrap::clip(last, room.saturating_sub(ctx.glyphs.ellipsis().chars().count()), "");
        last.push(mark);
    }
    Arc::new(short)
}
