//! What goes on around a form.
//!
//! - [`signals`]: tells somebody who looks elsewhere that a question waits.
//! - [`Debounce`]: other surfaces hear of a changed draft once somebody pauses.
//! - [`Heartbeat`]: a sign of life for hosts that want one while a form is up.

mod debounce;
mod heartbeat;
pub mod signals;

pub use debounce::Debounce;
pub use heartbeat::Heartbeat;
