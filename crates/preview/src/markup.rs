//! SVG and HTML as their source.
//!
//! - The first line says that a page shows it as it is meant.
//! - A line with several tags that is too wide is broken between tags and set in by their depth.
//! - Tags, attributes and texts have their colours.

use crate::code;
use crate::highlight::Lexer;
use crate::raw::{self, Raw};
use asq_core::model::PreviewKind;
use asq_core::text::{Line, Shown, Span, Style, Tone, wrap};

/// Deepest indent of a broken line, in levels.
const DEEPEST: usize = 12;

/// A document while its lines come in.
#[derive(Clone, Debug)]
pub(crate) struct Markup {
    lexer: Option<Lexer>,
    /// Tags that are open, as far as lines were broken.
    depth: usize,
    torn: bool,
}

impl Markup {
    /// Begins with the line that says what this is.
    pub(crate) fn noted(kind: PreviewKind, width: usize, out: &mut Vec<Line>) -> Markup {
        let words = match kind {
            PreviewKind::Svg => "SVG source; the browser page shows the picture",
            PreviewKind::Html => "HTML source; the browser page shows it laid out",
            PreviewKind::Markdown
            | PreviewKind::Code
            | PreviewKind::CodeIn(_)
            | PreviewKind::Text
            | PreviewKind::Mermaid => "source",
        };
        out.extend(wrap::wrap(&Line::of(Shown::own(words), Style::of(Tone::Dim)), width));
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

/// 1 for a part that opens a tag and does not close it.
fn opened(part: &str) -> usize {
    let text = part.trim_start();
    let name = text.strip_prefix('<').and_then(|t| t.chars().next());
    let opens = name.is_some_and(|c| c.is_ascii_alphabetic());
    let void = ["<br", "<hr", "<img", "<input", "<link", "<meta"].iter().any(|v| text.starts_with(v));
    usize::from(opens && !void && !part.ends_with("/>") && !part.contains("</"))
}
