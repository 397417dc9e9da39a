//! The names of keys in settings.
//!
//! - `ctrl+g`, `alt+left`, `shift+tab`, `f1`, `space`, `?`: modifiers, a plus, the key's name or character.
//! - The case of names doesn't matter. A single letter is the typed letter (`G` is Shift with g), with Ctrl or Alt its
//!   lower-case form.
//! - Every written key can be read again.

use super::{Code, Key};
use std::fmt;

const NAMES: &[(&str, Code)] = &[
    ("enter", Code::Enter),
    ("return", Code::Enter),
    ("tab", Code::Tab),
    ("backspace", Code::Backspace),
    ("delete", Code::Delete),
    ("del", Code::Delete),
    ("esc", Code::Esc),
    ("escape", Code::Esc),
    ("up", Code::Up),
    ("down", Code::Down),
    ("left", Code::Left),
    ("right", Code::Right),
    ("home", Code::Home),
    ("end", Code::End),
    ("pageup", Code::PageUp),
    ("pgup", Code::PageUp),
    ("pagedown", Code::PageDown),
    ("pgdn", Code::PageDown),
    ("space", Code::Char(' ')),
    ("plus", Code::Char('+')),
];

impl Key {
    /// Reads a key from its name in settings; `None` if it is unknown.
    pub fn from_name(text: &str) -> Option<Key> {
        let mut key = Key::plain(Code::Esc);
        let mut rest = text;
        while let Some((modifier, after)) =
            rest.split_once('+').filter(|(m, a)| !m.is_empty() && !a.is_empty())
        {
            let on = match modifier.to_ascii_lowercase().as_str() {
                "ctrl" | "control" => &mut key.ctrl,
                "alt" | "meta" | "option" => &mut key.alt,
                "shift" => &mut key.shift,
                _ => return None,
            };
            if std::mem::replace(on, true) {
                return None;
            }
            rest = after;
        }
        key.code = code(rest)?;
        if let Code::Char(c) = key.code {
            // Shift on a printable key is part of the character.
            let mut upper = c.to_uppercase();
            match (key.shift, upper.next(), upper.next()) {
                (true, Some(large), None) if large != c => key.code = Code::Char(large),
                (true, ..) => return None,
                (false, ..) if key.ctrl || key.alt => {
                    key.code = Code::Char(c.to_lowercase().next().unwrap_or(c));
                }
                (false, ..) => {}
            }
            key.shift = false;
        }
        Some(key)
    }
}

fn code(name: &str) -> Option<Code> {
    let mut chars = name.chars();
    if let (Some(c), None) = (chars.next(), chars.next()) {
        return (!c.is_control()).then_some(Code::Char(c));
    }
    let lower = name.to_ascii_lowercase();
    if let Some((_, code)) = NAMES.iter().find(|(known, _)| *known == lower) {
        return Some(*code);
    }
    let number = lower.strip_prefix('f')?.parse::<u8>().ok()?;
    (1..=24).contains(&number).then_some(Code::F(number))
}

/// Its name in settings.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (on, name) in [(self.ctrl, "ctrl+"), (self.alt, "alt+"), (self.shift, "shift+")] {
            if on {
                f.write_str(name)?;
            }
        }
        match (NAMES.iter().find(|(_, code)| *code == self.code), self.code) {
            (Some((name, _)), _) => f.write_str(name),
            (None, Code::Char(c)) => write!(f, "{c}"),
            (None, Code::F(n)) => write!(f, "f{n}"),
            (
                None,
                Code::Enter
                | Code::Tab
                | Code::Backspace
                | Code::Delete
                | Code::Esc
                | Code::Up
                | Code::Down
                | Code::Left
                | Code::Right
                | Code::Home
                | Code::End
                | Code::PageUp
                | Code::PageDown,
            ) => Ok(()),
        }
    }
}
