//! Text that nobody has to trust.
//!
//! - [`Untrusted`] is what an agent or a person sent: kept raw, never painted as it is.
//! - [`Shown`] is text that is safe to paint; [`Untrusted`] becomes one by one escaping path.
//! - [`width`] measures, [`wrap`] breaks and clips, [`line`] carries styles.
//! - [`Editor`] is the text entry of every form.

mod editor;
pub mod line;
mod shown;
mod untrusted;
pub mod width;
pub mod wrap;

pub use editor::{Editor, TextMove};
pub use line::{Line, Span, Style, Tone};
pub use shown::Shown;
pub use untrusted::Untrusted;
