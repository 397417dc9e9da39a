//! The driver, its machines and the processes around it, tested as one program.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests, and what they share")]
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "tests make and read whatever files they need"
)]

mod crowd;
mod driver;
mod faults;
mod own_tree;
#[path = "../../../store/tests/it/pg/mod.rs"]
mod pg;
mod simulation;
