//! The places where a row contains the searched text.
//!
//! - In any case, as the search itself compares.
//! - In the text as it is shown: an escaped character is found as it stands there.
//! - Nothing is moved or cut by it.

use asq_core::text::{Shown, Span, Style, Tone};

/// A text with its hits in a style of their own; `search` is in lower case.
pub(super) fn spans(text: &Shown, search: &str, style: Style) -> Vec<Span> {
    let whole = text.as_str();
    let mut spans = Vec::new();
    let (mut from, mut at) = (0, 0);
    while let Some(c) = whole[at..].chars().next() {
        match hit(&whole[at..], search) {
            Some(len) if !search.is_empty() => {
                spans.push(Span::new(text.part(from..at), style));
                let marked = Style { tone: Tone::Warn, ..style }.bold();
                spans.push(Span::new(text.part(at..at + len), marked));
                at += len;
                from = at;
            }
            Some(_) | None => at += c.len_utf8(),
        }
    }
    spans.push(Span::new(text.part(from..whole.len()), style));
    spans.retain(|span| !span.text.is_empty());
    spans
}

/// How many bytes of the text's beginning are the searched one.
fn hit(text: &str, search: &str) -> Option<usize> {
    let mut left = search.chars();
    for (at, c) in text.char_indices() {
        if left.as_str().is_empty() {
            return Some(at);
        }
        for lower in c.to_lowercase() {
            if left.next() != Some(lower) {
                return None;
            }
        }
    }
    left.as_str().is_empty().then_some(text.len())
}

#[cfg(test)]
mod tests {
    use super::spans;
    use asq_core::text::{Shown, Style, Untrusted};

    #[test]
    fn hits_are_marked_in_any_case_and_the_text_stays() {
        let marks = |text: &str, search: &str| {
            let shown = Shown::one_line(&Untrusted::from(text));
            let all = spans(&shown, search, Style::default());
            let mark = |s: &asq_core::text::Span| {
                if s.style.bold { format!("[{}]", s.text) } else { s.text.to_string() }
            };
            all.iter().map(mark).collect::<String>()
        };
        let rows = [
            ("Which ASQ of asq?", "asq"),
            ("aaa", "aa"),
            ("Straße İstanbul", "straße"),
            ("日本 and 日", "日"),
            ("nothing", "x"),
            ("all", ""),
            ("e\u{301}e", "e"),
            ("asq", "asqx"),
            ("a\u{1b}b", "u+001b"),
        ];
        let expected = [
            "Which [ASQ] of [asq]?",
            "[aa]a",
            "[Straße] İstanbul",
            "[日]本 and [日]",
            "nothing",
            "all",
            "[e\u{301}][e]",
            "asq",
            "a<[U+001B]>b",
        ];
        assert_eq!(rows.map(|(text, search)| marks(text, search)), expected.map(str::to_owned));
    }
}
