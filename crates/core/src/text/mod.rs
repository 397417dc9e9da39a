//! Text that nobody has to trust.
//!
//! - [`Untrusted`] is what an agent or a person sent: kept raw, never painted as it is.
//! - [`Shown`] is text that is safe to paint; [`Untrusted`] becomes one by one escaping path.
//! - [`width`] measures, [`wrap`] breaks and clips, [`mod@line`] carries styles.
//! - [`hex()`] writes bytes as digits.
//! - [`Editor`] is the text entry of every form; [`Flow`] lays it out at a width, a little at a time.

mod class;
mod editor;
mod escape;
mod flow;
mod grapheme;
mod hex;
pub mod line;
mod literal;
mod shown;
mod untrusted;
pub mod width;
pub mod wrap;

pub use class::hidden as is_hidden;
pub use editor::{Change, Editor, TextMove};
pub use flow::Flow;
pub use hex::{hex, unhex};
pub use line::{Line, Span, Style, Tone};
pub use shown::Shown;
pub use untrusted::Untrusted;
