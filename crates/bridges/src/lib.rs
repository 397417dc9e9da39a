//! Bridges: they carry questions of other running systems into a backend, and the answers back.
//!
//! - [`attach_opencode`] attaches running OpenCode servers: their questions can be answered in asq, as well as there.
//! - An address of a server is a URL without a password.
//! - What happened is reported as [`BridgeNews`], for the person.
//!
//! [`AttachSide`] supplies what only the attaching process knows. Of the machine this crate reads the clock, and for an
//! encrypted connection the root certificates: the system's, or those that `SSL_CERT_FILE` and `SSL_CERT_DIR` name.

mod address;
mod calls;
mod data_lines;
mod opencode;

pub use address::{NoBridgeAddress, SystemAddress};
pub use calls::{Password, SocketEnds};
pub use opencode::{AttachSide, Attached, BridgeNews, EndedThere, OpenCodeServer, attach_opencode};
