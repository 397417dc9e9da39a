//! Questions for free text.
//!
//! - A text needs a visible character, and has at most 1 MiB.
//! - An editor's text is read unchanged, except for one line break at its end.

use super::answer::{Answer, AnswerShape};
use super::misread::Misread;
use super::wrong::Wrong;
use crate::text::Untrusted;

/// The most bytes of one text in an answer: 1 MiB.
pub const TEXT_MOST: usize = 1 << 20;

pub(super) const NOUN: &str = "a text";

pub(super) fn judge(answer: &Answer) -> Vec<Wrong> {
    match answer.shape() {
        AnswerShape::Text(text) => judge_text(text).into_iter().collect(),
        AnswerShape::Picks(_) | AnswerShape::Value(_) => {
            vec![Wrong::Made { wanted: NOUN, came: answer.noun() }]
        }
    }
}

pub(super) fn judge_text(text: &Untrusted) -> Option<Wrong> {
    if text.is_blank() {
        return Some(Wrong::Blank);
    }
    let came = text.raw().len();
    (came > TEXT_MOST).then_some(Wrong::TooLong { max: TEXT_MOST, came })
}

/// A typed text as an answer, if it is valid.
pub(crate) fn own_words(typed: &Untrusted) -> Result<Untrusted, Misread> {
    let text = without_last_break(typed);
    if text.is_blank() {
        return Err(Misread::Blank);
    }
    let came = text.raw().len();
    if came > TEXT_MOST {
        return Err(Misread::TooLong { max: TEXT_MOST, came });
    }
    Ok(text)
}

/// A text without one line break at its end; a copy only if it has one.
pub(crate) fn without_last_break(text: &Untrusted) -> Untrusted {
    text.raw().strip_suffix('\n').map_or_else(|| text.clone(), Untrusted::from)
}

pub(super) fn described(multiline: bool) -> &'static str {
    if multiline { "a text" } else { "a text on one line" }
}
