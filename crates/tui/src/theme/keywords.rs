//! A look as keywords: `bold red`, `italic #268bd2`, `black on bright-yellow`.
//!
//! - Any of bold, dim, italic, underline and reverse; a colour; a colour after `on`, for the background.
//! - They come in any order and case, each once; an empty look is the terminal's default.

use super::colour;
use ratatui_core::style::{Color, Modifier, Style as Look};

/// Reads a look.
///
/// # Errors
/// The word that says nothing.
pub(super) fn read(text: &str) -> Result<Look, String> {
    let mut look = Look::new();
    let mut words = text.split_whitespace().map(str::to_ascii_lowercase);
    while let Some(word) = words.next() {
        let modifier = match word.as_str() {
            "bold" => Some(Modifier::BOLD),
            "dim" => Some(Modifier::DIM),
            "italic" => Some(Modifier::ITALIC),
            "underline" => Some(Modifier::UNDERLINED),
            "reverse" => Some(Modifier::REVERSED),
            _ => None,
        };
        if let Some(modifier) = modifier.filter(|m| !look.add_modifier.contains(*m)) {
            look = look.add_modifier(modifier);
        } else if word == "on" && look.bg.is_none() {
            let word = words.next().unwrap_or(word);
            look = look.bg(colour::read(&word).ok_or(word)?);
        } else if look.fg.is_none() && modifier.is_none() {
            look = look.fg(colour::read(&word).ok_or(word)?);
        } else {
            return Err(word);
        }
    }
    // The default applies without being named.
    look.fg = look.fg.filter(|colour| *colour != Color::Reset);
    look.bg = look.bg.filter(|colour| *colour != Color::Reset);
    Ok(look)
}

#[cfg(test)]
mod tests {
    use super::read;
    use ratatui_core::style::{Color, Modifier, Style};

    #[test]
    fn looks_are_read() {
        let look = Style::new();
        assert_eq!(read(""), Ok(look));
        assert_eq!(read(" default on  default "), Ok(look));
        assert_eq!(read("Bold RED"), Ok(look.fg(Color::Red).add_modifier(Modifier::BOLD)));
        assert_eq!(read("on 200 italic"), Ok(look.bg(Color::Indexed(200)).add_modifier(Modifier::ITALIC)));
        let all = Modifier::DIM | Modifier::UNDERLINED | Modifier::REVERSED;
        assert_eq!(read("dim underline reverse #010203"), Ok(look.fg(Color::Rgb(1, 2, 3)).add_modifier(all)));
        for (wrong, word) in [
            ("bold bold", "bold"),
            ("red blue", "blue"),
            ("red on", "on"),
            ("on red on blue", "on"),
            ("on bold", "bold"),
            ("blink", "blink"),
            ("bold #ff", "#ff"),
        ] {
            assert_eq!(read(wrong), Err(word.to_owned()), "{wrong}");
        }
    }
}
