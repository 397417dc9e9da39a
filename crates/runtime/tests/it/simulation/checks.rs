//! What must be true of every run, whatever happened in it.

use super::acts::request;
use super::world::World;
use asq_backend::Failure;
use asq_core::inbox::{Inbox, Position};
use asq_core::life::{AskKey, Fact, Input, Record, Refusal, RequestId};
use asq_core::model::{Outcome, Prefs, Provenance, Request};
use asq_runtime::driver::{Changed, life_of};
use asq_store::{Log, Upkeep};
use std::collections::{BTreeMap, BTreeSet};

/// Everything that is wrong with a run.
pub(crate) fn wrong(world: &World) -> Vec<String> {
    let mut wrong = world.wrong.clone();
    let store = world.store.process();
    let log = match store.after(Position(0), usize::MAX) {
        Ok(log) => log,
        Err(error) => return vec![format!("the log can't be read: {error}")],
    };
    let mut by_request: BTreeMap<RequestId, Vec<Record>> = BTreeMap::new();
    let mut claims: BTreeMap<String, (RequestId, bool)> = BTreeMap::new();
    for stored in &log {
        let Some(record) = &stored.record else { continue };
        let records = by_request.entry(stored.request).or_default();
        if let Fact::Asked(asked) = &record.fact
            && let Some(claim) = &asked.claim
        {
            let for_ever = matches!(claim, AskKey::Call(_));
            let before = claims.insert(claim.key().0.clone(), (stored.request, for_ever));
            if let Some((other, _)) = before {
                wrong.push(format!("P5: {} and {other} are the same ask", stored.request));
            }
        }
        records.push(record.clone());
        // A delivered question may be asked again, unless it has a call id.
        if matches!(record.fact, Fact::Delivered) {
            claims.retain(|_, (id, for_ever)| *for_ever || *id != stored.request);
        }
    }
    for (id, records) in &by_request {
        one_life(world, *id, records, &mut wrong);
    }
    people(world, &by_request, &mut wrong);
    agents(world, &by_request, &mut wrong);
    followers(world, &mut wrong);
    match store.verify(None) {
        Ok(verified) if verified.problems.is_empty() => {}
        other => wrong.push(format!("the log is not sound: {other:?}")),
    }
    wrong
}

fn one_life(world: &World, id: RequestId, records: &[Record], wrong: &mut Vec<String>) {
    let count = |wanted: fn(&Fact) -> bool| records.iter().filter(|r| wanted(&r.fact)).count();
    let asked = count(|fact| matches!(fact, Fact::Asked(_)));
    let closed = count(|fact| matches!(fact, Fact::Closed(_)));
    let delivered = count(|fact| matches!(fact, Fact::Delivered));
    if asked != 1 || closed > 1 || delivered > 1 {
        wrong.push(format!("P1: {id} was asked {asked}, closed {closed}, delivered {delivered} times"));
    }
    let life = asq_core::life::Life::replay(records);
    let Some(asked) = life.asked() else { return };
    if !world.agents.iter().any(|agent| same(&request(agent), &asked.request)) {
        wrong.push(format!("P4: nobody asked {id}"));
    }
    if delivered > 0 && !world.agents.iter().any(|agent| agent.replies.iter().any(|over| over.id == id)) {
        wrong.push(format!("P10: {id} is delivered, and nobody has it"));
    }
    let (Some(at), Some(expiry)) = (life.asked_at(), &asked.request.expiry) else { return };
    if let Some((outcome, _, when)) = life.closed()
        && let (Some(from), Some(to)) = (at.boot, when.boot)
        && from.id == to.id
    {
        let expired = matches!(outcome, Outcome::Expired(_));
        if expired != (to.ms - from.ms >= expiry.after_ms) {
            wrong.push(format!("P13: {id} ended as {} after {} ms", outcome.name(), to.ms - from.ms));
        }
    }
}

/// What people were told is so.
fn people(world: &World, log: &BTreeMap<RequestId, Vec<Record>>, wrong: &mut Vec<String>) {
    for person in &world.people {
        let life = asq_core::life::Life::replay(log.get(&person.id).into_iter().flatten());
        let closed = life.closed();
        let mine = closed.is_some_and(|(_, by, _)| *by == person.by);
        for told in &person.told {
            match told {
                Changed::Done { .. } if !mine => {
                    wrong.push(format!(
                        "P2: {} was told that it is done, and it is not",
                        person.by.name.raw()
                    ));
                }
                Changed::Done { .. } | Changed::Taken(_) => {}
                Changed::Failed(Failure::Refused(refusal)) => match &**refusal {
                    Refusal::Closed { by, at, outcome } => {
                        let truth = closed.map(|(o, b, a)| (o.clone(), b.clone(), a));
                        if truth != Some(((**outcome).clone(), (**by).clone(), *at)) {
                            wrong.push(format!("P6: {} was told another winner", person.by.name.raw()));
                        }
                        // One that has no name for what it says can't be known again when it says so twice.
                        if mine && (named(&person.input) || person.said == 1) {
                            wrong.push(format!("P1: the winner of {} was told that it lost", person.id));
                        }
                    }
                    other => wrong.push(format!("refused for no reason: {other:?}")),
                },
                Changed::Failed(Failure::NoSuch(_)) => wrong.push(format!("P3: {} is lost", person.id)),
                Changed::Failed(Failure::Store(_)) => {}
            }
        }
    }
}

/// Every agent has what it asked for, once.
fn agents(world: &World, log: &BTreeMap<RequestId, Vec<Record>>, wrong: &mut Vec<String>) {
    for (a, agent) in world.agents.iter().enumerate() {
        if agent.replies.len() + agent.conflicts != 1 {
            let (replies, conflicts) = (agent.replies.len(), agent.conflicts);
            wrong.push(format!("P7: agent {a} has {replies} replies and {conflicts} conflicts"));
        }
        if agent.conflicts > 0 && agent.call.is_none() {
            wrong.push(format!("P5: agent {a} has a conflict without a call id"));
        }
        for over in &agent.replies {
            let life = asq_core::life::Life::replay(log.get(&over.id).into_iter().flatten());
            if life.closed().map(|(outcome, _, _)| outcome) != Some(&*over.outcome) {
                wrong.push(format!("P9: agent {a} has an ending that {} does not have", over.id));
            }
            if !same(&request(agent), &over.asked.request) || agent.named.last() != Some(&over.id) {
                wrong.push(format!("P9: agent {a} has the ending of another ask"));
            }
        }
        for id in &agent.named {
            if !log.contains_key(id) {
                wrong.push(format!("P3: agent {a} was told that {id} is kept, and it is not"));
            }
        }
    }
    for call in 0..3 {
        let names: BTreeSet<RequestId> = world
            .agents
            .iter()
            .filter(|a| a.call == Some(call))
            .flat_map(|a| a.named.iter().copied())
            .collect();
        if names.len() > 1 {
            wrong.push(format!("P5: call {call} has {} requests", names.len()));
        }
    }
}

/// Whatever a process follows is what the store lists.
fn followers(world: &World, wrong: &mut Vec<String>) {
    for proc in &world.procs {
        let inbox = proc.reader.follower.inbox();
        let store = world.store.process();
        let Ok((_, list)) = store.pending(Position(0), 0) else { continue };
        // It need not have heard of the last records, but what it lists was open once.
        let truth = Inbox::restore(inbox.position(), list);
        let current = store.head().is_ok_and(|head| head.position == inbox.position());
        if current && *inbox != truth {
            wrong.push("P12: a list is not what the store lists".to_owned());
        }
        for pending in inbox.iter() {
            if store.records(pending.id).is_ok_and(|stored| life_of(&stored).asked().is_none()) {
                wrong.push(format!("P4: {} is listed and was never asked", pending.id));
            }
        }
    }
}

fn named(input: &Input) -> bool {
    match input {
        Input::Close { key, .. } => key.is_some(),
        Input::Ask(_) | Input::Expire | Input::Deliver => true,
    }
}

/// Whether it is the same ask, whoever's settings.
fn same(a: &Request, b: &Request) -> bool {
    let bare = |r: &Request| Request { prefs: Prefs::default(), from: Provenance::default(), ..r.clone() };
    bare(a) == bare(b)
}
