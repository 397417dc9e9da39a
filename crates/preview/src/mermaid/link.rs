//! The edges of a flowchart: signs such as `-->`, `-. label .->`, `<==>`, `~~~`.

use super::canvas::Weight;
use super::graph::EdgeEnd;
use super::quotes::unquoted;

#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) label: String,
    pub(super) weight: Weight,
    pub(super) tail: EdgeEnd,
    pub(super) head: EdgeEnd,
    /// It only orders its nodes.
    pub(super) hidden: bool,
}

/// An edge's sign with its label, and the rest.
pub(super) fn link(text: &str) -> Option<(Link, &str)> {
    // `o` and `x` are ends only next to a sign; otherwise they begin a name.
    let (tail, body) = match text.chars().next()? {
        '<' => (EdgeEnd::Arrow, &text[1..]),
        'o' if text.starts_with("o-") => (EdgeEnd::Circle, &text[1..]),
        'x' if text.starts_with("x-") => (EdgeEnd::Cross, &text[1..]),
        _ => (EdgeEnd::None, text),
    };
    if let Some(rest) = body.strip_prefix("~~~") {
        let link =
            Link { label: String::new(), weight: Weight::Thin, tail, head: EdgeEnd::None, hidden: true };
        return Some((link, rest.trim_start_matches('~').trim_start()));
    }
    let (weight, begins, ends) = match body.get(..2)? {
        "--" => (Weight::Thin, "--", "--"),
        "==" => (Weight::Heavy, "==", "=="),
        "-." => (Weight::Dotted, "-.", ".-"),
        _ => return None,
    };
    let mut label = "";
    let (head, mut rest) = if let Some(found) = closed(body, weight) {
        found
    } else {
        // `-- label -->`
        let inner = body.strip_prefix(begins)?;
        let end = inner.find(ends)?;
        label = inner[..end].trim();
        let tail = &inner[end..];
        match tail.strip_prefix('.').filter(|_| weight == Weight::Dotted) {
            Some(rest) => headed(rest.trim_start_matches('-')),
            None => closed(tail, weight)?,
        }
    };
    rest = rest.trim_start();
    if let Some(inner) = rest.strip_prefix('|') {
        let end = inner.find('|')?;
        label = inner[..end].trim();
        rest = inner[end + 1..].trim_start();
    }
    let link = Link { label: unquoted(label).to_owned(), weight, tail, head, hidden: false };
    Some((link, rest))
}

/// A whole sign such as `-->`, `---` or `-.->`.
fn closed(text: &str, weight: Weight) -> Option<(EdgeEnd, &str)> {
    let (sign, fewest) = match weight {
        Weight::Thin => ('-', 2),
        Weight::Heavy => ('=', 2),
        Weight::Dotted => {
            let rest = text.strip_prefix('-')?.trim_start_matches('.');
            let rest = rest.strip_prefix('-')?;
            return Some(headed(rest));
        }
    };
    let rest = text.trim_start_matches(sign);
    let count = text.len() - rest.len();
    let (head, rest) = headed(rest);
    // Without a head a third sign is needed: two of them begin a label.
    (count >= fewest + usize::from(head == EdgeEnd::None)).then_some((head, rest))
}

fn headed(rest: &str) -> (EdgeEnd, &str) {
    let apart = |rest: &str| rest.is_empty() || rest.starts_with([' ', '|', '\t']);
    match rest.chars().next() {
        Some('>') => (EdgeEnd::Arrow, &rest[1..]),
        Some('o') if apart(&rest[1..]) => (EdgeEnd::Circle, &rest[1..]),
        Some('x') if apart(&rest[1..]) => (EdgeEnd::Cross, &rest[1..]),
        _ => (EdgeEnd::None, rest),
    }
}
