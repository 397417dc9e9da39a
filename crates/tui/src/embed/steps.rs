//! A request through a host that can show only simple dialogs: select, input, editor.
//!
//! - Each step of the walk becomes one dialog; several picks become a list that is toggled until it is done.
//! - Leaving a text goes back to its list, and leaving a list asks whether to cancel; leaving that question cancels.
//! - No sequence of answers is endless: after too many dialogs the request is withdrawn.
//! - The next dialog shows a refusal above the question.
//! - Notes, going back and discussing are rows of their own, after the options.
//! - The answer to a single question is sent at once; several are listed and sent from the last dialog.
//! - An empty text takes the suggestion; without one the question stays open, if it may.
//! - An answer to a step other than the last one changes nothing; a request that was answered elsewhere has no more
//!   dialogs. If news of other surfaces stopped, a message next to the ending says so.

use super::asks::{self, Dialog, Does};
use super::want::Want;
use crate::elsewhere;
use asq_core::form::FormRules;
use asq_core::inbox::Notice;
use asq_core::model::{Draft, Outcome, Question, Request};
use asq_core::text::Shown;
use asq_core::walk::{Reply, ReplyRefusal, Step, TextFor, Walk};
use asq_wire::embed::{FromHost, ToHost};

pub(super) struct DialogSteps {
    id: String,
    walk: Walk,
    number: u64,
    /// The effects of the current dialog's options; empty if it takes a text.
    options: Vec<(String, Does)>,
    /// The rows ticked so far, if several can be picked, and their question.
    ticked: Vec<usize>,
    of: Option<usize>,
    refused: Option<String>,
    single: bool,
    /// After so many dialogs there can't be a person behind the answers.
    most: u64,
    /// Why there is no news of other surfaces.
    unheard: Option<Shown>,
}

/// In addition to the dialogs that a person may need for each question and option.
const MOST: u64 = 500;
const MOST_EACH: u64 = 10;

impl DialogSteps {
    pub(super) fn new(id: String, request: Request, rules: FormRules, draft: Draft) -> DialogSteps {
        let single = request.is_single();
        let each = |question: &Question| 1 + question.options.len() as u64;
        let most = MOST + MOST_EACH * request.questions.iter().map(each).sum::<u64>();
        DialogSteps {
            id,
            walk: Walk::new(request, rules, draft),
            number: 0,
            options: Vec::new(),
            ticked: Vec::new(),
            of: None,
            refused: None,
            single,
            most,
            unheard: None,
        }
    }

    pub(super) fn begin(&mut self) -> Vec<Want> {
        vec![self.next()]
    }

    pub(super) fn draft(&self) -> Draft {
        self.walk.draft()
    }

    pub(super) fn take(&mut self, line: FromHost) -> Vec<Want> {
        match line {
            FromHost::Answer { step, value, .. } if step == self.number => {
                match value {
                    Some(value) => self.take_reply(&value),
                    None => self.left(),
                }
                vec![Want::Keep(self.walk.draft()), self.next()]
            }
            // That dialog was superseded; the current one stays.
            FromHost::Answer { .. }
            | FromHost::Resize { .. }
            | FromHost::Focus { .. }
            | FromHost::Tones { .. }
            | FromHost::Ping { .. }
            | FromHost::Show { .. } => Vec::new(),
            FromHost::Abort { .. } => vec![Want::Close(Outcome::Withdrawn(self.walk.draft()))],
            FromHost::Open(_) | FromHost::Input { .. } | FromHost::Edited { .. } => {
                let message = "this request is asked in steps: it takes answers".to_owned();
                vec![Want::Say(ToHost::Error { id: Some(self.id.clone()), message })]
            }
        }
    }

    /// A message for the person if there is no news of other surfaces; the dialogs have no room for it.
    pub(super) fn unheard(&self) -> Option<String> {
        self.unheard.as_ref().map(|why| format!("asq: {}", why.as_str()))
    }

    /// Takes news from other surfaces: a request that is closed there has no more dialogs here.
    pub(super) fn take_news(&mut self, notices: &[Notice]) -> Vec<Want> {
        elsewhere::heed_trouble(&mut self.unheard, notices);
        if elsewhere::closes(notices) { vec![Want::Elsewhere(self.walk.draft())] } else { Vec::new() }
    }

    /// Takes the news that the person left the dialog.
    fn left(&mut self) {
        let back = match self.walk.step() {
            Step::Text { what, .. } => match what {
                TextFor::Custom | TextFor::Note | TextFor::Confirmation { .. } => true,
                TextFor::Answer { .. } => false,
            },
            Step::Choose { .. }
            | Step::Many { .. }
            | Step::Value { .. }
            | Step::Confirm { .. }
            // This Esc confirms the one before.
            | Step::Leave { .. }
            | Step::Done(_) => false,
        };
        if !(back && self.walk.back().is_ok()) {
            self.walk.leave();
        }
    }

    fn take_reply(&mut self, value: &str) {
        let does = match self.options.iter().find(|(option, _)| option == value) {
            Some((_, does)) => does.clone(),
            None if self.options.is_empty() => return self.typed(value),
            None => {
                self.refused = Some("There is no such row.".to_owned());
                return;
            }
        };
        let reply = match does {
            Does::Toggle(row) => {
                if self.ticked.contains(&row) {
                    self.ticked.retain(|r| *r != row);
                } else {
                    self.ticked.push(row);
                }
                return;
            }
            Does::Row(row) => self.walk.reply(Reply::Row(row)),
            Does::Done => self.walk.reply(Reply::Rows(self.ticked.clone())),
            Does::Skip => self.walk.skip(),
            Does::Back => self.walk.back(),
            Does::Note => self.walk.note(None),
            Does::Yes => self.walk.reply(Reply::Yes),
            Does::Change(question) => self.walk.reply(Reply::Go(question)),
            Does::Stay => self.walk.back(),
            Does::Cancel => {
                self.walk.leave();
                Ok(())
            }
        };
        self.heard(reply);
    }

    fn typed(&mut self, text: &str) {
        let (held, open) = match self.walk.step() {
            Step::Value { held, asked, .. } => (held.is_some(), asked.may_skip),
            Step::Text { held, asked, what, .. } => (held.is_some(), asked.may_skip && answers(what)),
            Step::Choose { .. }
            | Step::Many { .. }
            | Step::Confirm { .. }
            | Step::Leave { .. }
            | Step::Done(_) => (false, false),
        };
        let reply = if open && !held && text.trim().is_empty() {
            Reply::Keep
        } else if held && text.trim().is_empty() {
            Reply::Use
        } else {
            Reply::Text(text.into())
        };
        let reply = self.walk.reply(reply);
        if reply.is_err() {
            self.walk.hold(text.into());
        }
        self.heard(reply);
    }

    fn heard(&mut self, reply: Result<(), ReplyRefusal>) {
        self.refused = reply.err().map(|refusal| refusal.to_string());
        // A single question needs no list of answers.
        let last = matches!(self.walk.step(), Step::Confirm { may_send: true, .. });
        if self.single && self.refused.is_none() && last {
            let _ = self.walk.reply(Reply::Yes);
        }
    }

    /// The next dialog, or the end.
    fn next(&mut self) -> Want {
        if let Some(outcome) = self.walk.outcome() {
            return Want::Close(outcome.clone());
        }
        if self.number >= self.most {
            return Want::Close(Outcome::Withdrawn(self.walk.draft()));
        }
        let at = self.walk.at();
        if self.of != at {
            self.of = at;
            self.ticked = picked(&self.walk.step());
        }
        let Dialog { asks, options } = asks::of(&self.walk.step(), &self.ticked, self.refused.take());
        self.options = options;
        self.number += 1;
        Want::Say(ToHost::Step { id: self.id.clone(), step: self.number, asks })
    }
}

/// Whether a text is the answer itself.
fn answers(what: TextFor<'_>) -> bool {
    match what {
        TextFor::Answer { .. } => true,
        TextFor::Custom | TextFor::Note | TextFor::Confirmation { .. } => false,
    }
}

/// The rows that are part of the current answer.
fn picked(step: &Step<'_>) -> Vec<usize> {
    match step {
        Step::Many { rows, .. } => {
            rows.iter().enumerate().filter(|(_, row)| row.picked || row.suggested).map(|(i, _)| i).collect()
        }
        Step::Choose { .. }
        | Step::Text { .. }
        | Step::Value { .. }
        | Step::Confirm { .. }
        | Step::Leave { .. }
        | Step::Done(_) => Vec::new(),
    }
}
