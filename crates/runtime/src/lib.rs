//! The local backend, and everything around a form.
//!
//! - [`driver`]: asks, answers, waits and follows, through the store.
//! - [`file_limit`]: thousands of open files for asq, and the usual limit for the programs it starts.
//! - [`signals`]: notifies a person who is looking elsewhere that a question waits.
//! - [`Debounce`]: limits how often other surfaces learn of a changed draft.
//! - [`process_origin`]: what the machine knows of this process, and the process tree it belongs to.
//! - [`Heartbeat`]: a sign of life for hosts that want one while a form is up.

mod debounce;
pub mod driver;
pub mod file_limit;
mod heartbeat;
mod notify;
pub mod process_origin;
pub mod signals;

pub use debounce::Debounce;
pub use driver::Driver;
pub use heartbeat::Heartbeat;
