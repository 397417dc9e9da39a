//! The server over real sockets and on real stores, tested as one program.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests, and what they share")]
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "tests make and read whatever files they need"
)]

mod answers;
mod asks;
mod client;
mod connections;
mod embed;
mod events;
mod faults;
mod feeds;
mod fuzz;
mod gate;
mod grid;
mod hooked;
mod limits;
mod links;
mod lists;
mod opencode;
mod other_program;
mod pages;
mod peers;
#[path = "../../../store/tests/it/pg/mod.rs"]
mod pg;
mod secrets;
mod served;
mod sessions;
mod shutdown;
mod story;
mod tokens;
