//! The palettes: looks of all tones, in the terminal's own 16 colours.
//!
//! - For any background no colour that is hard to read on white or on black carries text.
//! - On a known background the readable ones of each pair are taken.
//! - Trusted rows are black on cyan, on a light background white on dark grey: cyan is anything there from
//!   pale to dark.

use asq_core::text::Tone;
use ratatui_core::style::{Color, Modifier, Style as Look};

/// For any background.
pub(super) fn any(tone: Tone) -> Look {
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

/// For a dark one.
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

/// For a light one.
pub(super) fn light(tone: Tone) -> Look {
    let look = Look::new();
    match tone {
        Tone::Accent | Tone::Name => look.fg(Color::Blue),
        Tone::Trusted => look.fg(Color::White).bg(Color::DarkGray),
        Tone::Plain
        | Tone::Dim
        | Tone::Good
        | Tone::Warn
        | Tone::Danger
        | Tone::Heading
        | Tone::Code
        | Tone::Keyword
        | Tone::Literal => any(tone),
    }
}

/// Without colours.
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
