//! Tools for tests; the program contains none of them.
//!
//! - [`keys`] turns a line such as `hello<down><ret>` into keystrokes.
//! - [`sketch`] turns a form's screen and outcome into text, without a size; [`picture`] turns painted lines into text with
//!   a track of their styles.
//! - [`sample`] is a request that is not what a test is about, [`hostile`] is text that an agent, a web page or a person
//!   could send to break something.
//! - [`tmux`] is a real terminal; [`users`] are several users of one machine.
//! - [`folder`] is a test's own place, [`loopback`] has its own addresses.
//! - [`eventually`](eventually::eventually) waits for something without a sleep; [`fuzz`] runs a target on random input.
//! - [`golden`] reads and rewrites golden files; [`backend`] is a backend of about a hundred lines, on a [`test_log`].
//! - [`faults`] cuts the power, fills the disk, kills a program at a system call.
#![allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]

pub mod backend;
pub mod eventually;
pub mod faults;
pub mod folder;
pub mod fuzz;
pub mod golden;
pub mod hostile;
pub mod keys;
mod log_feed;
pub mod loopback;
pub mod picture;
pub mod sample;
pub mod situation;
pub mod sketch;
mod stat;
pub mod test_log;
pub mod tmux;
pub mod users;
