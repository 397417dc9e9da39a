//! What a tone looks like.
//!
//! - Three palettes: for any background, for a dark one, for a light one; of the terminal's own 16 colours, but
//!   for trusted rows.
//! - Where the terminal knows no more than those 16, trusted rows are bold, reversed and underlined.
//! - With `NO_COLOR` bold, dim, reverse and underline say the same.
//! - A theme of the person's own changes tones of a palette; what it says wrong is left out and told.
//! - [`Tone::Trusted`] looks like nothing else, in every theme: no other tone has its background, not even
//!   reversed, or it alone is both reversed and underlined.

mod colour;
mod custom;
mod keywords;
mod palette;
mod tones;

pub use custom::{Custom, ThemeProblem};
pub(crate) use tones::name;
use tones::{TONES, named};

use asq_core::text::{Style, Tone};
use ratatui_core::style::{Modifier, Style as Look};

/// Maps meaning to looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// By tone.
    looks: [Look; TONES.len()],
}

/// What the terminal's background is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Background {
    /// Light text on it is easy to read.
    Dark,
    /// Dark text on it is.
    Light,
}

impl Theme {
    /// With colours that can be read on any background, or with bold and the like only.
    pub fn new(colours: bool) -> Theme {
        Theme::of(if colours { palette::any } else { palette::none })
    }

    /// With the colours that suit a background.
    pub fn on(background: Background) -> Theme {
        match background {
            Background::Dark => Theme::of(palette::dark),
            Background::Light => Theme::of(palette::light),
        }
    }

    fn of(palette: fn(Tone) -> Look) -> Theme {
        Theme { looks: TONES.map(palette) }
    }

    /// The same for a terminal that knows 256 colours and no more.
    #[must_use]
    pub fn in_256(mut self) -> Theme {
        for look in &mut self.looks {
            look.fg = look.fg.map(colour::in_256);
            look.bg = look.bg.map(colour::in_256);
        }
        self
    }

    /// The same for a terminal that knows 16 colours and no more.
    #[must_use]
    pub fn in_16(mut self) -> Theme {
        let trusted = &mut self.looks[Tone::Trusted as usize];
        if [trusted.fg, trusted.bg].into_iter().flatten().any(|it| colour::rgb(it).is_some()) {
            *trusted = palette::none(Tone::Trusted);
        }
        self
    }

    /// The look of a style.
    pub fn look(&self, style: Style) -> Look {
        let mut look = self.looks[style.tone as usize];
        if style.bold {
            look = look.add_modifier(Modifier::BOLD).remove_modifier(Modifier::DIM);
        }
        if style.italic {
            look = look.add_modifier(Modifier::ITALIC);
        }
        if style.tone != Tone::Trusted {
            if style.selected {
                look.add_modifier.toggle(Modifier::REVERSED);
            }
            if style.caret {
                look.add_modifier.toggle(Modifier::REVERSED);
            }
            if look.add_modifier.contains(Modifier::REVERSED) {
                look = look.remove_modifier(Modifier::UNDERLINED);
            }
        }
        look
    }
}
