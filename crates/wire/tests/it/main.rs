//! The tests of this crate: one program, a module per subject.

mod output;
mod read;
mod scanner;
mod stored;
mod words;
