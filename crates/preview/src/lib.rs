//! Previews: foreign documents as lines at a width, and as inert HTML.
//!
//! - Markdown through pulldown-cmark: headings, lists, quotes, code, tables, links; raw HTML stays text.
//! - Coloured code, diagrams in box characters, HTML as text, SVG as source.
//! - A bare source is checked for code, diagrams and markup before it counts as Markdown.
//! - A drawing of box characters keeps its lines and columns, even without a fence.
//! - No line is wider than requested, except code and drawings if the caller allows it.
//! - All text goes through the escaping of `asq_core::text`; links show their target and aren't followed.
//! - Only what is looked at is made: the first lines of a megabyte cost no more than those of a page.

mod code;
mod columns;
mod fence;
mod highlight;
mod html;
mod layout;
mod markdown;
mod markup;
mod mermaid;
mod plain;
mod raw;
mod sniff;
mod webpage;

pub use columns::Fit;
pub use html::{html, sandboxed};
pub use layout::Layout;
pub use sniff::{Sniffed, language, seen};

use asq_core::model::PreviewKind;
use asq_core::text::{Line, Untrusted};

/// All lines of a preview at `width` cells. Takes time in proportion to the source; use [`Layout`] if
/// somebody waits.
pub fn render(kind: PreviewKind, source: &Untrusted, width: usize) -> Vec<Line> {
    let mut layout = Layout::new(kind, width, Fit::Within);
    layout.reach(source, usize::MAX);
    layout.lines().to_vec()
}
