//! The local backend, and everything around a form.
//!
//! - [`driver`]: asks, answers, waits and follows, through the store.
//! - [`file_limit`]: thousands of open files for asq, and no more than usual for the programs it starts.
//! - [`signals`]: notifies a person who looks elsewhere that a question waits.
//! - [`Debounce`]: other surfaces learn of a changed draft at once, and then not too often.
//! - [`process_origin`]: what the machine knows of this process, and whose process tree it belongs to.
//! - [`Heartbeat`]: a sign of life for hosts that want one while a form is up.

mod debounce;
pub mod driver;
pub mod file_limit;
mod heartbeat;
pub mod process_origin;
pub mod signals;

pub use debounce::Debounce;
pub use driver::Driver;
pub use heartbeat::Heartbeat;
pub use process_origin::SESSIONS;
