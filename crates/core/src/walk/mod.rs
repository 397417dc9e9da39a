//! The same request as a chain of single simple steps, for surfaces that can ask only one thing at a time.
//!
//! - [`Walk::step`] says what to ask now; [`Walk::reply`] takes the reply or refuses it with a reason.
//! - Custom text, a note and the words that confirm danger are steps of their own.
//! - One can go back, change any answer before the end, leave a note, ask to discuss, cancel.
//! - The last step lists all answers and asks whether to send them; nothing is sent without it.
//! - It ends in the outcome that a form would end in after the same picks and texts.
//! - Kept texts are offered, never taken by themselves.

mod ask;
mod machine;
mod progress;
mod refusal;
mod reply;
mod rows;
mod step;
mod take;

pub use machine::Walk;
pub use refusal::ReplyRefusal;
pub use reply::Reply;
pub use step::{AskedQuestion, HeldFrom, HeldText, RowIs, SaidAnswer, Step, StepRow, TextFor};
