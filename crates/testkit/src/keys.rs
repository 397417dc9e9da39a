//! Key strings: everything a person types, on one line.
//!
//! - Letters stand for themselves; `<ret>`, `<down>`, `<c-c>`, `<a-ret>`, `<s-tab>` name other keys.
//! - `<lt>` and `<gt>` are the angle brackets; `<space>` is a space (as is a plain space).
//! - `<paste:some text>` is one paste; `
//! - `, `\r`, `\t`, `\\` and `\>` are escapes inside it.
//! - An unknown name fails the test that uses it.

use asq_core::form::{Code, Key};

/// One keystroke or paste.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keystroke {
    Key(Key),
    Paste(String),
}

/// Parses a key string.
///
/// # Panics
/// A name is unknown or a bracket stays open: the test is wrong.
pub fn parse(keys: &str) -> Vec<Keystroke> {
    let mut typed = Vec::new();
    let mut rest = keys;
    while let Some(c) = rest.chars().next() {
        if c != '<' {
            typed.push(Keystroke::Key(Key::char(c)));
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let inner = &rest[1..];
        let end = closing(inner);
        assert!(end < inner.len(), "no closing bracket in key string {keys:?}");
        let name = &inner[..end];
        typed.push(match name.strip_prefix("paste:") {
            Some(text) => Keystroke::Paste(unescape(text)),
            None => Keystroke::Key(named(name)),
        });
        rest = &inner[end + 1..];
    }
    typed
}

/// The closing bracket; in a paste, a backslash escapes one.
fn closing(inner: &str) -> usize {
    let escapes = inner.starts_with("paste:");
    let mut escaped = false;
    for (at, c) in inner.char_indices() {
        match c {
            '\\' if escapes && !escaped => escaped = true,
            '>' if !escaped => return at,
            _ => escaped = false,
        }
    }
    inner.len()
}

fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('r') => out.push('\r'),
            Some('t') => out.push('\t'),
            Some(other) => out.push(other),
            None => out.push('\\'),
        }
    }
    out
}

/// A key's name, with modifiers in front (`c-`, `a-`, `s-`).
fn named(name: &str) -> Key {
    let (mut ctrl, mut alt, mut shift) = (false, false, false);
    let mut rest = name;
    while rest.len() > 2 && rest.as_bytes()[1] == b'-' {
        match rest.as_bytes()[0] {
            b'c' => ctrl = true,
            b'a' => alt = true,
            b's' => shift = true,
            other => panic!("unknown modifier {:?} in <{name}>", other as char),
        }
        rest = &rest[2..];
    }
    Key { code: code(rest, name), ctrl, alt, shift }
}

fn code(rest: &str, name: &str) -> Code {
    match rest {
        "ret" | "enter" => Code::Enter,
        "tab" => Code::Tab,
        "bs" => Code::Backspace,
        "del" => Code::Delete,
        "esc" => Code::Esc,
        "up" => Code::Up,
        "down" => Code::Down,
        "left" => Code::Left,
        "right" => Code::Right,
        "home" => Code::Home,
        "end" => Code::End,
        "pgup" => Code::PageUp,
        "pgdn" => Code::PageDown,
        "space" => Code::Char(' '),
        "lt" => Code::Char('<'),
        "gt" => Code::Char('>'),
        other => {
            let mut chars = other.chars();
            match (chars.next(), chars.as_str()) {
                (Some(c), "") => Code::Char(c),
                (Some('f'), number) if number.parse::<u8>().is_ok_and(|n| (1..=24).contains(&n)) => {
                    Code::F(number.parse().unwrap_or(1))
                }
                _ => panic!("unknown key <{name}>"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Keystroke, parse};
    use asq_core::form::{Code, Key};

    fn key(key: Key) -> Keystroke {
        Keystroke::Key(key)
    }

    #[test]
    fn letters_names_modifiers_and_pastes() {
        assert_eq!(
            parse("hé <down><s-tab><c-c><a-ret><c-a-left><f12><lt>"),
            vec![
                key(Key::char('h')),
                key(Key::char('é')),
                key(Key::char(' ')),
                key(Key::plain(Code::Down)),
                key(Key::shift(Code::Tab)),
                key(Key::ctrl(Code::Char('c'))),
                key(Key::alt(Code::Enter)),
                key(Key { code: Code::Left, ctrl: true, alt: true, shift: false }),
                key(Key::plain(Code::F(12))),
                key(Key::char('<')),
            ]
        );
        assert_eq!(
            parse("<paste:a <b\\> c\\n\\\\><bs>"),
            vec![Keystroke::Paste("a <b> c\n\\".to_owned()), key(Key::plain(Code::Backspace))]
        );
    }

    #[test]
    #[should_panic(expected = "unknown key <donw>")]
    fn a_misspelt_name_fails() {
        parse("<donw>");
    }

    #[test]
    #[should_panic(expected = "no closing bracket")]
    fn an_open_bracket_fails() {
        parse("a<paste:b");
    }
}
