//! Questions for a number.
//!
//! - A number must be within its bounds, to the last digit.
//! - ↑ and ↓ go a step up or down; the unit is next to the number and isn't part of the answer.
//! - This file has all words about bounds: below the editor, in a refusal, before a typed line, in a description.

use super::answer::Answer;
use super::wrong::Wrong;
use crate::number::{self, Decimal, NotANumber};
use crate::text::{Shown, Untrusted};
use std::fmt;

pub(super) const NOUN: &str = "a number";
/// The most characters of a number that a message repeats.
const SHOWN: usize = 40;

/// The smallest and the largest valid number.
#[derive(Clone, Copy)]
pub(super) struct NumberBounds<'a> {
    pub(super) min: Option<&'a Decimal>,
    pub(super) max: Option<&'a Decimal>,
}

impl NumberBounds<'_> {
    fn judge(self, came: &Decimal) -> Option<Wrong> {
        match (self.min, self.max) {
            (Some(min), _) if came.is_below(min) => {
                Some(Wrong::TooSmall { min: min.clone(), came: came.clone() })
            }
            (_, Some(max)) if max.is_below(came) => {
                Some(Wrong::TooLarge { max: max.clone(), came: came.clone() })
            }
            (Some(_) | None, Some(_) | None) => None,
        }
    }
}

pub(super) fn judge(answer: &Answer, bounds: NumberBounds<'_>) -> Vec<Wrong> {
    let Answer::Number(number) = answer else {
        return vec![Wrong::Made { wanted: NOUN, came: answer.noun() }];
    };
    bounds.judge(number).into_iter().collect()
}

/// A typed text that isn't a number within the bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct UnfitNumber {
    /// The reason; `None` if it is a number, but out of bounds.
    pub why: Option<NotANumber>,
    /// The number, if it is out of bounds.
    pub came: Option<Decimal>,
    /// The smallest valid number.
    pub min: Option<Decimal>,
    /// The largest valid number.
    pub max: Option<Decimal>,
}

pub(super) fn read(typed: &Untrusted, bounds: NumberBounds<'_>) -> Result<Answer, UnfitNumber> {
    let unfit = |why, came| UnfitNumber { why, came, min: bounds.min.cloned(), max: bounds.max.cloned() };
    let number: Decimal = typed.raw().parse().map_err(|why| unfit(Some(why), None))?;
    match bounds.judge(&number) {
        Some(_) => Err(unfit(None, Some(number))),
        None => Ok(Answer::Number(number)),
    }
}

pub(super) fn stepped(typed: &str, up: bool, step: &Decimal, bounds: NumberBounds<'_>) -> String {
    number::stepped(typed, up, step, bounds.min, bounds.max).to_string()
}

/// The advice in a form: the text to type instead.
pub(super) fn advice(unfit: &UnfitNumber) -> String {
    let range = match (&unfit.min, &unfit.max) {
        (Some(min), Some(max)) => format!("from {min} to {max}"),
        (Some(min), None) => format!("of at least {min}"),
        (None, Some(max)) => format!("of at most {max}"),
        (None, None) => "such as 7 or 0.5".to_owned(),
    };
    match unfit.why {
        Some(NotANumber::Other) => format!("Type a number {range}"),
        Some(
            why @ (NotANumber::Comma | NotANumber::TooLarge | NotANumber::TooSmall | NotANumber::TooLong),
        ) => why.to_string(),
        None => format!("The number has to be {range}"),
    }
}

impl fmt::Display for UnfitNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(why) = self.why {
            return why.fmt(f);
        }
        let came = self.came.as_ref().map(ToString::to_string).filter(|came| came.len() <= SHOWN);
        let came = came.as_deref().unwrap_or("That number");
        let least = self.min.as_ref().filter(|min| self.came.as_ref().is_some_and(|came| came.is_below(min)));
        match (least, &self.max) {
            (Some(min), _) => write!(f, "{came} is too small: the least is {min}"),
            (None, Some(max)) => write!(f, "{came} is too large: the most is {max}"),
            (None, None) => write!(f, "{came} is too large"),
        }
    }
}

/// `a number from 1 to 9`, before a typed line.
pub(super) fn wanted(bounds: NumberBounds<'_>) -> String {
    match (bounds.min, bounds.max) {
        (Some(min), Some(max)) => format!("a number from {min} to {max}"),
        (Some(min), None) => format!("a number, at least {min}"),
        (None, Some(max)) => format!("a number, at most {max}"),
        (None, None) => "a number".to_owned(),
    }
}

/// `1–100 GB, step 5`, below the editor.
pub(super) fn remark(bounds: NumberBounds<'_>, step: &Decimal, unit: Option<&Untrusted>) -> Option<String> {
    let of = unit.map(|unit| format!(" {}", Shown::clipped(unit, 40))).unwrap_or_default();
    let bounds = match (bounds.min, bounds.max) {
        // A minus next to a dash can't be read.
        (Some(min), Some(max)) if min.to_string().starts_with('-') => Some(format!("{min} to {max}{of}")),
        (Some(min), Some(max)) => Some(format!("{min}–{max}{of}")),
        (Some(min), None) => Some(format!("{min}{of} or more")),
        (None, Some(max)) => Some(format!("{max}{of} or less")),
        (None, None) => (!of.is_empty()).then(|| format!("in{of}")),
    };
    let step = Some(step).filter(|step| step.is_positive() && is_special(step));
    let parts: Vec<String> = bounds.into_iter().chain(step.map(|step| format!("step {step}"))).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// `a number from 1 to 9, in steps of 2, in GB`
pub(super) fn described(bounds: NumberBounds<'_>, step: &Decimal, unit: Option<&Untrusted>) -> String {
    let range = match (bounds.min, bounds.max) {
        (Some(min), Some(max)) => format!("a number from {min} to {max}"),
        (Some(min), None) => format!("a number from {min} up"),
        (None, Some(max)) => format!("a number up to {max}"),
        (None, None) => "a number".to_owned(),
    };
    let by = if is_special(step) { format!(", in steps of {step}") } else { String::new() };
    let of = unit.map(|unit| format!(", in {}", Shown::one_line(unit))).unwrap_or_default();
    format!("{range}{by}{of}")
}

/// Whether the step is worth mentioning: any step but 1.
fn is_special(step: &Decimal) -> bool {
    step.compare(&Decimal::from(1)).is_ne()
}
