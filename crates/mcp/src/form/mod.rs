//! A request through the forms of the client that asked it.
//!
//! - Each question is one flat form; several end with a form that lists the answers.
//! - A client that takes no empty text gets forms that Enter and arrows send; a text is asked for where it is wanted.
//! - What a flat form can't carry stays with the other surfaces: danger, secrets, pictures, long texts.
//! - An accepted form is judged like any other answer; one that doesn't fit comes again, with the reason and what was
//!   filled in.
//! - What was filled in is kept as a draft, whatever becomes of the form.

mod by_form;
mod carried;
mod fields;
mod form_walk;
mod shown_step;
mod walked_form;

pub(crate) use by_form::{AfterForm, ByForm};
pub(crate) use form_walk::FormShape;
use form_walk::FormWalk;

#[cfg(test)]
#[path = "../../tests/unit/form/form.rs"]
mod tests;
#[cfg(test)]
#[path = "../../tests/unit/form/walked.rs"]
mod walked_tests;
