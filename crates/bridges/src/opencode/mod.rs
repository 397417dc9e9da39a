//! The bridge to OpenCode: questions of its agents wait in asq, too, and the first answer counts, wherever it is given.
//!
//! - Questions of all sessions and directories of a server come in as they are asked; those that waited before, too.
//! - An answer here is sent there, and recorded as delivered once OpenCode has it.
//! - An answer or a dismissal there closes the request here with that ending.
//! - An aborted or deleted session, and a restart, close it here as withdrawn; the text typed so far is kept.
//! - A broken connection is made again by itself; nothing that was answered meanwhile is lost.
//! - What a person wrote in OpenCode while a question waited is read by its agent, also after a dismissal here.
//! - The asker of these requests is OpenCode's server, not the bridge.

mod attach;
mod carry;
mod connection;
mod heard;
mod machine;
mod news;
mod question;
mod queued;
mod requests;
mod steps;
mod store;

#[cfg(test)]
#[path = "../../tests/unit/opencode/machine.rs"]
mod machine_tests;
#[cfg(test)]
#[path = "../../tests/unit/opencode/store.rs"]
mod store_tests;

pub use attach::{AttachSide, Attached, OpenCodeServer, attach_opencode};
pub use news::{BridgeNews, EndedThere};
