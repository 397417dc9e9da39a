//! Starts a program of the person's own for something that they want to look at.
//!
//! - It goes through the watcher: a session of its own, no terminal, no input and no output.
//! - No shell reads its arguments, and asq doesn't wait for its end.

use super::job::Job;
use super::start::{Watcher, pass_on};

/// Starts a program with its arguments.
///
/// # Errors
/// The watcher could not be started, in words.
pub fn open(watcher: &Watcher, arguments: Vec<String>) -> Result<(), String> {
    let job = Job { open: arguments, ..Job::default() };
    // Nothing of this job depends on how long the pipe is open.
    pass_on(watcher, &job).map(drop)
}
