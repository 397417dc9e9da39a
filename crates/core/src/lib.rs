//! The model of asq and its pure machines.
//!
//! - [`model`]: a request, its questions and options, answers and outcomes; [`kind`]: the kinds of question, each with
//!   its reader, its checks and its words.
//! - [`text`]: safe handling of untrusted text: escaping, width, wrapping, editing.
//! - [`form`]: the interaction that answers one request, as a machine of actions and time.
//! - [`walk`]: a request as a chain of single simple steps.
//! - [`life`]: one request from asked to closed, as records that outlive every process.
//! - [`inbox`]: all open requests, kept current by records; [`history`]: searches of closed ones.
//! - [`facts`]: what asq itself says about a request, for terminal and page alike; [`number`]: typing, nudging and
//!   showing numbers.
//! - [`fit()`]: checks whether answers fit a request; form, command line and server use the same function.
//!
//! This crate reads no file, clock or environment variable, and serialises nothing.

pub mod facts;
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
