//! The inbox: all open requests on one terminal, made to stay open.
//!
//! - [`Board`](asq_core::inbox::Board) is its behaviour; [`InboxFace`] shows it at a size.
//! - [`run()`] shows it on the whole screen of a terminal.

mod face;
mod run;

pub use face::InboxFace;
pub use run::{InboxEnded, InboxHost, run};
