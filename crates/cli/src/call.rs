//! From bytes to a reading: what `asq ask` and `asq check` have in common.
//!
//! - Read strictly, recognised, then read by its dialect.
//! - A tool that the command line names goes before the one that the call names.
//! - An ill call comes with the reply that its dialect writes, by the command line's word for it where the call
//!   can't be read; one that no dialect can be named for, with our own.
//! - Read under the prefs of the person who is asked.
//! - A dialect that is named and does not exist is wrong use, told before anything is read.

use crate::args::Named;
use crate::error::Failure;
use crate::schema;
use asq_core::model::Prefs;
use asq_dialects::{Dialect, Ending, Reading, misuse_reply};
use asq_wire::{Misuse, ToolCall, ToolReply};
use serde_json::Value;
use std::rc::Rc;

/// A call that can be asked.
pub(crate) struct Call {
    pub(crate) call: Rc<ToolCall>,
    pub(crate) dialect: &'static Dialect,
    pub(crate) reading: Reading,
}

/// What became of the bytes.
pub(crate) enum Understood {
    Call(Box<Call>),
    /// What is wrong, and how the agent is told.
    Misuse(Misuse, ToolReply),
}

/// Refuses a dialect that there is not.
pub(crate) fn known(named: &Named) -> Result<(), Failure> {
    named.dialect.as_deref().map_or(Ok(()), |id| schema::dialect(id).map(|_| ()))
}

/// Reads a call.
pub(crate) fn understand(bytes: Vec<u8>, named: &Named, prefs: Prefs) -> Understood {
    let misuse = |dialect: Option<&Dialect>, call: &ToolCall, misuse: Misuse| {
        let reply = match dialect {
            Some(dialect) => (dialect.write)(call, None, Ending::Misuse(&misuse)),
            None => misuse_reply(&misuse),
        };
        Understood::Misuse(misuse, reply)
    };
    let parsed = match asq_wire::read(bytes) {
        Ok(parsed) => parsed,
        Err(problems) => {
            let unread = ToolCall { name: named.tool.clone(), arguments: Value::Null };
            let (id, tool) = (named.dialect.as_deref(), named.tool.as_deref());
            let dialect = id.or(tool).and_then(|_| asq_dialects::recognise(&unread, id, tool).ok());
            return misuse(dialect, &unread, problems);
        }
    };
    let mut call = parsed.value;
    if named.tool.is_some() {
        call.name.clone_from(&named.tool);
    }
    match asq_dialects::understand(&call, named.dialect.as_deref(), named.tool.as_deref(), &prefs) {
        Ok((dialect, mut reading)) => {
            reading.notes.splice(0..0, parsed.notes);
            Understood::Call(Box::new(Call { call: Rc::new(call), dialect, reading }))
        }
        Err((dialect, problems)) => misuse(dialect, &call, problems),
    }
}
