//! A request through the forms of the client that asked it.
//!
//! - Each question is one flat form; several end with a form that lists the answers.
//! - What a flat form can't carry stays with the other surfaces: danger, secrets, pictures, long texts.
//! - An accepted form is judged like any other answer; one that doesn't fit comes again, with the reason and what was
//!   filled in.
//! - What was filled in is kept as a draft, whatever becomes of the form.

mod by_form;
mod carried;
mod fields;
mod form_walk;

pub(crate) use by_form::{AfterForm, ByForm};
use form_walk::FormWalk;

#[cfg(test)]
#[path = "form_tests.rs"]
mod tests;
