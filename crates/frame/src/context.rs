//! The context of a question: a preview above the rows, behind the bar.
//!
//! - If the whole form fits, all of it is in sight; otherwise it gets a share of the height, and a line says how much
//!   is hidden and which key scrolls.
//! - On a page that must be seen whole it is never shortened: it scrolls with the page.

use crate::block::{Part, ScreenBlock};
use crate::gutter;
use crate::paint_ctx::PaintCtx;
use crate::previews::ShowsBlanks;
use asq_core::form::Screen;
use asq_core::text::{Line, Shown, Style, Tone};
use asq_preview::Fit;

/// The most lines laid out of a context that isn't shortened and needn't be seen whole.
const MOST: usize = 1000;

/// How much of it is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ContextShare {
    /// All of it.
    All,
    /// At most so many lines, including the one about the hidden rest.
    Lines(usize),
}

/// The block at a width; and if lines are hidden, how many are in sight of how many.
pub(crate) fn block(
    screen: &Screen<'_>,
    ctx: &mut PaintCtx<'_>,
    width: usize,
    share: ContextShare,
) -> Option<(ScreenBlock, Option<(usize, usize)>)> {
    let context = screen.context.as_ref()?;
    let room = width.saturating_sub(gutter::CELLS).max(1);
    let share = if context.whole { ContextShare::All } else { share };
    let wanted = match share {
        ContextShare::All if context.whole => usize::MAX,
        ContextShare::All => MOST,
        ContextShare::Lines(most) => ctx.context_top.saturating_add(most),
    };
    let told = ShowsBlanks(screen.danger.is_some());
    let (all, whole) =
        ctx.previews.lines(context.kind, (context.source, told), (room, Fit::Within), ctx.glyphs, wanted);
    let (top, count) = match share {
        ContextShare::All => (0, all.len()),
        ContextShare::Lines(most) if all.len() <= most && whole => (0, all.len()),
        ContextShare::Lines(most) => {
            let count = most.saturating_sub(1).max(1);
            let top = (*ctx.context_top).min(all.len().saturating_sub(count));
            *ctx.context_top = top;
            (top, count.min(all.len()))
        }
    };
    let mut lines: Vec<Line> =
        all[top..top + count].iter().map(|line| gutter::behind(line, room, ctx.glyphs)).collect();
    let below = all.len() - top - count;
    if below > 0 || top > 0 || !whole {
        let parts = if top > 0 && (below > 0 || !whole) {
            let plus = if whole { "" } else { "+" };
            let (more, above) = (Shown::number(below), Shown::number(top));
            vec![Shown::own("… "), more, Shown::own(plus), Shown::own(" more, "), above, Shown::own(" above")]
        } else if below > 0 || !whole {
            let plus = if whole { "" } else { "+" };
            let unit = match (below == 1 && whole, screen.still) {
                (true, false) => " more line (PgDn)",
                (false, false) => " more lines (PgDn)",
                (true, true) => " more line (Alt+PgDn)",
                (false, true) => " more lines (Alt+PgDn)",
            };
            vec![Shown::own("… "), Shown::number(below), Shown::own(plus), Shown::own(unit)]
        } else {
            vec![
                Shown::own("… "),
                Shown::number(top),
                Shown::own(if screen.still { " above (Alt+PgUp)" } else { " above (PgUp)" }),
            ]
        };
        let words = Line::of(ctx.glyphs.own_text(Shown::joined(&parts)), Style::of(Tone::Dim));
        lines.push(gutter::behind(&words, room, ctx.glyphs));
    }
    let hidden = (top > 0 || below > 0).then_some((count, all.len()));
    Some((
        ScreenBlock { parts: vec![Part::Ready(lines)], gap: true, context: true, ..ScreenBlock::default() },
        hidden,
    ))
}
