//! HTML in pieces: tags, texts, and skipped parts.
//!
//! - A `<` that starts no tag, and a tag or comment that never ends, are text.
//! - A text over four kilobytes comes in several pieces.
//! - Attributes are looked up by name, quoted or not.

/// Longest piece of text, and longest tag, in bytes.
const PIECE: usize = 4 << 10;

/// Longest comment, in bytes.
const COMMENT: usize = 64 << 10;

/// A piece of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Text(&'a str),
    /// The name as written, and the rest of the tag.
    Open(&'a str, &'a str),
    Close(&'a str),
    /// A comment or a declaration.
    Passed,
}

/// The piece at a byte, and where the next one starts; `None` at the end.
pub(super) fn next(source: &str, at: usize) -> Option<(Token<'_>, usize)> {
    let rest = source.get(at..).filter(|rest| !rest.is_empty())?;
    let near = &rest[..rest.floor_char_boundary(PIECE)];
    if let Some((token, length)) = tag(rest, near) {
        return Some((token, at + length));
    }
    // A `<` here is text.
    let first = usize::from(near.starts_with('<'));
    let end = near[first..].find('<').map_or(near.len(), |end| first + end);
    let end = if end == near.len() && near.len() < rest.len() {
        near.rfind(char::is_whitespace).filter(|blank| *blank > 0).unwrap_or(end)
    } else {
        end
    };
    Some((Token::Text(&rest[..end]), at + end))
}

fn tag<'a>(rest: &'a str, near: &'a str) -> Option<(Token<'a>, usize)> {
    let inside = near.strip_prefix('<')?;
    if inside.starts_with("!--") {
        let end = rest.get(4..rest.floor_char_boundary(COMMENT))?.find("-->")?;
        return Some((Token::Passed, 4 + end + 3));
    }
    if inside.starts_with(['!', '?']) {
        return Some((Token::Passed, near.find('>')? + 1));
    }
    let (closes, named) = inside.strip_prefix('/').map_or((false, inside), |named| (true, named));
    if !named.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let ends = |c: char| c.is_whitespace() || matches!(c, '/' | '>');
    let name = &named[..named.find(ends).unwrap_or(named.len())];
    let from = near.len() - named.len() + name.len();
    let mut quote = None;
    for (at, c) in near[from..].char_indices() {
        match (quote, c) {
            (None, '>') => {
                let token =
                    if closes { Token::Close(name) } else { Token::Open(name, &near[from..from + at]) };
                return Some((token, from + at + 1));
            }
            // A quote starts a value only after `=`.
            (None, '"' | '\'') if near[from..from + at].trim_end().ends_with('=') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None | Some(_), _) => {}
        }
    }
    None
}

/// The end of the closing tag of this element, searching from `at`.
pub(super) fn end_of(source: &str, at: usize, name: &str) -> usize {
    let mut from = at;
    while let Some(open) = source[from..].find("</") {
        let inside = from + open + 2;
        if source.get(inside..inside + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name)) {
            return source[inside..].find('>').map_or(source.len(), |end| inside + end + 1);
        }
        from = inside;
    }
    source.len()
}

/// The value of an attribute, unquoted; empty for an attribute without a value.
pub(super) fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = tag.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '=' | '/')).unwrap_or(rest.len());
        let (found, after) = rest.split_at(end);
        let after = after.trim_start();
        let (value, after) = match after.strip_prefix('=').map(str::trim_start) {
            None => ("", after),
            Some(given) => match given.chars().next().filter(|c| matches!(c, '"' | '\'')) {
                Some(quote) => given[1..].split_once(quote).unwrap_or((&given[1..], "")),
                None => given.split_at(given.find(char::is_whitespace).unwrap_or(given.len())),
            },
        };
        if found.eq_ignore_ascii_case(name) {
            return Some(value);
        }
        rest = after.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Token, attribute, end_of, next};

    fn all(source: &str) -> Vec<Token<'_>> {
        let mut at = 0;
        std::iter::from_fn(|| {
            let (token, end) = next(source, at)?;
            at = end;
            Some(token)
        })
        .collect()
    }

    #[test]
    fn tags_and_texts_come_in_turn() {
        use Token::{Close, Open, Passed, Text};
        assert_eq!(
            all("<!DOCTYPE html><p class=\"a>b\">x <b/>y</P ><!-- <i> -->a < b"),
            [
                Passed,
                Open("p", " class=\"a>b\""),
                Text("x "),
                Open("b", "/"),
                Text("y"),
                Close("P"),
                Passed,
                Text("a "),
                Text("< b")
            ]
        );
        assert_eq!(all("<p <b"), [Text("<p "), Text("<b")]);
        assert_eq!(all("<!-- x"), [Text("<!-- x")]);
        assert_eq!(all("it's <b title=it's>x"), [Text("it's "), Open("b", " title=it's"), Text("x")]);
    }

    #[test]
    fn attributes_are_found_by_name() {
        let tag = " href = 'a b' data-x=1 checked ALT=\"\" title=t/";
        assert_eq!(attribute(tag, "href"), Some("a b"));
        assert_eq!(attribute(tag, "data-x"), Some("1"));
        assert_eq!(attribute(tag, "checked"), Some(""));
        assert_eq!(attribute(tag, "alt"), Some(""));
        assert_eq!(attribute(tag, "title"), Some("t/"));
        assert_eq!(attribute(tag, "x"), None);
    }

    #[test]
    fn raw_elements_end_at_their_own_tag() {
        let source = "<script>if (a </b) x</SCRIPT >after";
        assert_eq!(&source[end_of(source, 8, "script")..], "after");
        assert_eq!(end_of("<style> x", 7, "style"), 9);
    }
}
