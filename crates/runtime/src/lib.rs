//! The driver of the store, and what goes on around a form.
//!
//! - [`desk`]: asks, answers, waits and follows, through the store.
//! - [`signals`]: tells somebody who looks elsewhere that a question waits.
//! - [`Debounce`]: other surfaces hear of a changed draft at once, and then not too often.
//! - [`here`]: what the machine knows of this process, and whose process tree it is of.
//! - [`Heartbeat`]: a sign of life for hosts that want one while a form is up.

mod debounce;
pub mod desk;
mod heartbeat;
pub mod here;
pub mod signals;

pub use debounce::Debounce;
pub use desk::Desk;
pub use heartbeat::Heartbeat;
pub use here::SESSIONS;
