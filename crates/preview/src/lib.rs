//! Previews: foreign documents as lines at a width.
//!
//! - Markdown through pulldown-cmark: headings, lists, quotes, code, tables, links; raw HTML stays text.
//! - Markdown that is a drawing of box characters without a fence keeps its lines and columns.
//! - Code and plain text line by line, indentation kept, tabs expanded.
//! - Nothing is wider than the width that was asked for, except code and tables, which the surface clips.
//! - All text goes through the escaping of `asq_core::text`; a link's target is shown, never followed.
//! - Kinds that only a browser can draw are shown as their source.

mod inline;
mod markdown;
mod plain;
mod table;

use asq_core::model::PreviewKind;
use asq_core::text::{Line, Untrusted};

/// The lines of a preview laid out at `width` cells. Code and tables may be wider: the caller clips.
pub fn render(kind: PreviewKind, source: &Untrusted, width: usize) -> Vec<Line> {
    match kind {
        PreviewKind::Markdown if drawn(source.raw()) => plain::drawing(source.raw()),
        PreviewKind::Markdown => markdown::render(source.raw(), width.max(1)),
        PreviewKind::Code | PreviewKind::Mermaid | PreviewKind::Svg | PreviewKind::Html => {
            plain::code(source.raw())
        }
        PreviewKind::Text => plain::text(source.raw(), width.max(1)),
    }
}

/// Whether a document is a drawing: box characters, and no fence that would keep their lines together.
fn drawn(source: &str) -> bool {
    !source.contains("```")
        && !source.contains("~~~")
        && source.contains(|c| ('\u{2500}'..='\u{257F}').contains(&c))
}
