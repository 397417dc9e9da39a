//! Files and folders of ours, by descriptor.
//!
//! - [`Folder`] opens, reads, creates, replaces, locks and removes what is in one folder; no link in it is followed, no
//!   pipe waited for.
//! - [`read`] reads a file of the person's, which may lie behind links, and says who else could have written it.
//! - What is opened is judged on its descriptor, not by its name: owner, mode, number of names, kind.
//! - What is made has a fixed mode, whatever the umask; what is replaced is the old or the new file, never half of one.
//! - A system call that a signal interrupted is made again; after any other fault nothing of ours is left half-made.
//! - Nothing is made in a folder of somebody else's, by root neither.
//! - [`account`] says where the person's home is, whatever the environment says.
#![allow(clippy::disallowed_methods, reason = "the one place for these calls")]

pub mod account;
mod calls;
mod create;
mod fault;
mod folder;
mod lock;
mod read;
mod whose;

pub use create::Durable;
pub use fault::Fault;
pub use folder::{Folder, private};
pub use lock::Held;
pub use read::{Found, behind_links, read};
pub use whose::Whose;
