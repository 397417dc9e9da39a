//! ↑ and ↓ on a number.
//!
//! - A number goes a step up or down; one between two steps goes to the next step. The bounds stop it.
//! - Steps are exact: 0.1 and 0.2 make 0.3, and a long number loses no digit.

use super::Decimal;

/// The result of ↑ or ↓ on a text. A number goes to the next step; any other text becomes the smallest number, else the
/// largest, else 0. A number of more than 38 digits stays unchanged.
pub fn stepped(
    text: &str,
    up: bool,
    step: &Decimal,
    min: Option<&Decimal>,
    max: Option<&Decimal>,
) -> Decimal {
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

/// The next step; `None` if there are too many digits.
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

/// The number as a whole number of its smallest decimal place.
fn scaled(Decimal(text): &Decimal, places: usize) -> Option<i128> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    format!("{whole}{fraction:0<places$}").parse().ok()
}

/// The reverse of [`scaled`], without zeros at the end of the fraction.
fn written(scaled: i128, places: usize) -> Decimal {
    let sign = if scaled < 0 { "-" } else { "" };
    let digits = format!("{:0>width$}", scaled.unsigned_abs(), width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    match fraction.trim_end_matches('0') {
        "" => Decimal(format!("{sign}{whole}")),
        fraction => Decimal(format!("{sign}{whole}.{fraction}")),
    }
}
