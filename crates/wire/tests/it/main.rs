//! The tests of this crate: one program, a module per subject.

mod exact_lines;
mod output;
mod read;
mod scanner;
mod stored;
