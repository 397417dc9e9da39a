//! The local backend, and what goes on around a form.
//!
//! - [`driver`]: asks, answers, waits and follows, through the store.
//! - [`signals`]: tells somebody who looks elsewhere that a question waits.
//! - [`Debounce`]: other surfaces hear of a changed draft at once, and then not too often.
//! - [`process_origin`]: what the machine knows of this process, and whose process tree it belongs to.
//! - [`Heartbeat`]: a sign of life for hosts that want one while a form is up.

mod debounce;
pub mod driver;
mod heartbeat;
pub mod process_origin;
pub mod signals;

pub use debounce::Debounce;
pub use driver::Driver;
pub use heartbeat::Heartbeat;
pub use process_origin::SESSIONS;
