//! A store with a past: many requests, each with the records that it would have.
//!
//! - Decided by the machine that decides all of them, appended by the store as ever, only many at a time.
//! - The open ones lie scattered among those that are over.

use crate::Outcome;
use crate::asks::{answers, asker, person, put};
use asq_core::life::{Actor, Asked, Closing, IdempotencyKey, Input, Life, Moment, Record, RequestId};
use asq_runtime::driver::{Ask, AskStep, Clock, MachineClock, MachineNames, Names};
use asq_store::{Append, Log, Sqlite, Verdict};
use std::path::Path;
use std::sync::mpsc::sync_channel;

/// Requests of one transaction.
const AT_ONCE: u64 = 500;

pub(crate) fn run(file: &Path, open: u64, closed: u64) -> Outcome<()> {
    let mut store = Sqlite::open(file)?;
    let (put, take) = sync_channel::<Vec<Append>>(4);
    let decider = std::thread::spawn(move || -> Result<(), String> {
        let all = open + closed;
        let mut batch = Vec::with_capacity(AT_ONCE as usize);
        for n in 0..all {
            // The last one comes alone, from a process that opens the store again, as most do.
            if n + 1 == all && !batch.is_empty() {
                put.send(std::mem::take(&mut batch)).map_err(|e| e.to_string())?;
            }
            // So many of those up to here stay open.
            let stays = (n + 1) * open / all > n * open / all;
            batch.push(life(n, stays)?);
            if batch.len() as u64 == AT_ONCE || n + 1 == all {
                put.send(std::mem::take(&mut batch)).map_err(|e| e.to_string())?;
            }
        }
        Ok(())
    });
    for batch in take {
        if batch.len() == 1 {
            store = Sqlite::open(file)?;
        }
        let verdicts = store.append(&batch)?;
        if let Some(other) = verdicts.iter().find(|it| !matches!(it, Verdict::Appended(_))) {
            return Err(format!("{other:?}").into());
        }
    }
    decider.join().map_err(|_| "it panicked")??;
    Ok(())
}

/// All records of a request.
fn life(n: u64, stays: bool) -> Result<Append, String> {
    let id = RequestId(MachineNames.next());
    let mut records: Vec<Record> = Vec::new();
    let mut life = Life::default();
    let mut follow = |by: &Actor, now: Moment, input: Input| -> Result<(), String> {
        for record in life.decide(now, by, input).map_err(|e| format!("{e:?}"))? {
            life.apply(&record);
            records.push(record);
        }
        Ok(())
    };
    let asked = asked(id, n)?;
    let (seen, now) = (asked.digest.clone(), MachineClock.now());
    follow(&asker(), now, Input::Ask(Box::new(asked)))?;
    if !stays {
        let key = Some(IdempotencyKey(format!("{n:032x}")));
        follow(&person(), now, Input::Close { closing: Closing::Answer { answers: answers(), seen }, key })?;
        follow(&asker(), now, Input::Deliver)?;
    }
    Ok(Append { request: id, expected: 0, records })
}

/// As the driver words it.
fn asked(id: RequestId, n: u64) -> Result<Asked, String> {
    let mut ask = Ask::new(id, asker(), put(&format!("filled {n}"))).map_err(|e| e.to_string())?;
    ask.claimed(None);
    match ask.step() {
        AskStep::Change(change) => match change.input {
            Input::Ask(asked) => Ok(*asked),
            other => Err(format!("{other:?}")),
        },
        other => Err(format!("{other:?}")),
    }
}
