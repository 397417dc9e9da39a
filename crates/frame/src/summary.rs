//! The summary that stays on the terminal after a form has closed.
//!
//! - One line per question, two if one is too narrow: `✔ Question · Answer`, own words marked.
//! - Notes are below their answer; a sensitive answer is dots.
//! - Any other outcome is one line: `✘ Cancelled · Question`.

use crate::glyphs::Glyphs;
use asq_core::facts::{self, ReplyPart, SummaryLine, SummaryMark};
use asq_core::model::{Outcome, Request};
use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, wrap};

/// The most graphemes of a text before it is clipped to the width.
const LONG: usize = 400;

/// The lines that stay, each at most `width` cells wide.
pub fn summary(request: &Request, outcome: &Outcome, width: usize, glyphs: Glyphs) -> Vec<Line> {
    let width = width.max(1);
    let lines = facts::summary(request, outcome);
    lines
        .iter()
        .flat_map(|line| match line.word {
            Some(word) => vec![ended(line, word, width, glyphs)],
            None => answered(line, width, glyphs),
        })
        .collect()
}

fn mark(mark: SummaryMark, glyphs: Glyphs) -> Span {
    match mark {
        SummaryMark::Answered => glyphs.own("✔ ", Tone::Good),
        SummaryMark::Open => glyphs.own("– ", Tone::Warn),
        SummaryMark::Refused => glyphs.own("✘ ", Tone::Warn),
    }
}

/// An ending that isn't an answer.
fn ended(of: &SummaryLine<'_>, word: &'static str, width: usize, glyphs: Glyphs) -> Line {
    let mut line = Line::from(mark(of.mark, glyphs));
    line.push(glyphs.own(word, Tone::Plain));
    if let Some(reason) = of.reason {
        line.push(Span::own(": ", Tone::Plain));
        line.push(foreign(reason, Style::default(), glyphs));
    }
    if let Some(first) = of.asked {
        line.push(glyphs.own(" · ", Tone::Dim));
        line.push(foreign(first, Style::of(Tone::Dim), glyphs));
    }
    if of.more > 0 {
        let words = [Shown::own(" (and "), Shown::number(of.more), Shown::own(" more)")];
        let tail = Line::of(Shown::joined(&words), Style::of(Tone::Dim));
        line = wrap::clip(&line, width.saturating_sub(tail.width()), glyphs.ellipsis());
        line.spans.extend(tail.spans);
    }
    wrap::clip(&line, width, glyphs.ellipsis())
}

fn answered(of: &SummaryLine<'_>, width: usize, glyphs: Glyphs) -> Vec<Line> {
    let mut asked = Line::from(mark(of.mark, glyphs));
    if let Some(text) = of.asked {
        asked.push(foreign(text, Style::default(), glyphs));
    }
    let reply = reply(of, glyphs);
    // The mark stays even if the person's own words are clipped.
    let is_own = matches!(of.reply.last(), Some(ReplyPart::OwnWords(_)));
    let own = if is_own { marked() } else { Line::default() };
    let between = glyphs.own(" · ", Tone::Dim);
    let mut lines = Vec::new();
    if asked.width() + between.text.width() + reply.width() + own.width() <= width {
        asked.push(between);
        asked.spans.extend(reply.spans);
        asked.spans.extend(own.spans);
        lines.push(asked);
    } else {
        lines.push(wrap::clip(&asked, width, glyphs.ellipsis()));
        let mut line = below(reply, width.saturating_sub(own.width()).max(1), glyphs);
        line.spans.extend(own.spans);
        lines.push(wrap::clip(&line, width, glyphs.ellipsis()));
    }
    if let Some(note) = of.note {
        let mut line = Line::from(Span::own("note: ", Tone::Dim));
        line.push(foreign(note, Style::default(), glyphs));
        lines.push(below(line, width, glyphs));
    }
    lines
}

fn reply(of: &SummaryLine<'_>, glyphs: Glyphs) -> Line {
    let accent = Style::of(Tone::Accent);
    let mut line = Line::default();
    for (at, part) in of.reply.iter().enumerate() {
        if at > 0 {
            line.push(Span::own(", ", Tone::Dim));
        }
        match part {
            ReplyPart::Skipped | ReplyPart::NotAnswered => line.push(Span::own(part.word(), Tone::Dim)),
            ReplyPart::Hidden => line.push(glyphs.own(part.word(), Tone::Accent)),
            ReplyPart::Value(value, unit) => {
                line.push(Span::new(Shown::one_line(&(*value).into()), accent));
                if let Some(unit) = unit {
                    line.push(Span::own(" ", Tone::Plain));
                    line.push(foreign(unit, Style::of(Tone::Dim), glyphs));
                }
            }
            ReplyPart::Text(text) | ReplyPart::Label(text) => line.push(foreign(text, accent, glyphs)),
            ReplyPart::OwnWords(text) => {
                line.push(foreign(text, accent, glyphs));
                if at + 1 < of.reply.len() {
                    line.spans.extend(marked().spans);
                }
            }
        }
    }
    line
}

/// The mark of words that aren't an option.
fn marked() -> Line {
    let mut mark = Line::from(Span::own(" ", Tone::Dim));
    mark.push(Span::own(facts::OWN_WORDS, Tone::Dim));
    mark
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
