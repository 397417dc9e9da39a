//! The contract `ask_user_question`.

pub mod rules;
