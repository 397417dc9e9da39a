//! What the strict reader lets through, mends and refuses.

use asq_wire::{MAX_BYTES, MAX_DEPTH, Parsed, read, read_json};
use expect_test::{Expect, expect};
use proptest::prelude::*;
use serde_json::Value;

/// The call and the notes, or the problems, as one text.
fn shown(bytes: &[u8]) -> String {
    match read(bytes) {
        Ok(Parsed { value, notes }) => {
            let mut lines =
                vec![format!("{} {}", value.name.as_deref().unwrap_or("(no name)"), value.arguments)];
            lines.extend(notes.iter().map(|n| format!("~ {n}")));
            lines.join("\n")
        }
        Err(misuse) => misuse.to_string(),
    }
}

#[track_caller]
#[allow(clippy::needless_pass_by_value, reason = "an Expect is written in place")]
fn check(text: impl AsRef<[u8]>, wanted: Expect) {
    wanted.assert_eq(&shown(text.as_ref()));
}

#[test]
fn bare_and_named_calls() {
    check(r#"{"questions":[]}"#, expect![[r#"(no name) {"questions":[]}"#]]);
    check(r#"{"name":"question","arguments":{"questions":[]}}"#, expect![[r#"question {"questions":[]}"#]]);
    check(r#"{"arguments":{"a":1}}"#, expect![[r#"(no name) {"a":1}"#]]);
    check(r#"{"name":"Ada"}"#, expect!["Ada {}"]);
    check(r#"{"type":"tool_use","id":"t1","name":"q","arguments":{}}"#, expect!["q {}"]);
}

#[test]
fn arguments_as_a_string() {
    check(
        r#"{"name":"q","arguments":"{\"a\":[1]}"}"#,
        expect![[r#"
            q {"a":[1]}
            ~ arguments: mended: was a string of JSON; its content was read"#]],
    );
    check(r#"{"name":"q","arguments":"{a"}"#, expect![[r#"q "{a""#]]);
}

#[test]
fn calls_that_are_none() {
    check("[]", expect!["(no name) []"]);
    check(
        r#"{"name":7,"arguments":[]}"#,
        expect!["- name: must be the tool's name as a string, but is the number 7."],
    );
}

#[test]
fn what_is_no_json() {
    check("", expect!["- input: must be a JSON object, but it is empty."]);
    check(" \n", expect!["- input: must be a JSON object, but it is empty."]);
    check(
        "Which database?",
        expect![[r#"- input: must be JSON, but line 1 column 1 is not: expected value, at "Which"."#]],
    );
    check(
        "{\"a\":\n tru}",
        expect![[r#"- input: must be JSON, but line 2 column 5 is not: expected ident, at "}"."#]],
    );
    check(
        r#"{"a":1"#,
        expect!["- input: must be JSON, but it ends inside an object that is still open, at line 1."],
    );
    check(
        "{\"a\":\"x\ny\"}",
        expect![[
            r#"- input: must be JSON, but line 2 column 0 is not: control character (\u0000-\u001F) found while parsing a string, at "y\"}"."#
        ]],
    );
    check(r#"{"a":1e999}"#, expect![[r#"(no name) {"a":1e+999}"#]]);
    check(b"{\"a\":\"\xFF\"}", expect!["- input: must be UTF-8, but the byte at 6 belongs to no character."]);
}

#[test]
fn more_than_one_value() {
    check(
        "{} {}",
        expect![[
            r#"- input: must be one JSON value, but more came after it: "{}". Send one call at a time."#
        ]],
    );
    check("{}\n \n", expect!["(no name) {}"]);
}

#[test]
fn duplicate_keys_are_named_with_their_path() {
    check(
        r#"{"a":1,"q":[{"x":{"k":1}},{"x":{"k":1,"k":2}}],"a":2,"\u0061":3}"#,
        expect![[r#"
            - q[1].x.k: must stand once in its object, but came more than once. Keep one of them.
            - a: must stand once in its object, but came more than once. Keep one of them.
            - a: must stand once in its object, but came more than once. Keep one of them."#]],
    );
    check(
        r#"{"a":{"k":1},"b":{"k":1},"c":["k","k"]}"#,
        expect![[r#"(no name) {"a":{"k":1},"b":{"k":1},"c":["k","k"]}"#]],
    );
    check(
        r#"{"a b\u001b":1,"a b\u001b":2}"#,
        expect![[
            r#"- ["a b\u001b"]: must stand once in its object, but came more than once. Keep one of them."#
        ]],
    );
}

#[test]
fn lone_surrogates_are_mended_and_noted() {
    check(
        r#"{"a":"x\ud83d","b":["\udc00y\uD83D z"],"ok":"\ud83d\ude00 \\ud83d"}"#,
        expect![[r#"
            (no name) {"a":"x�","b":["�y� z"],"ok":"😀 \\ud83d"}
            ~ a: mended: a lone surrogate became U+FFFD
            ~ b[0]: mended: lone surrogates became U+FFFD"#]],
    );
    check(
        r#"{"\ud83d":1}"#,
        expect![[r#"
        (no name) {"�":1}
        ~ ["�"]: mended: a lone surrogate became U+FFFD"#]],
    );
}

#[test]
fn a_byte_order_mark_is_dropped() {
    check(
        "\u{FEFF}{}",
        expect![[r#"
        (no name) {}
        ~ input: dropped: a byte order mark"#]],
    );
}

#[test]
fn depth_at_and_above_the_limit() {
    let nest = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    assert!(read_json(nest(MAX_DEPTH).as_bytes()).is_ok());
    let above = format!("{{\"a\":1,\"a\":2,\"b\":{}}}", nest(MAX_DEPTH));
    check(
        above,
        expect![[r#"
            - a: must stand once in its object, but came more than once. Keep one of them.
            - b[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]: must nest at most 32 levels of arrays and objects, but goes deeper. Send the arguments flat, as the tool's schema shows them."#]],
    );
    assert!(read_json(nest(200).as_bytes()).is_err());
    assert!(read_json("[".repeat(100_000).as_bytes()).is_err());
}

#[test]
fn size_at_and_above_the_limit() {
    let text = |n: usize| format!("{{\"a\":\"{}\"}}", "x".repeat(n - 8));
    assert!(read(text(MAX_BYTES).as_bytes()).is_ok());
    check(
        text(MAX_BYTES + 1),
        expect![
            "- input: must have at most 4194304 bytes (4 MiB), but at least 4194305 came. Shorten texts and previews, or name files instead of quoting them."
        ],
    );
}

#[test]
fn a_flood_of_problems_is_counted() {
    let text = format!("{{{}\"a\":1}}", "\"a\":1,".repeat(60));
    let shown = shown(text.as_bytes());
    assert_eq!(shown.lines().count(), 41);
    assert!(shown.ends_with("\n- and 20 more."), "{shown}");
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(bytes);
    }

    #[test]
    fn near_json_is_read_or_refused(text in r#"[ \[\]{}"\\,:au0d8c1é😀]{0,60}"#) {
        match read_json(text.as_bytes()) {
            Ok(parsed) => {
                let again = read_json(parsed.value.to_string().as_bytes()).unwrap();
                prop_assert_eq!(again.value, parsed.value);
            }
            Err(misuse) => prop_assert!(!misuse.problems.is_empty()),
        }
    }

    #[test]
    fn floats_come_back_to_the_bit(bits in any::<u64>()) {
        let number = f64::from_bits(bits);
        prop_assume!(number.is_finite());
        let Parsed { value, .. } = read_json(Value::from(number).to_string().as_bytes()).unwrap();
        prop_assert_eq!(value.as_f64().map(f64::to_bits), Some(bits));
    }
}

/// Long strings are decoded differently from short ones, with the same result.
#[test]
fn long_strings_are_read_like_short_ones() {
    let filler = "né 数 \u{1f9ad} ".repeat(1500);
    let escapes = r#"\n\t\r\b\f\"\\\/\u0041\u00e9\ud83e\uddad\ufffd\u0000"#;
    let strange =
        ["", escapes, "\\u12G4", "\\x", "\\u+123", "\u{1}", "\n", "\\ud83e\\u0041", "\\uddad", "\\u00"];
    for part in strange {
        for text in [format!("{filler}{part}{filler}"), format!("{part}{filler}"), format!("{filler}{part}")]
        {
            let whole = format!(
                r#"{{"a\n": "x", "{part}k": ["", "{text}", {{"b": "{text}"}}, 1, "{part}"], "z": "y"}}"#
            );
            // Lone surrogates are mended before anything is parsed.
            let mended = whole.replace("\\ud83e\\u0041", "\\ufffd\\u0041");
            let mended = if part == "\\uddad" { mended.replace(part, "\\ufffd") } else { mended };
            let expected: Option<Value> = serde_json::from_str(&mended).ok();
            assert_eq!(read_json(whole.as_bytes()).ok().map(|parsed| parsed.value), expected, "{part:?}");
        }
    }
    let refused = read_json(format!("[\"{filler}\\x\"]").as_bytes()).unwrap_err();
    assert_eq!(
        refused.problems[0].to_string(),
        "input: must be JSON, but line 1 column 19504 is not: invalid escape, at \"x\\\"]\"."
    );
}

/// Pieces between escapes are copied in one way or another, by their length and by how far they move.
#[test]
fn pieces_of_any_length_between_escapes_keep_their_letters() {
    let letters: String = ('a'..='z').cycle().take(300).collect();
    let pieces: String = (0..300).map(|length| [&letters[..length], "\\n"].concat()).collect();
    for before in 0..40 {
        for last in [0, 1, 15, 16, 17, 129] {
            // The first member decides how far the first pieces move.
            let whole = format!(r#"["{}", "{pieces}{}"]"#, &letters[..before], &letters[..last]);
            let alone = format!("\"{pieces}{}\"", &letters[..last]);
            for text in [whole, alone] {
                let expected: Value = serde_json::from_str(&text).unwrap();
                let read = read_json(text.as_bytes()).map(|parsed| parsed.value).unwrap();
                assert_eq!(read, expected, "{before}, {last}");
            }
        }
    }
}
