//! The form: the interaction that answers one request.
//!
//! - [`Form`] is a machine: actions and time in, effects out, and a [`Screen`] at any moment.
//! - [`Form::resolve`] turns keys into actions, depending on the current state.
//! - [`FormRules`] define its behaviour; one set per dialect, all of it data.
//! - [`Page`] kinds are code: Choose, Compare, Edit, Danger, Notes, Review.

mod act_names;
mod action;
mod advance;
mod answers;
mod base_keys;
mod binding;
mod choose;
mod clock;
mod danger;
mod decline;
mod digits;
mod effect;
mod esc;
mod folds;
mod found;
mod guard;
mod handle;
mod help;
mod hints;
mod intercept;
mod keep;
pub mod key;
mod key_names;
mod keymap;
pub mod keys;
pub(crate) mod lookalikes;
mod model;
mod note;
mod page;
mod previews;
mod put_aside;
mod quiet;
mod reading;
mod recommended;
mod rows;
mod rules;
mod screen;
mod show;
mod skip;
mod state;
mod steps;
mod travel;
mod turn;
mod typing;

pub use action::{Act, Action, Edit};
pub use base_keys::editing;
pub use binding::{Binding, BindingScope, Spot};
pub(crate) use binding::{HelpLine, leading_to};
pub use digits::{DigitTyped, next_digit};
pub use effect::Effect;
pub use guard::Guard;
pub use handle::Form;
pub use hints::label as key_label;
pub use intercept::Intercept;
pub use key::{Code, Key};
pub use page::Page;
pub use put_aside::Aside;
pub use rules::*;
pub use screen::*;
pub use show::picked_of;
