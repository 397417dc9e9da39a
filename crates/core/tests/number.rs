//! Numbers as they are typed, nudged and shown.

use asq_core::number::{NotANumber, nudged, parse, shown};
use proptest::prelude::*;

/// S2-12: "Accepted number grammar: JSON number plus leading `+`, surrounding blanks; `1e3` ok;
/// NaN/Infinity/comma refused"
#[test]
fn the_grammar() {
    let read: Vec<_> = [
        "7",
        " 7 ",
        "+7",
        "-0.5",
        "1e3",
        "1E-2",
        "007",
        "1,5",
        "-1,5",
        "NaN",
        "nan",
        "inf",
        "Infinity",
        "-inf",
        ".5",
        "5.",
        "+-5",
        "++5",
        "1 000",
        "0x10",
        "1_000",
        "",
        " ",
        "1e999",
        "1,000,000",
        "٣",
    ]
    .into_iter()
    .map(|t| (t, parse(t)))
    .collect();
    let comma = Err(NotANumber::Comma);
    let other = Err(NotANumber::Other);
    assert_eq!(
        read,
        [
            ("7", Ok(7.0)),
            (" 7 ", Ok(7.0)),
            ("+7", Ok(7.0)),
            ("-0.5", Ok(-0.5)),
            ("1e3", Ok(1000.0)),
            ("1E-2", Ok(0.01)),
            ("007", Ok(7.0)),
            ("1,5", comma),
            ("-1,5", comma),
            ("NaN", other),
            ("nan", other),
            ("inf", other),
            ("Infinity", other),
            ("-inf", other),
            (".5", other),
            ("5.", other),
            ("+-5", other),
            ("++5", other),
            ("1 000", other),
            ("0x10", other),
            ("1_000", other),
            ("", other),
            (" ", other),
            ("1e999", Err(NotANumber::TooLarge)),
            ("1,000,000", other),
            ("٣", other),
        ]
    );
}

/// S2-13: "From empty: min, else max, else 0; clamps at the bounds."
#[test]
fn nudges() {
    let up = |text, step, min, max| shown(nudged(text, true, step, min, max));
    let down = |text, step, min, max| shown(nudged(text, false, step, min, max));
    assert_eq!(up("", 1.0, Some(2.0), Some(9.0)), "2");
    assert_eq!(down("", 1.0, None, Some(9.0)), "9");
    assert_eq!(up("x", 1.0, None, None), "0");
    assert_eq!(up("9", 1.0, None, Some(9.0)), "9");
    assert_eq!(down("2", 1.0, Some(2.0), None), "2");
    assert_eq!(down("0", 1.0, None, None), "-1");
    // Decimal steps stay decimal.
    assert_eq!(up("0.2", 0.1, None, None), "0.3");
    assert_eq!(down("0.3", 0.1, None, None), "0.2");
    assert_eq!(up("1.005", 0.001, None, None), "1.006");
    // Between two steps it goes to the next one.
    assert_eq!(up("7", 5.0, None, None), "10");
    assert_eq!(down("7", 5.0, None, None), "5");
    assert_eq!(up("7", 5.0, Some(1.0), None), "11");
    assert_eq!(up("6", 5.0, Some(1.0), None), "11");
    assert_eq!(up("10", 5.0, Some(1.0), None), "15");
    assert_eq!(up("2.5", 1.0, Some(1.0), None), "3");
    // A step that is none counts as 1.
    assert_eq!(up("3", 0.0, None, None), "4");
    assert_eq!(down("0.5", 0.5, None, None), "0");
}

proptest! {
    /// What is shown reads back as the same number.
    #[test]
    fn shown_numbers_read_back(n in any::<f64>().prop_filter("finite", |n| n.is_finite())) {
        prop_assert_eq!(parse(&shown(n)), Ok(if n == 0.0 { 0.0 } else { n }));
    }

    /// A nudge stays within the bounds, and moves unless a bound stops it.
    #[test]
    fn a_nudge_moves(n in -1000i32..1000, tenths in 1..50u8, up in any::<bool>()) {
        let step = f64::from(tenths) / 10.0;
        let text = shown(f64::from(n) / 10.0);
        let next = nudged(&text, up, step, Some(-50.0), Some(50.0));
        prop_assert!((-50.0..=50.0).contains(&next));
        let before = f64::from(n) / 10.0;
        if (-49.0..=49.0).contains(&before) {
            prop_assert!(if up { next > before } else { next < before }, "{} to {}", text, next);
        }
    }
}
