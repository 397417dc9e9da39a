//! JSON in and out.
//!
//! - [`read()`] checks bytes strictly (size, depth, duplicate keys, broken text) and reports all problems at
//!   once; [`unread()`] says it to a person. [`Scanner`] finds the end of a value, so that a call from a pipe needs no end of file.
//! - [`ToolCall`] and [`ToolReply`] are what an agent sends and gets; [`Output`] is the line on stdout.
//! - [`Ended`] holds the names and exit codes of all endings.
//! - [`embed`] holds the lines that `asq embed` and its host exchange, and [`http`] the bodies of asq's HTTP API.
//! - [`public`] holds the objects of `asq list`, `show` and `history --json`; [`inert()`] makes JSON that has no
//!   effect on a terminal.
//! - [`stored`] turns requests, answers and outcomes into bytes and back; [`digest`] names a request;
//!   [`typed()`] and [`read_typed`] do the same for one typed answer, for contracts.
//! - [`Misuse`] and [`Note`] tell an agent what to change, and what was dropped or mended.
//! - [`Reason`] gives every refusal, misfit and misuse a code, a place and a message.

mod block;
mod call;
pub mod embed;
mod ended;
pub mod http;
mod inert;
mod long;
mod misuse;
mod note;
mod number;
mod output;
mod path;
mod prescan;
pub mod public;
mod quoted;
mod read;
mod reason;
mod scanner;
mod stop;
pub mod stored;
mod typed;
mod unread;
mod utf16_escape;

pub use call::{ToolCall, ToolReply, read};
pub use ended::Ended;
pub use inert::inert;
pub use misuse::{Misuse, Problem, kind};
pub use note::Note;
pub use number::{decimal, number};
pub use output::Output;
pub use path::Path;
pub use quoted::quoted;
pub use read::{Parsed, read_json};
pub use reason::{Reason, ReasonValue};
pub use scanner::{ScanProgress, Scanner};
pub use stored::digest;
pub use typed::{read_typed, typed};
pub use unread::unread;

/// Most bytes of one input: 4 MiB.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Most levels of arrays and objects in one input.
pub const MAX_DEPTH: usize = 32;
