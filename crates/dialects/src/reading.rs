//! What became of a call.
//!
//! - Most calls ask; a few are answered on the spot.
//! - What was dropped or mended stands beside it.

use crate::{Note, ToolReply};
use asq_core::model::Request;

/// What a call comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A person is to be asked.
    Ask {
        /// What is asked. Who asks is filled in by the one who knows.
        request: Request,
        /// What the agent gets at once, where the contract doesn't wait.
        immediate: Option<ToolReply>,
    },
    /// Nobody is asked; this is the reply.
    Reply(ToolReply),
}

/// A call that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub what: What,
    /// What was dropped or mended, in the order of the call.
    pub notes: Vec<Note>,
}
