//! What a form shows of a step: its message, its rows and their labels.
//!
//! - A question comes with its context, its descriptions and its previews.
//! - Options are numbered, so that no two are alike and none can pass for a row of asq's own.
//! - The last form lists the answers, and offers to change each.
//! - Foreign text is escaped as on every other surface.

use super::carried::PREVIEW;
use super::fields::{ANSWER, FormFields};
use asq_core::model::Question;
use asq_core::text::{Shown, Untrusted};
use asq_core::walk::{AskedQuestion, RowIs, SaidAnswer, StepRow};

/// The most graphemes of a title.
const TITLE: usize = 60;

/// Lists the answers, and offers to send or to change them.
pub(super) fn last(
    lines: &mut Vec<String>,
    fields: &mut FormFields,
    answers: &[SaidAnswer<'_>],
    may_send: bool,
) {
    lines.push("Your answers:".to_owned());
    lines.extend(answers.iter().enumerate().map(|(i, said)| format!("{}. {}", i + 1, said.line())));
    fields.one(ANSWER, "Send", &last_rows(answers, may_send), Some(0), true);
}

/// The question, its context, and what belongs to its rows.
pub(super) fn describe(lines: &mut Vec<String>, asked: &AskedQuestion<'_>, rows: &[StepRow<'_>]) {
    let question = asked.question;
    if let Some(context) = &question.context {
        source(lines, &context.source);
    }
    let mut text = Shown::lines(&question.text).into_iter();
    let first = text.next().unwrap_or_default();
    lines.push(match asked.of {
        1 => first.to_string(),
        of => format!("[{}/{of}] {first}", asked.index + 1),
    });
    lines.extend(text.map(|line| line.to_string()));
    if let Some(description) = &question.description {
        lines.extend(Shown::lines(description).iter().map(|line| format!("  {line}")));
    }
    for (label, row) in labels(rows).iter().zip(rows.iter().filter(|row| row.is != RowIs::Custom)) {
        if let Some(description) = row.description.filter(|text| !text.is_blank()) {
            lines.push(format!("{label}: {}", Shown::one_line(description)));
        }
    }
    previews(lines, question);
}

fn previews(lines: &mut Vec<String>, question: &Question) {
    for (i, option) in question.options.iter().enumerate() {
        if let Some(preview) = &option.preview {
            lines.push(format!("Preview of {}. {}:", i + 1, Shown::clipped(&option.label, TITLE)));
            source(lines, &preview.source);
        }
    }
}

/// Adds a text that is short enough, indented.
fn source(lines: &mut Vec<String>, text: &Untrusted) {
    debug_assert!(text.raw().len() <= PREVIEW, "a longer text isn't carried");
    lines.extend(Shown::lines(text).iter().map(|line| format!("  {line}")));
}

pub(super) fn title(asked: &AskedQuestion<'_>) -> String {
    Shown::clipped(&asked.question.header, TITLE).to_string()
}

/// The rows that a person can pick in a form. Own words have a field of their own.
pub(super) fn labels(rows: &[StepRow<'_>]) -> Vec<String> {
    let picked = rows.iter().filter(|row| row.is != RowIs::Custom);
    let label = |row: &StepRow<'_>| match row.is {
        RowIs::Option(i) => {
            let recommended = if row.recommended { " (recommended)" } else { "" };
            format!("{}. {}{recommended}", i + 1, row.label)
        }
        RowIs::Custom | RowIs::Discuss => row.label.to_string(),
    };
    picked.map(label).collect()
}

/// The row of the walk behind a row of the form.
pub(super) fn place(rows: &[StepRow<'_>], picked: usize) -> usize {
    let pickable = rows.iter().enumerate().filter(|(_, row)| row.is != RowIs::Custom);
    pickable.map(|(i, _)| i).nth(picked).unwrap_or(picked)
}

/// The rows of the form that are picked at first.
pub(super) fn suggested(rows: &[StepRow<'_>]) -> Vec<usize> {
    let pickable = rows.iter().filter(|row| row.is != RowIs::Custom).enumerate();
    pickable.filter(|(_, row)| row.picked || row.suggested).map(|(i, _)| i).collect()
}

pub(super) fn how_many(min: usize, max: usize, rows: usize) -> String {
    match (min, max < rows) {
        (0 | 1, false) => "Pick any number.".to_owned(),
        (0 | 1, true) => format!("Pick at most {max}."),
        (min, true) => format!("Pick {min} to {max}."),
        (min, false) => format!("Pick at least {min}."),
    }
}

/// The rows of the last form.
pub(super) fn last_rows(answers: &[SaidAnswer<'_>], may_send: bool) -> Vec<String> {
    let send = may_send.then(|| "Send these answers".to_owned());
    let change = answers
        .iter()
        .enumerate()
        .map(|(i, said)| format!("Change {}. {}", i + 1, Shown::clipped(&said.question.header, TITLE)));
    send.into_iter().chain(change).collect()
}
