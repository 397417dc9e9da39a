//! `ask_question`, `ask_multi_select`, `resume_structured`: so far the rules of its form and its answers.

pub mod rules;
