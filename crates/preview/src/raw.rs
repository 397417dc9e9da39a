//! A source's lines, one at a time, from any place in it.
//!
//! - Breaks at LF, CR LF and CR.
//! - A line over four kilobytes comes in pieces, so that no single line costs more than a screenful.
//! - A piece ends after a blank in its second half, or else between two characters.

use asq_core::text::{Shown, Untrusted};

/// Most bytes of a piece.
const PIECE: usize = 4 << 10;

/// A line, or a piece of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Raw<'a> {
    /// Its text without the break.
    pub(crate) text: &'a str,
    pub(crate) torn: bool,
    /// Where the next one starts.
    pub(crate) next: usize,
}

/// The line at a byte; `None` at the end.
pub(crate) fn line(source: &str, at: usize) -> Option<Raw<'_>> {
    let rest = source.get(at..).filter(|rest| !rest.is_empty())?;
    let near = &rest[..rest.floor_char_boundary(PIECE)];
    if let Some(end) = near.bytes().position(|b| b == b'\n' || b == b'\r') {
        let wide = rest[end..].starts_with("\r\n");
        return Some(Raw { text: &rest[..end], torn: false, next: at + end + 1 + usize::from(wide) });
    }
    if near.len() == rest.len() {
        return Some(Raw { text: rest, torn: false, next: source.len() });
    }
    let after = &rest[near.len()..];
    // A break right behind a full piece ends its line; otherwise an empty line would follow.
    if let Some(after) = after.strip_prefix("\r\n").or_else(|| after.strip_prefix(['\n', '\r'])) {
        let next = source.len() - after.len();
        return Some(Raw { text: near, torn: false, next });
    }
    let end = near.rfind(' ').map_or(near.len(), |blank| blank + 1);
    let end = if end < PIECE / 2 { near.len() } else { end };
    Some(Raw { text: &near[..end], torn: true, next: at + end })
}

/// A line ready to paint, with tabs expanded to multiples of four.
pub(crate) fn shown(line: &str) -> Shown {
    Shown::lines(&Untrusted::from(line)).into_iter().next().unwrap_or_default()
}

/// Whether a line is part of a drawing: it has a box-drawing character.
pub(crate) fn is_drawn(line: &str) -> bool {
    !line.is_ascii() && line.contains(|c| ('\u{2500}'..='\u{259f}').contains(&c))
}

#[cfg(test)]
mod tests {
    use super::line;

    fn all(source: &str) -> Vec<(String, bool)> {
        let mut at = 0;
        std::iter::from_fn(|| {
            let raw = line(source, at)?;
            at = raw.next;
            Some((raw.text.to_owned(), raw.torn))
        })
        .collect()
    }

    #[test]
    fn every_kind_of_break_breaks() {
        let whole = |t: &str| (t.to_owned(), false);
        assert_eq!(all("a\nb\r\nc\rd\n\n"), ["a", "b", "c", "d", ""].map(whole));
        assert_eq!(all(""), []);
    }

    #[test]
    fn long_lines_come_in_pieces_and_whole() {
        for (source, pieces) in
            [("x".repeat(10_000), 3), ("some words ".repeat(1000), 3), ("é".repeat(4096), 2)]
        {
            let parts = all(&source);
            assert_eq!(parts.len(), pieces);
            assert_eq!(parts.iter().map(|(t, _)| t.as_str()).collect::<String>(), source);
            assert_eq!(parts.iter().filter(|(_, torn)| !torn).count(), 1);
        }
        assert_eq!(
            all(&format!("{}\r\nb", "x".repeat(4096))).len(),
            2,
            "the break behind a full piece is one"
        );
    }
}
