//! What ↑ and ↓ make of a number.
//!
//! - A step up or down; a number between two steps goes to the next one; the bounds stop it.
//! - Exact: 0.1 and 0.2 make 0.3, and no digit of a long number is lost.

use super::Decimal;

/// What ↑ and ↓ make of a text: of a number the next step, of anything else the smallest number, else the
/// largest, else 0. A number of more than 38 digits stays as it is.
pub fn nudged(text: &str, up: bool, step: &Decimal, min: Option<&Decimal>, max: Option<&Decimal>) -> Decimal {
    let Ok(n) = text.parse::<Decimal>() else {
        return min.or(max).cloned().unwrap_or_else(|| Decimal::from(0));
    };
    let next = next(&n, up, step, min).unwrap_or(n);
    match (min, max) {
        (Some(min), _) if next.is_below(min) => min.clone(),
        (_, Some(max)) if max.is_below(&next) => max.clone(),
        (Some(_) | None, Some(_) | None) => next,
    }
}

/// The next step; `None` where there are too many digits.
fn next(n: &Decimal, up: bool, step: &Decimal, min: Option<&Decimal>) -> Option<Decimal> {
    let one = Decimal::from(1);
    let zero = Decimal::from(0);
    let (step, from) = (if step.is_positive() { step } else { &one }, min.unwrap_or(&zero));
    let places = [n, step, from].into_iter().map(places).max()?;
    let (n, step, from) = (scaled(n, places)?, scaled(step, places)?, scaled(from, places)?);
    let off = n.checked_sub(from)?;
    let next = if off % step == 0 || n % step == 0 {
        if up { n.checked_add(step)? } else { n.checked_sub(step)? }
    } else {
        let below = from.checked_add(off.div_euclid(step).checked_mul(step)?)?;
        if up { below.checked_add(step)? } else { below }
    };
    Some(written(next, places))
}

fn places(Decimal(text): &Decimal) -> usize {
    text.split_once('.').map_or(0, |(_, fraction)| fraction.len())
}

/// As a whole number of the smallest place.
fn scaled(Decimal(text): &Decimal, places: usize) -> Option<i128> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    format!("{whole}{fraction:0<places$}").parse().ok()
}

/// A whole number of the smallest place as a number, without zeros at the end of its fraction.
fn written(scaled: i128, places: usize) -> Decimal {
    let sign = if scaled < 0 { "-" } else { "" };
    let digits = format!("{:0>width$}", scaled.unsigned_abs(), width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    match fraction.trim_end_matches('0') {
        "" => Decimal(format!("{sign}{whole}")),
        fraction => Decimal(format!("{sign}{whole}.{fraction}")),
    }
}
