//! A question of a request.
//!
//! - Its kind is the way to answer it: one pick, several, a number, a text; with `custom` also custom text.
//! - A default is where the person starts; it isn't an answer.
//! - A dangerous question needs a typed confirmation; the answer to a sensitive one is masked and not kept.

use super::{Preview, QuestionOption};
use crate::kind::{Answer, Kind};
use crate::text::{Shown, Untrusted};

/// The confirmation of a dangerous question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Danger {
    /// The exact text to type, if the contract has one.
    pub confirm_text: Option<Untrusted>,
    /// Whether the question has no list: confirming picks the first option, declining the second.
    pub direct: bool,
}

/// A question of a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Unique within the request.
    pub id: Untrusted,
    /// The short label of its tab.
    pub header: Untrusted,
    /// The question itself.
    pub text: Untrusted,
    /// A description below the question.
    pub description: Option<Untrusted>,
    /// The context to read before answering, above the options.
    pub context: Option<Preview>,
    /// The way to answer it.
    pub kind: Kind,
    /// The offered options; empty for numbers and texts.
    pub options: Vec<QuestionOption>,
    /// Whether custom text is an answer, in addition to the options.
    pub custom: bool,
    /// The asker's option that became the custom row: it has the option's description and preview, and the contract's
    /// label.
    pub custom_row: Option<QuestionOption>,
    /// The start of the focus or the editor; not an answer until committed.
    pub default: Option<Answer>,
    /// The confirmation, if the question is dangerous.
    pub danger: Option<Danger>,
    /// Whether the answer is masked, and kept out of drafts, logs and history.
    pub sensitive: bool,
    /// Whether it may stay open even if every question needs an answer.
    pub skippable: bool,
}

impl Question {
    /// A question with this text as its header and id, and only the necessary parts.
    pub fn new(text: impl Into<Untrusted>, kind: Kind) -> Question {
        let text = text.into();
        Question {
            id: text.clone(),
            header: text.clone(),
            text,
            description: None,
            context: None,
            kind,
            options: Vec::new(),
            custom: false,
            custom_row: None,
            default: None,
            danger: None,
            sensitive: false,
            skippable: false,
        }
    }

    /// Whether it is a yes-or-no question: its two options stand for true and false, yes first.
    pub fn is_yes_or_no(&self) -> bool {
        self.kind == Kind::One && self.options.iter().map(|o| o.value.raw()).eq(["true", "false"])
    }

    /// A text of it in its shown form: a dangerous question spells out CRs and blanks.
    #[must_use]
    pub fn literal(&self, text: &Untrusted) -> Untrusted {
        if self.danger.is_some() { text.literal() } else { text.clone() }
    }

    /// The shown form of a preview or the context.
    #[must_use]
    pub fn literal_source(&self, source: &Untrusted) -> Untrusted {
        if self.danger.is_some() { source.literal_source() } else { source.clone() }
    }

    /// The shown form of an option's label, on one line; empty without such an option.
    pub fn label_line(&self, option: usize) -> Shown {
        self.options.get(option).map_or_else(Shown::default, |o| Shown::one_line(&self.literal(&o.label)))
    }

    /// Whether any option has a preview, including the one that became the custom row.
    pub fn has_preview(&self) -> bool {
        self.options.iter().chain(&self.custom_row).any(|o| o.preview.is_some())
    }
}
