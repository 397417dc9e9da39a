//! One offered choice.

use super::Language;
use crate::text::Untrusted;

/// What a preview's source is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PreviewKind {
    /// Markdown.
    Markdown,
    /// Program text.
    Code,
    /// Program text in a language that the call names.
    CodeIn(Language),
    /// Plain text.
    Text,
    /// A Mermaid diagram.
    Mermaid,
    /// An SVG picture.
    Svg,
    /// A piece of HTML.
    Html,
}

/// Something to look at before picking an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// How to read the source.
    pub kind: PreviewKind,
    /// At most 2 MiB.
    pub source: Untrusted,
}

/// One offered choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionOption {
    /// What the person reads.
    pub label: Untrusted,
    /// What the agent gets back where the contract tells value from label; else the label.
    pub value: Untrusted,
    /// Muted text below the label.
    pub description: Option<Untrusted>,
    /// Something to look at.
    pub preview: Option<Preview>,
    /// The agent's advice.
    pub recommended: bool,
}

impl QuestionOption {
    /// An option that is its own value.
    pub fn new(label: impl Into<Untrusted>) -> QuestionOption {
        let label = label.into();
        QuestionOption { value: label.clone(), label, description: None, preview: None, recommended: false }
    }
}
