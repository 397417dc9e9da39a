//! Safe handling of untrusted text.
//!
//! - [`Untrusted`] is text from an agent or a person: kept raw, never painted directly.
//! - [`Shown`] is text that is safe to paint; a single escaping path makes it from [`Untrusted`].
//! - [`width`] measures, [`wrap`] breaks and clips, [`mod@line`] carries styles.
//! - [`hex()`] writes bytes as digits.
//! - [`Editor`] is the text entry of every form; [`Flow`] lays it out at a width, in small steps.

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
pub use editor::{Editor, TextChange, TextMove};
pub use flow::Flow;
pub use hex::{hex, unhex};
pub use line::{Line, Span, Style, Tone};
pub use shown::Shown;
pub use untrusted::Untrusted;
