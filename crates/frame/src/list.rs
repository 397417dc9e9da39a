//! A page without a preview: question, rows, notice, hints.
//!
//! - Question and description are behind the bar, unless the contract draws them otherwise.
//! - If not everything fits, the empty lines go first, then all lines of hints but one.
//! - If that isn't enough, the question's first line stays and the rest scrolls with the focus.
//! - From eight rows up, marks show how many lines are hidden; below that an arrow shows that context is hidden above.

use crate::block::ScreenBlock;
use crate::chrome::{Chrome, inset};
use crate::context::{self, ContextShare};
use crate::doc::Doc;
use crate::gutter;
use crate::layout::ScrolledDoc;
use crate::paint_ctx::PaintCtx;
use crate::row::{self, RowColumns};
use crate::texts;
use crate::window::Window;
use crate::{Frame, Glyphs, Size, View, block, entry};
use asq_core::form::{Page, Role, Screen};
use asq_core::text::{Line, Shown, Span, Style, Tone, wrap};
use std::ops::Range;
use std::sync::Arc;

/// If the rest needs more, the context takes at most this part of the height.
const CONTEXT: usize = 3;
/// From this height on, marks show how much is hidden.
const MARKS: usize = 8;

pub(crate) fn paint(screen: &Screen<'_>, view: &mut View, size: Size) -> Frame {
    let (width, height) = (usize::from(size.width), usize::from(size.height));
    let mut chrome = Chrome::of(screen, width, view.glyphs);
    let mut page = laid(screen, view, size, ContextShare::All);
    let context = page.doc.context().map_or(0, |lines| lines.len());
    let rest = chrome.height() + page.doc.height() - context;
    let mut fits = fit(&mut chrome, &mut [&mut page.doc], 0, height);
    if !fits && page.doc.context().is_some() {
        // What the rest leaves free, or a part of the height.
        chrome = Chrome::of(screen, width, view.glyphs);
        let share = height.saturating_sub(rest).max(height / CONTEXT).max(2);
        page = laid(screen, view, size, ContextShare::Lines(share));
        fits = fit(&mut chrome, &mut [&mut page.doc], 0, height);
    }
    let LaidPage { mut doc, filter, filter_at, context } = page;
    if fits {
        view.seen.begin(screen, width, doc.height());
        view.seen.show(0..doc.height());
        view.last.context = context;
        view.last.hits = doc.hits(0..doc.height(), chrome.above().len());
        return whole(&chrome, &doc);
    }
    // The filter is pinned above the part that scrolls.
    if filter.is_some() {
        doc.remove(filter_at);
    }
    view.seen.begin(screen, width, doc.height());
    let mut body = Body::new(height);
    body.pin(&doc);
    if let Some(filter) = &filter {
        body.fix(filter);
    }
    let room = chrome.squeeze(height, 1 + body.pinned.len(), 0, width);
    body.scroll(screen, view, &doc, room);
    body.mark_context(screen, &doc, width, view.glyphs);
    let in_sight = |c: Range<usize>| c.start < body.shown.end && body.shown.start < c.end;
    view.last.context = context.filter(|_| doc.context().is_some_and(in_sight));
    view.last.hits = doc.hits(body.shown.clone(), chrome.above().len() + body.first);
    body.framed(&chrome)
}

/// A page laid out in some way.
struct LaidPage {
    doc: Doc,
    filter: Option<ScreenBlock>,
    filter_at: usize,
    /// The lines of the context above the rows, if some are hidden.
    context: Option<(usize, usize)>,
}

fn laid(screen: &Screen<'_>, view: &mut View, size: Size, share: ContextShare) -> LaidPage {
    let width = usize::from(size.width);
    let mut ctx = view.ctx(size);
    let (mut blocks, context) = heading(screen, &mut ctx, width, share);
    let filter = filter(screen, &mut ctx, width);
    let filter_at = blocks.len();
    blocks.extend(filter.clone());
    blocks.extend(rows(screen, &mut ctx, width, None));
    LaidPage { doc: Doc::new(blocks), filter, filter_at, context }
}

/// Removes parts until everything fits; returns whether it does. `fixed` lines come in addition to the documents.
pub(crate) fn fit(chrome: &mut Chrome, docs: &mut [&mut Doc], fixed: usize, height: usize) -> bool {
    let tall = |chrome: &Chrome, docs: &[&mut Doc]| {
        chrome.height() + fixed + docs.iter().map(|d| d.height()).sum::<usize>() > height
    };
    if tall(chrome, docs) {
        for doc in docs.iter_mut() {
            doc.join_own_rows();
        }
    }
    if tall(chrome, docs) {
        chrome.gaps = false;
        for doc in docs.iter_mut() {
            doc.close_gaps();
        }
    }
    if tall(chrome, docs) {
        chrome.shorten();
    }
    !tall(chrome, docs)
}

/// All of it, nothing hidden.
fn whole(chrome: &Chrome, doc: &Doc) -> Frame {
    let mut lines = chrome.above();
    let caret = doc.caret().map(|(line, column)| at(column, lines.len() + line));
    lines.extend(doc.lines(0..doc.height()));
    lines.extend(chrome.below());
    Frame { lines, caret }
}

/// The caret's place in the coordinates of a frame.
pub(crate) fn at(column: usize, line: usize) -> (u16, u16) {
    (u16::try_from(column).unwrap_or(u16::MAX), u16::try_from(line).unwrap_or(u16::MAX))
}

/// The body of a page that doesn't fit.
#[derive(Debug, Default)]
pub(crate) struct Body {
    /// The lines that don't scroll.
    pub(crate) pinned: Vec<Line>,
    /// How many of them are the document's own first lines.
    from: usize,
    /// The lines in sight, the pinned ones first.
    pub(crate) lines: Vec<Line>,
    pub(crate) caret: Option<(usize, usize)>,
    /// The lines of the document in sight below the pinned ones.
    shown: Range<usize>,
    /// The line of the body where those begin.
    first: usize,
    marks: bool,
}

impl Body {
    pub(crate) fn new(height: usize) -> Body {
        Body { marks: height >= MARKS, ..Body::default() }
    }

    /// Keeps the first line of the document where it is.
    pub(crate) fn pin(&mut self, doc: &Doc) {
        if doc.has_heading() {
            self.pinned.push(doc.line(0));
            self.from = 1;
        }
    }

    /// Keeps a block where it is.
    pub(crate) fn fix(&mut self, block: &ScreenBlock) {
        if let Some((line, column)) = block.caret {
            self.caret = Some((self.pinned.len() + line, column));
        }
        self.pinned.extend((0..block.height()).map(|at| block.line(at)));
    }

    /// Scrolls the document in `room` lines, the pinned ones included.
    pub(crate) fn scroll(&mut self, screen: &Screen<'_>, view: &mut View, doc: &Doc, room: usize) {
        // At least one line is left for what scrolls.
        self.pinned.truncate(room.saturating_sub(1));
        let pinned = self.pinned.len();
        let from = self.from.min(pinned);
        let (height, total) = (room.saturating_sub(pinned), doc.height().saturating_sub(from));
        let wanted = doc
            .wanted(screen.focus)
            .map(|r| r.map(|r| r.start.saturating_sub(from)..r.end.saturating_sub(from)));
        let window = if view.free {
            Window::at(view.top, height, total, self.marks)
        } else {
            Window::following(view.top, height, total, self.marks, &wanted)
        };
        view.top = window.top;
        self.lines = std::mem::take(&mut self.pinned);
        let glyphs = view.glyphs;
        // On a compare page the keys are the preview's.
        let own = screen.page != Page::Compare;
        let (up, down) = match (own, screen.still) {
            (false, _) => ("", ""),
            (true, false) => (" · PgUp", " · PgDn"),
            (true, true) => (" · Alt+PgUp", " · Alt+PgDn"),
        };
        self.lines.extend(window.above.map(|n| hidden("↑ ", n, up, glyphs)));
        let first = self.lines.len();
        self.first = first;
        let shown = from + window.top..from + window.top + window.count;
        self.lines.extend(doc.lines(shown.clone()));
        self.shown = shown.clone();
        view.seen.show(0..from);
        view.seen.show(shown.clone());
        self.lines.extend(window.below.map(|n| hidden("↓ ", n, down, glyphs)));
        if let Some((line, column)) = doc.caret() {
            self.caret = shown.contains(&line).then(|| (first + line - shown.start, column));
        }
        self.caret = self.caret.filter(|(line, _)| *line < room);
        if total > height {
            view.last.scrolled = Some(ScrolledDoc { window, height, total, marks: self.marks });
            let rows = doc.selectable();
            view.last
                .rows
                .extend(rows.map(|(row, r)| (row, r.start.saturating_sub(from)..r.end.saturating_sub(from))));
        }
    }

    /// Shows on the pinned line that context is hidden above, unless a mark shows it already.
    pub(crate) fn mark_context(&mut self, screen: &Screen<'_>, doc: &Doc, width: usize, glyphs: Glyphs) {
        let above = doc.context().is_some_and(|context| context.start < self.shown.start);
        let Some(first) = self.lines.first_mut().filter(|_| above && self.from > 0 && !self.marks) else {
            return;
        };
        let arrow = glyphs.own(" ↑", Tone::Dim);
        let room = width.saturating_sub(arrow.text.width());
        let whole = screen.context.as_ref().is_some_and(|context| context.whole);
        if room > 0 && !(whole && first.width() > room) {
            *first = wrap::pad(&wrap::clip(first, room, glyphs.ellipsis()), room);
            first.push(arrow);
        }
    }

    pub(crate) fn framed(self, chrome: &Chrome) -> Frame {
        let mut lines = chrome.above();
        let caret = self.caret.map(|(line, column)| at(column, lines.len() + line));
        lines.extend(self.lines);
        lines.extend(chrome.below());
        Frame { lines, caret }
    }
}

/// `↓ 12 more · PgDn`
pub(crate) fn hidden(arrow: &'static str, lines: usize, key: &'static str, glyphs: Glyphs) -> Line {
    let words = [Shown::own(arrow), Shown::number(lines), Shown::own(" more"), Shown::own(key)];
    Line::of(glyphs.own_text(Shown::joined(&words)), Style::of(Tone::Dim))
}

/// `↓ 500+ more`, if the end is unknown so far.
pub(crate) fn hidden_or_more(arrow: &'static str, lines: usize, key: &'static str, glyphs: Glyphs) -> Line {
    let words = [Shown::own(arrow), Shown::number(lines), Shown::own("+ more"), Shown::own(key)];
    Line::of(glyphs.own_text(Shown::joined(&words)), Style::of(Tone::Dim))
}

/// Title, question, description and context; and if the context is partly hidden, how much of it is in sight.
pub(crate) fn heading(
    screen: &Screen<'_>,
    ctx: &mut PaintCtx<'_>,
    width: usize,
    share: ContextShare,
) -> (Vec<ScreenBlock>, Option<(usize, usize)>) {
    let bold = Style::default().bold();
    let inset = inset(screen, width);
    let room = width - inset;
    let mut blocks = Vec::new();
    if let Some(title) = &screen.title {
        let line = Line::of(ctx.glyphs.own_text(title.clone()), bold);
        blocks.push(ScreenBlock::text(Arc::new(wrap::wrap(&line, room)), bold, block::blanks(inset)));
    }
    // Between rules the question looks as its contract draws it.
    let lead = if screen.look.rules || width < gutter::FROM {
        block::blanks(inset)
    } else {
        gutter::before(gutter::CELLS, ctx.glyphs)
    };
    let inner = width - lead.width();
    let (shape, _) = texts::shapes(screen.danger.is_some());
    for (text, style) in [(screen.question, bold), (screen.description, Style::of(Tone::Dim))] {
        let Some(text) = text else { continue };
        let lines = ctx.texts.lines(text, shape, inner, ctx.glyphs);
        blocks.push(ScreenBlock::text(lines, style, lead.clone()));
    }
    let (context, hidden) = context::block(screen, ctx, room, share).unzip();
    blocks.extend(context);
    (blocks, hidden.flatten())
}

fn filter(screen: &Screen<'_>, ctx: &mut PaintCtx<'_>, width: usize) -> Option<ScreenBlock> {
    let filter = screen.filter.as_ref()?;
    let laid = entry::lay(ctx, filter, width.saturating_sub(2), Style::of(Tone::Accent), Style::default());
    let mut lines = laid.lines;
    lines.truncate(1);
    let lead = if width > 2 { 2 } else { 0 };
    for line in &mut lines {
        line.spans.splice(0..0, block::blanks(lead).spans);
    }
    Some(ScreenBlock {
        parts: vec![block::Part::Ready(lines)],
        gap: true,
        caret: laid.caret.filter(|(line, _)| *line == 0).map(|(line, column)| (line, column + lead)),
        ..ScreenBlock::default()
    })
}

/// The rows, or one of them alone.
pub(crate) fn rows(
    screen: &Screen<'_>,
    ctx: &mut PaintCtx<'_>,
    width: usize,
    only: Option<usize>,
) -> Vec<ScreenBlock> {
    let columns = RowColumns::of(&screen.rows, width);
    let wanted = (0..screen.rows.len()).filter(|at| only.is_none_or(|one| one == *at));
    let mut blocks: Vec<ScreenBlock> = wanted.map(|at| row::lay(ctx, screen, at, &columns)).collect();
    if let Some(first) = blocks.first_mut() {
        first.gap = true;
    }
    let matches = screen.rows.iter().any(|row| matches!(row.role, Role::Option(_)));
    if !matches && only.is_none() && screen.filter.is_some() {
        let line = Line::from(Span::own("  nothing matches", Tone::Dim));
        let said = ScreenBlock {
            parts: vec![block::Part::Ready(wrap::wrap(&line, width))],
            ..ScreenBlock::default()
        };
        blocks.insert(0, said);
    }
    blocks
}
