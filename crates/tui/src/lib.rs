//! The terminal surface: bytes to keys, frames to bytes, inline and full screen, line mode.
//!
//! - [`input`]: bytes from a terminal, as keys and pastes.
//! - [`paint`], [`theme`]: frames as the fewest bytes that show them, below the cursor or full screen; each tone's look.
//! - [`embed`]: the same form inside a host that owns the screen.
//! - [`run()`], [`terminal`]: a form from its first frame to its end; the device, its modes, its turns, its signals.
//! - [`Announce`]: title, bell and notification, for a person who looks elsewhere.
//! - [`inbox`], [`find()`]: all open requests and their forms; a list that is filtered as one types.
//! - [`mod@line`]: the same request in plain numbered lines.
//! - [`SecretHold`]: hides the memory of the process while a secret is in it.
//!
//! cli provides the clock, the environment, the person's editor and the place for drafts.

mod announce;
mod elsewhere;
pub mod embed;
mod env;
mod face;
mod find;
pub mod inbox;
pub mod input;
pub mod line;
mod page_row;
pub mod paint;
mod reply_wait;
mod run;
mod secret_hold;
pub mod terminal;
mod terminal_loop;
pub mod theme;
mod time_up;

pub use announce::{Announce, Notify, NotifyOsc};
pub use elsewhere::NewsLink;
pub use env::TermEnv;
pub use find::{FindEnded, FindHost, find};
pub use page_row::FormPage;
pub use run::{FormEnded, FormHost, run};
pub use secret_hold::SecretHold;
