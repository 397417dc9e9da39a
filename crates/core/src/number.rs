//! Decimal numbers: reading, keeping, comparing and showing them.
//!
//! - A typed number has JSON's grammar, with an optional leading `+`, leading zeros and blanks around it.
//! - It keeps every typed digit. Only `+`, leading zeros and the exponent go: `+007` is `7`, `1e3` is `1000`; `5.0`
//!   stays `5.0` and `-0` stays `-0`.
//! - Comparison is by value and exact, without rounding.
//! - A comma has its own error, so that a form can ask for a point.
//! - It refuses numbers that JSON readers can't hold: above 1.8e308, closer to 0 than 5e-324, over 1000 digits.

mod step;

pub use step::stepped;

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// The most characters of a typed number.
const MOST: usize = 1000;

/// A decimal number with its written digits: always in JSON's grammar, without an exponent. Two are equal if they are
/// written alike; [`Decimal::compare`] compares values.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Decimal(String);

/// The reason why a text isn't a number, in words for a person, without a full stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotANumber {
    /// It would be a number with a point in place of the comma.
    Comma,
    /// It has a number's shape, but is larger than readers of JSON can hold.
    TooLarge,
    /// It isn't 0, but readers of JSON would make it 0.
    TooSmall,
    /// It has too many digits.
    TooLong,
    /// Anything else.
    Other,
}

impl Decimal {
    /// The written number, in JSON's grammar.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Compares by value: `5` and `5.0` are equal.
    pub fn compare(&self, other: &Decimal) -> Ordering {
        let (one, two) = (NumberParts::of(self), NumberParts::of(other));
        match (one.sign, two.sign) {
            (1, 1) => one.size().cmp(&two.size()),
            (-1, -1) => two.size().cmp(&one.size()),
            (one, two) => one.cmp(&two),
        }
    }

    /// Whether it is less than another.
    pub fn is_below(&self, other: &Decimal) -> bool {
        self.compare(other) == Ordering::Less
    }

    /// Whether it is more than 0.
    pub fn is_positive(&self) -> bool {
        NumberParts::of(self).sign > 0
    }

    /// Whether it has no fraction, or one of zeros.
    pub fn is_whole(&self) -> bool {
        let parts = NumberParts::of(self);
        i64::try_from(parts.digits.len()).is_ok_and(|digits| digits <= parts.point)
    }

    /// The number as a count, if it is one.
    pub fn to_count(&self) -> Option<usize> {
        let counts = self.is_whole() && NumberParts::of(self).sign >= 0;
        self.0.trim_start_matches('-').split('.').next()?.parse().ok().filter(|_| counts)
    }
}

impl From<i64> for Decimal {
    fn from(whole: i64) -> Decimal {
        Decimal(whole.to_string())
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for NotANumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotANumber::Comma => f.write_str("Write a point, not a comma, as in 1.5"),
            NotANumber::TooLarge => f.write_str("This number is too large to send: the limit is 1.8e308"),
            NotANumber::TooSmall => f.write_str("This number is too close to 0 to send: the limit is 5e-324"),
            NotANumber::TooLong => write!(f, "A number has at most {MOST} digits"),
            NotANumber::Other => f.write_str("This isn't a number"),
        }
    }
}

impl FromStr for Decimal {
    type Err = NotANumber;

    /// Reads a typed number: JSON's grammar, with optional blanks around it, a leading `+` and leading zeros.
    fn from_str(text: &str) -> Result<Decimal, NotANumber> {
        let text = text.trim();
        let unsigned = text.strip_prefix('+').filter(|t| !t.starts_with('-')).unwrap_or(text);
        let Some(written) = WrittenNumber::of(unsigned) else {
            let comma =
                unsigned.contains(',') && WrittenNumber::of(&unsigned.replacen(',', ".", 1)).is_some();
            return Err(if comma { NotANumber::Comma } else { NotANumber::Other });
        };
        if unsigned.len() > MOST {
            return Err(NotANumber::TooLong);
        }
        let held: f64 = unsigned.parse().map_err(|_| NotANumber::Other)?;
        if !held.is_finite() {
            return Err(NotANumber::TooLarge);
        }
        if held == 0.0 && !written.is_zero() {
            return Err(NotANumber::TooSmall);
        }
        Ok(written.plain())
    }
}

/// The parts of a number in JSON's grammar; leading zeros are allowed.
struct WrittenNumber<'a> {
    negative: bool,
    whole: &'a str,
    fraction: &'a str,
    exponent: &'a str,
}

impl<'a> WrittenNumber<'a> {
    fn of(text: &'a str) -> Option<WrittenNumber<'a>> {
        let digits = |t: &'a str| -> Option<(&'a str, &'a str)> {
            let count = t.bytes().take_while(u8::is_ascii_digit).count();
            (count > 0).then(|| t.split_at(count))
        };
        let (negative, rest) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, mut rest) = digits(rest)?;
        let (mut fraction, mut exponent) = ("", "");
        if let Some(after) = rest.strip_prefix('.') {
            (fraction, rest) = digits(after)?;
        }
        if let Some(after) = rest.strip_prefix(['e', 'E']) {
            let signed = after.strip_prefix('+').unwrap_or(after);
            rest = digits(signed.strip_prefix('-').unwrap_or(signed))?.1;
            exponent = &signed[..signed.len() - rest.len()];
            // Only one sign is allowed.
            if signed.len() < after.len() && exponent.starts_with('-') {
                return None;
            }
        }
        rest.is_empty().then_some(WrittenNumber { negative, whole, fraction, exponent })
    }

    fn is_zero(&self) -> bool {
        self.whole.bytes().chain(self.fraction.bytes()).all(|digit| digit == b'0')
    }

    /// The number without an exponent and leading zeros.
    fn plain(&self) -> Decimal {
        let digits = format!("{}{}", self.whole, self.fraction);
        // A zero stays unchanged with any exponent; the exponent of every other number is small by now.
        let shift: i64 = if self.is_zero() { 0 } else { self.exponent.parse().unwrap_or(0) };
        let point = self.whole.len() as i64 + shift;
        let (whole, fraction) = match usize::try_from(point) {
            Ok(point) if point >= digits.len() => (format!("{digits:0<point$}"), String::new()),
            Ok(point) => (digits[..point].to_owned(), digits[point..].to_owned()),
            Err(_) => (String::new(), format!("{}{digits}", "0".repeat(point.unsigned_abs() as usize))),
        };
        let whole = match whole.trim_start_matches('0') {
            "" => "0",
            whole => whole,
        };
        let sign = if self.negative { "-" } else { "" };
        let fraction = if fraction.is_empty() { fraction } else { format!(".{fraction}") };
        Decimal(format!("{sign}{whole}{fraction}"))
    }
}

/// A number for comparing: 0.`digits` · 10^`point`.
struct NumberParts {
    /// 1, -1, or 0 for 0.
    sign: i8,
    /// Without zeros at either end; none for 0.
    digits: String,
    point: i64,
}

impl NumberParts {
    fn of(Decimal(text): &Decimal) -> NumberParts {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let all = format!("{whole}{fraction}");
        let significant = all.trim_start_matches('0');
        let point = whole.len() as i64 - (all.len() - significant.len()) as i64;
        let digits = significant.trim_end_matches('0').to_owned();
        match (digits.is_empty(), unsigned.len() < text.len()) {
            (true, _) => NumberParts { sign: 0, digits, point: 0 },
            (false, negative) => NumberParts { sign: if negative { -1 } else { 1 }, digits, point },
        }
    }

    /// The sort key: first the size, then the digits.
    fn size(&self) -> (i64, &str) {
        (self.point, &self.digits)
    }
}
