//! asq's own files and folders, accessed by descriptor.
//!
//! [`Folder`] opens, reads, creates, replaces, locks and removes the entries of one folder; [`Whose`] says who must own what
//! is opened. [`read()`] reads a file of the person's, which may be behind links. [`by_name`] looks up and removes files that
//! others open by name. [`account`] finds the person's home without relying on the environment. Interrupted system calls are
//! repeated (`calls.rs`); any other fault leaves no half-made file of ours behind.
#![allow(clippy::disallowed_methods, reason = "the one place for these calls")]

pub mod account;
pub mod by_name;
mod calls;
mod create;
mod fault;
mod folder;
mod lock;
mod read;
mod socket;
mod whose;

pub use create::Durable;
pub use fault::{Fault, plain_io};
pub use folder::{Folder, private};
pub use lock::{FileLock, try_lock, wait_for_lock};
pub use read::{FoundFile, behind_links, read};
pub use socket::MOST_SOCKET_PATH;
pub use whose::Whose;
