//! The content of the full-screen view.
//!
//! - On a question's page: the focused option's preview, the context, the question, the option's own text.
//! - On the review page: the focused answer with its question and its note, or all answers.
//! - It spells out a dangerous question's CRs and blanks, as the page does.
//! - It shortens nothing; a sensitive answer is dots.

use super::parts;
use crate::form::model::Model;
use crate::form::rows::ReviewRow;
use crate::form::screen::{Passage, ReadingScreen, Screen};
use crate::form::state::RowId;
use crate::kind::{Answer, AnswerShape, Pick};
use crate::model::{PreviewKind, Question};
use crate::text::{Line, Shown, Span, Style, Tone, Untrusted};

/// Covers everything but the footer with the full-screen view.
pub(super) fn cover(screen: &mut Screen<'_>, passages: Vec<Passage>) {
    parts::cover(screen, "", Vec::new());
    screen.title = None;
    screen.from = None;
    screen.origin = None;
    screen.warning = None;
    screen.expires = None;
    screen.tabs = Vec::new();
    screen.danger = None;
    screen.notice = None;
    screen.clock = None;
    screen.reading = Some(ReadingScreen { passages });
}

/// The texts of the page.
pub(super) fn of_page(model: &Model) -> Vec<Passage> {
    match model.question() {
        Some(question) => of_question(model, question),
        None => of_review(model),
    }
}

fn of_question(model: &Model, question: &Question) -> Vec<Passage> {
    let mut passages = Vec::new();
    if let Some((label, preview)) = model.focused_preview() {
        let heading =
            label.map_or_else(|| own("Preview"), |label| named("Preview of ", &question.literal(label)));
        let raw = model.state().is_some_and(|s| s.sources.contains(&s.focus));
        let kind = if raw { PreviewKind::Text } else { preview.kind };
        passages.push(Passage { heading, kind, source: question.literal_source(&preview.source) });
    }
    if let Some(context) = &question.context {
        let source = question.literal_source(&context.source);
        passages.push(Passage { heading: own("What to know"), kind: context.kind, source });
    }
    let text = |heading, source| text(question, heading, source);
    passages.push(text(own("Question"), &question.text));
    passages.extend(question.description.as_ref().map(|about| text(Line::default(), about)));
    let focus = model.state().map(|s| s.focus);
    if let Some(RowId::Option(i)) = focus
        && let Some(option) = question.options.get(i)
    {
        passages.push(text(own("Option"), &option.label));
        passages.extend(option.description.as_ref().map(|about| text(Line::default(), about)));
    }
    passages
}

fn of_review(model: &Model) -> Vec<Passage> {
    let only = match model.review_row() {
        Some(ReviewRow::Answer(i)) => Some(i),
        Some(ReviewRow::Submit | ReviewRow::Cancel) | None => None,
    };
    let answers = model.answers().entries.into_iter().enumerate();
    let mut passages = Vec::new();
    for (i, entry) in answers.filter(|(i, _)| only.is_none_or(|one| one == *i)) {
        let question = &model.request.questions[i];
        passages.push(text(question, named("Question ", &question.header), &question.text));
        let lines = answered(model, i, entry.answer.as_ref());
        passages.push(written(own("Answer"), lines.join("\n")));
        let note = model.states[i].note.text();
        if model.request.rules.notes && !note.trim().is_empty() {
            passages.push(written(own("Note"), note.to_owned()));
        }
    }
    passages
}

/// An answer, with a line for each pick.
fn answered(model: &Model, i: usize, answer: Option<&Answer>) -> Vec<String> {
    let question = &model.request.questions[i];
    match answer.map(Answer::shape) {
        Some(AnswerShape::Picks(picks)) if !question.sensitive => picks
            .iter()
            .map(|pick| match pick {
                Pick::Option(o) => question.literal(&question.options[*o].label).raw().to_owned(),
                Pick::Custom(text) => text.raw().to_owned(),
            })
            .collect(),
        Some(AnswerShape::Text(text)) if !question.sensitive => vec![text.raw().to_owned()],
        Some(AnswerShape::Picks(_) | AnswerShape::Text(_) | AnswerShape::Value(_)) | None => {
            // A short answer in the review's own words: the part after the header and its colon.
            let line = super::review::answer_line(model, i, answer);
            vec![line.spans.iter().skip(2).map(|s| s.text.as_str()).collect()]
        }
    }
}

fn text(of: &Question, heading: Line, source: &Untrusted) -> Passage {
    Passage { heading, kind: PreviewKind::Text, source: of.literal(source) }
}

fn written(heading: Line, source: String) -> Passage {
    Passage { heading, kind: PreviewKind::Text, source: Untrusted::new(source) }
}

pub(super) fn own(words: &'static str) -> Line {
    Line::of(Shown::own(words), Style::of(Tone::Heading).bold())
}

/// asq's own word, then a foreign name.
fn named(word: &'static str, name: &Untrusted) -> Line {
    let mut line = own(word);
    line.push(Span::new(Shown::clipped(name, 60), Style::of(Tone::Plain)));
    line
}
