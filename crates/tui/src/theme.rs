//! The look of each tone.
//!
//! - There are three palettes: for a dark, a light and an unknown background. The last uses the terminal's own 16
//!   colours, except for trusted rows and warnings; the others have colours of which each contrast is known.
//! - On a terminal with only those 16, trusted rows are bold, reversed and underlined.
//! - With `NO_COLOR`, bold, dim, reverse and underline take the place of colours.
//! - A theme of the person's own changes tones of a palette; invalid entries are skipped and reported.
//! - In every theme, trusted rows can't be imitated: no other tone has the background of [`Tone::Trusted`], not even
//!   when reversed; or it alone is both reversed and underlined.

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

/// Maps tones to looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The looks, indexed by tone.
    looks: [Look; TONES.len()],
}

/// The terminal's background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Background {
    /// Light text is easy to read on it.
    Dark,
    /// Dark text is easy to read on it.
    Light,
}

impl Theme {
    /// A theme of colours that can be read on any background, or without colours.
    pub fn new(colours: bool) -> Theme {
        Theme::of(if colours { palette::any } else { palette::none })
    }

    /// A theme of the colours that suit a background.
    pub fn on(background: Background) -> Theme {
        match background {
            Background::Dark => Theme::of(palette::dark),
            Background::Light => Theme::of(palette::light),
        }
    }

    fn of(palette: fn(Tone) -> Look) -> Theme {
        Theme { looks: TONES.map(palette) }
    }

    /// The same for a terminal with 256 colours.
    #[must_use]
    pub fn in_256(mut self) -> Theme {
        for look in &mut self.looks {
            look.fg = look.fg.map(colour::in_256);
            look.bg = look.bg.map(colour::in_256);
        }
        self
    }

    /// The same for a terminal with 16 colours.
    #[must_use]
    pub fn in_16(mut self) -> Theme {
        for (tone, look) in TONES.into_iter().zip(&mut self.looks) {
            *look = palette::in_16(tone, *look);
        }
        let trusted = &mut self.looks[Tone::Trusted as usize];
        if [trusted.fg, trusted.bg].into_iter().flatten().any(|it| colour::rgb(it).is_some()) {
            // Sixteen colours can't show it, and asq's own words have to stand out anyway.
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
        // Nothing that an agent causes may change the look of asq's own words.
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
