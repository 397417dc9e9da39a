//! The tests of this crate: one program, a module per subject. OpenCode is a script: it says what a real one says, and
//! fails where a real one may.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests, and what they share; one of them reads its environment and writes a certificate"
)]

mod attach;
mod calls;
mod connection;
mod queued;
mod requests;
mod scripted;
mod setting;
