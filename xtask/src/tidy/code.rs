//! Rust source, reduced to what the rules need.
//!
//! - Comments and literals become blanks of the same length, so positions stay valid.
//! - Lifetimes aren't literals; raw strings, including those of bytes and of C, end at their own hashes.
//! - Identifiers split into words, in either spelling.
//! - Names after a keyword are found as whole identifiers.

/// The code of a source; positions and line breaks stay the same.
pub(crate) fn only_code(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = skipped(bytes, at);
        if end > at {
            for byte in &mut out[at..end] {
                if *byte != b'\n' {
                    *byte = b' ';
                }
            }
            at = end;
        } else {
            at += 1;
        }
    }
    // Outside literals and comments, our Rust is ASCII.
    String::from_utf8_lossy(&out).into_owned()
}

/// The end of the comment or literal that begins here; `at` itself if none begins.
fn skipped(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    let after_word = at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_');
    match rest {
        [b'/', b'/', ..] => at + rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()),
        [b'/', b'*', ..] => at + find(rest, b"*/").map_or(rest.len(), |end| end + 2),
        [b'r', b'"' | b'#', ..] if !after_word => raw(bytes, at, 1),
        [b'b' | b'c', b'r', b'"' | b'#', ..] if !after_word => raw(bytes, at, 2),
        [b'"', ..] => at + quoted(rest),
        [b'\'', b'\\', ..] => {
            at + rest[2..].iter().skip(1).position(|b| *b == b'\'').map_or(rest.len(), |e| e + 4)
        }
        [b'\'', ..] => character(bytes, at),
        _ => at,
    }
}

fn quoted(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

/// `prefix` counts the letters before the hashes.
fn raw(bytes: &[u8], at: usize, prefix: usize) -> usize {
    let hashes = bytes[at + prefix..].iter().take_while(|byte| **byte == b'#').count();
    if bytes.get(at + prefix + hashes) != Some(&b'"') {
        return at;
    }
    let mut close = vec![b'"'];
    close.extend(std::iter::repeat_n(b'#', hashes));
    let body = at + prefix + hashes + 1;
    find(&bytes[body..], &close).map_or(bytes.len(), |end| body + end + close.len())
}

/// A character literal is one character between quotes; a lifetime has no second quote.
fn character(bytes: &[u8], at: usize) -> usize {
    let Ok(text) = std::str::from_utf8(&bytes[at + 1..]) else { return at };
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(inner), Some('\'')) => at + 2 + inner.len_utf8(),
        (_, _) => at,
    }
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

/// An identifier's words in lower case: `QuestionItem` and `question_item` both have two.
pub(crate) fn words(identifier: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut lower = false;
    for letter in identifier.chars() {
        if letter == '_' || (lower && letter.is_uppercase()) {
            words.push(String::new());
        }
        if letter != '_' {
            words.last_mut().into_iter().for_each(|word| word.extend(letter.to_lowercase()));
        }
        lower = letter.is_lowercase() || letter.is_ascii_digit();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The identifiers after a keyword, such as each `enum`'s name, with their byte positions.
pub(crate) fn named_after<'a>(code: &'a str, keyword: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    code.match_indices(keyword).filter_map(move |(at, _)| {
        let before = code[..at].chars().next_back();
        let rest = &code[at + keyword.len()..];
        let name = rest.trim_start();
        let starts = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let whole = before.is_none_or(|c| !is_part(c)) && rest.starts_with(char::is_whitespace) && starts;
        let end = name.find(|c: char| !is_part(c)).unwrap_or(name.len());
        whole.then(|| (at, &name[..end]))
    })
}

pub(crate) fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub(crate) fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blanked() {
        assert_eq!(only_code("a // b\nc /* d */ e"), "a     \nc         e");
        assert_eq!(
            only_code(r#"f("g\"h", 'i', '\'', r"j", 'k: loop)"#),
            "f(      ,    ,     ,     , 'k: loop)"
        );
        assert_eq!(only_code("r#\"a\"b\"# c"), "         c");
        assert_eq!(only_code("br#\"a\"b\"# c r#fn cr\"\\\" d"), "          c r#fn       d");
        assert_eq!(only_code("abr#\"c\"#"), "abr#   #");
        assert_eq!(only_code("&'a str"), "&'a str");
        assert_eq!(only_code("x('…')"), format!("x({})", " ".repeat(5)));
        assert_eq!(only_code(r"'\u{1b}' x"), "         x");
    }

    #[test]
    fn identifiers_fall_into_words() {
        assert_eq!(words("QuestionItem"), ["question", "item"]);
        assert_eq!(words("as_u8_value"), ["as", "u8", "value"]);
    }
}
