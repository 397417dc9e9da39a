//! Colours: their names, their neighbours among 256, and whether two look alike.
//!
//! - Named (the terminal's 16), by number (0 to 255) or as red, green and blue (`#268bd2`).
//! - The first 16 numbers are the named ones.
//! - Near colours count as alike; a named colour is whatever the terminal makes of it, so it is only like itself.

use ratatui_core::style::Color;

/// The names, ordered by number.
const NAMES: [(&str, Color); 16] = [
    ("black", Color::Black),
    ("red", Color::Red),
    ("green", Color::Green),
    ("yellow", Color::Yellow),
    ("blue", Color::Blue),
    ("magenta", Color::Magenta),
    ("cyan", Color::Cyan),
    ("white", Color::Gray),
    ("bright-black", Color::DarkGray),
    ("bright-red", Color::LightRed),
    ("bright-green", Color::LightGreen),
    ("bright-yellow", Color::LightYellow),
    ("bright-blue", Color::LightBlue),
    ("bright-magenta", Color::LightMagenta),
    ("bright-cyan", Color::LightCyan),
    ("bright-white", Color::White),
];

/// Colours that differ by less than this, over all three parts, count as one.
const NEAR: u32 = 64;

/// Reads a colour; `None` if no colour has this name.
pub(super) fn read(word: &str) -> Option<Color> {
    if word == "default" {
        return Some(Color::Reset);
    }
    if let Some(hex) = word.strip_prefix('#') {
        let all = hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit());
        let rgb = all.then(|| u32::from_str_radix(hex, 16).ok()).flatten()?;
        let [_, r, g, b] = rgb.to_be_bytes();
        return Some(Color::Rgb(r, g, b));
    }
    if let Some((_, colour)) = NAMES.iter().find(|(name, _)| *name == word) {
        return Some(*colour);
    }
    let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let number: u8 = digits.then(|| word.parse().ok()).flatten()?;
    Some(NAMES.get(usize::from(number)).map_or(Color::Indexed(number), |(_, colour)| *colour))
}

/// Whether they look the same, even on a terminal with only 256 colours.
pub(super) fn alike(one: Color, other: Color) -> bool {
    if in_256(one) == in_256(other) {
        return true;
    }
    match (rgb(one), rgb(other)) {
        (Some(one), Some(other)) => apart(one, other) < NEAR,
        (None, _) | (_, None) => one == other,
    }
}

/// The nearest of the colours 16 to 255; named and numbered colours stay as they are.
pub(super) fn in_256(colour: Color) -> Color {
    let Color::Rgb(r, g, b) = colour else { return colour };
    let nearest = (16..=255).min_by_key(|number| apart(palette(*number), (r, g, b)));
    Color::Indexed(nearest.unwrap_or(16))
}

fn apart(one: (u8, u8, u8), other: (u8, u8, u8)) -> u32 {
    let part = |a: u8, b: u8| u32::from(a.abs_diff(b));
    part(one.0, other.0) + part(one.1, other.1) + part(one.2, other.2)
}

/// The red, green and blue of a colour; `None` if the terminal decides.
pub(super) fn rgb(colour: Color) -> Option<(u8, u8, u8)> {
    match colour {
        Color::Rgb(r, g, b) => Some((r, g, b)),
        Color::Indexed(number @ 16..) => Some(palette(number)),
        Color::Indexed(0..=15)
        | Color::Reset
        | Color::Black
        | Color::Red
        | Color::Green
        | Color::Yellow
        | Color::Blue
        | Color::Magenta
        | Color::Cyan
        | Color::Gray
        | Color::DarkGray
        | Color::LightRed
        | Color::LightGreen
        | Color::LightYellow
        | Color::LightBlue
        | Color::LightMagenta
        | Color::LightCyan
        | Color::White => None,
    }
}

/// xterm's colour for a number from 16 on: a cube of six steps a side, then greys.
fn palette(number: u8) -> (u8, u8, u8) {
    let cube = number.saturating_sub(16);
    if cube >= 216 {
        let grey = 8 + 10 * (cube - 216);
        return (grey, grey, grey);
    }
    let step = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
    (step(cube / 36), step(cube / 6 % 6), step(cube % 6))
}

#[cfg(test)]
mod tests {
    use super::{alike, in_256, read};
    use ratatui_core::style::Color;

    #[test]
    fn colours_are_read() {
        assert_eq!(read("bright-black"), Some(Color::DarkGray));
        assert_eq!(read("white"), Some(Color::Gray));
        assert_eq!(read("9"), Some(Color::LightRed));
        assert_eq!(read("255"), Some(Color::Indexed(255)));
        assert_eq!(read("#268bD2"), Some(Color::Rgb(0x26, 0x8b, 0xd2)));
        assert_eq!(read("default"), Some(Color::Reset));
        for wrong in ["256", "-1", "+1", "", "#", "#fff", "#+26bd2", "#gggggg", "grey", "Red"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_nearest_of_256_is_found() {
        assert_eq!(in_256(Color::Rgb(255, 0, 0)), Color::Indexed(196));
        assert_eq!(in_256(Color::Rgb(0x26, 0x8b, 0xd2)), Color::Indexed(32));
        assert_eq!(in_256(Color::Rgb(7, 9, 8)), Color::Indexed(232));
        assert_eq!(in_256(Color::Cyan), Color::Cyan);
    }

    #[test]
    fn near_colours_are_alike() {
        assert!(alike(Color::Rgb(0, 175, 175), Color::Indexed(37)));
        assert!(alike(Color::Rgb(0, 160, 180), Color::Indexed(37)));
        assert!(alike(Color::Rgb(60, 0, 120), Color::Rgb(110, 0, 150)), "one of 256");
        assert!(alike(Color::Indexed(36), Color::Indexed(37)), "neighbours among 256");
        assert!(!alike(Color::Rgb(0, 95, 175), Color::Indexed(37)));
        assert!(!alike(Color::Cyan, Color::LightCyan) && alike(Color::Cyan, Color::Cyan));
    }
}
