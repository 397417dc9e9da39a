//! The inbox: all open requests on one terminal, made to stay open.
//!
//! - What it does is [`Board`](asq_core::inbox::Board)'s; [`InboxFace`] shows it at a size.
//! - [`run()`] carries it on a terminal of its own screen.

mod face;
mod run;

pub use face::InboxFace;
pub use run::{InboxEnded, InboxHost, run};
