//! The form: the interaction that answers one request.
mod action;
mod effect;
pub mod key;
pub mod keymap;
mod machine;
mod page;
mod rules;
mod screen;

pub use action::{Act, Action};
pub use effect::Effect;
pub use key::{Code, Key};
pub use machine::{Form, Guard};
pub use page::Page;
pub use rules::*;
pub use screen::*;
