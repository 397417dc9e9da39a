//! The driver on a store in memory, and on one that fails: asking, answering, waiting, following.

mod asking;
mod batches;
mod callbacks;
mod changed;
mod closed;
mod drafts;
mod faults;
mod file_limit;
mod following;
mod hooked;
mod joining;
mod left;
mod log;
pub(crate) mod setting;
mod time_up;
mod waiting;
