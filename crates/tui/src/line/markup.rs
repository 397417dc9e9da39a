//! A context or a preview in plain lines: Markdown without its marks.
//!
//! - Code, diagrams and other sources are read as they came.
//! - So is all that belongs to a dangerous question: who confirms it has to hear every character.

use asq_core::model::{Preview, PreviewKind, Question};
use asq_core::text::Untrusted;

/// The columns that Markdown is laid out in.
const WIDTH: usize = 76;

/// The text of a preview.
pub(super) fn plain(of: &Question, preview: &Preview) -> Untrusted {
    let source = of.literal_source(&preview.source);
    if preview.kind != PreviewKind::Markdown || of.danger.is_some() {
        return source;
    }
    let lines = asq_preview::render(preview.kind, &source, WIDTH);
    let lines: Vec<String> = lines.iter().map(|line| line.text().trim_end().to_owned()).collect();
    Untrusted::from(lines.join("\n"))
}
