//! Answers by label: turns typed or sent pieces of text into the answers of a request.
//!
//! - A question's name is its id, its header, or its number from 1. A single question needs no name.
//! - A label matches an option's label, else its value, else either one in any case if only one option fits.
//! - An unknown label is a problem; it never becomes custom text.
//! - Picks are sorted into the order that the request wants.
//! - All problems are reported at once, as data: each surface puts them in its own terms.
//! - A later step checks whether the answers fit, by the same rules as for every surface.

use asq_core::kind::rank;
use asq_core::model::{Answer, Answers, Entry, Order, Pick, Question, QuestionOption, Request};
use asq_core::number::{Decimal, NotANumber};
use asq_core::text::Untrusted;

/// The role of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerPart {
    /// The name of the question for the next pieces.
    Question,
    /// The label or the value of an option.
    Pick,
    /// Custom text, or the answer to a text question.
    Text,
    /// A number.
    Number,
    /// A remark next to the answer.
    Note,
}

/// A problem with the pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerProblem {
    /// There are no pieces.
    Nothing,
    /// A piece came before the name of a question, and there are several questions.
    NoQuestion(AnswerPart),
    /// No question has this name.
    UnknownQuestion(String),
    /// This question is named twice.
    QuestionTwice(usize),
    /// A question got twice a part that it takes once.
    PartTwice(usize, AnswerPart),
    /// A question got a number and another answer.
    NumberAndMore(usize),
    /// The text isn't a number.
    NotANumber(usize, String, NotANumber),
    /// A question without a list got a label.
    NoList(usize),
    /// Several options have this label.
    Ambiguous(usize, String),
    /// No option has this label.
    UnknownLabel(usize, String),
}

#[derive(Default)]
struct Pieces<'a> {
    question: usize,
    picks: Vec<&'a str>,
    text: Option<&'a str>,
    number: Option<&'a str>,
    note: Option<&'a str>,
}

/// The answers in these pieces, read in their order.
///
/// # Errors
/// All problems of the pieces.
pub fn answers_by_label(
    pieces: &[(AnswerPart, String)],
    request: &Request,
) -> Result<Answers, Vec<AnswerProblem>> {
    let mut problems = Vec::new();
    let mut answers = Answers::none(request.questions.len());
    for pieces in grouped(pieces, request, &mut problems) {
        let Some(question) = request.questions.get(pieces.question) else { continue };
        let answer = answer(question, request.rules.order, &pieces, &mut problems);
        answers.entries[pieces.question] =
            Entry { answer, note: pieces.note.map(Untrusted::from), confirmed: None };
    }
    if problems.is_empty() { Ok(answers) } else { Err(problems) }
}

fn grouped<'a>(
    pieces: &'a [(AnswerPart, String)],
    request: &Request,
    problems: &mut Vec<AnswerProblem>,
) -> Vec<Pieces<'a>> {
    let mut all: Vec<Pieces<'a>> = Vec::new();
    let mut at = (request.questions.len() == 1).then_some(0);
    // Pieces after an unclear question can't be assigned.
    let lost = |problems: &mut Vec<AnswerProblem>, problem| {
        problems.push(problem);
        Vec::new()
    };
    for (part, value) in pieces {
        if *part == AnswerPart::Question {
            match named_question(value, request) {
                Some(index) if all.iter().any(|pieces| pieces.question == index) => {
                    return lost(problems, AnswerProblem::QuestionTwice(index));
                }
                None => return lost(problems, AnswerProblem::UnknownQuestion(value.clone())),
                found @ Some(_) => at = found,
            }
            continue;
        }
        let Some(index) = at else { return lost(problems, AnswerProblem::NoQuestion(*part)) };
        if all.last().is_none_or(|pieces| pieces.question != index) {
            all.push(Pieces { question: index, ..Pieces::default() });
        }
        let Some(pieces) = all.last_mut() else { continue };
        let once = match part {
            AnswerPart::Question => continue,
            AnswerPart::Pick => {
                pieces.picks.push(value);
                continue;
            }
            AnswerPart::Text => &mut pieces.text,
            AnswerPart::Number => &mut pieces.number,
            AnswerPart::Note => &mut pieces.note,
        };
        if once.replace(value).is_some() {
            problems.push(AnswerProblem::PartTwice(index, *part));
        }
    }
    if all.is_empty() && problems.is_empty() {
        problems.push(AnswerProblem::Nothing);
    }
    all
}

/// The question with this id, else with this header, else with this number.
pub fn named_question(name: &str, request: &Request) -> Option<usize> {
    let questions = &request.questions;
    let only = |fits: &dyn Fn(&Question) -> bool| {
        let mut found = questions.iter().enumerate().filter(|(_, question)| fits(question));
        found.next().filter(|_| found.next().is_none()).map(|(index, _)| index)
    };
    let by_number = || name.parse::<usize>().ok()?.checked_sub(1).filter(|index| *index < questions.len());
    only(&|question| question.id.raw() == name)
        .or_else(|| only(&|question| question.header.raw().trim() == name.trim()))
        .or_else(by_number)
}

fn answer(
    question: &Question,
    order: Order,
    pieces: &Pieces<'_>,
    problems: &mut Vec<AnswerProblem>,
) -> Option<Answer> {
    let at = pieces.question;
    if let Some(number) = pieces.number {
        if !pieces.picks.is_empty() || pieces.text.is_some() {
            problems.push(AnswerProblem::NumberAndMore(at));
        }
        return match number.parse::<Decimal>() {
            Ok(number) => Some(Answer::Number(number)),
            Err(why) => {
                problems.push(AnswerProblem::NotANumber(at, number.to_owned(), why));
                None
            }
        };
    }
    if !question.kind.is_list() {
        if !pieces.picks.is_empty() {
            problems.push(AnswerProblem::NoList(at));
        }
        return pieces.text.map(|text| Answer::Text(Untrusted::from(text)));
    }
    let mut picks: Vec<Pick> = Vec::new();
    for label in &pieces.picks {
        match option(label, question) {
            Matches::One(index) => picks.push(Pick::Option(index)),
            Matches::Several => problems.push(AnswerProblem::Ambiguous(at, (*label).to_owned())),
            Matches::None => problems.push(AnswerProblem::UnknownLabel(at, (*label).to_owned())),
        }
    }
    picks.extend(pieces.text.map(|text| Pick::Custom(Untrusted::from(text))));
    if order == Order::Offered {
        picks.sort_by_key(rank);
    }
    (!picks.is_empty()).then_some(Answer::Picks(picks))
}

/// The ways to compare a label, the strictest first.
#[derive(Clone, Copy)]
enum Match {
    Label,
    Value,
    AnyCase,
}

enum Matches {
    None,
    One(usize),
    Several,
}

fn option(label: &str, question: &Question) -> Matches {
    let wanted = label.trim();
    let lower = wanted.to_lowercase();
    let own = |text: &Untrusted| text.raw().trim().to_owned();
    let fits = |by: Match, option: &QuestionOption| match by {
        Match::Label => own(&option.label) == wanted,
        Match::Value => own(&option.value) == wanted,
        Match::AnyCase => [&option.label, &option.value].iter().any(|text| own(text).to_lowercase() == lower),
    };
    for by in [Match::Label, Match::Value, Match::AnyCase] {
        let mut found = question.options.iter().enumerate().filter(|(_, option)| fits(by, option));
        match (found.next(), found.next()) {
            (None, _) => {}
            (Some((index, _)), None) => return Matches::One(index),
            (Some(_), Some(_)) => return Matches::Several,
        }
    }
    Matches::None
}
