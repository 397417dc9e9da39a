//! Numbers as they are typed, nudged and shown.
//!
//! - Typed: a number as JSON writes it, with a leading `+` and blanks around it if one likes.
//! - A comma is told apart from other nonsense, so that the person can be told to write a point.
//! - Nudged: a step up or down; a number between two steps goes to the next one; the bounds stop it.
//! - Decimal steps stay decimal: 0.1 and 0.2 make 0.3.

/// Why a text is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotANumber {
    /// It would be one with a point where the comma is.
    Comma,
    /// It has a number's shape, but is larger than any that can be kept.
    TooLarge,
    /// Anything else.
    Other,
}

/// Reads a typed number: blanks around, a leading `+`, else JSON's grammar; always finite.
pub fn parse(text: &str) -> Result<f64, NotANumber> {
    let text = text.trim();
    let unsigned = text.strip_prefix('+').filter(|t| !t.starts_with('-')).unwrap_or(text);
    if !is_json(unsigned) {
        let pointed = unsigned.replacen(',', ".", 1);
        let comma = unsigned.contains(',') && is_json(&pointed);
        return Err(if comma { NotANumber::Comma } else { NotANumber::Other });
    }
    match unsigned.parse::<f64>() {
        Ok(n) if n.is_finite() => Ok(n),
        Ok(_) => Err(NotANumber::TooLarge),
        Err(_) => Err(NotANumber::Other),
    }
}

/// Whether a text is a number in JSON's grammar; leading zeros are let through.
fn is_json(text: &str) -> bool {
    let digits = |t: &str| -> Option<usize> {
        Some(t.bytes().take_while(u8::is_ascii_digit).count()).filter(|n| *n > 0)
    };
    let mut rest = text.strip_prefix('-').unwrap_or(text);
    let Some(whole) = digits(rest) else { return false };
    rest = &rest[whole..];
    if let Some(after) = rest.strip_prefix('.') {
        let Some(fraction) = digits(after) else { return false };
        rest = &after[fraction..];
    }
    if let Some(after) = rest.strip_prefix(['e', 'E']) {
        let after = after.strip_prefix(['+', '-']).unwrap_or(after);
        let Some(exponent) = digits(after) else { return false };
        rest = &after[exponent..];
    }
    rest.is_empty()
}

/// A number as a person would write it: all its digits, no exponent.
pub fn shown(n: f64) -> String {
    // Minus zero is nobody's number.
    if n == 0.0 { "0".to_owned() } else { n.to_string() }
}

/// What ↑ and ↓ make of a text: of a number the next step, of anything else the smallest number, else the
/// largest, else 0.
pub fn nudged(text: &str, up: bool, step: f64, min: Option<f64>, max: Option<f64>) -> f64 {
    let Ok(n) = parse(text) else { return min.or(max).unwrap_or(0.0) };
    let step = if step.is_finite() && step > 0.0 { step } else { 1.0 };
    let from = min.filter(|m| m.is_finite()).unwrap_or(0.0);
    let next = if on_grid(n, from, step) || on_grid(n, 0.0, step) {
        if up { n + step } else { n - step }
    } else {
        let steps = (n - from) / step;
        from + step * if up { steps.ceil() } else { steps.floor() }
    };
    let places = [step, from, n].map(places).into_iter().max().unwrap_or(0);
    rounded(next, places).max(min.unwrap_or(f64::NEG_INFINITY)).min(max.unwrap_or(f64::INFINITY))
}

/// Whether a number is some whole steps away from another.
fn on_grid(n: f64, from: f64, step: f64) -> bool {
    let steps = (n - from) / step;
    (steps - steps.round()).abs() <= 1e-9 * steps.abs().max(1.0)
}

/// Digits after the point, as the number is written.
fn places(n: f64) -> usize {
    n.to_string().split_once('.').map_or(0, |(_, fraction)| fraction.len())
}

fn rounded(n: f64, places: usize) -> f64 {
    let places = places.min(17);
    format!("{n:.places$}").parse().unwrap_or(n)
}
