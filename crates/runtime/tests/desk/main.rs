//! The driver on a store in memory, and on one that fails: asking, answering, waiting, following.

#![allow(clippy::unwrap_used)] // outside the tests themselves, too

mod asking;
mod batches;
mod changed;
mod faults;
mod following;
mod left;
mod setting;
mod waiting;
