//! Answers in the store.
//!
//! - One entry per question; open parts are left out.
//! - Picks are an index from 0 or custom text, in picking order.

use super::number::StoredNumber;
use super::{StoredError, raw, raw_option, untrusted};
use asq_core::model::{Answer, Answers, Entry, Pick};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct StoredAnswers(Vec<StoredEntry>);

#[derive(Serialize, Deserialize)]
struct StoredEntry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answer: Option<StoredAnswer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    confirmed: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StoredAnswer {
    Picks(Vec<StoredPick>),
    Number(StoredNumber),
    Text(String),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StoredPick {
    Option(usize),
    Custom(String),
}

impl From<&Answers> for StoredAnswers {
    fn from(answers: &Answers) -> StoredAnswers {
        let entry = |Entry { answer, note, confirmed }: &Entry| StoredEntry {
            answer: answer.as_ref().map(StoredAnswer::from),
            note: raw_option(note.as_ref()),
            confirmed: raw_option(confirmed.as_ref()),
        };
        StoredAnswers(answers.entries.iter().map(entry).collect())
    }
}

impl TryFrom<StoredAnswers> for Answers {
    type Error = StoredError;

    fn try_from(stored: StoredAnswers) -> Result<Answers, StoredError> {
        let entry = |e: StoredEntry| {
            Ok(Entry {
                answer: e.answer.map(TryInto::try_into).transpose()?,
                note: untrusted(e.note),
                confirmed: untrusted(e.confirmed),
            })
        };
        Ok(Answers { entries: stored.0.into_iter().map(entry).collect::<Result<_, StoredError>>()? })
    }
}

impl From<&Answer> for StoredAnswer {
    fn from(answer: &Answer) -> StoredAnswer {
        match answer {
            Answer::Picks(picks) => StoredAnswer::Picks(
                picks
                    .iter()
                    .map(|pick| match pick {
                        Pick::Option(index) => StoredPick::Option(*index),
                        Pick::Custom(text) => StoredPick::Custom(raw(text)),
                    })
                    .collect(),
            ),
            Answer::Number(number) => StoredAnswer::Number(StoredNumber(number.clone())),
            Answer::Text(text) => StoredAnswer::Text(raw(text)),
        }
    }
}

impl TryFrom<StoredAnswer> for Answer {
    type Error = StoredError;

    fn try_from(stored: StoredAnswer) -> Result<Answer, StoredError> {
        Ok(match stored {
            StoredAnswer::Picks(picks) => Answer::Picks(
                picks
                    .into_iter()
                    .map(|pick| match pick {
                        StoredPick::Option(index) => Pick::Option(index),
                        StoredPick::Custom(text) => Pick::Custom(text.into()),
                    })
                    .collect(),
            ),
            StoredAnswer::Number(StoredNumber(number)) => Answer::Number(number),
            StoredAnswer::Text(text) => Answer::Text(text.into()),
        })
    }
}
