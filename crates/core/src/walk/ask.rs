//! The current step of a walk.
//!
//! - The place alone determines it: two calls return the same step.
//! - It has the current answer, and separately the offered text.
//! - The last step lists all answers and names the open questions.

use super::machine::{Overlaid, Walk, WalkPlace};
use super::progress::{Loose, QuestionProgress};
use super::{AskedQuestion, HeldFrom, HeldText, SaidAnswer, Step, TextFor};
use crate::fit;
use crate::kind::{Answer, AnswerShape, AnsweredBy};
use crate::model::{Complete, Question, TypedIn};

impl Walk {
    /// The current step.
    pub fn step(&self) -> Step<'_> {
        if let Some(outcome) = &self.outcome {
            return Step::Done(outcome);
        }
        if self.over == Some(Overlaid::Leave) {
            return Step::Leave { answers: self.entries().iter().filter(|e| e.answer.is_some()).count() };
        }
        let (index, question) = match self.place {
            WalkPlace::Question(i) | WalkPlace::Custom(i) | WalkPlace::Danger(i) => {
                let Some(question) = self.request.questions.get(i) else { return self.confirm_step() };
                (i, question)
            }
            WalkPlace::Confirm => return self.confirm_step(),
        };
        let asked = self.asked(index, question);
        let progress = self.progress.get(index);
        if self.over == Some(Overlaid::Note) {
            let current = asked.note;
            return Step::Text { asked, what: TextFor::Note, current, held: self.held(index, TypedIn::Note) };
        }
        match self.place {
            WalkPlace::Custom(_) => Step::Text {
                asked,
                what: TextFor::Custom,
                current: progress.and_then(QuestionProgress::own_words),
                held: self.held(index, TypedIn::Custom),
            },
            WalkPlace::Danger(_) => Step::Text {
                asked,
                what: TextFor::Confirmation { exact: fit::confirm_text(&self.request, question) },
                current: None,
                held: None,
            },
            WalkPlace::Question(_) | WalkPlace::Confirm => self.question_step(asked, question),
        }
    }

    fn question_step<'a>(&'a self, asked: AskedQuestion<'a>, question: &'a Question) -> Step<'a> {
        let held = self.held(asked.index, TypedIn::Edit);
        match question.kind.answered_by() {
            AnsweredBy::Picks => {
                let rows = self.rows(asked.index);
                match question.kind.several() {
                    Some((min, max)) => Step::Many { asked, rows, min, max },
                    None => Step::Choose { asked, rows },
                }
            }
            AnsweredBy::Value => Step::Value { asked, held },
            AnsweredBy::Text { multiline, placeholder } => Step::Text {
                asked,
                what: TextFor::Answer { multiline, placeholder },
                current: match asked.answer.map(Answer::shape) {
                    Some(AnswerShape::Text(text)) => Some(text),
                    Some(AnswerShape::Picks(_) | AnswerShape::Value(_)) | None => None,
                },
                held,
            },
        }
    }

    fn asked<'a>(&'a self, index: usize, question: &'a Question) -> AskedQuestion<'a> {
        let entry = self.progress.get(index).map(|t| &t.entry);
        AskedQuestion {
            index,
            of: self.request.questions.len(),
            question,
            asker: self.request.from.asker(),
            warning: fit::held(&self.request, question),
            answer: entry.and_then(|e| e.answer.as_ref()),
            may_skip: self.may_skip(question),
            takes_note: self.takes_note(question),
            note: entry.and_then(|e| e.note.as_ref()),
        }
    }

    fn confirm_step(&self) -> Step<'_> {
        let answers = self
            .request
            .questions
            .iter()
            .zip(&self.progress)
            .map(|(question, progress)| SaidAnswer {
                question,
                answer: progress.entry.answer.as_ref(),
                note: progress.entry.note.as_ref(),
                typed: progress.custom.as_ref().or(progress.edit.as_ref()).map(|l| &l.text),
            })
            .collect();
        let open = self.open();
        let may_send = open.is_empty() || self.request.rules.complete == Complete::Any;
        Step::Confirm { answers, open, may_send }
    }

    fn held(&self, index: usize, place: TypedIn) -> Option<HeldText<'_>> {
        let progress = self.progress.get(index)?;
        let loose = match place {
            TypedIn::Custom => &progress.custom,
            TypedIn::Note => &progress.note,
            TypedIn::Edit => &progress.edit,
        };
        if let Some(Loose { text, kept }) = loose {
            let from = if *kept { HeldFrom::Kept(&self.kept) } else { HeldFrom::Typed };
            return Some(HeldText { text: text.clone(), from });
        }
        if place != TypedIn::Edit || progress.entry.answer.is_some() {
            return None;
        }
        let text = self.default_of(index)?.typed()?;
        Some(HeldText { text, from: HeldFrom::Default })
    }
}
