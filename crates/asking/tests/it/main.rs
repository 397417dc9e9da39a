//! The tests of this crate: one program, a module per subject.

#![allow(clippy::unwrap_used)] // outside the tests themselves, too

mod about;
mod by_label;
mod conversation;
mod left_out;
mod shown;
