//! `asq ask -q …`: a question without writing JSON; `asq confirm`, `asq pick` and `asq input` are short forms.
//!
//! - Flags after a `-q` belong to its question, those before the first to the first.
//! - An option is `LABEL`, `LABEL :: DESCRIPTION`, `LABEL => VALUE` or `LABEL => VALUE :: DESCRIPTION`.
//! - The flags become a call of asq's own contract, which judges it; its problems name the flag.
//! - A script offers what was typed and nothing else; an agent's questions accept own words and a discussion, too.
//! - A text has one line unless --multiline says otherwise; all other defaults are the contract's.

mod call;
mod flags;
mod option_text;
mod problem;
mod short;

pub(crate) use call::{AskedBy, call};
pub(crate) use flags::Quick;
pub(crate) use short::{
    CONFIRM_ABOUT, CONFIRM_EXAMPLES, ConfirmArgs, INPUT_ABOUT, INPUT_EXAMPLES, InputArgs, PICK_ABOUT,
    PICK_EXAMPLES, PickArgs, ShortArgs,
};
