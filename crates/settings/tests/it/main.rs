//! The tests of this crate: one program, a module per subject.

mod edits;
mod edits_any;
mod fields;
mod fuzz;
mod layers;
mod limits;
