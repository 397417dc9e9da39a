//! The tests of this crate: one program, a module per subject.

mod exact_lines;
mod http;
mod output;
mod public;
mod read;
mod reason;
mod scanner;
mod stored;
