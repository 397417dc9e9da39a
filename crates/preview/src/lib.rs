//! Previews: foreign documents as lines at a width, and as inert HTML.
//!
//! - Markdown through pulldown-cmark: headings, lists, quotes, code, tables, links; raw HTML stays text.
//! - Code in colours, diagrams drawn with box characters, HTML read as text, SVG as its source.
//! - A bare source is taken for what it looks like before it is taken for Markdown.
//! - A drawing of box characters keeps its lines and columns, also without a fence.
//! - No line is wider than the width that was asked for, but for code and drawings where that was asked, too.
//! - All text goes through the escaping of `asq_core::text`; a link's target is shown, never followed.
//! - What is made is what is looked at: the first lines of a megabyte cost no more than those of a page.

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
pub use sniff::{Seen, language, seen};

use asq_core::model::PreviewKind;
use asq_core::text::{Line, Untrusted};

/// All lines of a preview laid out at `width` cells. Takes as long as the source is: [`Layout`] for
/// what somebody waits for.
pub fn render(kind: PreviewKind, source: &Untrusted, width: usize) -> Vec<Line> {
    let mut layout = Layout::new(kind, width, Fit::Within);
    layout.reach(source, usize::MAX);
    layout.lines().to_vec()
}
