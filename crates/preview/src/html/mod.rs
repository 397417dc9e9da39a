//! Previews as inert HTML.
//!
//! - No script, no style, no handler, no frame, no image, no form: a short list of elements, and `class`.
//! - Links lead only to `http`, `https` and `mailto`, show their target, and tell it nothing.
//! - Foreign text goes through the escaping of `asq_core::text` first, then through HTML's own.
//! - Code has the same colours as on a terminal, by class; diagrams are the same drawings.
//! - SVG and HTML appear as source; [`sandboxed`] is for a page that renders them in a frame without rights.

mod markdown;

use crate::code::CodeBlock;
use crate::highlight::Lexer;
use crate::markdown::spoken;
use crate::sniff::{self, SourceShape};
use crate::{mermaid, raw};
use asq_core::model::PreviewKind;
use asq_core::text::{Line, Shown, Style, Tone, Untrusted};

/// Columns for diagrams.
const COLUMNS: usize = 100;
/// Longest code that is coloured, in bytes.
const COLOURED: usize = 256 << 10;

/// A preview as inert HTML. At most about twenty times as long as its source.
pub fn html(kind: PreviewKind, source: &Untrusted) -> String {
    let raw = source.raw();
    match sniff::shape_of(kind, raw) {
        SourceShape::Markdown => markdown::html(raw),
        SourceShape::Mermaid => diagram(raw),
        SourceShape::Code(language) => block(language.map_or_else(CodeBlock::default, CodeBlock::named), raw),
        SourceShape::CodeIn(language) => block(CodeBlock::named(language.name()), raw),
        SourceShape::Text => format!("<pre class=\"asq-text\">{}</pre>\n", lines(raw)),
        SourceShape::Svg | SourceShape::Html => block(CodeBlock::of(Lexer::named("html")), raw),
    }
}

/// A frame without any rights that renders SVG or HTML. It runs no script, loads nothing and can't reach the
/// page around it.
pub fn sandboxed(source: &Untrusted) -> String {
    // The sandbox forbids scripts and forms, but not loading pictures and styles: the policy does.
    let policy = "<meta http-equiv=\"Content-Security-Policy\" \
        content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">";
    let inside = attribute(&format!("{policy}{}", source.raw()));
    format!(
        "<iframe class=\"asq-frame\" sandbox=\"\" referrerpolicy=\"no-referrer\" title=\"preview\" srcdoc=\"{inside}\"></iframe>\n"
    )
}

/// A diagram as a drawing, or its source.
fn diagram(source: &str) -> String {
    match mermaid::draw(source, COLUMNS) {
        Ok(lines) => {
            let drawn: String = lines.iter().map(|l| painted(l) + "\n").collect();
            format!("<pre class=\"asq-diagram\">{drawn}</pre>\n")
        }
        Err(why) => {
            let why: String = why.lines(usize::MAX).iter().map(painted).collect();
            format!("<p>{why}</p>\n{}", block(CodeBlock::named("mermaid"), source))
        }
    }
}

/// A piece of code in a named language.
fn named(info: &str, source: &str) -> String {
    let spoken = spoken(info, source);
    if mermaid::is_named(spoken) { diagram(source) } else { block(CodeBlock::named(spoken), source) }
}

fn block(mut code: CodeBlock, source: &str) -> String {
    if source.len() > COLOURED {
        return format!("<pre class=\"asq-code\"><code>{}</code></pre>\n", lines(source));
    }
    let mut out = String::from("<pre class=\"asq-code\"><code>");
    let mut at = 0;
    while let Some(line) = raw::line(source, at) {
        at = line.next;
        let mut rows = Vec::new();
        code.line(line, usize::MAX, &mut rows);
        out.extend(rows.iter().map(painted));
        if !line.torn {
            out.push('\n');
        }
    }
    out.push_str("</code></pre>\n");
    out
}

/// Foreign text, line breaks kept.
fn lines(source: &str) -> String {
    let shown = Shown::lines(&Untrusted::from(source));
    shown.iter().map(|line| text(line) + "\n").collect()
}

/// A line with its styles as classes.
fn painted(line: &Line) -> String {
    let span = |style: Style, shown: &Shown| match class(style) {
        Some(class) => format!("<span class=\"{class}\">{}</span>", text(shown)),
        None => text(shown),
    };
    line.spans.iter().map(|s| span(s.style, &s.text)).collect()
}

fn class(style: Style) -> Option<&'static str> {
    match style.tone {
        Tone::Plain if style.bold => Some("asq-bold"),
        Tone::Plain | Tone::Code => None,
        Tone::Dim if style.italic => Some("asq-comment"),
        Tone::Dim => Some("asq-dim"),
        Tone::Accent => Some("asq-accent"),
        Tone::Good => Some("asq-good"),
        Tone::Warn => Some("asq-warn"),
        Tone::Heading => Some("asq-bold"),
        Tone::Keyword => Some("asq-keyword"),
        Tone::Literal => Some("asq-literal"),
        Tone::Name => Some("asq-name"),
        // Removed lines of a diff.
        Tone::Danger => Some("asq-removed"),
        // Foreign text never has this style.
        Tone::Trusted => None,
    }
}

fn text(shown: &Shown) -> String {
    shown.as_str().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn attribute(raw: &str) -> String {
    raw.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}
