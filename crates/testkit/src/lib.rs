//! Helpers for tests; nothing here is part of the program.
//!
//! - [`keys`] turns a line such as `hello<down><ret>` into what a person types.
//! - [`sketch`] turns a form's screen and outcome into text, without a size.

pub mod keys;
pub mod sketch;
