//! A simulated machine: agents that ask, people who answer, processes that die, a store that fails, a clock that jumps.

use super::bug::Mutant;
use super::chance::Chance;
use super::proc::{Proc, Ticket};
use asq_backend::ClosedRequest;
use asq_core::life::{Actor, Boot, Input, Moment, RequestId};
use asq_runtime::driver::{Ask, Changed, News};
use asq_store::{AppendFault, Faults, Faulty};

/// What an agent does.
#[derive(Debug)]
pub(crate) enum Doing {
    /// Nothing yet, or its process died.
    Idle,
    AskReply(Box<Ask>, bool),
    Waiting(RequestId),
    /// It has an ending and is about to write it.
    Writing(Box<ClosedRequest>),
    /// It has written it, and says so.
    Delivering(Box<ClosedRequest>),
    Done,
}

/// Somebody who asks, and asks again until there is an ending.
pub(crate) struct Agent {
    pub(crate) call: Option<usize>,
    pub(crate) text: usize,
    pub(crate) expiry: Option<u64>,
    pub(crate) proc: usize,
    pub(crate) doing: Doing,
    /// Every id under which its ask was reported as open or closed.
    pub(crate) named: Vec<RequestId>,
    pub(crate) conflicts: usize,
    /// What was written to it.
    pub(crate) replies: Vec<ClosedRequest>,
}

/// Somebody who ends a request, and says so again until that is known.
pub(crate) struct Person {
    pub(crate) id: RequestId,
    pub(crate) input: Input,
    pub(crate) by: Actor,
    pub(crate) proc: usize,
    pub(crate) told: Vec<Changed>,
    /// How often it was reported.
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
    pub(crate) next: u128,
    /// So many are read at once.
    page: usize,
    /// The store is often busy when a time limit is judged.
    pub(crate) busy_limits: bool,
    /// The disk may fail in this run; the power does not.
    disk_fails: bool,
    /// What is wrong on purpose.
    pub(crate) bug: Option<Mutant>,
    /// What went wrong at once.
    pub(crate) wrong: Vec<String>,
}

pub(crate) const DAY: u64 = 86_400_000;

impl World {
    pub(crate) fn new(seed: u64, bug: Option<Mutant>) -> World {
        let mut chance = Chance(seed);
        let bad =
            |chance: &mut Chance, most: usize| if chance.one_in(2) { chance.below(most) as u16 } else { 0 };
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
        // Pages that fill, and pages that don't; limits that a busy store does not take at first, and all by themselves.
        let page = if chance.one_in(2) { 1 + chance.below(4) } else { 256 };
        let busy_limits = chance.one_in(3);
        // Several wait for one request, in one process or in several.
        let together = chance.one_in(4).then(|| (chance.below(3), chance.below(2), chance.below(3)));
        let procs = (0..3).map(|n| Proc::new(store.process(), n == 0 && !busy_limits, page, bug)).collect();
        let mut agents = Vec::new();
        for _ in 0..2 + chance.below(4) {
            agents.push(Agent {
                call: together
                    .map_or_else(|| (!chance.one_in(3)).then(|| chance.below(3)), |(call, ..)| Some(call)),
                text: together.map_or_else(|| chance.below(2), |(_, text, _)| text),
                expiry: chance.one_in(3).then(|| 5000 + chance.below(40_000) as u64),
                proc: together.map_or_else(|| chance.below(3), |(.., proc)| proc),
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
            page,
            busy_limits,
            disk_fails,
            bug,
            wrong: Vec::new(),
        }
    }

    pub(crate) fn now(&self) -> Moment {
        Moment {
            wall_ms: self.wall + self.clock,
            boot: Some(Boot { id: self.boot, ms: self.clock - self.booted }),
        }
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
            195 => self.store.next(AppendFault::DiesBefore),
            196 => self.store.next(AppendFault::DiesAfter),
            197 => {
                // What such a fault leaves behind is there until the power goes, so that others may have seen it: no
                // driver can help that. A run has the one or the other.
                if self.disk_fails && self.chance.one_in(4) {
                    self.store.next(AppendFault::Disk);
                }
            }
            198 => {
                if !self.disk_fails && self.chance.one_in(4) {
                    self.power_cut();
                }
            }
            _ => {
                let wanted = self.chance.one_in(2);
                self.procs[n].reader.follower.follow_inbox(wanted);
                self.procs[n].poll_now();
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

    /// Dead processes are replaced; the agents in them begin again.
    pub(crate) fn bury(&mut self) {
        for n in 0..self.procs.len() {
            if !self.procs[n].store.is_dead() {
                continue;
            }
            let inbox = self.chance.one_in(2) && !self.busy_limits;
            self.procs[n] = Proc::new(self.store.process(), inbox, self.page, self.bug);
            for agent in self.agents.iter_mut().filter(|agent| agent.proc == n) {
                agent.doing = match std::mem::replace(&mut agent.doing, Doing::Idle) {
                    // What was written was written.
                    Doing::Delivering(_) if self.bug != Some(Mutant::DeliveredFirst) => Doing::Done,
                    Doing::Done => Doing::Done,
                    Doing::Idle
                    | Doing::AskReply(..)
                    | Doing::Waiting(_)
                    | Doing::Writing(_)
                    | Doing::Delivering(_) => Doing::Idle,
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
        if std::mem::take(&mut self.procs[n].idled) {
            self.wrong.push("P8: a page was full, and what came after it was not read".to_owned());
        }
        if self.busy_limits && self.procs[n].judges() && self.chance.one_in(2) {
            self.store.next(AppendFault::Busy);
        }
        for news in news {
            match news {
                News::Notice(_) => {}
                News::NoSuch(id) => self.lose(n, id),
                News::Closed(id, life) => {
                    let over = ClosedRequest::of(id, &life);
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

    /// A request that was not on disk when the power went: nobody heard that it was.
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
            if failed && matches!(told, Changed::Done { .. }) {
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

    fn told(&mut self, n: usize, ticket: Ticket, told: Changed) {
        match ticket {
            Ticket::Ask(a) => {
                let agent = &mut self.agents[a];
                if let Doing::AskReply(mut ask, _) = std::mem::replace(&mut agent.doing, Doing::Idle) {
                    // An agent that could not ask tries again.
                    if ask.changed(told).is_ok() {
                        agent.doing = Doing::AskReply(ask, false);
                    }
                }
            }
            Ticket::Deliver(a) => {
                let agent = &mut self.agents[a];
                if let Doing::Delivering(over) = std::mem::replace(&mut agent.doing, Doing::Done)
                    && self.bug == Some(Mutant::DeliveredFirst)
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
        self.procs[n].poll_now();
    }
}
