//! asq's own files and folders, accessed by descriptor.
//!
//! - [`Folder`] opens, reads, creates, replaces, locks and removes entries of one folder. It follows no link and waits for
//!   no pipe.
//! - [`read()`] reads a file of the person's, which may be behind links, and reports who else could have written it.
//! - Owner, mode, link count and kind are checked on the open descriptor, not by name.
//! - New files have a fixed mode, whatever the umask. A replaced file is the old or the new one, never half of one.
//! - Interrupted system calls are repeated; any other fault leaves no half-made file of ours behind.
//! - Nothing is created in somebody else's folder, even by root.
//! - [`by_name`] looks up and removes files that others open by name.
//! - [`account`] finds the person's home without relying on the environment.
#![allow(clippy::disallowed_methods, reason = "the one place for these calls")]

pub mod account;
pub mod by_name;
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
pub use lock::{FileLock, try_lock, wait_for_lock};
pub use read::{FoundFile, behind_links, read};
pub use whose::Whose;
