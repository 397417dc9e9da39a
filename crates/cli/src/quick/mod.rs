//! `asq ask -q …`: a question without writing JSON; `asq confirm`, `asq pick` and `asq input` are short forms.

mod call;
mod flags;
mod judge;
mod option_text;
pub(crate) mod pick;
mod problem;
mod short;

pub(crate) use call::{AskedBy, call};
pub(crate) use flags::Quick;
pub(crate) use pick::PickArgs;
pub(crate) use problem::noted;
pub(crate) use short::{
    CONFIRM_ABOUT, CONFIRM_EXAMPLES, ConfirmArgs, INPUT_ABOUT, INPUT_EXAMPLES, InputArgs, PICK_ABOUT,
    PICK_EXAMPLES, ShortArgs,
};
