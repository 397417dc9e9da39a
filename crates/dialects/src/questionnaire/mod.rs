//! `AskUserQuestion` v2: so far the rules of its form and its answers.

pub mod rules;
