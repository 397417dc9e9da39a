//! The tests of this crate: one program, a module per subject.

mod fit;
mod inbox;
mod life;
mod number;
mod pictures;
mod share;
mod text_editor;
mod text_flow;
mod text_hostile;
mod text_secret;
mod text_width;
mod walk;
