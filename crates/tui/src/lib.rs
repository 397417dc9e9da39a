//! The terminal surface: bytes to keys, frames to bytes, inline and full screen, line mode.
//!
//! - [`input`]: what a terminal sends, as keys and pastes.
//!
//! Clock, environment, the person's editor and the place for drafts are handed in by cli.

pub mod input;
