//! A request as a chain of single simple steps, for surfaces that can ask only one thing at a time.
//!
//! - [`Walk::step`] returns the current step; [`Walk::reply`] takes the reply or refuses it with a reason.
//! - Custom text, a note and a confirmation of danger have their own steps.
//! - The person can go back, change any answer before the end, write a note, ask to discuss, or cancel.
//! - The last step lists all answers and asks whether to send them. Only the answer to a script's single question is
//!   sent without it.
//! - It ends with the same outcome as a form after the same picks and texts.
//! - The walk offers kept texts, but never takes them by itself.

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
