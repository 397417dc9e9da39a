//! Taking what the agent recommends: what is answered by it at once, and what the person sees first.

use crate::forms;
use crate::forms::{dangerous, one};
use asq_core::form::{Act, Action, Effect, Form, Guard};
use asq_core::model::{Answer, Entry, Outcome, Pick, Question};
use asq_core::time::Timestamp;
use asq_dialects::asq;

/// The second of two options is recommended.
fn recommending(header: &str) -> Question {
    let mut question = one(header, "Which?", &["left", "right"]);
    question.options[1].recommended = true;
    question
}

fn form(questions: Vec<Question>) -> Form {
    let mut form = forms::form(asq::rules::FORM, asq::rules::ANSWER, questions).guarded(Guard::OFF);
    form.shown(Timestamp(0));
    form
}

fn picked(entries: &[Entry]) -> Vec<Option<usize>> {
    let option = |entry: &Entry| match entry.answer.as_ref().map(Answer::picks) {
        Some([Pick::Option(i)]) => Some(*i),
        _ => None,
    };
    entries.iter().map(option).collect()
}

#[test]
fn a_single_question_is_answered_by_it() {
    let effects = form(vec![recommending("A")]).take_recommended(Timestamp(1));
    let [Effect::Close(Outcome::Answered(answers))] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!(picked(&answers.entries), [Some(1)]);
}

/// An earlier answer to another question stays, and what nobody has seen is not sent.
#[test]
fn of_several_the_others_are_seen_before_they_are_sent() {
    let mut form = form(vec![recommending("A"), recommending("B"), recommending("C")]);
    form.handle(Timestamp(1), Action::Do(Act::NextTab));
    form.handle(Timestamp(2), Action::Do(Act::Number(1)));
    form.handle(Timestamp(3), Action::Do(Act::PreviousTab));
    form.handle(Timestamp(4), Action::Do(Act::PreviousTab));
    assert_eq!(form.take_recommended(Timestamp(5)), [Effect::DraftChanged]);
    let kept = form.draft().answers;
    assert_eq!(picked(&kept.entries), [Some(1), Some(0), Some(1)]);
    assert_eq!(form.handle(Timestamp(6), Action::Do(Act::Choose)), []);
    form.seen(form.screen().page_id);
    let sent = form.handle(Timestamp(7), Action::Do(Act::Choose));
    assert_eq!(sent, [Effect::Close(Outcome::Answered(kept))]);
}

#[test]
fn nothing_dangerous_and_no_secret_is_picked_by_it() {
    let secret = Question { sensitive: true, ..recommending("S") };
    let danger = dangerous(recommending("D"), None);
    assert!(!form(vec![secret.clone(), danger.clone()]).recommends());
    let mut form = form(vec![recommending("A"), secret, danger]);
    form.take_recommended(Timestamp(1));
    assert!(form.handle(Timestamp(2), Action::Do(Act::Choose)).is_empty());
    let review = form.screen();
    let rows: Vec<String> = review.rows.iter().map(|row| format!("{:?}", row.label)).collect();
    assert_eq!(rows.iter().filter(|row| row.contains("(not answered)")).count(), 2, "{rows:#?}");
}
