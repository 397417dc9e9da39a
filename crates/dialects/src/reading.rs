//! The result of reading a call.
//!
//! - Most calls ask; a few are answered on the spot.
//! - Notes say what was dropped or mended.

use crate::{Note, ToolReply};
use asq_core::model::Request;

/// What a call leads to.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A person is asked.
    Ask {
        /// The request; the reader of the call fills in the asker.
        request: Request,
        /// The agent's immediate reply, if the contract doesn't wait.
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
