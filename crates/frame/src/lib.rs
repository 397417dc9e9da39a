//! A screen at one size: lines and a caret. It knows no terminal.
//!
//! - [`paint()`] lays out a [`Screen`](asq_core::form::Screen); at any size no line is too wide, and there are never too
//!   many.
//! - [`View`] holds the state that only a surface knows: scroll positions, laid out texts, rendered previews.
//! - [`View::intercept`] turns scrolling and moves by visual line into actions, before the keymap is asked.
//! - [`inbox`] lays out all open requests, with the form next to them or in their place.
//! - A reader shows clipped and shortened parts of a page on the full screen, and scrolls in both directions.
//! - [`FinderView`] lays out a list that is filtered as one types.
//! - [`summary()`] stays on the terminal after the form has closed.
//! - From 20×6 up the question's first line, the focused row and one hint are in the frame.

mod block;
mod chrome;
mod compare;
mod context;
mod doc;
mod entry;
mod finder;
mod flows;
mod fold;
mod frame;
mod glyphs;
mod gutter;
mod hints;
pub mod inbox;
mod intercept;
mod layout;
mod list;
mod measure;
mod origin;
mod paint;
mod paint_ctx;
mod previews;
mod reader;
mod reading;
mod row;
mod seen;
mod summary;
mod tabs;
mod texts;
mod trusted;
mod view;
mod window;

pub use asq_core::form::Intercept;
pub use finder::FinderView;
pub use frame::{Frame, Size};
pub use glyphs::Glyphs;
pub use paint::paint;
pub use previews::Renderer;
pub use summary::summary;
pub use view::View;
