//! The model of asq and its pure machines.
//!
//! - [`model`]: a request, its questions and options, what a person answers, how it ends; [`kind`]: the kinds of
//!   question, each with its reader, its judge and its words.
//! - [`text`]: text that nobody has to trust: escaping, width, wrapping, editing.
//! - [`form`]: the interaction that answers one request, a machine fed with actions and time.
//! - [`walk`]: the same request as a chain of single simple steps.
//! - [`life`]: one request from asked to closed, as records that outlive every process.
//! - [`inbox`]: all requests that are open, kept current from records; [`history`]: the closed ones, as a search finds them.
//! - [`number`]: numbers as they are typed, nudged and shown.
//! - [`fit()`]: whether answers fit a request; form, command line and server ask the same function.
//!
//! Nothing here reads a file, a clock or an environment variable; nothing here is serialised.

pub mod fit;
pub mod form;
pub mod history;
pub mod inbox;
pub mod kind;
pub mod life;
pub mod model;
pub mod number;
pub mod secret;
pub mod text;
pub mod time;
pub mod walk;

pub use fit::{Misfit, Wrong, fit};
