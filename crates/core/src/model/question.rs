//! One thing asked.
//!
//! - Its kind says how it is answered: one pick, several, a number, a text; own words where `custom` is set.
//! - A default is where the person starts, and no answer.
//! - A dangerous one is confirmed by typing; a sensitive one is masked and not kept.

use super::{Preview, QuestionOption};
use crate::kind::{Answer, Kind};
use crate::text::{Shown, Untrusted};

/// What makes a question dangerous, and how the person confirms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Danger {
    /// The exact text to type, if the contract has one.
    pub confirm_text: Option<Untrusted>,
    /// No list is shown: typing to confirm picks the first option, declining the second.
    pub direct: bool,
}

/// One thing asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Unique within the request.
    pub id: Untrusted,
    /// The short label of its tab.
    pub header: Untrusted,
    /// The question itself.
    pub text: Untrusted,
    /// More about it, below the question.
    pub description: Option<Untrusted>,
    /// What to know before answering, drawn above the choices.
    pub context: Option<Preview>,
    /// How it is answered.
    pub kind: Kind,
    /// The offered choices; empty for numbers and texts.
    pub options: Vec<QuestionOption>,
    /// Whether own words are an answer besides the options.
    pub custom: bool,
    /// An option of the asker's that became the custom row: its description and preview count, its label
    /// is the contract's.
    pub custom_row: Option<QuestionOption>,
    /// Where the focus or the editor starts; no answer until committed.
    pub default: Option<Answer>,
    /// Present: the answer is confirmed by typing.
    pub danger: Option<Danger>,
    /// Masked, and kept out of drafts, logs and history.
    pub sensitive: bool,
    /// May stay open even where every question needs an answer.
    pub skippable: bool,
}

impl Question {
    /// A question that is its own header and id, with nothing that can be left out.
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

    /// Whether it is answered with yes or no: its two options stand for true and false, yes first.
    pub fn is_yes_or_no(&self) -> bool {
        self.kind == Kind::One && self.options.iter().map(|o| o.value.raw()).eq(["true", "false"])
    }

    /// A text of it as it is shown: a dangerous question spells out CRs and blanks.
    #[must_use]
    pub fn told(&self, text: &Untrusted) -> Untrusted {
        if self.danger.is_some() { text.told() } else { text.clone() }
    }

    /// The same of a preview or of what to know.
    #[must_use]
    pub fn told_source(&self, source: &Untrusted) -> Untrusted {
        if self.danger.is_some() { source.told_source() } else { source.clone() }
    }

    /// The same of an option's label, on one line; empty without such an option.
    pub fn label_line(&self, option: usize) -> Shown {
        self.options.get(option).map_or_else(Shown::default, |o| Shown::one_line(&self.told(&o.label)))
    }

    /// Whether any option carries a preview, one that became the custom row included.
    pub fn has_preview(&self) -> bool {
        self.options.iter().chain(&self.custom_row).any(|o| o.preview.is_some())
    }
}
