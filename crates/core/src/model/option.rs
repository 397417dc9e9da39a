//! One offered choice.

use super::Language;
use crate::text::Untrusted;

/// The format of a preview's source.
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

impl PreviewKind {
    /// The name in contracts; code has the same one in every language.
    pub fn name(self) -> &'static str {
        match self {
            PreviewKind::Markdown => "markdown",
            PreviewKind::Code | PreviewKind::CodeIn(_) => "code",
            PreviewKind::Text => "text",
            PreviewKind::Mermaid => "mermaid",
            PreviewKind::Svg => "svg",
            PreviewKind::Html => "html",
        }
    }
}

/// Something to look at before picking an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The format of the source.
    pub kind: PreviewKind,
    /// The source, at most 2 MiB.
    pub source: Untrusted,
}

/// One offered choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionOption {
    /// The text for the person.
    pub label: Untrusted,
    /// The text for the agent, if the contract distinguishes value and label; else the label.
    pub value: Untrusted,
    /// Muted text below the label.
    pub description: Option<Untrusted>,
    /// Something to look at.
    pub preview: Option<Preview>,
    /// Whether the agent recommends it.
    pub recommended: bool,
}

impl QuestionOption {
    /// An option whose label is its value.
    pub fn new(label: impl Into<Untrusted>) -> QuestionOption {
        let label = label.into();
        QuestionOption { value: label.clone(), label, description: None, preview: None, recommended: false }
    }
}
