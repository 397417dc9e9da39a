//! The caret drawn into a line, for a host without a cursor of its own.
//!
//! - The cell under the caret gets a style of its own; nothing moves.
//! - After the end of a line it is on a blank.

use asq_core::text::{Line, Shown, Span, Style, Tone};

/// The line with the cell at this column, from 0, under the caret. The column is below the line's room.
pub(super) fn drawn(line: &Line, column: usize) -> Line {
    let under = |style: Style| Style { caret: true, ..style };
    let mut spans = Vec::new();
    let mut left = Some(column);
    for Span { text, style, .. } in line.spans.clone() {
        match left {
            Some(cells) if text.width() > cells => {
                let (before, rest) = text.split(cells);
                // A caret in the middle of a wide character covers all of it.
                let first = asq_core::text::width::graphemes(rest.as_str()).next().unwrap_or_default().len();
                let (cell, after) = (rest.part(0..first), rest.part(first..rest.as_str().len()));
                let pieces = [(before, style), (cell, under(style)), (after, style)];
                let pieces = pieces.into_iter().filter(|(text, _)| !text.is_empty());
                spans.extend(pieces.map(|(text, style)| Span::new(text, style)));
                left = None;
            }
            Some(cells) => {
                left = Some(cells - text.width());
                spans.push(Span::new(text, style));
            }
            None => spans.push(Span::new(text, style)),
        }
    }
    if let Some(cells) = left {
        if cells > 0 {
            spans.push(Span::new(Shown::repeat(" ", cells), Style::default()));
        }
        spans.push(Span::new(Shown::own(" "), under(Style::of(Tone::Plain))));
    }
    Line::new(spans)
}

#[cfg(test)]
mod tests {
    use super::*;
    use asq_core::text::Untrusted;
    use expect_test::{Expect, expect};

    fn check(text: &str, column: usize, want: &Expect) {
        let shown = Shown::one_line(&Untrusted::new(text));
        let (a, b) = shown.split(2);
        let line =
            Line::new(vec![Span::new(a, Style::of(Tone::Accent)), Span::new(b, Style::of(Tone::Plain))]);
        let drawn = drawn(&line, column);
        let cell = |span: &Span| {
            let text = span.text.as_str();
            if span.style.caret { format!("[{text}]") } else { text.to_owned() }
        };
        let text: Vec<String> = drawn.spans.iter().map(cell).collect();
        want.assert_eq(&text.join("|"));
    }

    #[test]
    fn the_cell_under_the_caret_is_marked() {
        check("> abc", 0, &expect!["[>]| |abc"]);
        check("> abc", 2, &expect!["> |[a]|bc"]);
        check("> abc", 4, &expect!["> |ab|[c]"]);
        check("> abc", 5, &expect!["> |abc|[ ]"]);
        check("> abc", 7, &expect!["> |abc|  |[ ]"]);
        check("> 日本", 2, &expect!["> |[日]|本"]);
        check("> e\u{301}x", 2, &expect!["> |[e\u{301}]|x"]);
        check("", 0, &expect!["||[ ]"]);
    }
}
