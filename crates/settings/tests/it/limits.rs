//! The limits of a file: each one exactly, and one more.

use asq_settings::{File, FileLimits, Format, Layer, OverLimit, Setting, Trust, resolve, toml_rows, unset};
use std::iter::repeat_n;

fn members(count: usize) -> String {
    let each: Vec<String> = (0..count).map(|n| format!("\"k{n}\":{n}")).collect();
    format!("{{{}}}", each.join(","))
}

fn list(count: usize) -> String {
    format!("[{}]", repeat_n("0", count).collect::<Vec<_>>().join(","))
}

fn nested(levels: usize) -> String {
    format!("{}{}", "[".repeat(levels), "]".repeat(levels))
}

fn said(limits: FileLimits, text: &str) -> String {
    limits.json(text.as_bytes()).map_or_else(|over| over.to_string(), |()| "within".to_owned())
}

#[test]
fn every_kind_of_file_has_its_limits() {
    for limits in [FileLimits::SETTINGS, FileLimits::TRUST, FileLimits::DRAFT, FileLimits::PROGRAM] {
        let FileLimits { members: most, depth, .. } = limits;
        for text in [members(most), list(most), nested(depth)] {
            assert_eq!(limits.json(text.as_bytes()), Ok(()));
        }
        let over = |came| Err(OverLimit::Members { place: String::new(), came, most });
        assert_eq!(limits.json(members(most + 1).as_bytes()), over(most + 1));
        assert_eq!(limits.json(list(most + 7).as_bytes()), over(most + 7));
        let place = "[0]".repeat(depth);
        assert_eq!(limits.json(nested(depth + 1).as_bytes()), Err(OverLimit::Depth { place, most: depth }));
    }
}

#[test]
fn what_is_beyond_a_limit_is_named() {
    let limits = FileLimits { bytes: 0, members: 2, depth: 3 };
    for (text, wanted) in [
        (r#"{"a":1,"b":2,"c":3}"#, "it holds 3 members; at most 2 are read"),
        (r#"{"a":{"b":[1,2,3]}}"#, "a.b holds 3 members; at most 2 are read"),
        (r#"[0,{"a":[7,[]]}]"#, "[1].a[1] lies deeper than 3 levels; no more are read"),
        (r#"{"a":{"b\u0022\n":{"c":{}}}}"#, r#"a."b\"\n".c lies deeper than 3 levels; no more are read"#),
        (r#" { "a,{[" : "}]" , "\\" : [ "\"," , "" ] } "#, "within"),
        (r#"{"a":"x":"y","b":1}"#, "within"),
        (r#"{"a":[{"b":1}],"c":[{"d":1}]}"#, "within"),
        ("]}]},,,,", "within"),
        (r#"{"a"#, "within"),
        ("", "within"),
    ] {
        assert_eq!(said(limits, text), wanted, "{text}");
    }
    let long = format!("{{\"{}\":{{\"{}\":[[0]]}}}}", "x".repeat(50), "y".repeat(50));
    let shown = format!("{}.{}… lies deeper than 3 levels; no more are read", "x".repeat(50), "y".repeat(9));
    assert_eq!(said(limits, &long), shown);
}

/// Settings in JSON and TOML, and a theme: nothing in them counts, and asq doesn't write to them.
#[test]
fn a_file_beyond_a_limit_counts_nowhere() {
    let bell = Setting::named("bellOnQuestion").unwrap();
    let json = |inner: &str| format!("{{\"bellOnQuestion\":false,\"x\":{inner}}}");
    let toml = |inner: &str| format!("bellOnQuestion = false\nx = {inner}\n");
    let dotted = |levels: usize| format!("bellOnQuestion = false\ny{} = 1\n", ".a".repeat(levels));
    let FileLimits { members: most, depth, .. } = FileLimits::SETTINGS;
    let place = |levels: usize| format!("x{}", "[0]".repeat(levels));
    let deep = |place: &str| format!("{place} lies deeper than {depth} levels; no more are read");
    let long = |came: usize| format!("x holds {came} members; at most {most} are read");
    let cases = [
        (Format::Json, json(&list(most)), None),
        (Format::Json, json(&list(most + 1)), Some(long(most + 1))),
        (Format::Json, json(&nested(depth - 1)), None),
        (Format::Json, json(&nested(depth)), Some(deep(&place(depth - 1)))),
        (Format::Toml, toml(&list(most)), None),
        (Format::Toml, toml(&list(most + 1)), Some(long(most + 1))),
        (Format::Toml, toml(&nested(depth - 1)), None),
        (Format::Toml, toml(&nested(depth)), Some(deep(&place(depth - 1)))),
        (Format::Toml, dotted(depth - 1), None),
        (Format::Toml, dotted(depth), Some(deep(&format!("y{}", ".a".repeat(depth - 1))))),
    ];
    for (format, text, trouble) in cases {
        let loaded = format.check("f", &text);
        let told: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
        let wanted = trouble.as_ref().map(|why| vec![format!("f can't be read: {why}")]);
        let unknown = if text.contains("y.a") { "y" } else { "x" };
        let wanted = wanted.unwrap_or_else(|| vec![format!("f: there is no setting {unknown}")]);
        assert_eq!(
            (told, loaded.settings.bell_on_question, unset(format, &text, bell).is_err()),
            (wanted, trouble.is_some(), trouble.is_some()),
            "{text}"
        );
        if format == Format::Toml {
            assert_eq!(toml_rows(&text).is_err(), trouble.is_some(), "{text}");
        }
    }
}

/// However deep a stranger's file nests its keys, the parser's stack is deep enough.
#[test]
fn the_deepest_file_that_is_read_is_only_left_out() {
    let bytes = usize::try_from(FileLimits::SETTINGS.bytes).unwrap();
    let file = |text: String| File { path: "f".into(), text, doubt: None };
    for text in ["a.".repeat(bytes / 2 - 4) + "a = 1", format!("[{}a]", "a.".repeat(bytes / 2 - 4))] {
        assert_eq!(resolve(vec![Layer::Config(file(text))]).warnings.len(), 1);
    }
    for text in [nested(bytes / 2), "{\"a\":".repeat(bytes / 5)] {
        assert_eq!(resolve(vec![Layer::Project(file(text), Trust::Untrusted)]).warnings.len(), 1);
    }
}
