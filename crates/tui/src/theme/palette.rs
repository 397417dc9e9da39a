//! The palettes: looks of all tones.
//!
//! - For an unknown background they are the terminal's own 16 colours: none that is hard to read on white or on black.
//! - For a dark or a light background they are numbers of 256 whose contrast is at least 4.5 on all such backgrounds.
//! - With only 16 colours, each pair's readable colour is used.
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
        Tone::Danger => look.fg(Color::Red).add_modifier(Modifier::BOLD),
        Tone::Heading | Tone::Keyword => look.add_modifier(Modifier::BOLD),
        Tone::Trusted => look.fg(Color::Indexed(231)).bg(Color::Indexed(25)),
    }
}

/// The palette for a dark background.
pub(super) fn dark(tone: Tone) -> Look {
    let look = Look::new();
    match tone {
        Tone::Dim => look.fg(Color::Indexed(246)),
        Tone::Accent | Tone::Name => look.fg(Color::Indexed(75)),
        Tone::Good | Tone::Code | Tone::Literal => look.fg(Color::Indexed(114)),
        Tone::Warn => look.fg(Color::Indexed(214)),
        Tone::Keyword => look.fg(Color::Indexed(80)).add_modifier(Modifier::BOLD),
        Tone::Danger => look.fg(Color::Indexed(203)).add_modifier(Modifier::BOLD),
        Tone::Plain | Tone::Heading | Tone::Trusted => any(tone),
    }
}

/// The palette for a light background.
pub(super) fn light(tone: Tone) -> Look {
    let look = Look::new();
    match tone {
        Tone::Dim => look.fg(Color::Indexed(241)),
        Tone::Accent | Tone::Name => look.fg(Color::Indexed(26)),
        Tone::Good | Tone::Code | Tone::Literal => look.fg(Color::Indexed(22)),
        Tone::Warn => look.fg(Color::Indexed(94)),
        Tone::Keyword => look.fg(Color::Indexed(23)).add_modifier(Modifier::BOLD),
        Tone::Danger => look.fg(Color::Indexed(160)).add_modifier(Modifier::BOLD),
        Tone::Plain | Tone::Heading | Tone::Trusted => any(tone),
    }
}

/// A look of [`any`], [`dark`] or [`light`] on a terminal with only 16 colours; every other look as it is.
pub(super) fn in_16(tone: Tone, look: Look) -> Look {
    let (dark, light) = (look == dark(tone), look == light(tone));
    if !dark && !light && look != any(tone) {
        return look;
    }
    let plain = Look::new();
    match tone {
        Tone::Warn => plain.fg(Color::Yellow),
        Tone::Accent | Tone::Name if light => plain.fg(Color::Blue),
        Tone::Keyword if dark => plain.fg(Color::LightCyan).add_modifier(Modifier::BOLD),
        Tone::Danger if dark => plain.fg(Color::LightRed).add_modifier(Modifier::BOLD),
        Tone::Plain
        | Tone::Dim
        | Tone::Accent
        | Tone::Good
        | Tone::Danger
        | Tone::Heading
        | Tone::Code
        | Tone::Keyword
        | Tone::Literal
        | Tone::Name
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

    /// The six levels of a page: question, focused row, options, descriptions, asq's own rows, and the words of hints,
    /// which bright keys set apart. The first, the third and the rows' italics use the terminal's own colour of text.
    #[test]
    fn every_text_of_the_dark_and_the_light_theme_can_be_read() {
        let tones = crate::theme::TONES.into_iter().filter(|tone| *tone != Tone::Trusted);
        for tone in tones {
            for (palette, behind) in [(dark as fn(Tone) -> Look, &BEHIND[..6]), (light, &BEHIND[6..])] {
                let look = palette(tone);
                assert!(!look.add_modifier.contains(Modifier::DIM), "{tone:?}: nobody knows how dim that is");
                let Some(colour) = look.fg else {
                    assert!(
                        matches!(tone, Tone::Plain | Tone::Heading),
                        "{tone:?} has the terminal's own colour"
                    );
                    continue;
                };
                let Some(text) = rgb(colour) else { panic!("{tone:?}: {colour:?} is the terminal's") };
                for behind in behind {
                    let contrast = contrast(text, *behind);
                    assert!(contrast >= 450, "{tone:?} on {behind:?}: {contrast}");
                }
            }
        }
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
