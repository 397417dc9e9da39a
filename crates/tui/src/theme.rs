//! What a tone looks like.
//!
//! - Only the terminal's default and its 16 named colours, so that no query is needed.
//! - No colour that is hard to read on a white or on a black background carries text.
//! - With `NO_COLOR` bold, dim, reverse and underline say the same.
//! - [`Tone::Trusted`] looks like nothing else: no other style has a background colour, and
//!   without colours none is both reversed and underlined.

use asq_core::text::{Style, Tone};
use ratatui_core::style::{Color, Modifier, Style as Look};

/// Maps meaning to looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    colours: bool,
}

impl Theme {
    /// With colours, or with bold and the like only.
    pub fn new(colours: bool) -> Theme {
        Theme { colours }
    }

    /// The look of a style.
    pub fn look(self, style: Style) -> Look {
        let mut look = if self.colours { coloured(style.tone) } else { plain(style.tone) };
        if style.bold {
            look = look.add_modifier(Modifier::BOLD).remove_modifier(Modifier::DIM);
        }
        if style.italic {
            look = look.add_modifier(Modifier::ITALIC);
        }
        if style.tone != Tone::Trusted {
            if style.selected {
                look = look.add_modifier(Modifier::REVERSED);
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

fn coloured(tone: Tone) -> Look {
    let look = Look::new();
    match tone {
        Tone::Plain => look,
        Tone::Dim => look.add_modifier(Modifier::DIM),
        Tone::Accent | Tone::Name => look.fg(Color::LightBlue),
        Tone::Good | Tone::Code | Tone::Literal => look.fg(Color::Green),
        Tone::Warn | Tone::Keyword => look.fg(Color::Magenta),
        Tone::Danger => look.fg(Color::Red).add_modifier(Modifier::BOLD),
        Tone::Heading => look.add_modifier(Modifier::BOLD),
        Tone::Trusted => look.fg(Color::Black).bg(Color::Cyan),
    }
}

fn plain(tone: Tone) -> Look {
    let look = Look::new();
    match tone {
        Tone::Plain | Tone::Code | Tone::Literal | Tone::Name => look,
        Tone::Dim => look.add_modifier(Modifier::DIM),
        Tone::Accent | Tone::Good | Tone::Heading | Tone::Keyword => look.add_modifier(Modifier::BOLD),
        Tone::Warn => look.add_modifier(Modifier::UNDERLINED),
        Tone::Danger => look.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
        Tone::Trusted => look.add_modifier(Modifier::BOLD | Modifier::REVERSED | Modifier::UNDERLINED),
    }
}
