//! What an open form, or its steps, wants of the machine around it.
//!
//! - A wish is data: the machine carries it out.

use asq_core::model::{Draft, Outcome, WholeDraft};
use asq_wire::embed::ToHost;

/// A wish of a form or of its steps.
pub(super) enum Want {
    /// A line to the host.
    Say(ToHost),
    /// A draft to keep.
    Keep(Draft),
    /// The page and the reason to keep.
    KeepWhole(WholeDraft),
    /// It has ended.
    Close(Outcome),
    /// It continues without a form.
    Aside {
        draft: Draft,
        /// Text that was meant for the host's editor.
        typed: Option<String>,
    },
    /// It was closed elsewhere; the text that was typed here.
    Elsewhere(Draft),
}
