//! Where a value ends, whatever the pieces.

use asq_wire::{MAX_BYTES, ScanProgress, Scanner};
use proptest::prelude::*;

/// Feeds the text byte by byte; how many bytes belong to the value.
fn end(text: &[u8]) -> Option<usize> {
    let mut scanner = Scanner::new();
    for (i, byte) in text.iter().enumerate() {
        if let ScanProgress::Done(used) = scanner.push(&[*byte]) {
            return Some(i + used);
        }
    }
    None
}

#[test]
fn a_value_ends_with_its_last_bracket() {
    for (text, value) in [
        (r#"{"a":1} tail"#, r#"{"a":1}"#),
        (" \n\t[1,[2],{\"b\":[]}]{", " \n\t[1,[2],{\"b\":[]}]"),
        (r#"{"a":"}\"]{"}{}"#, r#"{"a":"}\"]{"}"#),
        (r#""text" more"#, r#""text""#),
        (r#""a\\" more"#, r#""a\\""#),
        ("12 13", "12"),
        ("\u{FEFF}{}x", "\u{FEFF}{}"),
        ("}", "}"),
        (r#"{"a": ]  "#, r#"{"a": ]"#),
        ("hello world", "hello"),
    ] {
        assert_eq!(end(text.as_bytes()), Some(value.len()), "{text}");
        assert_eq!(Scanner::new().push(text.as_bytes()), ScanProgress::Done(value.len()), "{text}");
    }
}

#[test]
fn an_unfinished_value_asks_for_more() {
    for text in ["", "  ", "{", r#"{"a":"#, r#"{"a":"b"#, r#"{"a":"b\"}"#, "12", r#"[{}"#] {
        assert_eq!(end(text.as_bytes()), None, "{text}");
    }
    let mut scanner = Scanner::new();
    assert_eq!(scanner.push(b" \n"), ScanProgress::More);
    assert!(scanner.is_blank());
    assert_eq!(scanner.push(b"{"), ScanProgress::More);
    assert!(!scanner.is_blank());
}

#[test]
fn nothing_is_taken_after_the_end() {
    let mut scanner = Scanner::new();
    assert_eq!(scanner.push(b"{}{"), ScanProgress::Done(2));
    assert_eq!(scanner.push(b"}"), ScanProgress::Done(0));
}

#[test]
fn an_endless_value_ends_one_byte_over_the_limit() {
    let mut scanner = Scanner::new();
    assert_eq!(scanner.push(b"\""), ScanProgress::More);
    assert_eq!(scanner.push(&vec![b'a'; MAX_BYTES - 1]), ScanProgress::More);
    assert_eq!(scanner.push(b"aaa"), ScanProgress::Done(1));
}

proptest! {
    #[test]
    fn pieces_make_no_difference(text in r#"[ \[\]{}"\\,:a1é😀]{0,40}"#, cuts in proptest::collection::vec(0usize..200, 0..6)) {
        let bytes = text.as_bytes();
        let mut cuts: Vec<usize> = cuts.into_iter().map(|c| c.min(bytes.len())).collect();
        cuts.push(bytes.len());
        cuts.sort_unstable();
        let (mut scanner, mut from, mut found) = (Scanner::new(), 0, None);
        for cut in cuts {
            if let ScanProgress::Done(used) = scanner.push(&bytes[from..cut]) {
                found = Some(from + used);
                break;
            }
            from = cut;
        }
        prop_assert_eq!(found, end(bytes));
    }
}
