//! Asking, between a call's bytes and the reply in its dialect's words.
//!
//! - [`read_call`]: a call is read strictly and recognised; what is malformed comes with the dialect's reply.
//! - [`Conversation`]: one ask talks with a backend: attach, post, link a form, close, write the ending.
//! - [`reply()`]: any process writes the reply of a stored request, byte for byte.
//! - [`values()`]: an answer as plain lines, for scripts.
//! - [`answers_by_label()`]: answers from the labels and texts that somebody typed.
//! - [`shown()`]: stored requests as the public JSON shows them.
//! - [`ticket`]: who may be told a secret.
//!
//! Nothing here reads the environment, a clock or a file: what only the asking process knows of itself comes through
//! [`AskerSide`].

mod by_label;
mod call;
mod conversation;
mod reply;
mod shown;
pub mod ticket;
mod values;
mod written;

pub use by_label::{AnswerPart, AnswerProblem, answers_by_label};
pub use call::{Call, ReadCall, read_call, read_json_call};
pub use conversation::{AskerSide, CloseReply, Conversation, FormLink, OpenRequest, Posted};
pub use reply::{dialect, reply, stored_call};
pub use shown::{draft_texts, found, listed, readable, shown};
pub use values::values;
pub use written::{Delivery, WrittenEnding};
