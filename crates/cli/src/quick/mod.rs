//! `asq ask -q …`: a question without writing JSON.
//!
//! - Flags after a `-q` belong to its question, those before the first to the first.
//! - An option is `LABEL`, `LABEL :: DESCRIPTION`, `LABEL => VALUE` or `LABEL => VALUE :: DESCRIPTION`.
//! - The flags become a call of asq's own contract, which judges it; its problems name the flag.
//! - A text has one line unless --multiline says otherwise; everything else starts as the contract has it.

mod call;
mod flags;
mod problem;
mod words;

pub(crate) use call::call;
pub(crate) use flags::Quick;
