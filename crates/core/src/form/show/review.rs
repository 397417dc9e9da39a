//! The review page: every answer on a line, what is missing, and the row that submits.
//!
//! - Labels, options, custom texts and notes appear whole, on as many lines as they need.
//! - A sensitive answer is dots; custom text is marked as such.
//! - An open question has its reason: skipped, suggested or typed but not chosen, too few or too many ticks, not
//!   confirmed.
//! - Notes are below their answers; a note kept by an earlier form that won't be sent is marked.

use super::parts::{joined, own, remark};
use crate::form::ReviewRows;
use crate::form::hints::composed;
use crate::form::model::{Miscount, Model};
use crate::form::rows::ReviewRow;
use crate::form::screen::{Label, Role, Row, Screen};
use crate::kind::{Answer, AnswerShape, Pick};
use crate::model::{Question, TypedIn};
use crate::text::{Line, Shown, Span, Style, Tone};

pub(super) fn review<'a>(model: &'a Model, screen: &mut Screen<'a>) {
    let rules = &model.rules.review;
    screen.title = Some(Shown::own(rules.title));
    let answers = model.answers();
    for (i, entry) in answers.entries.iter().enumerate() {
        screen.rows.push(own(Role::Answer(i), Label::Pair(answer_line(model, i, entry.answer.as_ref()))));
        let state = &model.states[i];
        if let Some(note) = &entry.note {
            screen.rows.push(remark(Line::new(vec![
                Span::own("  note: ", Tone::Dim),
                Span::new(Shown::one_line(note), Style::of(Tone::Plain)),
            ])));
        } else if model.request.rules.notes && !state.note.is_blank() {
            // The person typed it in an earlier form, and hasn't taken it up in this one.
            screen.rows.push(remark(Line::from(Span::own("  (a kept note, not sent)", Tone::Dim))));
        }
    }
    let open: Vec<usize> = answers.open().into_iter().filter(|i| !model.skipped(*i)).collect();
    if !open.is_empty() {
        let names: Vec<Shown> =
            open.iter().map(|i| Shown::one_line(&model.request.questions[*i].header)).collect();
        let mut line = Line::from(Span::own("You have not answered all questions", Tone::Warn));
        line.push(Span::new(composed(&format!(": {}", joined(&names))), Style::of(Tone::Warn)));
        screen.rows.push(Row { gap: true, ..remark(line) });
    }
    screen.rows.push(Row { gap: true, ..own(Role::Submit, Label::Own(Shown::own(rules.submit))) });
    if rules.rows == ReviewRows::SubmitAndCancel {
        screen.rows.push(own(Role::CancelRow, Label::Own(Shown::own(rules.cancel))));
    }
    let focus = model.review_row().map(|r| match r {
        ReviewRow::Answer(i) => Role::Answer(i),
        ReviewRow::Submit => Role::Submit,
        ReviewRow::Cancel => Role::CancelRow,
    });
    screen.focus = screen.rows.iter().position(|r| Some(r.role) == focus);
}

/// `Header: Label, custom text` for one question.
pub(super) fn answer_line(model: &Model, i: usize, answer: Option<&Answer>) -> Line {
    let question = &model.request.questions[i];
    let mut line = Line::new(vec![
        Span::new(Shown::one_line(&question.header), Style::of(Tone::Dim)),
        Span::own(": ", Tone::Dim),
    ]);
    let accent = Style::of(Tone::Accent);
    let miscount = model.miscount(i).map(|miscount| match miscount {
        Miscount::Below(n) => format!("(pick at least {n})"),
        Miscount::Above(n) => format!("(pick at most {n})"),
    });
    match answer.map(Answer::shape) {
        None if model.skipped(i) => line.push(Span::own("(skipped)", Tone::Dim)),
        None if model.states[i].answered() && miscount.is_some() => {
            line.push(Span::new(composed(&miscount.unwrap_or_default()), Style::of(Tone::Warn)));
        }
        None if model.states[i].answered() => line.push(Span::own("(not confirmed)", Tone::Warn)),
        None if model.states[i].untouched => line.push(Span::own("(suggested, not chosen)", Tone::Warn)),
        None => {
            let typed = |place| model.states[i].typed(i, false).iter().any(|t| t.place == place);
            line.push(match (typed(TypedIn::Custom), typed(TypedIn::Edit)) {
                // The person doesn't choose a number or a text: Enter on its page accepts it.
                (_, true) => Span::own("(typed; Enter there accepts it)", Tone::Warn),
                (true, false) => Span::own("(typed, not chosen)", Tone::Warn),
                (false, false) => Span::own("(not answered)", Tone::Warn),
            });
        }
        Some(_) if question.sensitive => line.push(Span::own("••••••", Tone::Accent)),
        Some(AnswerShape::Picks(picks)) => {
            for (n, pick) in picks.iter().enumerate() {
                if n > 0 {
                    line.push(Span::own(", ", Tone::Dim));
                }
                match pick {
                    Pick::Option(o) => {
                        line.push(Span::new(question.label_line(*o), accent));
                    }
                    Pick::Custom(text) => {
                        line.push(Span::new(Shown::one_line(text), accent));
                        line.push(Span::own(" (own words)", Tone::Dim));
                    }
                }
            }
        }
        Some(AnswerShape::Value(value)) => {
            line.push(Span::new(composed(&with_unit(question, value)), accent));
        }
        Some(AnswerShape::Text(text)) => line.push(Span::new(Shown::one_line(text), accent)),
    }
    line
}

fn with_unit(question: &Question, value: &str) -> String {
    let unit = question.kind.unit().map(|unit| format!(" {}", Shown::clipped(unit, 40)));
    format!("{value}{}", unit.unwrap_or_default())
}
