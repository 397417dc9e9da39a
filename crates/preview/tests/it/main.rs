//! The tests of this crate: one program, a module per subject.

mod diagrams;
mod documents;
mod highlight;
mod html;
mod markdown;
mod mermaid;
mod pictures;
mod properties;
mod recognition;
mod webpage;
