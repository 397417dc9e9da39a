//! A preview below its option.
//!
//! - Folded it is one dim line that names its kind and the key that opens it.
//! - Open it has a frame without a right side: `┌─ markdown ─`, `│ …`, `└────`.
//! - It is laid out by its kind, or shown as source; both are broken at the frame's width.

use crate::gutter;
use crate::paint_ctx::PaintCtx;
use crate::previews::ShowsBlanks;
use crate::texts::TextShape;
use asq_core::form::Fold;
use asq_core::model::PreviewKind;
use asq_core::text::{Line, Shown, Style, Tone, wrap};
use asq_preview::Fit;

/// Most lines of an open preview.
const MOST: usize = 1000;

/// Its lines at a width.
pub(crate) fn lines(ctx: &mut PaintCtx<'_>, fold: &Fold<'_>, width: usize, danger: bool) -> Vec<Line> {
    let glyphs = ctx.glyphs;
    let dim = |text: Shown| Line::of(glyphs.own_text(text), Style::of(Tone::Dim));
    if !fold.open {
        return wrap::wrap(&dim(fold.hint.clone()), width);
    }
    let room = width.saturating_sub(gutter::CELLS).max(1);
    let told = ShowsBlanks(danger);
    // Where danger is confirmed, even the raw text counts its blanks and shows each carriage return.
    let (inside, whole) = if fold.raw && danger {
        ctx.previews.lines(PreviewKind::Text, (fold.source, told), (room, Fit::Within), glyphs, MOST)
    } else if fold.raw {
        (ctx.texts.lines(fold.source, TextShape::Lines, room, glyphs), true)
    } else {
        ctx.previews.lines(fold.kind, (fold.source, told), (room, Fit::Within), glyphs, MOST)
    };
    let head = [Shown::own("┌─ "), fold.name.clone(), Shown::own(" ─")];
    let mut lines = vec![wrap::clip(&dim(Shown::joined(&head)), width, "")];
    let bar = |line: &Line| gutter::behind(line, room, glyphs);
    lines.extend(inside.iter().take(MOST).map(bar));
    if !whole || inside.len() > MOST {
        lines.push(bar(&dim(Shown::own("… and more than fits here"))));
    }
    lines.push(wrap::clip(&dim(Shown::own("└────")), width, ""));
    lines
}
