//! What a flat form can carry.
//!
//! - Dangerous and secret questions never go through a client's form.
//! - A picture, a diagram or a long text can't be shown in a message.
//! - A form has at most 50 rows, and a request at most eight forms, its list of answers counted.

use asq_core::model::{Preview, PreviewKind, Question, Request};
use asq_core::secret;

/// How many forms a client is asked to show for one call at most. Clients stop at ten.
pub(crate) const ROUNDS: usize = 8;
/// The same where own words and notes have forms of their own.
pub(super) const WALKED: usize = 32;
/// The most rows of a form.
const ROWS: usize = 50;
/// The most bytes of a preview or context, and of a question with everything that belongs to it.
pub(super) const PREVIEW: usize = 600;
const MESSAGE: usize = 4 << 10;

/// Whether forms can carry this request.
pub(crate) fn is_carried(request: &Request) -> bool {
    let forms = request.questions.len() + usize::from(!request.is_single());
    forms <= ROUNDS && request.questions.iter().all(fits)
}

fn fits(question: &Question) -> bool {
    let asked = [Some(&question.text), question.description.as_ref()].into_iter().flatten();
    let secret = question.sensitive || asked.clone().any(|text| secret::asks_for_secret(text.raw()));
    let previews = question.options.iter().chain(&question.custom_row);
    let shown = previews.filter_map(|option| option.preview.as_ref()).chain(&question.context);
    let rows = question.options.iter().flat_map(|option| [Some(&option.label), option.description.as_ref()]);
    let bytes: usize = asked.chain(rows.flatten()).map(|text| text.raw().len()).sum();
    question.danger.is_none()
        && !secret
        && question.options.len() <= ROWS
        && bytes <= MESSAGE
        && shown.into_iter().all(is_short_text)
}

fn is_short_text(preview: &Preview) -> bool {
    let text = match preview.kind {
        PreviewKind::Markdown | PreviewKind::Code | PreviewKind::CodeIn(_) | PreviewKind::Text => true,
        PreviewKind::Mermaid | PreviewKind::Svg | PreviewKind::Html => false,
    };
    text && preview.source.raw().len() <= PREVIEW
}
