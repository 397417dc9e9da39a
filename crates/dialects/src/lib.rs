//! Foreign tool contracts: read a call into a request, write the ending back.

pub mod ask_user_question;
pub mod asq;
pub mod opencode;
pub mod question;
pub mod questionnaire;
pub mod spec;
