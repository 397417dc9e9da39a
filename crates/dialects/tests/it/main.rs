//! The tests of this crate: one program, a module per subject.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod aliases;
mod any_json;
mod ask_promises;
mod ask_user_question_keys;
mod asq_back;
mod asq_keys;
mod base_keys;
mod blocks;
mod case;
mod change_of_mind;
mod clock_and_limit;
mod confirmed_as_sent;
mod corpus;
mod driven;
mod every_form;
mod filled;
mod filter_hides;
mod forms;
mod fuzz;
mod golden;
mod guard;
mod guard_and_drafts;
mod limits;
mod mistakes;
mod notation;
mod number_editor;
mod opencode_answers;
mod opencode_keys;
mod own_keys;
mod pages_keys;
mod pictures;
mod question_keys;
mod questionnaire_keys;
mod random_calls;
mod random_keys;
mod random_questionnaire;
mod recognise;
mod recommended;
mod restored;
mod rules_keys;
mod spec_keys;
mod stored_reply;
mod tools;
mod whole_numbers;
