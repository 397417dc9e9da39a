//! What is wrong with the flags of one question, in the words of the command that they were typed for.
//!
//! - `asq pick` and its like have labels and a question, `asq ask` has `-o` and `-q`.
//! - Judges what is often mistyped; the contract judges everything else, and everything once more.
//! - An empty text that confirms danger is refused: it may be a variable that was never set.

use super::flags::QuickFlag;
use super::option_text::OptionText;
use asq_core::number::Decimal;
use asq_dialects::asq;

/// How a command names what was typed.
#[derive(Clone, Copy, Debug)]
pub(super) struct TypedNames {
    /// `ask`, `confirm`, `pick` or `input`.
    pub(super) of: &'static str,
}

impl TypedNames {
    fn question(self) -> &'static str {
        if self.of == "ask" { "-q" } else { "the question" }
    }

    fn option(self, at: usize) -> String {
        let number = at + 1;
        if self.of == "pick" { format!("label {number}") } else { format!("-o number {number}") }
    }

    /// The flags that make a question one with bounds, as far as the command has them.
    fn bounded(self) -> &'static str {
        match self.of {
            "input" => "--number",
            "pick" => "--many",
            _ => "--number or --many",
        }
    }
}

/// The kind of a question, by its flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TypedKind {
    One,
    Many,
    Text,
    Number,
    Confirm,
}

/// What is wrong with the texts of a question.
pub(super) fn texts(
    flags: &[(QuickFlag, &str)],
    options: &[OptionText<'_>],
    names: TypedNames,
) -> Vec<String> {
    let mut wrong = Vec::new();
    let most = asq::DIALECT.limits.text_bytes;
    let all = |flag: QuickFlag| flags.iter().filter(move |(typed, _)| *typed == flag).map(|(_, text)| *text);
    if all(QuickFlag::Question).any(|text| text.trim().is_empty()) {
        wrong.push(format!("{} is empty", names.question()));
    }
    if all(QuickFlag::Danger).any(|text| text.trim().is_empty()) {
        wrong.push("--danger needs the text that the person has to type, but it is empty".to_owned());
    }
    for (at, option) in options.iter().enumerate() {
        let name = names.option(at);
        if option.label.trim().is_empty() {
            wrong.push(format!("{name} is empty"));
        } else if option.label.len() > most {
            wrong.push(format!("{name} has {} bytes, but at most {most} fit", option.label.len()));
        } else if let Some(first) = options[..at].iter().position(|other| other.label == option.label) {
            wrong.push(format!("{name} is the same as {}: '{}'", names.option(first), option.label));
        }
    }
    wrong
}

/// What is wrong with the flags that say how the answer is bounded.
pub(super) fn bounds(flags: &[(QuickFlag, &str)], kind: TypedKind, names: TypedNames) -> Vec<String> {
    let mut wrong = Vec::new();
    let one = |flag: QuickFlag| flags.iter().rfind(|(typed, _)| *typed == flag).map(|(_, text)| *text);
    for (flag, fits, needs) in [
        (QuickFlag::Multiline, kind == TypedKind::Text, "a text"),
        (QuickFlag::Placeholder, !matches!(kind, TypedKind::Number | TypedKind::Confirm), "a text or a list"),
        (QuickFlag::Step, kind == TypedKind::Number, "--number"),
        (QuickFlag::Unit, kind == TypedKind::Number, "--number"),
        (QuickFlag::Min, matches!(kind, TypedKind::Number | TypedKind::Many), names.bounded()),
        (QuickFlag::Max, matches!(kind, TypedKind::Number | TypedKind::Many), names.bounded()),
        (QuickFlag::Yes, kind == TypedKind::Confirm, "--confirm"),
        (QuickFlag::No, kind == TypedKind::Confirm, "--confirm"),
        (QuickFlag::Recommend, matches!(kind, TypedKind::One | TypedKind::Many), "a list"),
        (QuickFlag::OnlyOptions, matches!(kind, TypedKind::One | TypedKind::Many), "a list"),
        (QuickFlag::Other, matches!(kind, TypedKind::One | TypedKind::Many), "a list"),
    ] {
        if one(flag).is_some() && !fits {
            wrong.push(format!("{} needs {needs}", flag.typed()));
        }
    }
    if one(QuickFlag::Other).is_some() && one(QuickFlag::OnlyOptions).is_some() {
        wrong.push("--other and --only-options can't be used together".to_owned());
    }
    let number = |flag: QuickFlag| one(flag).and_then(|text| text.parse::<Decimal>().ok());
    let (min, max) = (number(QuickFlag::Min), number(QuickFlag::Max));
    if let (Some(least), Some(most)) = (&min, &max)
        && most.is_below(least)
    {
        wrong.push(format!("--max {most} is less than --min {least}"));
    } else if let Some(at) = number(QuickFlag::Default).filter(|_| kind == TypedKind::Number) {
        if let Some(most) = max.filter(|most| most.is_below(&at)) {
            wrong.push(format!("--default {at} is more than --max {most}"));
        }
        if let Some(least) = min.filter(|least| at.is_below(least)) {
            wrong.push(format!("--default {at} is less than --min {least}"));
        }
    }
    let defaults = flags.iter().filter(|(flag, _)| *flag == QuickFlag::Default).count();
    if defaults > 1 && kind != TypedKind::Many {
        wrong.push(format!("--default was given {defaults} times, but only --many takes several"));
    }
    if let Some(text) = one(QuickFlag::Default)
        && kind == TypedKind::Confirm
        && !["yes", "no", "y", "n", "true", "false"].contains(&text.to_lowercase().as_str())
        && ![one(QuickFlag::Yes), one(QuickFlag::No)].contains(&Some(text))
    {
        wrong.push(format!("--default expects yes or no, got '{text}'"));
    }
    wrong
}

/// What is wrong with the time limit of all questions.
pub(super) fn expiry(text: &str) -> Option<String> {
    let fits = asq::duration(text).is_some_and(|ms| asq::EXPIRES_MS.contains(&ms));
    (!fits).then(|| {
        let came = if text.trim().is_empty() { "it is empty".to_owned() } else { format!("got '{text}'") };
        format!("--expires expects a duration from 1s to 366d, such as 90s, 10m or 1h30m; a bare number counts seconds; {came}")
    })
}
