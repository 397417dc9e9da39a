//! The tests of this crate: one program, a module per subject.

mod every_call;
mod faults;
mod folder;
