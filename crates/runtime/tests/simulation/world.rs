//! A simulated machine: agents that ask, people who answer, processes that die, a store that fails, a clock that jumps.

use super::chance::Chance;
use super::proc::{Proc, Ticket};
use asq_core::inbox::Position;
use asq_core::life::{Actor, Boot, How, Input, Key, Moment, Origin, RequestId, Right};
use asq_core::model::{
    Answer, AnswerRules, Answers, Complete, DangerRule, Draft, Entry, Expiry, Kind, Order, Question, Request,
};
use asq_core::text::Untrusted;
use asq_runtime::desk::{Ask, AskStep, Asking, Failure, News, Over, Put, Told, Wish};
use asq_store::{Fault, Faults, Faulty, Log};

/// What an agent does.
#[derive(Debug)]
pub(crate) enum Doing {
    /// Nothing yet, or its process died.
    Idle,
    Asking(Box<Ask>, bool),
    Waiting(RequestId),
    /// It has an ending and is about to write it.
    Writing(Box<Over>),
    /// It has written it, and says so.
    Delivering(Box<Over>),
    Done,
}

/// Somebody who asks, and asks again until there is an ending.
pub(crate) struct Agent {
    pub(crate) call: Option<usize>,
    pub(crate) text: usize,
    pub(crate) expiry: Option<u64>,
    pub(crate) proc: usize,
    pub(crate) doing: Doing,
    /// Every name under which its ask was said to be open or over.
    pub(crate) named: Vec<RequestId>,
    pub(crate) conflicts: usize,
    /// What was written to it.
    pub(crate) replies: Vec<Over>,
}

/// Somebody who ends a request, and says so again until that is known.
pub(crate) struct Person {
    pub(crate) id: RequestId,
    pub(crate) input: Input,
    pub(crate) by: Actor,
    pub(crate) proc: usize,
    pub(crate) told: Vec<Told>,
    /// How often it was said.
    pub(crate) said: usize,
    pub(crate) busy: bool,
}

pub(crate) struct World {
    pub(crate) chance: Chance,
    pub(crate) store: Faulty,
    pub(crate) faults: Faults,
    pub(crate) procs: Vec<Proc>,
    pub(crate) agents: Vec<Agent>,
    pub(crate) people: Vec<Person>,
    pub(crate) clock: u64,
    /// How far the wall clock is off.
    pub(crate) wall: u64,
    pub(crate) boot: u128,
    booted: u64,
    next: u128,
    /// The disk may fail in this run; the power does not.
    disk_fails: bool,
    /// The reply is said to be delivered before it is written: a bug of whoever uses the driver.
    pub(crate) delivered_first: bool,
    /// What went wrong at once.
    pub(crate) wrong: Vec<String>,
}

const DAY: u64 = 86_400_000;

impl World {
    pub(crate) fn new(seed: u64) -> World {
        let mut chance = Chance(seed);
        let bad = |chance: &mut Chance, most: usize| if chance.one_in(2) { chance.below(most) as u16 } else { 0 };
        let faults = Faults {
            before: bad(&mut chance, 150),
            after: bad(&mut chance, 200),
            reads: bad(&mut chance, 100),
            lost: if chance.one_in(3) { 1000 } else { bad(&mut chance, 500) },
            twice: bad(&mut chance, 300),
            late: bad(&mut chance, 300),
            weak: false,
        };
        let store = Faulty::new(seed, faults);
        let disk_fails = chance.one_in(2);
        let procs = (0..3).map(|n| Proc::new(store.process(), n == 0)).collect();
        let mut agents = Vec::new();
        for _ in 0..2 + chance.below(4) {
            agents.push(Agent {
                call: (!chance.one_in(3)).then(|| chance.below(3)),
                text: chance.below(2),
                expiry: chance.one_in(3).then(|| 5000 + chance.below(40_000) as u64),
                proc: chance.below(3),
                doing: Doing::Idle,
                named: Vec::new(),
                conflicts: 0,
                replies: Vec::new(),
            });
        }
        World {
            chance,
            store,
            faults,
            procs,
            agents,
            people: Vec::new(),
            clock: 1_000_000,
            wall: 100 * DAY,
            boot: 1,
            booted: 0,
            next: 1,
            disk_fails,
            delivered_first: false,
            wrong: Vec::new(),
        }
    }

    pub(crate) fn now(&self) -> Moment {
        Moment { wall_ms: self.wall + self.clock, boot: Some(Boot { id: self.boot, ms: self.clock - self.booted }) }
    }

    pub(crate) fn pass(&mut self, ms: u64) {
        self.clock += ms;
    }

    /// Something happens.
    pub(crate) fn step(&mut self) {
        let n = self.chance.below(3);
        match self.chance.below(200) {
            0..70 => {
                self.look(n);
            }
            70..120 => {
                self.write(n);
            }
            120..165 => {
                let agent = self.chance.below(self.agents.len());
                self.agent(agent);
            }
            165..180 => self.somebody(),
            180..190 => {
                let ms = 1 + self.chance.below(4000) as u64;
                self.pass(ms);
            }
            190..192 => self.wall = (99 + self.chance.below(3) as u64) * DAY,
            192..195 => {
                self.procs[n].store.kill();
                self.bury();
            }
            195 => self.store.next(Fault::DiesBefore),
            196 => self.store.next(Fault::DiesAfter),
            197 => {
                // What such a fault leaves behind is there until the power goes, so that others may have seen it: no
                // driver can help that. A run has the one or the other.
                if self.disk_fails && self.chance.one_in(4) {
                    self.store.next(Fault::Disk);
                }
            }
            198 => {
                if !self.disk_fails && self.chance.one_in(4) {
                    self.power_cut();
                }
            }
            _ => {
                let wanted = self.chance.one_in(2);
                self.procs[n].follower.follow_inbox(wanted);
                self.procs[n].nudge();
            }
        }
        self.bury();
    }

    pub(crate) fn power_cut(&mut self) {
        if let Err(error) = self.store.power_cut() {
            self.wrong.push(format!("damaged by a power cut: {error}"));
        }
        self.boot += 1;
        self.pass(5000);
        self.booted = self.clock;
        self.bury();
    }

    /// Dead processes are replaced; whoever was in one begins anew.
    pub(crate) fn bury(&mut self) {
        for n in 0..self.procs.len() {
            if !self.procs[n].store.is_dead() {
                continue;
            }
            let inbox = self.chance.one_in(2);
            self.procs[n] = Proc::new(self.store.process(), inbox);
            for agent in self.agents.iter_mut().filter(|agent| agent.proc == n) {
                agent.doing = match std::mem::replace(&mut agent.doing, Doing::Idle) {
                    // What was written was written.
                    Doing::Delivering(_) if !self.delivered_first => Doing::Done,
                    Doing::Done => Doing::Done,
                    Doing::Idle | Doing::Asking(..) | Doing::Waiting(_) | Doing::Writing(_) | Doing::Delivering(_) => {
                        Doing::Idle
                    }
                };
            }
            for person in self.people.iter_mut().filter(|person| person.proc == n) {
                person.busy = false;
            }
        }
    }

    pub(crate) fn look(&mut self, n: usize) -> bool {
        let now = self.now();
        let (did, news) = self.procs[n].look(now, self.clock);
        for news in news {
            match news {
                News::Told(_) => {}
                News::NoSuch(id) => self.lose(n, id),
                News::Over(id, life) => {
                    let over = Over::of(id, &life);
                    for agent in self.agents.iter_mut().filter(|a| a.proc == n) {
                        if matches!(agent.doing, Doing::Waiting(waited) if waited == id)
                            && let Some(over) = over.clone()
                        {
                            agent.doing = Doing::Writing(Box::new(over));
                        }
                    }
                }
            }
        }
        did
    }

    /// A request that was not on disk when the power went: nobody was told that it was.
    fn lose(&mut self, n: usize, id: RequestId) {
        for agent in self.agents.iter_mut().filter(|a| a.proc == n) {
            if matches!(agent.doing, Doing::Waiting(waited) if waited == id) {
                self.wrong.push(format!("request {id} was open and is not there any more"));
            }
        }
    }

    pub(crate) fn write(&mut self, n: usize) -> bool {
        let did = self.procs[n].writes();
        let failed = self.procs[n].failed;
        let now = self.now();
        for (ticket, told) in self.procs[n].write(now) {
            if failed && matches!(told, Told::Done { .. }) {
                self.wrong.push("acknowledged after the disk had failed".to_owned());
            }
            self.told(n, ticket, told);
        }
        if self.procs[n].stopped() && !self.procs[n].writes() {
            // It ends, as it has to.
            self.procs[n].store.kill();
            self.bury();
        }
        did
    }

    fn told(&mut self, n: usize, ticket: Ticket, told: Told) {
        match ticket {
            Ticket::Ask(a) => {
                let agent = &mut self.agents[a];
                if let Doing::Asking(mut ask, _) = std::mem::replace(&mut agent.doing, Doing::Idle) {
                    // Whoever could not ask tries again.
                    if ask.told(told).is_ok() {
                        agent.doing = Doing::Asking(ask, false);
                    }
                }
            }
            Ticket::Deliver(a) => {
                let agent = &mut self.agents[a];
                if let Doing::Delivering(over) = std::mem::replace(&mut agent.doing, Doing::Done)
                    && self.delivered_first
                {
                    agent.replies.push(*over);
                }
            }
            Ticket::End(p) => {
                self.people[p].busy = false;
                self.people[p].told.push(told);
            }
            Ticket::Expire => {}
        }
        self.procs[n].nudge();
    }
}

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
                    Ok(ask) => (Doing::Asking(Box::new(ask), false), true),
                    Err(error) => {
                        self.wrong.push(error.to_string());
                        (Doing::Done, true)
                    }
                }
            }
            Doing::Asking(ask, true) => (Doing::Asking(ask, true), false),
            Doing::Asking(mut ask, false) => {
                let store = self.procs[n].store.clone();
                match ask.step() {
                    AskStep::Claimed(key) => match store.claimed(&key) {
                        Ok(whose) => {
                            ask.claimed(whose);
                            (Doing::Asking(ask, false), true)
                        }
                        Err(_) => (Doing::Idle, true),
                    },
                    AskStep::Load(id) => match store.records(id) {
                        Ok(stored) => {
                            ask.loaded(now, id, &stored);
                            (Doing::Asking(ask, false), true)
                        }
                        Err(_) => (Doing::Idle, true),
                    },
                    AskStep::Wish(wish) => {
                        let Wish { id, by, input, ticket: () } = *wish;
                        self.procs[n].wish(Wish { ticket: Ticket::Ask(a), id, by, input });
                        (Doing::Asking(ask, true), true)
                    }
                    AskStep::Done(asking) => (self.asked(a, *asking), true),
                }
            }
            Doing::Waiting(id) => (Doing::Waiting(id), false),
            Doing::Writing(over) => {
                if !self.delivered_first {
                    self.agents[a].replies.push((*over).clone());
                }
                let wish = Wish { ticket: Ticket::Deliver(a), id: over.id, by: asker(a), input: Input::Deliver };
                self.procs[n].wish(wish);
                (Doing::Delivering(over), true)
            }
            Doing::Delivering(over) => (Doing::Delivering(over), false),
            Doing::Done => (Doing::Done, false),
        };
        self.agents[a].doing = doing;
        did
    }

    fn asked(&mut self, a: usize, asking: Asking) -> Doing {
        let agent = &mut self.agents[a];
        match asking {
            Asking::Open { id, .. } => {
                agent.named.push(id);
                let n = agent.proc;
                self.procs[n].follower.watch(id);
                self.procs[n].nudge();
                Doing::Waiting(id)
            }
            Asking::Over(over) => {
                agent.named.push(over.id);
                Doing::Writing(Box::new(over))
            }
            Asking::Erased(_) => {
                self.wrong.push("erased, and nothing was secret".to_owned());
                Doing::Done
            }
            Asking::Conflict { .. } => {
                agent.conflicts += 1;
                Doing::Done
            }
        }
    }

    fn put(&self, a: usize) -> Put {
        let agent = &self.agents[a];
        Put { request: request(agent), dialect: "asq".into(), call: "{}".into(), origin: Origin::default() }
    }

    /// Somebody ends an open request, or says again what may not have been heard.
    pub(crate) fn somebody(&mut self) {
        let unheard = |p: &Person| !p.busy && !p.told.iter().any(|told| heard(told));
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
        let life = asq_runtime::desk::life_of(&stored);
        let Some(asked) = life.asked() else { return };
        let name = self.people.len();
        let key = (!self.chance.one_in(3)).then(|| Key(format!("k{name}")));
        let text = Untrusted::from(format!("by {name}"));
        let entry = Entry { answer: Some(Answer::Text(text.clone())), ..Entry::default() };
        let (right, input) = match self.chance.below(5) {
            0..2 => {
                let answers = Answers { entries: vec![entry] };
                (Right::Answer, Input::Answer { answers, seen: asked.digest.clone(), key })
            }
            2 => (Right::Answer, Input::Decline { reason: Some(text), draft: Draft::default(), key }),
            3 => (Right::Answer, Input::Cancel { draft: Draft::default(), key }),
            _ => (Right::Ask, Input::Withdraw { key }),
        };
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
        let wish = Wish { ticket: Ticket::End(p), id: *id, by: by.clone(), input: input.clone() };
        self.procs[proc].wish(wish);
    }

    /// No more faults: everything that has begun comes to its end, but for rings that may still get lost.
    pub(crate) fn settle(&mut self) {
        let lost = self.faults.lost;
        // Whoever set the clock wrong sets it right.
        self.wall = 100 * DAY;
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
            match open.iter().find(|p| p.due.is_none()) {
                Some(pending) => self.ends(pending.id),
                // Whoever waits is woken by a ring, by the end of its patience, or by its time limit.
                None => {
                    let left = open.iter().filter_map(|p| p.due.map(|due| due.left(self.now()))).min();
                    self.pass(left.unwrap_or(0).max(30_000));
                }
            }
        }
        let stuck: Vec<_> = self.agents.iter().map(|agent| &agent.doing).collect();
        self.wrong.push(format!("somebody waits in vain: {stuck:?}"));
    }
}

/// Whether somebody knows what came of it.
pub(crate) fn heard(told: &Told) -> bool {
    match told {
        Told::Done { .. } | Told::Taken(_) => true,
        Told::Failed(failure) => match failure {
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
