//! The person's last answer to the same questions of the same agent, offered again.
//!
//! - A text that came too late for these questions is offered in the same way, if it is newer.
//! - It is shown above the form, as long as nothing is picked or typed there; once that is open, a key takes it.
//! - Taking it fills the form and sends nothing.
//! - It is never offered for a dangerous question, nor for a secret.

use super::done::foreign;
use super::effect::BoardEffect;
use super::machine::{Board, Up};
use super::now::clock;
use super::open::OpenForm;
use crate::form::{Act, Action, Code, Key, key_label};
use crate::inbox::{Command, said};
use crate::life::RequestId;
use crate::model::{Answers, Outcome, Typed, TypedIn};
use crate::text::{Line, Shown, Span, Style, Tone};

/// An earlier answer, and when it was given by the wall clock.
#[derive(Debug)]
pub(super) struct Proposal {
    answers: Answers,
    at_ms: u64,
    /// Whether it came too late.
    late: bool,
}

impl Board {
    /// Looks for an earlier answer to a request that was fetched.
    pub(super) fn look_for_proposal(&self, id: RequestId, effects: &mut Vec<BoardEffect>) {
        let wanted = self.setup.propose && !self.proposals.contains_key(&id);
        let may = |open: &OpenForm| {
            let request = open.form.request();
            let plain = request.questions.iter().all(|q| !q.sensitive && q.danger.is_none());
            plain && request.from.agent.is_some() && open.over.is_none()
        };
        if wanted && self.known(id).is_some_and(may) {
            effects.push(BoardEffect::Command(Command::Propose(id)));
        }
    }

    pub(super) fn proposed(&mut self, id: RequestId, answers: Answers, at_ms: u64, late: bool) {
        self.proposals.insert(id, Proposal { answers, at_ms, late });
    }

    /// The proposal for a form in which nothing is picked or typed.
    fn proposal(&self, open: &OpenForm) -> Option<&Proposal> {
        let proposal = self.proposals.get(&open.id)?;
        let fits = proposal.answers.entries.len() == open.form.request().questions.len();
        (fits && !open.touched && open.over.is_none() && open.form.spot().is_place()).then_some(proposal)
    }

    /// Takes the proposal if the key does that.
    pub(super) fn takes_proposal(&mut self, id: RequestId, key: Key) -> bool {
        let Some(open) = self.form(id).filter(|open| key == key_of(open)) else { return false };
        let Some(answers) = self.proposal(open).map(|proposal| proposal.answers.clone()) else {
            return false;
        };
        let now = self.now.at;
        if let Some(open) = self.form_mut(id) {
            open.take_answers(now, &answers);
        }
        true
    }

    /// `your last answer, Mon 14:03: Tab takes it`, and the answer behind the bar.
    pub(super) fn proposal_lines(&self, open: &OpenForm) -> Vec<Line> {
        let Some(Proposal { answers, at_ms, late }) = self.proposal(open) else { return Vec::new() };
        let outcome = Outcome::Answered(answers.clone());
        let Some(text) = said(open.form.request(), &outcome) else { return Vec::new() };
        let what = if *late { "a text that came too late" } else { "your last answer" };
        let when = Shown::own(", ").then(&clock(&self.setup.zone, self.now.wall_ms, *at_ms));
        let own = |words| Span::new(words, Style::of(Tone::Trusted));
        let mut line = Line::new(vec![own(Shown::own(what)), own(when)]);
        if self.up == Up::Form(open.id) {
            let words = format!(": {} takes it", key_label(key_of(open)));
            line.push(own(super::messages::own(&words)));
        }
        foreign(&mut line, &text, Style::default());
        vec![line]
    }
}

/// Tab, unless the form has a use for it.
fn key_of(open: &OpenForm) -> Key {
    let tab = Key::plain(Code::Tab);
    let single = open.form.request().is_single();
    match open.form.resolve(tab) {
        None => tab,
        Some(Action::Do(Act::NextTab)) if single => tab,
        Some(_) => Key::alt(Code::Char('p')),
    }
}

/// The texts that belong to an answer, for their rows.
pub(super) fn texts(answers: &Answers) -> Vec<Typed> {
    let text = |(question, answer): (usize, &crate::model::Answer)| {
        let typed = |place, text| Typed { question, place, text };
        let own = answer.picks().iter().filter_map(|pick| pick.own_words());
        let custom = own.map(|text| typed(TypedIn::Custom, text.clone())).next();
        custom.or_else(|| answer.typed().map(|text| typed(TypedIn::Edit, text)))
    };
    let answers = answers.entries.iter().enumerate().filter_map(|(i, e)| Some((i, e.answer.as_ref()?)));
    answers.filter_map(text).collect()
}
