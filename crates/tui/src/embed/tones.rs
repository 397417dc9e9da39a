//! Frames as a host's lines: each tone between the host's own prefix and suffix.
//!
//! - The names are those of docs/embed.md; a name that the host left out adds nothing.
//! - Styles are closed where their span ends, innermost first, so that no line colours the next one.
//! - Only the host's own prefixes and suffixes can hold control characters.

use asq_core::text::{Line, Shown, Span, Style, Tone, width};
use std::collections::BTreeMap;

/// The host's prefixes and suffixes, by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Tones {
    pairs: BTreeMap<String, (String, String)>,
    caret_mark: String,
}

impl Tones {
    pub(super) fn new(pairs: &BTreeMap<String, (String, String)>, caret_mark: Option<&str>) -> Tones {
        Tones { pairs: pairs.clone(), caret_mark: caret_mark.unwrap_or_default().to_owned() }
    }

    /// A line with all its styles.
    pub(super) fn line(&self, line: &Line) -> String {
        let mut out = String::new();
        self.spans(&line.spans, &mut out);
        out
    }

    /// The same with the host's mark before the caret's cell, and that cell in the tone `caret`.
    ///
    /// A caret behind the text stands on a blank of its own, where the line has room for one.
    pub(super) fn with_caret(&self, line: &Line, column: u16, width: u16) -> String {
        let (mut before, rest) = split(&line.spans, usize::from(column));
        let gap = usize::from(column).saturating_sub(before.iter().map(|s| s.text.width()).sum());
        if gap > 0 {
            before.push(Span::new(Shown::repeat(" ", gap), Style::default()));
        }
        let cell_width = rest.first().and_then(|s| graphemes(s.text.as_str()).next()).map_or(0, width::of);
        let (mut cell, after) = split(&rest, cell_width);
        if cell.is_empty() && column < width {
            cell.push(Span::own(" ", Tone::Plain));
        }
        for span in &mut cell {
            span.style.caret = true;
        }
        let mut out = String::new();
        self.spans(&before, &mut out);
        out.push_str(&self.caret_mark);
        self.spans(&cell, &mut out);
        self.spans(&after, &mut out);
        out
    }

    fn spans(&self, spans: &[Span], out: &mut String) {
        for span in spans {
            let pairs: Vec<&(String, String)> =
                names(span.style).into_iter().flatten().filter_map(|name| self.pairs.get(name)).collect();
            for (prefix, _) in &pairs {
                out.push_str(prefix);
            }
            out.push_str(span.text.as_str());
            for (_, suffix) in pairs.iter().rev() {
                out.push_str(suffix);
            }
        }
    }
}

/// The spans of so many cells from the left, and the rest.
fn split(spans: &[Span], cells: usize) -> (Vec<Span>, Vec<Span>) {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let mut room = cells;
    for span in spans {
        if room == 0 {
            right.push(span.clone());
            continue;
        }
        let (head, tail) = span.text.split(room);
        room = if tail.is_empty() { room - head.width() } else { 0 };
        for (part, side) in [(head, &mut left), (tail, &mut right)] {
            if !part.is_empty() {
                side.push(Span::new(part, span.style));
            }
        }
    }
    (left, right)
}

fn graphemes(text: &str) -> impl Iterator<Item = &str> {
    unicode_segmentation::UnicodeSegmentation::graphemes(text, true)
}

/// The names of what a style is made of.
fn names(style: Style) -> [Option<&'static str>; 5] {
    let tone = match style.tone {
        Tone::Plain => "plain",
        Tone::Dim => "dim",
        Tone::Accent => "accent",
        Tone::Good => "good",
        Tone::Warn => "warn",
        Tone::Danger => "danger",
        Tone::Heading => "heading",
        Tone::Code => "code",
        Tone::Trusted => "trusted",
    };
    [
        style.selected.then_some("selected"),
        Some(tone),
        style.bold.then_some("bold"),
        style.italic.then_some("italic"),
        style.caret.then_some("caret"),
    ]
}
