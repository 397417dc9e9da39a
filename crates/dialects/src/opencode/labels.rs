//! Answers as OpenCode's lists of labels, one list for each question, and back.
//!
//! - A label is an option's text, letter for letter; any other text is custom text, if the question takes it.
//! - An empty list is an open question, and so is a missing one at the end.
//! - `[""]` is an editor that was left empty: an empty text, or nothing if a question takes no text.
//! - All labels that can't be assigned are reported at once, each with its place.

use super::wire::{WireOption, WireQuestion};
use asq_core::kind::rank;
use asq_core::model::{Answer, Answers, Entry, Order, Pick, Question, Request};

/// A label that answers nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLabel {
    /// The question's index.
    pub question: usize,
    /// The index in its list.
    pub at: usize,
    /// The label.
    pub label: String,
}

/// The lists of labels of these answers.
pub fn labels(request: &Request, answers: &Answers) -> Vec<Vec<String>> {
    let asked = request.questions.iter().map(WireQuestion::from);
    asked.enumerate().map(|(n, asked)| labels_of(&asked, answers.entries.get(n))).collect()
}

/// The picked labels of one question, custom text among them; empty if it was left open.
pub(super) fn labels_of(asked: &WireQuestion, entry: Option<&Entry>) -> Vec<String> {
    let Some(answer) = entry.and_then(|entry| entry.answer.as_ref()) else { return Vec::new() };
    if let Some(text) = answer.typed() {
        return vec![text.raw().to_owned()];
    }
    let of = |option: &WireOption| option.label.clone();
    let label = |pick: &Pick| match pick {
        Pick::Option(index) => asked.options.get(*index).map(of),
        Pick::Custom(text) => Some(text.raw().to_owned()),
    };
    answer.picks().iter().filter_map(label).collect()
}

/// The answers that these lists stand for. Whether they fit is for [`fit`](asq_core::fit::fit) to judge.
///
/// # Errors
/// All labels that name no option, if their question takes no custom text.
pub fn answers(request: &Request, labels: &[Vec<String>]) -> Result<Answers, Vec<UnknownLabel>> {
    let mut unknown = Vec::new();
    let mut answers = Answers::none(request.questions.len().max(labels.len()));
    for ((n, question), labels) in request.questions.iter().enumerate().zip(labels) {
        let answer = answer(question, request.rules.order, labels, &mut |at, label| {
            unknown.push(UnknownLabel { question: n, at, label: label.to_owned() });
        });
        answers.entries[n].answer = answer;
    }
    if unknown.is_empty() { Ok(answers) } else { Err(unknown) }
}

fn answer(
    question: &Question,
    order: Order,
    labels: &[String],
    unknown: &mut dyn FnMut(usize, &str),
) -> Option<Answer> {
    let takes_text = question.custom || !question.kind.is_list();
    if labels.is_empty() || (!takes_text && labels == [""]) {
        return None;
    }
    if let ([text], false) = (labels, question.kind.is_list()) {
        return (!text.is_empty()).then(|| Answer::Text(text.as_str().into()));
    }
    let mut picks = Vec::new();
    for (at, label) in labels.iter().enumerate() {
        // Equal labels are taken one after the other.
        let mut found = question.options.iter().enumerate().filter(|(_, it)| it.label.raw() == label);
        let free = found.clone().find(|(index, _)| !picks.contains(&Pick::Option(*index)));
        match free.or_else(|| found.next()) {
            Some((index, _)) => picks.push(Pick::Option(index)),
            None if takes_text => picks.push(Pick::Custom(label.as_str().into())),
            None => unknown(at, label),
        }
    }
    if order == Order::Offered {
        picks.sort_by_key(rank);
    }
    Some(Answer::Picks(picks))
}
