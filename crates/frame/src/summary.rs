//! The summary that stays on the terminal after a form has closed.
//!
//! - One line per question, two if one is too narrow: `✔ Question · Answer`, own words marked.
//! - Notes are below their answer; a sensitive answer is dots.
//! - Any other outcome is one line: `✘ Cancelled · Question`.

use crate::glyphs::Glyphs;
use asq_core::kind::AnswerShape;
use asq_core::model::{Answer, Entry, Outcome, Pick, Question, Request};
use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, wrap};

/// The most graphemes of a text before it is clipped to the width.
const LONG: usize = 400;

/// The mark of words that aren't an option.
const OWN: &str = " (own words)";

/// The lines that stay, each at most `width` cells wide.
pub fn summary(request: &Request, outcome: &Outcome, width: usize, glyphs: Glyphs) -> Vec<Line> {
    let width = width.max(1);
    let (mark, word) = match outcome {
        Outcome::Answered(answers) => {
            let entries = answers.entries.iter().zip(&request.questions);
            return entries.flat_map(|(entry, question)| answered(question, entry, width, glyphs)).collect();
        }
        Outcome::Discuss(_) => ("– ", "Wants to discuss"),
        Outcome::Declined { .. } => ("✘ ", "Declined"),
        Outcome::Cancelled(_) => ("✘ ", "Cancelled"),
        Outcome::Withdrawn(_) => ("– ", "Withdrawn"),
        Outcome::Expired(_) => ("– ", "Expired"),
    };
    let mut line = Line::from(glyphs.own(mark, Tone::Warn));
    line.push(glyphs.own(word, Tone::Plain));
    if let Outcome::Declined { reason: Some(reason), .. } = outcome {
        line.push(Span::own(": ", Tone::Plain));
        line.push(foreign(reason, Style::default(), glyphs));
    }
    if let Some(first) = request.questions.first() {
        line.push(glyphs.own(" · ", Tone::Dim));
        line.push(foreign(&first.text, Style::of(Tone::Dim), glyphs));
    }
    let more = request.questions.len().saturating_sub(1);
    if more > 0 {
        let words = [Shown::own(" (and "), Shown::number(more), Shown::own(" more)")];
        let tail = Line::of(Shown::joined(&words), Style::of(Tone::Dim));
        line = wrap::clip(&line, width.saturating_sub(tail.width()), glyphs.ellipsis());
        line.spans.extend(tail.spans);
    }
    vec![wrap::clip(&line, width, glyphs.ellipsis())]
}

fn answered(question: &Question, entry: &Entry, width: usize, glyphs: Glyphs) -> Vec<Line> {
    let tone = if entry.answer.is_some() { Tone::Good } else { Tone::Warn };
    let mut asked = Line::from(glyphs.own(if entry.answer.is_some() { "✔ " } else { "– " }, tone));
    asked.push(foreign(&question.text, Style::default(), glyphs));
    let reply = reply(question, entry, glyphs);
    // The mark stays even if the person's own words are clipped.
    let own = entry.answer.as_ref().and_then(|a| a.picks().last()).is_some_and(|p| p.own_words().is_some());
    let own = if own && !question.sensitive { OWN } else { "" };
    let between = glyphs.own(" · ", Tone::Dim);
    let mut lines = Vec::new();
    if asked.width() + between.text.width() + reply.width() + own.len() <= width {
        asked.push(between);
        asked.spans.extend(reply.spans);
        asked.spans.extend(marked(own));
        lines.push(asked);
    } else {
        lines.push(wrap::clip(&asked, width, glyphs.ellipsis()));
        let mut line = below(reply, width.saturating_sub(own.len()).max(1), glyphs);
        line.spans.extend(marked(own));
        lines.push(wrap::clip(&line, width, glyphs.ellipsis()));
    }
    if let Some(note) = &entry.note {
        let mut line = Line::from(Span::own("note: ", Tone::Dim));
        line.push(foreign(note, Style::default(), glyphs));
        lines.push(below(line, width, glyphs));
    }
    lines
}

fn reply(question: &Question, entry: &Entry, glyphs: Glyphs) -> Line {
    let accent = Style::of(Tone::Accent);
    let mut line = Line::default();
    match entry.answer.as_ref().map(Answer::shape) {
        None if question.skippable => line.push(Span::own("(skipped)", Tone::Dim)),
        None => line.push(Span::own("(not answered)", Tone::Dim)),
        Some(_) if question.sensitive => line.push(glyphs.own("••••••", Tone::Accent)),
        Some(AnswerShape::Value(value)) => {
            line.push(Span::new(Shown::one_line(&value.into()), accent));
            if let Some(unit) = question.kind.unit() {
                line.push(Span::own(" ", Tone::Plain));
                line.push(foreign(unit, Style::of(Tone::Dim), glyphs));
            }
        }
        Some(AnswerShape::Text(text)) => line.push(foreign(text, accent, glyphs)),
        Some(AnswerShape::Picks(picks)) => {
            for (i, pick) in picks.iter().enumerate() {
                if i > 0 {
                    line.push(Span::own(", ", Tone::Dim));
                }
                match pick {
                    Pick::Option(at) => {
                        if let Some(option) = question.options.get(*at) {
                            line.push(foreign(&option.label, accent, glyphs));
                        }
                    }
                    Pick::Custom(text) => {
                        line.push(foreign(text, accent, glyphs));
                        if i + 1 < picks.len() {
                            line.spans.extend(marked(OWN));
                        }
                    }
                }
            }
        }
    }
    line
}

fn marked(own: &'static str) -> Option<Span> {
    (!own.is_empty()).then(|| Span::own(own, Tone::Dim))
}

fn foreign(text: &Untrusted, style: Style, glyphs: Glyphs) -> Span {
    Span::new(glyphs.foreign(Shown::clipped(text, LONG)), style)
}

/// A line below another, indented by two cells.
fn below(mut line: Line, width: usize, glyphs: Glyphs) -> Line {
    if width > 4 {
        line.spans.insert(0, Span::own("  ", Tone::Plain));
    }
    wrap::clip(&line, width, glyphs.ellipsis())
}
