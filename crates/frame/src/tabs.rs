//! The row of header tabs.
//!
//! - ` ☐ Header ` or ` ☒ Header `: padding inside, the active one on the selected background.
//! - Done tabs are in the good tone, open ones dim.
//! - A long header is clipped by cells; if not all tabs fit, the active one and its neighbours stay.

use crate::glyphs::Glyphs;
use asq_core::form::{Look, Tab};
use asq_core::text::{Line, Shown, Span, Style, Tone, wrap};

/// The most cells of a header.
const HEADER: usize = 24;

/// The tab row at a width.
pub(crate) fn row(tabs: &[Tab<'_>], look: &Look, width: usize, glyphs: Glyphs) -> Line {
    let painted: Vec<Line> = tabs.iter().map(|tab| one(tab, look, width, glyphs)).collect();
    let widths: Vec<usize> = painted.iter().map(Line::width).collect();
    let active = tabs.iter().position(|t| t.active).unwrap_or(0);
    let (mut from, mut to) = (active, (active + 1).min(tabs.len()));
    let marks = |from: usize, to: usize| usize::from(from > 0) + usize::from(to < tabs.len());
    let fits = |from: usize, to: usize| widths[from..to].iter().sum::<usize>() + marks(from, to) <= width;
    loop {
        let right = to < tabs.len() && fits(from, to + 1);
        if right {
            to += 1;
        }
        let left = from > 0 && fits(from - 1, to);
        if left {
            from -= 1;
        }
        if !right && !left {
            break;
        }
    }
    if fits(0, tabs.len()) {
        (from, to) = (0, tabs.len());
    }
    let mut line = Line::default();
    let room = fits(from, to);
    if from > 0 && room {
        line.push(glyphs.own("‹", Tone::Dim));
    }
    for tab in &painted[from..to] {
        line.spans.extend(tab.spans.iter().cloned());
    }
    if to < tabs.len() && room {
        line.push(glyphs.own("›", Tone::Dim));
    }
    wrap::clip(&line, width, glyphs.ellipsis())
}

fn one(tab: &Tab<'_>, look: &Look, width: usize, glyphs: Glyphs) -> Line {
    let style = match (tab.active, tab.done) {
        (true, _) => Style::default().selected(),
        (false, true) => Style::of(Tone::Good),
        (false, false) => Style::of(Tone::Dim),
    };
    // In ASCII the boxes of the contracts would look like those of a list.
    let mark = Shown::own(match (glyphs, tab.done) {
        (Glyphs::Unicode, true) => look.tab_done,
        (Glyphs::Unicode, false) => look.tab_open,
        (Glyphs::Ascii, true) => "+",
        (Glyphs::Ascii, false) => "-",
    });
    let name = match tab.header {
        Some(header) => glyphs.foreign(Shown::clipped(header, HEADER)),
        None => glyphs.own_text(Shown::own(look.submit_tab)),
    };
    let room = width.saturating_sub(mark.width() + 5).clamp(1, HEADER);
    let name = wrap::clip(&Line::of(name, style), room, glyphs.ellipsis());
    let space = Shown::own(" ");
    let mut line = Line::of(Shown::joined([&space, &mark, &space]), style);
    line.spans.extend(name.spans);
    line.push(Span::new(space, style));
    // One span: neighbours of one style are painted in one go.
    Line::of(line.spans.iter().map(|s| &s.text).collect(), style)
}
