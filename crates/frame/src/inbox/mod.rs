//! All open requests at one size, with the form next to them or in their place.
//!
//! - From 100 columns on list and form are next to each other; below that one of them is on the screen.
//! - The form can have the whole window.
//! - On a wide screen the form has at most 110 columns, and the list the rest.
//! - Only the items in sight are laid out.
//! - The focused item keeps its line on the screen, whatever arrives or disappears; a key moves it.
//! - A request has two lines, or one on a low screen; facts from the machine and from asq are in columns that no
//!   foreign text reaches.
//! - Rules show how many items are above and below.

mod about;
mod above;
mod card;
mod lines;
mod marked;
mod next_up;
mod row;
mod still;
mod viewport;

pub use row::banner;
pub use viewport::Viewport;

use self::next_up::NextUpViews;
use crate::block::blanks;
use crate::hints::HintRow;
use crate::paint_ctx::PaintCtx;
use crate::{Frame, Glyphs, Size, View, entry};
use above::with_form;
use asq_core::form::Screen;
use asq_core::inbox::{Detail, InboxScreen, LinesShown, Slot};
use asq_core::text::{Line, Shown, Span, Style, Tone, wrap};

/// From so many columns on list and form are next to each other.
pub const SIDE_BY_SIDE: u16 = 100;
/// The most columns of a form next to the list.
const FORM: usize = 110;
/// The columns of the list, unless the form leaves it more.
const LIST: usize = 72;
/// The columns between list and form.
const BETWEEN: usize = 3;
/// From so many rows on there are rules.
const RULES: usize = 8;
/// From this size on, the next requests are below the one next to the list.
const NEXT_UP: Size = Size { width: 120, height: 30 };
/// From so many rows on a request has two lines.
const TALL: usize = 10;

/// The fewest cells for a hint next to the title.
const LEAST_HINT: usize = 6;

/// A surface's own state of an inbox.
#[derive(Debug, Default)]
pub struct InboxView {
    viewport: Viewport,
    /// Lays out the text in the footer.
    entries: View,
    /// What the last paint placed.
    placed: Placed,
    /// Where the form is: its first column, and its first row.
    form: Option<(usize, usize)>,
    /// Where the list is: its first line, and its columns.
    list: (usize, usize),
    /// The first column next to the list, if there is anything.
    beside: Option<usize>,
    next_up: NextUpViews,
}

/// What is next to the list or in its place, after a paint.
#[derive(Clone, Copy, Debug, Default)]
struct Placed {
    /// Which of asq's own lines are in sight.
    lines: LinesShown,
    /// The rows above a form.
    above: usize,
}

impl InboxView {
    /// A view of an inbox that wasn't painted yet.
    pub fn new(glyphs: Glyphs) -> InboxView {
        InboxView { entries: View::new(glyphs), ..InboxView::default() }
    }

    fn glyphs(&self) -> Glyphs {
        self.entries.glyphs
    }

    /// How many items a page move passes: one less than those in sight.
    pub fn page(&self) -> usize {
        self.viewport.in_sight().saturating_sub(1).max(1)
    }

    /// The index of what the list has at a column and a row of the last paint.
    pub fn slot_at(&self, (column, row): (u16, u16)) -> Option<usize> {
        let (top, width) = self.list;
        let line = usize::from(row).checked_sub(top)?;
        self.viewport.item_of(line).filter(|_| usize::from(column) < width)
    }

    /// Whether a place of the last paint is next to the list.
    pub fn is_beside(&self, (column, _): (u16, u16)) -> bool {
        self.beside.is_some_and(|first| usize::from(column) >= first)
    }

    /// Which of the lines in the list's place are in sight.
    pub fn lines(&self) -> LinesShown {
        self.placed.lines
    }

    /// The line of the form at a place of the last paint, if the form is there.
    pub fn form_line(&self, (column, row): (u16, u16)) -> Option<usize> {
        let (left, top) = self.form?;
        usize::from(row).checked_sub(top).filter(|_| usize::from(column) >= left)
    }

    /// How many of the next requests the last paint showed, each of them whole.
    pub fn next_up(&self) -> usize {
        self.next_up.shown()
    }
}

/// Whether list and form are next to each other.
pub fn side_by_side(size: Size) -> bool {
    size.width >= SIDE_BY_SIDE && usize::from(size.height) >= RULES
}

/// Whether the next requests have room below the one next to the list.
pub fn shows_next(size: Size) -> bool {
    size.width >= NEXT_UP.width && size.height >= NEXT_UP.height
}

/// Lays an inbox out; `form` is the view of [`InboxScreen::form`].
pub fn paint(screen: &InboxScreen<'_>, view: &mut InboxView, form: Option<&mut View>, size: Size) -> Frame {
    let top = if let Detail::Lines { top, .. } = &screen.detail { *top } else { 0 };
    view.placed = Placed { lines: LinesShown { top, ..LinesShown::default() }, above: 0 };
    view.form = None;
    if size.width == 0 || size.height == 0 {
        return Frame::default();
    }
    let glyphs = view.glyphs();
    view.list = (0, 0);
    view.beside = None;
    view.next_up.begin(&screen.next_up);
    let form = screen.form.as_ref().map(|form| &form.screen).zip(form);
    let reads = !screen.active && form.as_ref().is_some_and(|(form, _)| form.reading.is_some());
    let alone = reads || screen.zoomed && !screen.active;
    let frame = if side_by_side(size) && !alone && !(screen.active && screen.list.is_empty()) {
        wide(screen, view, form, size)
    } else if screen.active {
        let mut lines = vec![title(screen, usize::from(size.width), glyphs)];
        let (footer, caret) = footer(screen, view, size, usize::from(size.height) - 1);
        let room = usize::from(size.height).saturating_sub(1 + footer.len());
        let height = usize::from(size.height);
        let looks = (height >= RULES, if height >= TALL { 2 } else { 1 });
        view.list = (1 + usize::from(looks.0), usize::from(size.width));
        lines.extend(list(screen, view, usize::from(size.width), room, looks));
        let above = lines.len();
        lines.extend(footer);
        Frame { lines, caret: caret.map(|(x, y)| place(x, above + y)) }
    } else {
        narrow_form(screen, view, form, size)
    };
    let mut frame = frame.within(size, glyphs.ellipsis());
    if screen.form.as_ref().is_some_and(|form| form.over) {
        frame.caret = None;
    }
    frame
}

fn place(x: usize, y: usize) -> (u16, u16) {
    (u16::try_from(x).unwrap_or(u16::MAX), u16::try_from(y).unwrap_or(u16::MAX))
}

/// The columns of the list next to a form.
fn columns_of_list(width: usize) -> usize {
    (width * 2 / 5).min(LIST).max(width.saturating_sub(FORM + BETWEEN))
}

fn wide(
    screen: &InboxScreen<'_>,
    view: &mut InboxView,
    form: Option<(&Screen<'_>, &mut View)>,
    size: Size,
) -> Frame {
    let glyphs = view.glyphs();
    let (width, height) = (usize::from(size.width), usize::from(size.height));
    let left = columns_of_list(width);
    let right = width - left - BETWEEN;
    let (footer, caret) = footer(screen, view, size, height / 3);
    let room = height.saturating_sub(2 + footer.len());
    // The last line of the room is the rule's.
    view.list = (2, left);
    view.beside = Some(left + BETWEEN);
    let listed = items(screen, view, left, room.saturating_sub(1), if height >= TALL { 2 } else { 1 });
    let beside = Size { width: right as u16, height: room.saturating_sub(1) as u16 };
    let beside = self::next_to_list(screen, form, beside, (&mut view.placed, &mut view.next_up, glyphs));
    view.form = Some((left + BETWEEN, 2 + view.placed.above));
    let mut lines = vec![title(screen, width, glyphs), rule(view.viewport.above(), left, width, "┬", glyphs)];
    let bar = glyphs.own(" │ ", Tone::Dim);
    for at in 0..room.saturating_sub(1) {
        let mut line = listed.get(at).cloned().unwrap_or_default();
        let missing = left.saturating_sub(line.width());
        if missing > 0 {
            line.spans.extend(blanks(missing).spans);
        }
        line.push(bar.clone());
        line.spans.extend(beside.lines.get(at).cloned().unwrap_or_default().spans);
        lines.push(line);
    }
    let above = lines.len();
    if footer.is_empty() {
        return Frame { lines, caret: None };
    }
    let below = rule(view.viewport.below(), left, width, "┴", glyphs);
    lines.push(below);
    lines.extend(footer);
    let in_form = beside.caret;
    let caret = caret
        .map(|(x, y)| place(x, above + 1 + y))
        .or(in_form.map(|(x, y)| place(left + BETWEEN + usize::from(x), 2 + usize::from(y))));
    Frame { lines, caret }
}

/// The form alone, or the part in its place.
fn narrow_form(
    screen: &InboxScreen<'_>,
    view: &mut InboxView,
    form: Option<(&Screen<'_>, &mut View)>,
    size: Size,
) -> Frame {
    let glyphs = view.glyphs();
    let strip = usize::from(size.height) > RULES;
    let room = Size { height: size.height - u16::from(strip), ..size };
    let mut frame = next_to_list(screen, form, room, (&mut view.placed, &mut view.next_up, glyphs));
    view.form = Some((0, view.placed.above + usize::from(strip)));
    if strip {
        let mut line = title(screen, usize::from(size.width), glyphs);
        let room = usize::from(size.width).saturating_sub(line.width() + 2);
        let hints = match &screen.notice {
            _ if room < LEAST_HINT => Vec::new(),
            Some(notice) => vec![wrap::clip(&glyphs.line(notice), room, glyphs.ellipsis())],
            None => HintRow::of(&screen.hints, glyphs).short(room),
        };
        if let Some(hint) = hints.first() {
            let gap = usize::from(size.width).saturating_sub(line.width() + hint.width());
            if gap >= 2 {
                line.spans.extend(blanks(gap).spans);
                line.spans.extend(hint.spans.iter().cloned());
            }
        }
        frame.lines.insert(0, line);
        frame.caret = frame.caret.map(|(x, y)| (x, y + 1));
    }
    frame
}

/// The part next to the list.
fn next_to_list(
    screen: &InboxScreen<'_>,
    form: Option<(&Screen<'_>, &mut View)>,
    size: Size,
    (placed, next_up, glyphs): (&mut Placed, &mut NextUpViews, Glyphs),
) -> Frame {
    let width = usize::from(size.width);
    match &screen.detail {
        Detail::Nothing => Frame::default(),
        Detail::Lines { lines, focus, .. } => {
            let lines =
                lines::lay(lines, *focus, (width, usize::from(size.height)), &mut placed.lines, glyphs);
            Frame { lines, caret: None }
        }
        Detail::Card(listed, more) => {
            Frame { lines: card::lines(listed, more, width, screen.home, glyphs), caret: None }
        }
        Detail::Still { above, below, about } => {
            let lines = with_form(above, form, size, glyphs).0.lines;
            let next = |room| next_up.lines(&screen.next_up, size.width, room, glyphs);
            Frame { lines: still::lines(lines, below, *about, size, glyphs, next), caret: None }
        }
        Detail::Form(above) => {
            let (frame, rows) = with_form(above, form, size, glyphs);
            placed.above = rows;
            frame
        }
    }
}

fn title(screen: &InboxScreen<'_>, width: usize, glyphs: Glyphs) -> Line {
    let mut line = Line::of(glyphs.own_text(Shown::own("Inbox")), Style::of(Tone::Heading).bold());
    line.push(Span::own("  ", Tone::Plain));
    line.spans.extend(glyphs.line(&screen.title).spans);
    wrap::clip(&line, width, glyphs.ellipsis())
}

/// A rule that says how many items are hidden behind it.
fn rule(hidden: usize, left: usize, width: usize, cross: &'static str, glyphs: Glyphs) -> Line {
    let dim = Style::of(Tone::Dim);
    let mut words = Shown::default();
    if hidden > 0 {
        let arrow = if cross == "┴" { " below " } else { " above " };
        words = Shown::joined(&[Shown::own("── "), Shown::number(hidden), Shown::own(arrow)]);
    }
    let mut line = Line::of(glyphs.own_text(words), dim);
    line = wrap::clip(&line, width, glyphs.ellipsis());
    let used = line.width();
    let mut fill = |n: usize| line.push(Span::new(glyphs.own_text(Shown::repeat("─", n)), dim));
    if left > 0 && left + 2 < width && used <= left {
        fill(left + 1 - used);
        line.push(glyphs.own(cross, Tone::Dim));
        line.push(Span::new(glyphs.own_text(Shown::repeat("─", width - left - 2)), dim));
    } else {
        fill(width - used);
    }
    line
}

/// The list between its rules.
fn list(
    screen: &InboxScreen<'_>,
    view: &mut InboxView,
    width: usize,
    height: usize,
    (rules, tall): (bool, usize),
) -> Vec<Line> {
    let glyphs = view.glyphs();
    let room = height.saturating_sub(if rules { 2 } else { 0 });
    let mut lines = items(screen, view, width, room, tall);
    lines.resize(room, Line::default());
    if rules {
        lines.insert(0, rule(view.viewport.above(), 0, width, "┬", glyphs));
        lines.push(rule(view.viewport.below(), 0, width, "┴", glyphs));
    }
    lines
}

/// The items in sight, or the lines of an empty list.
fn items(
    screen: &InboxScreen<'_>,
    view: &mut InboxView,
    width: usize,
    room: usize,
    tall: usize,
) -> Vec<Line> {
    let glyphs = view.glyphs();
    view.viewport.place(screen, tall, room);
    if screen.list.is_empty() {
        let lines = screen.empty.iter().flat_map(|line| wrap::wrap_indent(&glyphs.line(line), width, 2, 2));
        return lines.take(room).collect();
    }
    let mut lines = Vec::with_capacity(room);
    for (at, skip) in view.viewport.shown() {
        let focused = screen.focus == Some(at);
        let made = match screen.list.slot(at) {
            Slot::Heading { name, own, count } => {
                vec![row::heading((name, own), count, width, screen.home, glyphs)]
            }
            Slot::Request(listed) => {
                let here = if focused && screen.active { row::Focus::Here } else { row::Focus::of(focused) };
                row::lines(&listed, here, tall, width, screen.home, glyphs)
            }
        };
        lines.extend(made.into_iter().skip(skip));
    }
    lines.truncate(room);
    lines
}

/// Search, notice and hints, at most so many lines; the caret among them.
fn footer(
    screen: &InboxScreen<'_>,
    view: &mut InboxView,
    size: Size,
    most: usize,
) -> (Vec<Line>, Option<(usize, usize)>) {
    let width = usize::from(size.width);
    let glyphs = view.glyphs();
    let hints = HintRow::of(&screen.hints, glyphs);
    let low = usize::from(size.height) < 20;
    let mut last = if low { hints.short(width) } else { hints.wrapped(width) };
    last.truncate(most.clamp(1, 3));
    let mut lines = Vec::new();
    let mut caret = None;
    if let Some(search) = &screen.search {
        view.entries.begin_entry();
        let mut ctx: PaintCtx<'_> = view.entries.ctx(Size { width: size.width, height: 4 });
        let accent = Style::of(Tone::Accent);
        let laid = entry::lay(&mut ctx, search, width, accent, Style::default());
        // Where the words before a text take a line of their own, the text is what matters.
        let row = laid.caret.map_or(0, |(row, _)| row);
        caret = laid.caret.map(|(_, x)| (x, 0)).filter(|_| search.active);
        lines.extend(laid.lines.into_iter().skip(row).take(1));
    }
    if let Some(notice) = &screen.notice {
        let room = most.saturating_sub(lines.len() + last.len()).clamp(1, 3);
        let made = wrap::wrap(&glyphs.line(notice), width);
        // A question comes before the hints, because it names its own keys.
        if lines.len() + last.len() + 1 > most {
            last.clear();
        }
        lines.extend(made.into_iter().take(room));
    }
    let room = most.saturating_sub(lines.len());
    last.truncate(room);
    lines.extend(last);
    (lines, caret)
}
