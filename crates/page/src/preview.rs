//! Previews on a page.
//!
//! - Markdown, code, diagrams and text are inert HTML in the page itself.
//! - SVG and HTML are documents of their own, with a policy of their own, in a frame without any right.

use asq_core::model::{Preview, PreviewKind, Question};
use asq_core::text::Untrusted;
use asq_preview::html as inert;
use maud::{Markup, PreEscaped, html};

/// The place of a preview in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreviewOf {
    /// What is to be read before the question at this index is answered.
    Context(usize),
    /// The preview of an option, by question and option.
    Option(usize, usize),
    /// The preview of the asker's option that became the custom row.
    Custom(usize),
}

impl PreviewOf {
    /// The address of its document, below that of its request.
    pub fn path(self) -> String {
        match self {
            PreviewOf::Context(question) => format!("preview/{question}"),
            PreviewOf::Option(question, option) => format!("preview/{question}/{option}"),
            PreviewOf::Custom(question) => format!("preview/{question}/custom"),
        }
    }

    /// The preview among these questions.
    pub fn find(self, questions: &[Question]) -> Option<&Preview> {
        match self {
            PreviewOf::Context(at) => questions.get(at)?.context.as_ref(),
            PreviewOf::Option(at, option) => questions.get(at)?.options.get(option)?.preview.as_ref(),
            PreviewOf::Custom(at) => questions.get(at)?.custom_row.as_ref()?.preview.as_ref(),
        }
    }
}

/// The policy of a preview's own document.
pub fn preview_policy() -> &'static str {
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"
}

/// The document of a preview that is framed; `None` if it isn't SVG or HTML.
pub fn document(preview: &Preview) -> Option<(&'static str, String)> {
    match preview.kind {
        PreviewKind::Svg => Some(("image/svg+xml", preview.source.raw().to_owned())),
        PreviewKind::Html => Some(("text/html; charset=utf-8", preview.source.raw().to_owned())),
        PreviewKind::Markdown
        | PreviewKind::Code
        | PreviewKind::CodeIn(_)
        | PreviewKind::Text
        | PreviewKind::Mermaid => None,
    }
}

/// A preview of a question of the request with this address. Without an address nothing is framed.
pub(crate) fn shown(base: &str, of: PreviewOf, question: &Question, preview: &Preview) -> Markup {
    let source: Untrusted = question.literal_source(&preview.source);
    html! {
        div.preview {
            @if document(preview).is_some() && question.danger.is_none() && !base.is_empty() {
                iframe sandbox="" referrerpolicy="no-referrer" loading="lazy" title="preview"
                    src={ (base) "/" (of.path()) } {}
                details {
                    summary { "Its source" }
                    (PreEscaped(inert(preview.kind, &source)))
                }
            } @else {
                (PreEscaped(inert(preview.kind, &source)))
            }
        }
    }
}
