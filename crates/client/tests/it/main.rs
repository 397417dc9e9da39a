//! The tests of this crate: one program, a module per subject. The server is a script: it says what a real one says,
//! and fails where a real one may.

#![allow(clippy::unwrap_used)] // outside the tests themselves, too

mod asking;
mod faults;
mod feeds;
mod listing;
mod log;
mod scripted;
mod setting;
mod tokens;
mod waits;
