//! Checks whether a layer's value fits its setting.
//!
//! - Whole numbers may be written as `3` or `3.0`; bounds are included.
//! - A variable or an argument is text. A flag is `true`, `on`, `yes`, `1` or one of their opposites there.
//! - Hours are two different times of the day; the second may be on the next day.
//! - A theme file is a name, never a path.
//! - A binding is one key name or a list of them.
//! - A value of an earlier version still counts.

use crate::given::Given;
use crate::setting::{Setting, Shape};
use crate::settings::Bindings;
use serde_json::Value;

impl Setting {
    /// Converts a value from a file to the setting's kind; `None` if it doesn't fit.
    pub fn judge(&self, came: &Value) -> Option<Given> {
        match self.shape {
            Shape::Flag => came.as_bool().map(Given::Flag),
            Shape::Integer { min, max } => integer(came.as_f64()?, min, max),
            Shape::Number { min, max } => number(came.as_f64()?, min, max),
            Shape::Text { most } => text(came.as_str()?, most),
            Shape::Hours => hours(came.as_str()?),
            Shape::Word(words) => word(came.as_str()?, words),
            Shape::WordOrFile(words) => word_or_file(came.as_str()?, words),
            Shape::Bindings => bindings(came).map(Given::Bindings),
        }
    }

    /// What a value of earlier versions means now; `None` if it was never one.
    pub(crate) fn earlier(&self, came: &Value) -> Option<Given> {
        let word = match (self.name, came) {
            ("answer.unknown", Value::Bool(true)) => "take",
            ("answer.unknown", Value::Bool(false)) => "refuse",
            _ => return None,
        };
        Some(Given::Word(word.to_owned()))
    }

    /// Converts text that a person typed or a variable holds; `None` if it doesn't fit.
    pub fn judge_text(&self, came: &str) -> Option<Given> {
        match self.shape {
            Shape::Flag => flag(came).map(Given::Flag),
            Shape::Integer { min, max } => integer(came.trim().parse().ok()?, min, max),
            Shape::Number { min, max } => number(came.trim().parse().ok()?, min, max),
            Shape::Text { most } => text(came, most),
            Shape::Hours => hours(came.trim()),
            Shape::Word(words) => word(came.trim(), words),
            Shape::WordOrFile(words) => word_or_file(came.trim(), words),
            Shape::Bindings => bindings(&serde_json::from_str(came).ok()?).map(Given::Bindings),
        }
    }
}

fn flag(came: &str) -> Option<bool> {
    match came.trim().to_ascii_lowercase().as_str() {
        "true" | "on" | "yes" | "1" => Some(true),
        "false" | "off" | "no" | "0" => Some(false),
        _ => None,
    }
}

fn integer(n: f64, min: u32, max: u32) -> Option<Given> {
    (n.fract() == 0.0 && n >= f64::from(min) && n <= f64::from(max)).then_some(Given::Integer(n as u32))
}

fn number(n: f64, min: f64, max: f64) -> Option<Given> {
    (n >= min && n <= max).then_some(Given::Number(n))
}

fn text(came: &str, most: usize) -> Option<Given> {
    (came.chars().count() <= most && !came.contains('\0')).then(|| Given::Text(came.to_owned()))
}

/// Such as `22:00-08:00`, or empty for no hours at all.
fn hours(came: &str) -> Option<Given> {
    let minute = |time: &str| -> Option<u32> {
        let (hour, minute) = time.split_once(':')?;
        let digits =
            |text: &str, least| (least..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        let number = |text: &str, below| text.parse().ok().filter(|n: &u32| *n < below);
        let fits = digits(hour, 1) && digits(minute, 2);
        fits.then(|| Some(number(hour, 24)? * 60 + number(minute, 60)?))?
    };
    let fits = || {
        let (from, to) = came.split_once('-')?;
        (minute(from)? != minute(to)?).then_some(())
    };
    (came.is_empty() || fits().is_some()).then(|| Given::Text(came.to_owned()))
}

fn word(came: &str, words: &[&str]) -> Option<Given> {
    words.contains(&came).then(|| Given::Word(came.to_owned()))
}

fn word_or_file(came: &str, words: &[&str]) -> Option<Given> {
    let name = came.len() <= 64
        && came.starts_with(|c: char| c.is_ascii_alphanumeric())
        && came.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'));
    word(came, words).or_else(|| name.then(|| Given::Word(came.to_owned())))
}

fn bindings(came: &Value) -> Option<Bindings> {
    let table = came.as_object()?;
    let short = |name: &str| !name.is_empty() && name.chars().count() <= Bindings::MOST_CHARS;
    let key = |key: &Value| key.as_str().filter(|name| short(name)).map(str::to_owned);
    let keys = |keys: &Value| match keys {
        Value::Array(list) if list.len() <= Bindings::MOST_KEYS => list.iter().map(key).collect(),
        one => key(one).map(|key| vec![key]),
    };
    let rows = table.iter().map(|(name, came)| Some((short(name).then(|| name.clone())?, keys(came)?)));
    (table.len() <= Bindings::MOST).then(|| rows.collect::<Option<Vec<_>>>()).flatten().map(Bindings)
}
