//! The form: the interaction that answers one request.
//!
//! - [`Form`] is a machine: actions and time in, effects out, a [`Screen`] at any moment.
//! - [`keymap`] turns keys into actions against the form as it is now.
//! - [`FormRules`] say how it behaves; one set per dialect, all of it data.
//! - [`Page`] kinds are code: Choose, Compare, Edit, Danger, Notes, Review.

mod act_names;
mod action;
mod aside;
mod base_keys;
mod choose;
mod clock;
mod danger;
mod decline;
mod effect;
mod esc;
mod folds;
mod found;
mod guard;
mod help;
mod hints;
pub(crate) mod imitates;
mod keep;
pub mod key;
mod key_names;
pub mod keymap;
pub mod keys;
mod machine;
mod note;
mod nudge;
mod page;
mod reading;
mod rules;
mod screen;
mod show;
mod skip;
mod state;
mod travel;
mod typing;

pub use action::{Act, Action, Edit};
pub use aside::Aside;
pub use effect::Effect;
pub use guard::Guard;
pub use hints::label as key_label;
pub use key::{Code, Key};
pub use machine::Form;
pub use page::Page;
pub use rules::*;
pub use screen::*;
