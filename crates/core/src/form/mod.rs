//! The form: the interaction that answers one request.
pub mod key;
pub mod keymap;
mod page;
mod rules;
mod screen;

pub use key::{Code, Key};
pub use page::Page;
pub use rules::*;
pub use screen::*;
