//! What agents and people do, step by step, and how a run comes to its end.

use super::bug::{Mutant, changed};
use super::proc::Ticket;
use super::world::{Agent, Doing, Person, World};
use asq_backend::{AskReply, Failure, NewRequest};
use asq_core::inbox::Position;
use asq_core::life::Origin;
use asq_core::life::{Actor, Closing, How, IdempotencyKey, Input, RequestId, Right};
use asq_core::model::{
    Answer, AnswerRules, Answers, Complete, DangerRule, Draft, Entry, Expiry, Kind, Order, Question, Request,
};
use asq_core::text::Untrusted;
use asq_runtime::driver::{Ask, AskStep, Change, Changed};
use asq_store::{Faults, Log};

impl World {
    /// One step of an agent; whether it did anything.
    pub(crate) fn agent(&mut self, a: usize) -> bool {
        let (n, now) = (self.agents[a].proc, self.now());
        let doing = std::mem::replace(&mut self.agents[a].doing, Doing::Idle);
        let (doing, did) = match doing {
            Doing::Idle => {
                // After its process died it is another one that asks.
                self.agents[a].proc = self.chance.below(3);
                self.next += 1;
                let put = self.put(a);
                match Ask::new(RequestId(self.next), asker(a), put) {
                    Ok(ask) => (Doing::AskReply(Box::new(ask), false), true),
                    Err(error) => {
                        self.wrong.push(error.to_string());
                        (Doing::Done, true)
                    }
                }
            }
            Doing::AskReply(ask, true) => (Doing::AskReply(ask, true), false),
            Doing::AskReply(mut ask, false) => {
                let store = self.procs[n].store.clone();
                match ask.step() {
                    AskStep::Claimed(key) => match store.claimed(&key) {
                        Ok(whose) => {
                            ask.claimed(whose);
                            (Doing::AskReply(ask, false), true)
                        }
                        Err(_) => (Doing::Idle, true),
                    },
                    AskStep::Load(id) => match store.records(id) {
                        Ok(stored) => {
                            ask.loaded(now, id, &stored);
                            (Doing::AskReply(ask, false), true)
                        }
                        Err(_) => (Doing::Idle, true),
                    },
                    AskStep::Change(change) => {
                        let Change { id, by, input, reply_to: () } = *change;
                        let input = changed(self.bug, input);
                        self.procs[n].change(Change { reply_to: Ticket::Ask(a), id, by, input });
                        (Doing::AskReply(ask, true), true)
                    }
                    AskStep::Done(asking) => (self.asked(a, *asking), true),
                }
            }
            Doing::Waiting(id) => (Doing::Waiting(id), false),
            Doing::Writing(over) => {
                if self.bug != Some(Mutant::DeliveredFirst) {
                    self.agents[a].replies.push((*over).clone());
                }
                let change =
                    Change { reply_to: Ticket::Deliver(a), id: over.id, by: asker(a), input: Input::Deliver };
                self.procs[n].change(change);
                (Doing::Delivering(over), true)
            }
            Doing::Delivering(over) => (Doing::Delivering(over), false),
            Doing::Done => (Doing::Done, false),
        };
        self.agents[a].doing = doing;
        did
    }

    fn asked(&mut self, a: usize, asking: AskReply) -> Doing {
        let agent = &mut self.agents[a];
        match asking {
            AskReply::Open { id, .. } => {
                agent.named.push(id);
                let n = agent.proc;
                self.procs[n].reader.watch(id);
                self.procs[n].poll_now();
                Doing::Waiting(id)
            }
            AskReply::Closed(over) => {
                agent.named.push(over.id);
                Doing::Writing(Box::new(over))
            }
            AskReply::Erased(_) => {
                self.wrong.push("erased, and nothing was secret".to_owned());
                Doing::Done
            }
            AskReply::Conflict { id, .. } if self.bug == Some(Mutant::ContentIsNoMatter) => {
                agent.named.push(id);
                let n = agent.proc;
                self.procs[n].reader.watch(id);
                self.procs[n].poll_now();
                Doing::Waiting(id)
            }
            AskReply::Conflict { .. } => {
                agent.conflicts += 1;
                Doing::Done
            }
        }
    }

    fn put(&self, a: usize) -> NewRequest {
        let agent = &self.agents[a];
        NewRequest {
            request: request(agent),
            dialect: "asq".into(),
            call: "{}".into(),
            origin: Origin::default(),
            ticket: None,
            about: None,
            returns: false,
        }
    }

    /// Somebody ends an open request, or says again what may not have been heard.
    pub(crate) fn somebody(&mut self) {
        let unheard = |p: &Person| !p.busy && !p.told.iter().any(heard);
        if let Some(p) = self.people.iter().position(unheard)
            && self.chance.one_in(2)
        {
            return self.says(p);
        }
        let Ok((_, open)) = self.store.process().pending(Position(0), 0) else { return };
        if open.is_empty() {
            return;
        }
        let id = open[self.chance.below(open.len())].id;
        self.ends(id);
    }

    /// Somebody new ends this request.
    pub(crate) fn ends(&mut self, id: RequestId) {
        let Ok(stored) = self.store.process().records(id) else { return };
        let life = asq_runtime::driver::life_of(&stored);
        let Some(asked) = life.asked() else { return };
        let name = self.people.len();
        let key = (!self.chance.one_in(3)).then(|| IdempotencyKey(format!("k{name}")));
        let text = Untrusted::from(format!("by {name}"));
        let entry = Entry { answer: Some(Answer::Text(text.clone())), ..Entry::default() };
        let (right, closing) = match self.chance.below(5) {
            0..2 => {
                let answers = Answers { entries: vec![entry] };
                (Right::Answer, Closing::Answer { answers, seen: asked.digest.clone() })
            }
            2 => (Right::Answer, Closing::Decline { reason: Some(text), draft: Draft::default() }),
            3 => (Right::Answer, Closing::Cancel { draft: Draft::default() }),
            _ => (Right::Ask, Closing::Withdraw),
        };
        let input = Input::Close { closing, key };
        let by = Actor::new(format!("person {name}"), right, How::Tty);
        let proc = self.chance.below(3);
        self.people.push(Person { id, input, by, proc, told: Vec::new(), said: 0, busy: false });
        self.says(name);
        if self.chance.one_in(3) {
            // Two at once.
            self.ends(id);
        }
    }

    fn says(&mut self, p: usize) {
        let proc = self.chance.below(3);
        let person = &mut self.people[p];
        (person.proc, person.busy) = (proc, true);
        person.said += 1;
        let Person { id, by, input, .. } = &*person;
        let change = Change { reply_to: Ticket::End(p), id: *id, by: by.clone(), input: input.clone() };
        self.procs[proc].change(change);
    }

    /// No more faults: everything that has begun comes to its end, but for rings that may still get lost.
    pub(crate) fn settle(&mut self) {
        let lost = self.faults.lost;
        // A clock that was set wrong is set right.
        self.wall = 100 * super::world::DAY;
        self.store.faults(Faults { lost, ..Faults::default() });
        self.store.settle();
        for _ in 0..40 {
            // What fails on purpose is over, too.
            let mut did = true;
            for _ in 0..4000 {
                if !did {
                    break;
                }
                did = false;
                for n in 0..3 {
                    did |= self.look(n) | self.write(n);
                }
                for a in 0..self.agents.len() {
                    did |= self.agent(a);
                }
                self.bury();
            }
            if did {
                self.wrong.push("nothing comes to an end".to_owned());
                return;
            }
            if self.agents.iter().all(|agent| matches!(agent.doing, Doing::Done)) {
                return;
            }
            let open = self.store.process().pending(Position(0), 0).map_or(Vec::new(), |(_, open)| open);
            if let Some(pending) = open.iter().find(|p| p.due.is_none()) {
                self.ends(pending.id);
            } else {
                // A waiting process wakes by a ring, by the end of its patience, or by its time limit.
                let left = open.iter().filter_map(|p| p.due.as_ref().map(|due| due.left(self.now()))).min();
                self.pass(left.unwrap_or(0).max(30_000));
            }
        }
        let stuck: Vec<_> = self.agents.iter().map(|agent| &agent.doing).collect();
        self.wrong.push(format!("somebody waits in vain: {stuck:?}"));
    }
}

/// Whether somebody knows the result.
pub(crate) fn heard(told: &Changed) -> bool {
    match told {
        Changed::Done { .. } | Changed::Taken(_) => true,
        Changed::Failed(failure) => match failure {
            Failure::NoSuch(_) | Failure::Refused(_) => true,
            Failure::Store(_) => false,
        },
    }
}

fn asker(a: usize) -> Actor {
    Actor::new(format!("agent {a}"), Right::Ask, How::Cli)
}

/// What an agent asks.
pub(crate) fn request(agent: &Agent) -> Request {
    let kind = Kind::Text { multiline: false, placeholder: None };
    let rules = AnswerRules {
        complete: Complete::Every,
        order: Order::Offered,
        discuss: false,
        notes: false,
        danger: DangerRule::Unknown,
    };
    let mut request = Request::new(vec![Question::new(format!("question {}?", agent.text), kind)], rules);
    request.from.agent = Some("agent".into());
    request.from.session = Some("session".into());
    request.from.call_id = agent.call.map(|call| format!("call {call}").into());
    request.expiry = agent.expiry.map(|after_ms| Expiry { after_ms, means: None });
    request
}
