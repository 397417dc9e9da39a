//! Tests that need several crates and no process: one program, a module per subject.
//!
//! The pictures are in `tests/pictures/<group>/<situation>.txt`: the keys, then the screen at each size.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "tests may panic, and read whatever files they need"
)]

mod danger;
mod frames_any_keys;
mod loss;
mod nothing_lost;
mod painted;
mod pictures_ask_user_question;
mod pictures_asq;
mod pictures_opencode;
mod pictures_pages;
mod pictures_question;
mod pictures_questionnaire;
mod pictures_reading;
mod pictures_spec;
mod remote;
mod steps_any_answers;
