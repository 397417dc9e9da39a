//! Checks whether answers fit a request; form, page, server and command line all use it.
//!
//! - It finds all misfits at once; each names its question, the limit and the given answer.
//! - The question's kind decides whether an answer fits.
//! - A note is valid only if the rules allow notes.
//! - A dangerous answer needs its confirmation, word for word if the rules say so. Declining a question without a list
//!   doesn't need one.
//! - Open questions are misfits only if every question needs an answer. An editor that was left empty counts as open.

use crate::kind::Offer;
pub use crate::kind::{TEXT_MOST, Wrong};
use crate::model::{Answer, Answers, Complete, DangerRule, Entry, Order, Pick, Question, Request};
use crate::text::{Shown, Untrusted};
use std::fmt;

/// A misfit, and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Misfit {
    /// The question's index, from 0, and its header; `None` if the answers as a whole don't fit.
    pub question: Option<(usize, Untrusted)>,
    pub wrong: Wrong,
}

/// The problems of these answers; empty if they fit.
pub fn fit(request: &Request, answers: &Answers) -> Vec<Misfit> {
    let mut found = Vec::new();
    let (wanted, came) = (request.questions.len(), answers.entries.len());
    if wanted != came {
        found.push(Misfit { question: None, wrong: Wrong::Entries { wanted, came } });
    }
    for (i, (question, entry)) in request.questions.iter().zip(&answers.entries).enumerate() {
        let wrongs = fit_one(request, question, entry);
        found.extend(
            wrongs.into_iter().map(|wrong| Misfit { question: Some((i, question.header.clone())), wrong }),
        );
    }
    found
}

/// The problems of one question's entry.
pub(crate) fn fit_one(request: &Request, question: &Question, entry: &Entry) -> Vec<Wrong> {
    let mut wrongs = Vec::new();
    match &entry.answer {
        None => match request.rules.complete {
            Complete::Every if question.skippable => {}
            Complete::Every => wrongs.push(Wrong::Open),
            Complete::Any => {}
        },
        // It counts as open where questions may stay open; it is kept, since a contract may write it.
        Some(answer)
            if question.custom && answer.is_left_empty() && request.rules.complete == Complete::Any => {}
        Some(answer) => {
            let offer = Offer {
                options: question.options.len(),
                custom: question.custom,
                in_order: request.rules.order == Order::Offered,
            };
            wrongs.extend(question.kind.judge(answer, offer));
            if !declines(question, answer) {
                wrongs.extend(judge_confirmation(request, question, entry.confirmed.as_ref()));
            }
        }
    }
    if let Some(note) = &entry.note {
        if !request.rules.notes {
            wrongs.push(Wrong::NoNotes);
        }
        if note.raw().len() > TEXT_MOST {
            wrongs.push(Wrong::NoteTooLong { max: TEXT_MOST, came: note.raw().len() });
        }
    }
    wrongs
}

/// Whether answers to this question need a typed confirmation.
pub(crate) fn needs_confirmation(request: &Request, question: &Question) -> bool {
    request.prefs.danger_check
        && question.danger.is_some()
        && match request.rules.danger {
            DangerRule::Unknown => false,
            DangerRule::AnyText | DangerRule::ExactText => true,
        }
}

/// Whether a dangerous question is answered without a typed confirmation: the settings can switch it off.
pub(crate) fn is_unconfirmed(request: &Request, question: &Question) -> bool {
    question.danger.is_some() && !needs_confirmation(request, question)
}

/// Whether all dangerous answers among these were confirmed by typing, whatever the settings asked for; `None` if no
/// answer is dangerous.
pub fn danger_confirmed(request: &Request, answers: &Answers) -> Option<bool> {
    let pairs = request.questions.iter().zip(&answers.entries);
    let dangerous = pairs.filter(|(question, entry)| {
        question.danger.is_some() && entry.answer.as_ref().is_some_and(|it| !declines(question, it))
    });
    dangerous.map(|(_, entry)| entry.confirmed.is_some()).reduce(|all, one| all && one)
}

/// The warning of a question that needs confirmation although its asker switched that off.
pub(crate) fn held(request: &Request, question: &Question) -> Option<&'static str> {
    (request.prefs.danger_held && needs_confirmation(request, question))
        .then_some("The asker switched confirmation off.")
}

/// Whether an answer declines a dangerous question without a list: then it needs no confirmation.
pub(crate) fn declines(question: &Question, answer: &Answer) -> bool {
    question.danger.as_ref().is_some_and(|d| d.direct) && *answer == Answer::Picks(vec![Pick::Option(1)])
}

/// The text to type for a confirmation, if it has to be exact.
pub(crate) fn confirm_text<'a>(request: &Request, question: &'a Question) -> Option<&'a Untrusted> {
    match request.rules.danger {
        DangerRule::Unknown | DangerRule::AnyText => None,
        DangerRule::ExactText => question.danger.as_ref().and_then(|d| d.confirm_text.as_ref()),
    }
}

pub(crate) fn judge_confirmation(
    request: &Request,
    question: &Question,
    confirmed: Option<&Untrusted>,
) -> Option<Wrong> {
    if !needs_confirmation(request, question) {
        return None;
    }
    let wanted = confirm_text(request, question);
    match (confirmed.filter(|c| !c.is_blank()), wanted) {
        (None, wanted) => Some(Wrong::Unconfirmed { wanted: wanted.cloned() }),
        (Some(came), Some(wanted)) if came.raw().trim() != wanted.raw().trim() => {
            Some(Wrong::WrongConfirmation { wanted: wanted.clone(), came: came.clone() })
        }
        (Some(_), _) => None,
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((index, header)) = &self.question {
            let (number, header) = (format!("question {}", index + 1), Shown::one_line(header));
            // A question without a header of its own is headed by its number.
            if header.as_str().eq_ignore_ascii_case(&number) {
                write!(f, "{number}: ")?;
            } else {
                write!(f, "{number} ({header}): ")?;
            }
        }
        self.wrong.fmt(f)
    }
}
