//! A request as a machine: input and time in, records or a refusal out.
//!
//! - Deciding only reads, applying changes; a refused input changes nothing.
//! - The checks of an answer, in order: right, repetition, open, own tree, seen request, danger, fit.
//! - An ending may be repeated under its key; the same key with another ending is refused as late.
//! - After its time limit a request can only expire, whichever process looks first.
//! - An impossible record is counted and changes nothing, so that any log replays.
//! - A record leaves out the words that tell the person when a draft was kept.

use super::{
    Actor, Asked, Closed, Closing, Due, Fact, How, IdempotencyKey, Kin, LetIn, Moment, Record, Refusal, Right,
};
use crate::fit::fit;
use crate::model::{Answers, Draft, Outcome, Request};

/// An input of the machine.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// Asks the request.
    Ask(Box<Asked>),
    /// Closes the request.
    Close {
        /// The way to close it.
        closing: Closing,
        /// The ending's idempotency key: repeating the ending under it isn't a conflict.
        key: Option<IdempotencyKey>,
    },
    /// Checks whether the time limit has passed.
    Expire,
    /// Records that the ending was delivered and flushed.
    Deliver,
}

/// One request from asked to closed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Life {
    asked: Option<(Asked, Moment)>,
    closed: Option<(Closed, Actor, Moment)>,
    delivered: Option<(Actor, Moment)>,
    erased: bool,
    records: u64,
}

impl Life {
    /// The life that results from these records.
    pub fn replay<'a>(records: impl IntoIterator<Item = &'a Record>) -> Life {
        let mut life = Life::default();
        for record in records {
            life.apply(record);
        }
        life
    }

    /// The number of its records, which an append expects as its sequence.
    pub fn sequence(&self) -> u64 {
        self.records
    }

    /// The request, once it was asked.
    pub fn request(&self) -> Option<&Request> {
        self.asked.as_ref().map(|(asked, _)| &asked.request)
    }

    /// The record of the ask.
    pub fn asked(&self) -> Option<&Asked> {
        self.asked.as_ref().map(|(asked, _)| asked)
    }

    /// The time of the ask.
    pub fn asked_at(&self) -> Option<Moment> {
        self.asked.as_ref().map(|(_, at)| *at)
    }

    /// The outcome, the actor and the time of its end.
    pub fn closed(&self) -> Option<(&Outcome, &Actor, Moment)> {
        self.closed.as_ref().map(|(closed, by, at)| (&closed.outcome, by, *at))
    }

    /// The time when the ending was delivered.
    pub fn delivered(&self) -> Option<Moment> {
        self.delivered.as_ref().map(|(_, at)| *at)
    }

    /// The actor who took the ending.
    pub fn delivered_to(&self) -> Option<&Actor> {
        self.delivered.as_ref().map(|(by, _)| by)
    }

    /// Whether one of its records was erased. Only closed requests are erased, so it is closed.
    pub fn is_erased(&self) -> bool {
        self.erased
    }

    /// The end of its time limit; `None` without one, or once it is closed.
    pub fn deadline(&self) -> Option<Due> {
        let (asked, at) = self.asked.as_ref().filter(|_| self.closed.is_none() && !self.erased)?;
        asked.request.expiry.as_ref().map(|expiry| at.plus(expiry.after_ms))
    }

    /// The records for an input; empty if it repeats an accepted one.
    ///
    /// # Errors
    /// The state, the rights or the rules of the answer forbid it. Nothing has changed.
    pub fn decide(&self, now: Moment, by: &Actor, input: Input) -> Result<Vec<Record>, Refusal> {
        let fact = match input {
            Input::Ask(asked) => {
                right(by, Right::Ask)?;
                match &self.asked {
                    None if self.erased => return Err(Refusal::Erased),
                    None => Fact::Asked(asked),
                    Some((before, _)) if before.digest == asked.digest => return Ok(Vec::new()),
                    Some((before, _)) => {
                        return Err(Refusal::AskedBefore { digest: before.digest.clone() });
                    }
                }
            }
            Input::Close { closing, key } => return self.close(now, by, closing, key),
            Input::Expire => {
                right(by, Right::System)?;
                self.unclosed()?;
                let left = self.deadline().map(|due| due.left(now));
                if left != Some(0) {
                    return Err(Refusal::NotDue(left));
                }
                closed(Outcome::Expired(self.nothing()), None)
            }
            Input::Deliver => {
                right(by, Right::Ask)?;
                match (&self.closed, self.delivered()) {
                    (_, Some(at)) => return Err(Refusal::DeliveredBefore(at)),
                    (None, None) if self.erased => return Err(Refusal::Erased),
                    (None, None) => return Err(self.asked().map_or(Refusal::NotAsked, |_| Refusal::Open)),
                    (Some(_), None) => Fact::Delivered,
                }
            }
        };
        Ok(vec![Record { by: by.clone(), at: now, fact }])
    }

    /// Applies a record; nothing else changes a life. An impossible record changes nothing.
    pub fn apply(&mut self, record: &Record) {
        self.take(record.clone());
    }

    /// The same, without copying what may be megabytes.
    pub fn take(&mut self, record: Record) {
        self.records += 1;
        let Record { by, at, fact } = record;
        match fact {
            Fact::Asked(asked) if self.asked.is_none() => {
                self.asked = Some((*asked, at));
            }
            Fact::Closed(closed) if self.asked.is_some() && self.closed.is_none() => {
                self.closed = Some((*closed, by, at));
            }
            Fact::Delivered if (self.closed.is_some() || self.erased) && self.delivered.is_none() => {
                self.delivered = Some((by, at));
            }
            Fact::Asked(_) | Fact::Closed(_) | Fact::Delivered => {}
        }
    }

    /// Applies an erased record: it counts, and means that the request is closed.
    pub fn apply_erased(&mut self) {
        self.records += 1;
        self.erased = true;
    }

    /// The record of an ending.
    fn close(
        &self,
        now: Moment,
        by: &Actor,
        closing: Closing,
        key: Option<IdempotencyKey>,
    ) -> Result<Vec<Record>, Refusal> {
        let (needed, seen, outcome) = match closing {
            Closing::Answer { answers, seen } => (Right::Answer, Some(seen), Outcome::Answered(answers)),
            Closing::Decline { reason, draft } => {
                (Right::Answer, None, Outcome::Declined { reason, draft: bare(draft) })
            }
            Closing::Discuss { draft } => (Right::Answer, None, Outcome::Discuss(bare(draft))),
            Closing::Cancel { draft } => (Right::Answer, None, Outcome::Cancelled(bare(draft))),
            Closing::Withdraw => (Right::Ask, None, Outcome::Withdrawn(self.nothing())),
        };
        right(by, needed)?;
        if self.repeats(key.as_ref(), &outcome, by)? {
            return Ok(Vec::new());
        }
        let asked = self.open(now)?;
        if needed == Right::Answer {
            own_tree(by, &outcome)?;
        }
        if let Some(came) = seen.filter(|seen| *seen != asked.digest) {
            return Err(Refusal::Changed { came, asked: asked.digest.clone() });
        }
        if let Outcome::Answered(answers) = &outcome {
            dangerous(&asked.request, answers, by)?;
            let misfits = fit(&asked.request, answers);
            if !misfits.is_empty() {
                return Err(Refusal::Misfit(misfits));
            }
        }
        Ok(vec![Record { by: by.clone(), at: now, fact: closed(outcome, key) }])
    }

    /// Whether this same ending was accepted under this key, from the same token if there was one.
    fn repeats(&self, key: Option<&IdempotencyKey>, outcome: &Outcome, by: &Actor) -> Result<bool, Refusal> {
        if let Some(IdempotencyKey(key)) = key
            && key.len() > IdempotencyKey::MOST
        {
            return Err(Refusal::LongKey(key.len()));
        }
        Ok(self.closed.as_ref().is_some_and(|(accepted, first, _)| {
            key.is_some()
                && key == accepted.key.as_ref()
                && accepted.outcome == *outcome
                && first.via.token_id() == by.via.token_id()
        }))
    }

    /// The ask, while nobody has closed it.
    fn unclosed(&self) -> Result<&Asked, Refusal> {
        if let Some((closed, by, at)) = &self.closed {
            return Err(Refusal::Closed {
                by: Box::new(by.clone()),
                at: *at,
                outcome: Box::new(closed.outcome.clone()),
            });
        }
        if self.erased {
            return Err(Refusal::Erased);
        }
        self.asked.as_ref().map(|(asked, _)| asked).ok_or(Refusal::NotAsked)
    }

    /// The ask, while it is open and in time.
    fn open(&self, now: Moment) -> Result<&Asked, Refusal> {
        let asked = self.unclosed()?;
        if self.deadline().is_some_and(|due| due.left(now) == 0) {
            return Err(Refusal::Overdue);
        }
        Ok(asked)
    }

    fn nothing(&self) -> Draft {
        let questions = self.request().map_or(0, |r| r.questions.len());
        Draft { answers: Answers::none(questions), ..Draft::default() }
    }
}

/// A draft as records store it.
fn bare(draft: Draft) -> Draft {
    Draft { kept: None, ..draft }
}

fn closed(outcome: Outcome, key: Option<IdempotencyKey>) -> Fact {
    Fact::Closed(Box::new(Closed { outcome, key }))
}

fn right(by: &Actor, needed: Right) -> Result<(), Refusal> {
    if by.right == needed { Ok(()) } else { Err(Refusal::Right { needed, came: by.right }) }
}

/// Refuses an ending by the asker itself, and an answer by somebody unknown that nothing lets in. An asker gains nothing
/// by a refusal of its own question, so nobody is kept from that.
fn own_tree(by: &Actor, outcome: &Outcome) -> Result<(), Refusal> {
    match by.kin {
        Kin::Apart | Kin::Own { forced: true } | Kin::Unknown { let_in: Some(_), .. } => Ok(()),
        Kin::Own { forced: false } => Err(Refusal::OwnTree),
        Kin::Unknown { why, let_in: None } => match outcome {
            Outcome::Answered(_) | Outcome::Discuss(_) => Err(Refusal::UnknownTree(why)),
            Outcome::Declined { .. }
            | Outcome::Cancelled(_)
            | Outcome::Withdrawn(_)
            | Outcome::Expired(_) => Ok(()),
        },
    }
}

/// Refuses a dangerous answer by anybody who can't have seen the question; forcing it doesn't help. Nor is a surface
/// enough whose own origin or whose asker's is unknown.
fn dangerous(request: &Request, answers: &Answers, by: &Actor) -> Result<(), Refusal> {
    let looked = match by.how {
        How::Tty | How::Page | How::Host => by.kin.is_free(),
        How::Cli | How::Api | How::Bridge => false,
    };
    let answered = answers
        .entries
        .iter()
        .zip(&request.questions)
        .any(|(entry, question)| entry.answer.is_some() && question.danger.is_some());
    if !answered || looked {
        return Ok(());
    }
    Err(match by.kin {
        Kin::Unknown { why, let_in: Some(LetIn::Surface) } => Refusal::UnknownDanger(why),
        Kin::Apart | Kin::Own { .. } | Kin::Unknown { .. } => Refusal::Danger(by.how),
    })
}
