//! SVG as its source.
//!
//! - The first line says what it is, and which texts the drawing holds.
//! - A line with several tags that is too wide is broken between tags and indented by depth.
//! - Tags, attributes and texts have colours.

use crate::code;
use crate::highlight::Lexer;
use crate::raw::{self, Raw};
use crate::webpage;
use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, wrap};

/// Most texts of a drawing listed.
const TEXTS: usize = 12;
/// Deepest indent of a broken line, in levels.
const DEEPEST: usize = 12;

/// A document, fed line by line.
#[derive(Clone, Debug)]
pub(crate) struct Markup {
    lexer: Option<Lexer>,
    /// Open tags, counted only in broken lines.
    depth: usize,
    torn: bool,
}

impl Markup {
    /// Starts with the line that says what this is, and which texts it holds.
    pub(crate) fn noted(source: &str, width: usize, out: &mut Vec<Line>) -> Markup {
        let mut words = vec![Shown::own("SVG drawing, as its source")];
        for (n, text) in webpage::texts(source).into_iter().take(TEXTS).enumerate() {
            words.push(Shown::own(if n == 0 { "; it says: " } else { " · " }));
            words.push(Shown::clipped(&Untrusted::new(text), 60));
        }
        out.extend(wrap::wrap(&Line::of(Shown::joined(&words), Style::of(Tone::Dim)), width));
        Markup { lexer: Lexer::named("svg"), depth: 0, torn: false }
    }

    /// The source of a page that was shown as text above.
    pub(crate) fn below(width: usize, out: &mut Vec<Line>) -> Markup {
        out.extend(wrap::wrap(&Line::of(Shown::own("Its source"), Style::of(Tone::Dim)), width));
        Markup { lexer: Lexer::named("html"), depth: 0, torn: false }
    }

    /// Appends the rows of the next line.
    pub(crate) fn line(&mut self, line: Raw<'_>, width: usize, out: &mut Vec<Line>) {
        let continued = std::mem::replace(&mut self.torn, line.torn);
        let shown = raw::shown(line.text);
        if shown.width() <= width || !line.text.contains("><") && !continued {
            let coloured = self.coloured(&shown);
            code::rows(coloured, width, continued, out);
            return;
        }
        let all = shown.as_str();
        let mut at = 0;
        let mut continued = continued;
        while at < all.len() {
            let end = all[at..].find("><").map_or(all.len(), |tag| at + tag + 1);
            let part = &all[at..end];
            if part.starts_with("</") {
                self.depth = self.depth.saturating_sub(1);
            }
            // However deep a tag is, three quarters of the row are left for it.
            let blanks = 2 * self.depth.min(DEEPEST).min(width / 4);
            let mut rows = Vec::new();
            let blank = part.len() - part.trim_start().len();
            let text = shown.part(at + blank..end);
            let coloured = self.coloured(&text);
            code::rows(coloured, width - blanks, continued, &mut rows);
            for row in &mut rows {
                row.spans.insert(0, Span::new(Shown::repeat(" ", blanks), Style::default()));
            }
            out.append(&mut rows);
            self.depth += opened(part);
            at = end;
            continued = false;
        }
    }

    fn coloured(&mut self, shown: &Shown) -> Line {
        match &mut self.lexer {
            Some(lexer) => lexer.line(shown),
            None => Line::of(shown.clone(), Style::of(Tone::Code)),
        }
    }
}

/// 1 for a part that opens a tag without closing it.
fn opened(part: &str) -> usize {
    let text = part.trim_start();
    let name = text.strip_prefix('<').and_then(|t| t.chars().next());
    let opens = name.is_some_and(|c| c.is_ascii_alphabetic());
    // These have no end tag.
    let void = ["<br", "<hr", "<img", "<input", "<link", "<meta"].iter().any(|v| text.starts_with(v));
    usize::from(opens && !void && !part.ends_with("/>") && !part.contains("</"))
}
