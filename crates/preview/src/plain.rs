//! Code and plain text.

use asq_core::text::{Line, Shown, Style, Tone, Untrusted, wrap};

/// Line by line, nothing wrapped.
pub(crate) fn code(source: &str) -> Vec<Line> {
    lines(source, Tone::Code)
}

/// The same in the tone of ordinary text.
pub(crate) fn drawing(source: &str) -> Vec<Line> {
    lines(source, Tone::Plain)
}

fn lines(source: &str, tone: Tone) -> Vec<Line> {
    let source = Untrusted::new(source.strip_suffix('\n').unwrap_or(source));
    Shown::lines(&source).into_iter().map(|l| Line::of(l, Style::of(tone))).collect()
}

/// Line by line, wrapped at the width.
pub(crate) fn text(source: &str, width: usize) -> Vec<Line> {
    let source = Untrusted::new(source.strip_suffix('\n').unwrap_or(source));
    Shown::lines(&source)
        .into_iter()
        .flat_map(|l| wrap::wrap(&Line::of(l, Style::default()), width))
        .collect()
}
