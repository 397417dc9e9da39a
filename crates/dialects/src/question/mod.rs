//! The contract `question`.

pub mod rules;
