//! Requests, answers and outcomes.
//!
//! - [`Request`] has one or more [`Question`]s and the [`AnswerRules`] for valid answers.
//! - [`Answers`] has one [`Entry`] per question, in question order.
//! - [`Draft`] has a person's picks and texts so far.
//! - [`Outcome`] is the end of a request; all outcomes but an answer have the draft.

mod answer_rules;
mod answers;
mod draft;
mod language;
mod option;
mod outcome;
mod prefs;
mod provenance;
mod question;
mod request;
mod whole;

pub use crate::kind::{Answer, Kind, Pick};
pub use answer_rules::{AnswerRules, Complete, DangerRule, Order};
pub use answers::{Answers, Entry};
pub use draft::{Draft, Typed, TypedIn};
pub use language::Language;
pub use option::{Preview, PreviewKind, QuestionOption};
pub use outcome::Outcome;
pub use prefs::Prefs;
pub use provenance::Provenance;
pub use question::{Danger, Question};
pub use request::{Expiry, Request};
pub use whole::{HeldAnswer, HeldAs, WholeDraft};
