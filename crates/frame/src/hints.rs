//! The footer: hints between ` · `.
//!
//! - Wrapped between hints; a hint is broken only where it is wider than the form.
//! - Where there is one line, as many whole hints as fit, from the left; the first one at any rate.

use crate::glyphs::Glyphs;
use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, wrap};

/// Hints apart from each other.
pub(crate) struct Hints {
    parts: Vec<Line>,
    between: Span,
    ellipsis: &'static str,
}

impl Hints {
    pub(crate) fn of(hints: &Line, glyphs: Glyphs) -> Hints {
        let mut parts = vec![Line::default()];
        for span in &hints.spans {
            for (i, words) in span.text.as_str().split(" · ").enumerate() {
                if i > 0 {
                    parts.push(Line::default());
                }
                if let Some(last) = parts.last_mut()
                    && !words.is_empty()
                {
                    last.push(Span::new(glyphs.words(again(words)), span.style));
                }
            }
        }
        parts.retain(|p| !p.spans.is_empty());
        let style = hints.spans.first().map_or(Style::of(Tone::Dim), |s| s.style);
        let between = Span::new(glyphs.words(Shown::own(" · ")), style);
        Hints { parts, between, ellipsis: glyphs.ellipsis() }
    }

    /// All hints.
    pub(crate) fn wrapped(&self, width: usize) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for part in &self.parts {
            if let Some(last) = lines.last_mut()
                && last.width() + self.between.text.width() + part.width() <= width
            {
                self.join(last, part);
            } else {
                lines.extend(wrap::wrap(part, width));
            }
        }
        lines
    }

    /// As many as fit into one line.
    pub(crate) fn short(&self, width: usize) -> Vec<Line> {
        let Some(first) = self.parts.first() else { return Vec::new() };
        let mut line = wrap::clip(first, width, self.ellipsis);
        for part in &self.parts[1..] {
            if line.width() + self.between.text.width() + part.width() > width {
                break;
            }
            self.join(&mut line, part);
        }
        vec![line]
    }

    fn join(&self, line: &mut Line, part: &Line) {
        line.push(self.between.clone());
        line.spans.extend(part.spans.iter().cloned());
        // Neighbours of one style are one span, as in the footer that came.
        let mut joined: Vec<Span> = Vec::new();
        for span in line.spans.drain(..) {
            match joined.last_mut() {
                Some(last) if last.style == span.style => last.text.push(&span.text),
                Some(_) | None => joined.push(span),
            }
        }
        line.spans = joined;
    }
}

/// A part of a text that is safe already.
fn again(words: &str) -> Shown {
    Shown::one_line(&Untrusted::from(words))
}
