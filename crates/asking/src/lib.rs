//! Asking, from a call's bytes to the reply in its dialect.
//!
//! - [`read_call`]: reads a call strictly and recognises it; a malformed one comes with the dialect's reply.
//! - [`Conversation`]: one ask's dealings with a backend: attach, post, link a form, close, write the ending.
//! - [`reply()`]: the reply of a stored request, the same bytes in any process.
//! - [`values()`]: an answer as plain lines, for scripts.
//! - [`answers_by_label()`]: answers from typed labels and texts.
//! - [`shown()`]: stored requests as the public JSON shows them.
//! - [`ticket`]: the permission to learn a secret.
//!
//! This crate reads no environment, clock or file: [`AskerSide`] supplies what only the asking process knows of itself.

mod asker_side;
mod by_label;
mod call;
mod conversation;
mod reply;
mod shown;
pub mod ticket;
mod values;
mod written;

pub use asker_side::AskerSide;
pub use by_label::{AnswerPart, AnswerProblem, answers_by_label};
pub use call::{Call, ReadCall, read_call, read_json_call};
pub use conversation::{CloseReply, Conversation, FormLink, OpenRequest, Posted};
pub use reply::{dialect, reply, stored_call};
pub use shown::{draft_texts, found, listed, readable, shown};
pub use values::values;
pub use written::{Delivery, WrittenEnding};
