//! Requests as pages: HTML, styles, and what a posted form means.
//!
//! - A page works without a script: every answer is one plain form.
//! - A posted form becomes answers, and what isn't an answer yet a draft: nothing typed is dropped here.
//! - Foreign text goes through the escaping of `asq_core::text` first, then through HTML's own.
//! - Who asks stands in a bar outside everything that a request says.
//! - Nothing here reads a clock, a file or a socket.

mod age;
mod bar;
mod closed;
mod document;
mod embed;
mod field;
mod filled;
mod history;
mod inbox;
mod message;
mod part;
mod preview;
mod question;
mod review;
mod sign_in;
mod style;
mod text;
mod ways_out;

pub use age::age;
pub use bar::AskerState;
pub use closed::ClosedPage;
pub use document::{PageChrome, PageTheme, policy};
pub use embed::{EmbedClosed, EmbedElsewhere, EmbedOpen, doorway, is_embeddable};
pub use filled::{Filled, OwnError, PageAct};
pub use history::{HistoryPage, PastRow};
pub use inbox::{InboxPage, OpenRow};
pub use message::{command, message};
pub use part::PagePart;
pub use preview::{PreviewOf, document as preview_document, preview_policy};
pub use question::OpenPage;
pub use review::typed_at_review;
pub use sign_in::{SIGN_IN, SignInPage};
