//! The tests of this crate: one program, a module per subject.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "every function here is part of a test"
)]

mod alike;
mod distrust;
mod faults_audit;
mod faults_damage;
mod faults_power;
mod faulty;
mod file;
mod memory;
mod old_requests;
mod opening;
mod other_process;
mod pg;
mod postgres;
mod postgres_changed;
mod postgres_connections;
mod postgres_faults;
mod postgres_outcomes;
mod postgres_partition;
mod postgres_pooler;
mod postgres_rights;
mod postgres_steps;
mod postgres_tls;
mod sample;
mod sqlite;
mod steps;
mod story;
mod traps;
mod upgrade;
mod upkeep_with_asks;
