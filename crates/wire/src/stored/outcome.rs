//! An outcome in the store.
//!
//! - Every outcome except Answered carries the picks and texts so far.
//! - Uncommitted texts say where they were typed.
//! - The time a draft was kept is left out: it is for one person's eyes.

use super::answers::StoredAnswers;
use super::{StoredError, raw, raw_option, untrusted};
use asq_core::model::{Draft, Outcome, Typed, TypedIn};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StoredOutcome {
    Answered(StoredAnswers),
    Discuss(StoredDraft),
    Declined {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        draft: StoredDraft,
    },
    Cancelled(StoredDraft),
    Withdrawn(StoredDraft),
    Expired(StoredDraft),
}

#[derive(Serialize, Deserialize)]
pub(crate) struct StoredDraft {
    answers: StoredAnswers,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    typed: Vec<StoredTyped>,
}

#[derive(Serialize, Deserialize)]
struct StoredTyped {
    question: usize,
    place: StoredPlace,
    text: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredPlace {
    Custom,
    Note,
    Edit,
}

impl From<&Outcome> for StoredOutcome {
    fn from(outcome: &Outcome) -> StoredOutcome {
        match outcome {
            Outcome::Answered(answers) => StoredOutcome::Answered(answers.into()),
            Outcome::Discuss(draft) => StoredOutcome::Discuss(draft.into()),
            Outcome::Declined { reason, draft } => {
                StoredOutcome::Declined { reason: raw_option(reason.as_ref()), draft: draft.into() }
            }
            Outcome::Cancelled(draft) => StoredOutcome::Cancelled(draft.into()),
            Outcome::Withdrawn(draft) => StoredOutcome::Withdrawn(draft.into()),
            Outcome::Expired(draft) => StoredOutcome::Expired(draft.into()),
        }
    }
}

impl TryFrom<StoredOutcome> for Outcome {
    type Error = StoredError;

    fn try_from(stored: StoredOutcome) -> Result<Outcome, StoredError> {
        Ok(match stored {
            StoredOutcome::Answered(answers) => Outcome::Answered(answers.try_into()?),
            StoredOutcome::Discuss(draft) => Outcome::Discuss(draft.try_into()?),
            StoredOutcome::Declined { reason, draft } => {
                Outcome::Declined { reason: untrusted(reason), draft: draft.try_into()? }
            }
            StoredOutcome::Cancelled(draft) => Outcome::Cancelled(draft.try_into()?),
            StoredOutcome::Withdrawn(draft) => Outcome::Withdrawn(draft.try_into()?),
            StoredOutcome::Expired(draft) => Outcome::Expired(draft.try_into()?),
        })
    }
}

impl From<&Draft> for StoredDraft {
    fn from(draft: &Draft) -> StoredDraft {
        let Draft { answers, typed, kept: _ } = draft;
        let typed = typed.iter().map(|Typed { question, place, text }| StoredTyped {
            question: *question,
            place: match place {
                TypedIn::Custom => StoredPlace::Custom,
                TypedIn::Note => StoredPlace::Note,
                TypedIn::Edit => StoredPlace::Edit,
            },
            text: raw(text),
        });
        StoredDraft { answers: answers.into(), typed: typed.collect() }
    }
}

impl TryFrom<StoredDraft> for Draft {
    type Error = StoredError;

    fn try_from(stored: StoredDraft) -> Result<Draft, StoredError> {
        let typed = stored.typed.into_iter().map(|t| Typed {
            question: t.question,
            place: match t.place {
                StoredPlace::Custom => TypedIn::Custom,
                StoredPlace::Note => TypedIn::Note,
                StoredPlace::Edit => TypedIn::Edit,
            },
            text: t.text.into(),
        });
        Ok(Draft { answers: stored.answers.try_into()?, typed: typed.collect(), kept: None })
    }
}
