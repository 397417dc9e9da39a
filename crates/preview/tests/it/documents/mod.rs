//! Documents to look at, by kind: normal, malformed, huge, hostile.

pub(crate) mod code;
pub(crate) mod html;
pub(crate) mod markdown;
pub(crate) mod mermaid;
pub(crate) mod svg;
pub(crate) mod text;
