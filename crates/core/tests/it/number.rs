//! Numbers as they are typed, kept, compared and shown.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use asq_core::number::{Decimal, NotANumber, stepped};
use proptest::prelude::*;
use std::cmp::Ordering;

fn number(text: &str) -> Decimal {
    text.parse().unwrap()
}

/// What stays of a text: its digits, or why it isn't a number.
fn kept(text: &str) -> Result<String, NotANumber> {
    text.parse::<Decimal>().map(|n| n.to_string())
}

/// S2-12: "Accepted number grammar: JSON number plus leading `+`, surrounding blanks; `1e3` ok;
/// NaN/Infinity/comma refused"
#[test]
fn a_number_keeps_its_digits() {
    for (typed, stays) in [
        ("7", "7"),
        (" 7 ", "7"),
        ("+7", "7"),
        ("007", "7"),
        ("-007.50", "-7.50"),
        ("-0.5", "-0.5"),
        ("5.0", "5.0"),
        ("0", "0"),
        ("-0", "-0"),
        ("000", "0"),
        ("0.10", "0.10"),
        ("9007199254740993", "9007199254740993"),
        ("123456789012345678", "123456789012345678"),
        ("-123456789012345678901234567890", "-123456789012345678901234567890"),
        ("3.14159265358979323846264338327950288", "3.14159265358979323846264338327950288"),
        ("1e3", "1000"),
        ("1E+3", "1000"),
        ("1.25e1", "12.5"),
        ("1.5e1", "15"),
        ("1.50e1", "15.0"),
        ("1E-2", "0.01"),
        ("12.5e-1", "1.25"),
        ("-12e-4", "-0.0012"),
        ("0e99999999999999999999", "0"),
        ("0.00e5", "0.00"),
    ] {
        assert_eq!(kept(typed), Ok(stays.to_owned()), "{typed}");
        assert_eq!(kept(stays), Ok(stays.to_owned()), "{stays}");
    }
}

#[test]
fn what_is_no_number_is_told_apart() {
    use NotANumber::{Comma, Other, TooLarge, TooLong, TooSmall};
    let long = "1".repeat(300);
    let longer = format!("0.{}", "1".repeat(1000));
    for (typed, why) in [
        ("1,5", Comma),
        ("-1,5", Comma),
        ("NaN", Other),
        ("nan", Other),
        ("inf", Other),
        ("Infinity", Other),
        ("-inf", Other),
        (".5", Other),
        ("5.", Other),
        ("+-5", Other),
        ("++5", Other),
        ("1 000", Other),
        ("0x10", Other),
        ("1_000", Other),
        ("", Other),
        (" ", Other),
        ("-", Other),
        ("1e", Other),
        ("1e+", Other),
        ("1e+-3", Other),
        ("1,000,000", Other),
        ("٣", Other),
        ("1e400", TooLarge),
        ("-1e99999999999999999999", TooLarge),
        (&format!("{long}{long}"), TooLarge),
        ("1e-400", TooSmall),
        (&longer, TooLong),
    ] {
        assert_eq!(kept(typed), Err(why), "{typed}");
    }
    assert_eq!(kept(&long), Ok(long));
}

#[test]
fn numbers_are_compared_by_value_to_the_last_digit() {
    use Ordering::{Equal, Greater, Less};
    for (one, two, is) in [
        ("5", "5.0", Equal),
        ("0", "-0.00", Equal),
        ("9007199254740993", "9007199254740992", Greater),
        ("0.1", "0.10000000000000000001", Less),
        ("-2", "-10", Greater),
        ("-0.5", "0", Less),
        ("10", "9", Greater),
        ("0.09", "0.1", Less),
        ("100", "1e2", Equal),
    ] {
        assert_eq!(number(one).compare(&number(two)), is, "{one} and {two}");
        assert_eq!(number(two).compare(&number(one)), is.reverse(), "{two} and {one}");
    }
}

#[test]
fn counts_are_whole_and_not_negative() {
    let counts = ["3", "3.0", "0", "-0", "3.5", "-3", "1e2", "99999999999999999999999"]
        .map(|text| (text, number(text).is_whole(), number(text).to_count()));
    assert_eq!(
        counts,
        [
            ("3", true, Some(3)),
            ("3.0", true, Some(3)),
            ("0", true, Some(0)),
            ("-0", true, Some(0)),
            ("3.5", false, None),
            ("-3", true, None),
            ("1e2", true, Some(100)),
            ("99999999999999999999999", true, None),
        ]
    );
}

/// S2-13: "From empty: min, else max, else 0; clamps at the bounds."
#[test]
fn nudges() {
    let nudge = |text: &str, up, step: &str, min: Option<&str>, max: Option<&str>| {
        stepped(text, up, &number(step), min.map(number).as_ref(), max.map(number).as_ref()).to_string()
    };
    let up = |text, step, min, max| nudge(text, true, step, min, max);
    let down = |text, step, min, max| nudge(text, false, step, min, max);
    assert_eq!(up("", "1", Some("2"), Some("9")), "2");
    assert_eq!(down("", "1", None, Some("9")), "9");
    assert_eq!(up("x", "1", None, None), "0");
    assert_eq!(up("9", "1", None, Some("9")), "9");
    assert_eq!(down("2", "1", Some("2"), None), "2");
    assert_eq!(down("0", "1", None, None), "-1");
    // Decimal steps stay decimal.
    assert_eq!(up("0.2", "0.1", None, None), "0.3");
    assert_eq!(down("0.3", "0.1", None, None), "0.2");
    assert_eq!(up("1.005", "0.001", None, None), "1.006");
    assert_eq!(down("0.1", "0.2", None, None), "0");
    assert_eq!(down("-0.1", "0.2", None, None), "-0.2");
    // Between two steps it goes to the next one.
    assert_eq!(up("7", "5", None, None), "10");
    assert_eq!(down("7", "5", None, None), "5");
    assert_eq!(down("-7", "5", None, None), "-10");
    assert_eq!(up("7", "5", Some("1"), None), "11");
    assert_eq!(up("6", "5", Some("1"), None), "11");
    assert_eq!(up("10", "5", Some("1"), None), "15");
    assert_eq!(up("2.5", "1", Some("1"), None), "3");
    // A step of 0 or less counts as 1.
    assert_eq!(up("3", "0", None, None), "4");
    assert_eq!(down("0.5", "0.5", None, None), "0");
    // Long numbers lose no digit.
    assert_eq!(up("9007199254740992", "1", None, None), "9007199254740993");
    assert_eq!(up("123456789012345678901234567890.5", "1", None, None), "123456789012345678901234567891");
    let most = "9".repeat(60);
    assert_eq!(up(&most, "1", None, None), most);
    assert_eq!(up(&most, "1", None, Some("7")), "7");
}

proptest! {
    /// Every number of JSON that readers can hold is one, reads back as itself, and keeps its value.
    #[test]
    fn numbers_read_back(text in "-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,30})?([eE][+-]?[0-9]{1,2})?") {
        let n = number(&text);
        prop_assert_eq!(&number(n.as_str()), &n);
        prop_assert_eq!(n.as_str().parse::<f64>(), text.parse::<f64>());
        prop_assert!(!n.as_str().contains(['e', 'E', '+']));
    }

    /// Whatever is typed, nothing panics, and what is kept is a number in JSON's grammar.
    #[test]
    fn any_text(text in "[-+0-9eE., ]{0,12}") {
        if let Ok(n) = text.parse::<Decimal>() {
            prop_assert!(number(n.as_str()).as_str() == n.as_str());
        }
    }

    /// The order is that of the values.
    #[test]
    fn compared_as_they_are(one in -100_000i64..100_000, two in -100_000i64..100_000, places in 0u32..4) {
        let of = |n: i64| number(&format!("{n}e-{places}"));
        prop_assert_eq!(of(one).compare(&of(two)), one.cmp(&two));
    }

    /// A nudge stays within the bounds, and moves unless a bound stops it.
    #[test]
    fn a_nudge_moves(n in -1000i64..1000, tenths in 1..50i64, up in any::<bool>()) {
        let (low, high) = (Decimal::from(-50), Decimal::from(50));
        let before = number(&format!("{n}e-1"));
        let step = number(&format!("{tenths}e-1"));
        let next = stepped(before.as_str(), up, &step, Some(&low), Some(&high));
        prop_assert!(!next.is_below(&low) && !high.is_below(&next));
        if (-490..=490).contains(&n) {
            let moved = if up { before.is_below(&next) } else { next.is_below(&before) };
            prop_assert!(moved, "{} to {}", before, next);
        }
    }
}
