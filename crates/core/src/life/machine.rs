//! The machine: input and time in, records or a refusal out.
//!
//! - Deciding reads, applying writes; what was refused left nothing behind.
//! - An answer is judged in this order: right, repetition, open, own tree, what was seen, danger, fit.
//! - A record that could not have been decided is counted and changes nothing, so that any log replays.

use super::{Actor, Asked, Closed, Due, Fact, How, Key, Moment, Record, Refusal, Right};
use crate::fit::fit;
use crate::model::{Answers, Draft, Outcome, Request};
use crate::text::Untrusted;

/// What somebody wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// Puts the request.
    Ask(Box<Asked>),
    /// Answers it.
    Answer {
        /// What was said.
        answers: Answers,
        /// The digest of the request that the person saw.
        seen: String,
        /// What names this answer.
        key: Option<Key>,
    },
    /// Says no to it.
    Decline {
        /// Why, if they said.
        reason: Option<Untrusted>,
        /// What was typed so far.
        draft: Draft,
    },
    /// Wants to talk first.
    Discuss(Draft),
    /// Stops the work.
    Cancel(Draft),
    /// The asker takes it back.
    Withdraw,
    /// The time limit may be over.
    Expire,
    /// The ending was handed over and flushed.
    Deliver,
}

/// One request from asked to closed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Life {
    asked: Option<(Asked, Moment)>,
    closed: Option<(Closed, Actor, Moment)>,
    delivered: Option<Moment>,
    records: u64,
}

impl Life {
    /// A life made of its records.
    pub fn replay<'a>(records: impl IntoIterator<Item = &'a Record>) -> Life {
        let mut life = Life::default();
        for record in records {
            life.apply(record);
        }
        life
    }

    /// How many records it is made of: what an append expects.
    pub fn sequence(&self) -> u64 {
        self.records
    }

    /// What is asked.
    pub fn request(&self) -> Option<&Request> {
        self.asked.as_ref().map(|(asked, _)| &asked.request)
    }

    /// How it was put.
    pub fn asked(&self) -> Option<&Asked> {
        self.asked.as_ref().map(|(asked, _)| asked)
    }

    /// How it ended, who ended it and when.
    pub fn closed(&self) -> Option<(&Outcome, &Actor, Moment)> {
        self.closed.as_ref().map(|(closed, by, at)| (&closed.outcome, by, *at))
    }

    /// When the ending was handed over.
    pub fn delivered(&self) -> Option<Moment> {
        self.delivered
    }

    /// When its time limit is over; `None` where there is none, or it is closed.
    pub fn deadline(&self) -> Option<Due> {
        let (asked, at) = self.asked.as_ref().filter(|_| self.closed.is_none())?;
        asked.request.expiry.as_ref().map(|expiry| at.plus(expiry.after_ms))
    }

    /// The records that an input leads to; none where it was followed before.
    ///
    /// # Errors
    /// The state, the rights or the rules of the answer forbid it; nothing is changed.
    pub fn decide(&self, now: Moment, by: &Actor, input: Input) -> Result<Vec<Record>, Refusal> {
        let fact = match input {
            Input::Ask(asked) => {
                right(by, Right::Ask)?;
                match &self.asked {
                    None => Fact::Asked(asked),
                    Some((before, _)) if before.digest == asked.digest => return Ok(Vec::new()),
                    Some((before, _)) => {
                        return Err(Refusal::AskedBefore { digest: before.digest.clone() });
                    }
                }
            }
            Input::Answer { answers, seen, key } => {
                right(by, Right::Answer)?;
                if self.repeats(key.as_ref()) {
                    return Ok(Vec::new());
                }
                let asked = self.open()?;
                own_tree(by)?;
                if seen != asked.digest {
                    return Err(Refusal::Changed { came: seen, asked: asked.digest.clone() });
                }
                dangerous(&asked.request, &answers, by)?;
                let misfits = fit(&asked.request, &answers);
                if !misfits.is_empty() {
                    return Err(Refusal::Misfit(misfits));
                }
                closed(Outcome::Answered(answers), key)
            }
            Input::Decline { reason, draft } => self.by_person(by, Outcome::Declined { reason, draft })?,
            Input::Discuss(draft) => self.by_person(by, Outcome::Discuss(draft))?,
            Input::Cancel(draft) => self.by_person(by, Outcome::Cancelled(draft))?,
            Input::Withdraw => {
                right(by, Right::Ask)?;
                self.open()?;
                closed(Outcome::Withdrawn(self.nothing()), None)
            }
            Input::Expire => {
                self.open()?;
                let left = self.deadline().map(|due| due.left(now));
                if left != Some(0) {
                    return Err(Refusal::NotDue(left));
                }
                closed(Outcome::Expired(self.nothing()), None)
            }
            Input::Deliver => {
                right(by, Right::Ask)?;
                match (&self.closed, self.delivered) {
                    (None, _) => return Err(Refusal::Open),
                    (Some(_), Some(at)) => return Err(Refusal::DeliveredBefore(at)),
                    (Some(_), None) => Fact::Delivered,
                }
            }
        };
        Ok(vec![Record { by: by.clone(), at: now, fact }])
    }

    /// The only change. A record that could not have been decided changes nothing.
    pub fn apply(&mut self, record: &Record) {
        self.records += 1;
        match &record.fact {
            Fact::Asked(asked) if self.asked.is_none() => {
                self.asked = Some((asked.as_ref().clone(), record.at));
            }
            Fact::Closed(closed) if self.asked.is_some() && self.closed.is_none() => {
                self.closed = Some((closed.as_ref().clone(), record.by.clone(), record.at));
            }
            Fact::Delivered if self.closed.is_some() && self.delivered.is_none() => {
                self.delivered = Some(record.at);
            }
            Fact::Asked(_) | Fact::Closed(_) | Fact::Delivered => {}
        }
    }

    /// Whether the answer that was accepted has this key.
    fn repeats(&self, key: Option<&Key>) -> bool {
        let accepted = self.closed.as_ref().and_then(|(closed, ..)| closed.key.as_ref());
        key.is_some() && key == accepted
    }

    /// What is asked, while it is open.
    fn open(&self) -> Result<&Asked, Refusal> {
        if let Some((closed, by, at)) = &self.closed {
            return Err(Refusal::Closed {
                by: Box::new(by.clone()),
                at: *at,
                outcome: Box::new(closed.outcome.clone()),
            });
        }
        self.asked.as_ref().map(|(asked, _)| asked).ok_or(Refusal::NotAsked)
    }

    fn by_person(&self, by: &Actor, outcome: Outcome) -> Result<Fact, Refusal> {
        right(by, Right::Answer)?;
        self.open()?;
        own_tree(by)?;
        Ok(closed(outcome, None))
    }

    fn nothing(&self) -> Draft {
        let questions = self.request().map_or(0, |r| r.questions.len());
        Draft { answers: Answers::none(questions), ..Draft::default() }
    }
}

fn closed(outcome: Outcome, key: Option<Key>) -> Fact {
    Fact::Closed(Box::new(Closed { outcome, key }))
}

fn right(by: &Actor, needed: Right) -> Result<(), Refusal> {
    if by.right == needed || by.right == Right::System {
        Ok(())
    } else {
        Err(Refusal::Right { needed, came: by.right })
    }
}

fn own_tree(by: &Actor) -> Result<(), Refusal> {
    if by.own_tree && !by.forced { Err(Refusal::OwnTree) } else { Ok(()) }
}

/// A dangerous answer needs somebody who looked; to insist does not help.
fn dangerous(request: &Request, answers: &Answers, by: &Actor) -> Result<(), Refusal> {
    let looked = match by.how {
        How::Tty | How::Page | How::Host => !by.own_tree,
        How::Cli | How::Api | How::Bridge => false,
    };
    let answered = answers
        .entries
        .iter()
        .zip(&request.questions)
        .any(|(entry, question)| entry.answer.is_some() && question.danger.is_some());
    if answered && !looked { Err(Refusal::Danger(by.how)) } else { Ok(()) }
}
