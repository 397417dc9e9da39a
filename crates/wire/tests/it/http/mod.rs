//! The bodies of the HTTP API read back, on both ends.

#![allow(clippy::unwrap_used)] // outside the tests themselves, too

mod any;
mod bodies;
mod feeds;
mod problems;
mod records;
