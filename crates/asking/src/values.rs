//! An answer as plain lines, for shells.
//!
//! - A pick is its option's value, a number its digits, and custom text is as it was typed.
//! - Each pick and each question has its own line; an open question has an empty one.

use asq_core::kind::AnswerShape;
use asq_core::model::{Answer, Entry, Outcome, Pick, Question, Request};
use std::fmt::Write;

/// The lines; empty unless the outcome is an answer.
pub fn values(request: &Request, outcome: &Outcome) -> String {
    let mut lines = String::new();
    match outcome {
        Outcome::Answered(answers) => {
            for (question, entry) in request.questions.iter().zip(&answers.entries) {
                add(&mut lines, question, entry);
            }
        }
        Outcome::Discuss(_)
        | Outcome::Declined { .. }
        | Outcome::Cancelled(_)
        | Outcome::Withdrawn(_)
        | Outcome::Expired(_) => {}
    }
    lines
}

fn add(lines: &mut String, question: &Question, entry: &Entry) {
    // Writing to a string can't fail.
    match entry.answer.as_ref().map(Answer::shape) {
        None => lines.push('\n'),
        Some(AnswerShape::Value(text)) => {
            let _ = writeln!(lines, "{text}");
        }
        Some(AnswerShape::Text(text)) => {
            let _ = writeln!(lines, "{}", text.raw());
        }
        Some(AnswerShape::Picks(picks)) => {
            for pick in picks {
                let value = match pick {
                    Pick::Custom(text) => text.raw(),
                    Pick::Option(index) => question.options.get(*index).map_or("", |o| o.value.raw()),
                };
                let _ = writeln!(lines, "{value}");
            }
        }
    }
}
