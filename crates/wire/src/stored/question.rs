//! A question in the store.
//!
//! - A kind is stored with its bounds; an option whose value is its label omits the value.
//! - Impossible bounds (fewest over most, a step of 0) are refused.
//! - Absent parts are left out, so that old and new readers agree on what was there.

use super::answers::StoredAnswer;
use super::number::StoredNumber;
use super::{StoredError, raw, raw_option, untrusted};
use asq_core::model::{Danger, Kind, Language, Preview, PreviewKind, Question, QuestionOption};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) struct StoredQuestion {
    id: String,
    header: String,
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    context: Option<StoredPreview>,
    kind: StoredKind,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    options: Vec<StoredOption>,
    custom: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    custom_row: Option<StoredOption>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    default: Option<StoredAnswer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    danger: Option<StoredDanger>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    sensitive: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    skippable: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StoredKind {
    One,
    Many {
        min: usize,
        max: usize,
    },
    Number {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        min: Option<StoredNumber>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max: Option<StoredNumber>,
        step: StoredNumber,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<String>,
    },
    Text {
        multiline: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        placeholder: Option<String>,
    },
}

#[derive(Serialize, Deserialize)]
struct StoredDanger {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    confirm_text: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    direct: bool,
}

#[derive(Serialize, Deserialize)]
struct StoredOption {
    label: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    preview: Option<StoredPreview>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    recommended: bool,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct StoredPreview {
    kind: StoredPreviewKind,
    /// For code only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    source: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredPreviewKind {
    Markdown,
    Code,
    Text,
    Mermaid,
    Svg,
    Html,
}

impl From<&Question> for StoredQuestion {
    fn from(question: &Question) -> StoredQuestion {
        let Question { id, header, text, description, context, kind, options, .. } = question;
        let Question { custom, custom_row, default, danger, sensitive, skippable, .. } = question;
        StoredQuestion {
            id: raw(id),
            header: raw(header),
            text: raw(text),
            description: raw_option(description.as_ref()),
            context: context.as_ref().map(StoredPreview::from),
            kind: StoredKind::from(kind),
            options: options.iter().map(StoredOption::from).collect(),
            custom: *custom,
            custom_row: custom_row.as_ref().map(StoredOption::from),
            default: default.as_ref().map(StoredAnswer::from),
            danger: danger.as_ref().map(|Danger { confirm_text, direct }| StoredDanger {
                confirm_text: raw_option(confirm_text.as_ref()),
                direct: *direct,
            }),
            sensitive: *sensitive,
            skippable: *skippable,
        }
    }
}

impl TryFrom<StoredQuestion> for Question {
    type Error = StoredError;

    fn try_from(stored: StoredQuestion) -> Result<Question, StoredError> {
        Ok(Question {
            id: stored.id.into(),
            header: stored.header.into(),
            text: stored.text.into(),
            description: untrusted(stored.description),
            context: stored.context.map(Preview::from),
            kind: stored.kind.try_into()?,
            options: stored.options.into_iter().map(QuestionOption::from).collect(),
            custom: stored.custom,
            custom_row: stored.custom_row.map(QuestionOption::from),
            default: stored.default.map(TryInto::try_into).transpose()?,
            danger: stored
                .danger
                .map(|d| Danger { confirm_text: untrusted(d.confirm_text), direct: d.direct }),
            sensitive: stored.sensitive,
            skippable: stored.skippable,
        })
    }
}

impl From<&Kind> for StoredKind {
    fn from(kind: &Kind) -> StoredKind {
        match kind {
            Kind::One => StoredKind::One,
            Kind::Many { min, max } => StoredKind::Many { min: *min, max: *max },
            Kind::Number { min, max, step, unit } => StoredKind::Number {
                min: min.clone().map(StoredNumber),
                max: max.clone().map(StoredNumber),
                step: StoredNumber(step.clone()),
                unit: raw_option(unit.as_ref()),
            },
            Kind::Text { multiline, placeholder } => {
                StoredKind::Text { multiline: *multiline, placeholder: raw_option(placeholder.as_ref()) }
            }
        }
    }
}

impl TryFrom<StoredKind> for Kind {
    type Error = StoredError;

    fn try_from(stored: StoredKind) -> Result<Kind, StoredError> {
        Ok(match stored {
            StoredKind::One => Kind::One,
            StoredKind::Many { min, max } if min > max => {
                return Err(StoredError::Nonsense("question wants more picks than it allows"));
            }
            StoredKind::Many { min, max } => Kind::Many { min, max },
            StoredKind::Number { min: Some(min), max: Some(max), .. } if max.0.is_below(&min.0) => {
                return Err(StoredError::Nonsense("question's smallest number is over its largest"));
            }
            StoredKind::Number { step, .. } if !step.0.is_positive() => {
                return Err(StoredError::Nonsense("question's step is not above 0"));
            }
            StoredKind::Number { min, max, step, unit } => {
                let [min, max] = [min, max].map(|bound| bound.map(|StoredNumber(bound)| bound));
                Kind::Number { min, max, step: step.0, unit: untrusted(unit) }
            }
            StoredKind::Text { multiline, placeholder } => {
                Kind::Text { multiline, placeholder: untrusted(placeholder) }
            }
        })
    }
}

impl From<&QuestionOption> for StoredOption {
    fn from(option: &QuestionOption) -> StoredOption {
        let QuestionOption { label, value, description, preview, recommended } = option;
        StoredOption {
            label: raw(label),
            value: (value != label).then(|| raw(value)),
            description: raw_option(description.as_ref()),
            preview: preview.as_ref().map(StoredPreview::from),
            recommended: *recommended,
        }
    }
}

impl From<StoredOption> for QuestionOption {
    fn from(stored: StoredOption) -> QuestionOption {
        QuestionOption {
            value: stored.value.unwrap_or_else(|| stored.label.clone()).into(),
            label: stored.label.into(),
            description: untrusted(stored.description),
            preview: stored.preview.map(Preview::from),
            recommended: stored.recommended,
        }
    }
}

impl From<&Preview> for StoredPreview {
    fn from(Preview { kind, source }: &Preview) -> StoredPreview {
        let mut language = None;
        let kind = match kind {
            PreviewKind::Markdown => StoredPreviewKind::Markdown,
            PreviewKind::Code => StoredPreviewKind::Code,
            PreviewKind::CodeIn(named) => {
                language = Some(named.name().to_owned());
                StoredPreviewKind::Code
            }
            PreviewKind::Text => StoredPreviewKind::Text,
            PreviewKind::Mermaid => StoredPreviewKind::Mermaid,
            PreviewKind::Svg => StoredPreviewKind::Svg,
            PreviewKind::Html => StoredPreviewKind::Html,
        };
        StoredPreview { kind, language, source: raw(source) }
    }
}

impl From<StoredPreview> for Preview {
    fn from(stored: StoredPreview) -> Preview {
        let kind = match stored.kind {
            StoredPreviewKind::Markdown => PreviewKind::Markdown,
            StoredPreviewKind::Code => {
                let language = stored.language.as_deref().and_then(Language::named);
                language.map_or(PreviewKind::Code, PreviewKind::CodeIn)
            }
            StoredPreviewKind::Text => PreviewKind::Text,
            StoredPreviewKind::Mermaid => PreviewKind::Mermaid,
            StoredPreviewKind::Svg => PreviewKind::Svg,
            StoredPreviewKind::Html => PreviewKind::Html,
        };
        Preview { kind, source: stored.source.into() }
    }
}
