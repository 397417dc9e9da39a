//! What is asked, what is answered, how it ends.
//!
//! - [`Request`] holds 1..n [`Question`]s and the [`AnswerRules`] that say what fits.
//! - [`Answers`] holds one [`Entry`] per question, in question order.
//! - [`Draft`] is what a person has picked and typed so far.
//! - [`Outcome`] is how a request ended; all but the first carry the draft.

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
