//! The palettes: looks of all tones, in the terminal's own 16 colours.
//!
//! - For an unknown background no text has a colour that is hard to read on white or on black.
//! - On a known background each pair's readable colour is used.
//! - The cells before trusted rows are white on blue, by numbers that no terminal's palette changes: none of the 16
//!   colours' pairs is readable in every palette without being its background. The amber of warnings is such a number.

use asq_core::text::Tone;
use ratatui_core::style::{Color, Modifier, Style as Look};

/// An amber that can be read on white and on black.
const AMBER: u8 = 130;

/// The palette for any background.
pub(super) fn any(tone: Tone) -> Look {
    let look = Look::new();
    match tone {
        Tone::Plain => look,
        Tone::Dim => look.add_modifier(Modifier::DIM),
        Tone::Accent | Tone::Name => look.fg(Color::LightBlue),
        Tone::Good | Tone::Code | Tone::Literal => look.fg(Color::Green),
        Tone::Warn => look.fg(Color::Indexed(AMBER)),
        Tone::Keyword => look.fg(Color::Magenta),
        Tone::Danger => look.fg(Color::Red).add_modifier(Modifier::BOLD),
        Tone::Heading => look.add_modifier(Modifier::BOLD),
        Tone::Trusted => look.fg(Color::Indexed(231)).bg(Color::Indexed(25)),
    }
}

/// The palette for a dark background.
pub(super) fn dark(tone: Tone) -> Look {
    let look = Look::new();
    match tone {
        Tone::Warn => look.fg(Color::Yellow),
        Tone::Keyword => look.fg(Color::LightMagenta),
        Tone::Danger => look.fg(Color::LightRed).add_modifier(Modifier::BOLD),
        Tone::Plain
        | Tone::Dim
        | Tone::Accent
        | Tone::Good
        | Tone::Heading
        | Tone::Code
        | Tone::Literal
        | Tone::Name
        | Tone::Trusted => any(tone),
    }
}

/// The palette for a light background.
pub(super) fn light(tone: Tone) -> Look {
    let look = Look::new();
    match tone {
        Tone::Accent | Tone::Name => look.fg(Color::Blue),
        Tone::Plain
        | Tone::Dim
        | Tone::Good
        | Tone::Warn
        | Tone::Danger
        | Tone::Heading
        | Tone::Code
        | Tone::Keyword
        | Tone::Literal
        | Tone::Trusted => any(tone),
    }
}

/// The palette without colours.
pub(super) fn none(tone: Tone) -> Look {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::colour::rgb;

    /// Backgrounds of xterm, GNOME, Ubuntu, Solarized, VS Code and Terminal.app, dark and light.
    const BEHIND: [(u8, u8, u8); 9] = [
        (0, 0, 0),
        (0x17, 0x14, 0x21),
        (0x1e, 0x1e, 0x1e),
        (0x30, 0x0a, 0x24),
        (0, 0x2b, 0x36),
        (0x28, 0x2a, 0x36),
        (0xfd, 0xf6, 0xe3),
        (0xf6, 0xf8, 0xfa),
        (0xff, 0xff, 0xff),
    ];

    /// The contrast of two colours by WCAG's formula, times 100.
    fn contrast(one: (u8, u8, u8), other: (u8, u8, u8)) -> u32 {
        let part = |n: u8| {
            let n = f64::from(n) / 255.0;
            if n <= 0.039_28 { n / 12.92 } else { ((n + 0.055) / 1.055).powf(2.4) }
        };
        let light = |(r, g, b)| 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b) + 0.05;
        let (one, other) = (light(one), light(other));
        (one.max(other) / one.min(other) * 100.0) as u32
    }

    #[test]
    fn trusted_rows_can_be_read_and_stand_out_on_any_background() {
        for palette in [any, dark, light] {
            let look = palette(Tone::Trusted);
            // A named colour is whatever the terminal makes of it.
            let [Some(text), Some(ground)] = [look.fg, look.bg].map(|colour| colour.and_then(rgb)) else {
                panic!("{look:?}: no palette changes these")
            };
            assert!(contrast(text, ground) >= 450, "{look:?}");
            for behind in BEHIND {
                assert!(contrast(ground, behind) >= 200, "{look:?} on {behind:?}");
            }
        }
    }
}
