//! Asking, from a call's bytes to the reply in its dialect.
//!
//! [`read_call`] reads a call. A [`Conversation`] posts its request, links a form to it, closes it and writes the ending.
//! [`reply()`] is the reply of a stored request; [`values()`] are its answers in plain lines, and [`shown()`] is the
//! request in the public JSON. [`answers_by_label()`] reads answers from labels and texts. [`ticket`] says who may learn a
//! secret.
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
pub use by_label::{AnswerPart, AnswerProblem, answers_by_label, named_question};
pub use call::{Call, ReadCall, read_call, read_json_call};
pub use conversation::{CloseReply, Conversation, FormLink, OpenRequest, Posted};
pub use reply::{dialect, reply, stored_call, stored_notes};
pub use shown::{draft_texts, found, listed, listed_rows, readable, shown};
pub use values::values;
pub use written::{Delivery, WrittenEnding};
