//! The tests of this crate: one program, a module per subject.

mod finder;
mod hostile;
mod keys;
mod measure;
mod previews;
mod properties;
mod reading;
mod screens;
mod sentences;
