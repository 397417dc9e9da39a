//! What is wrong with a call, worded for the agent.
//!
//! - Each problem names its place, what must stand there, what came, and where it helps the fix.
//! - All problems of a call come at once, so that it can be fixed in one go.
//! - The text is bounded: after 40 problems their number stands.
//! - A hint may follow, for the call as a whole.

use crate::quoted;
use serde_json::Value;
use std::fmt;

/// How many problems the text lists.
const LISTED: usize = 40;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where, as in `questions[0].header`.
    pub path: String,
    /// What must stand there, the limit named: `must have at most 12 characters`.
    pub wanted: String,
    /// What came: `has 42`.
    pub came: String,
    /// What to do, as a sentence.
    pub fix: Option<String>,
}

impl Problem {
    /// A problem without a fix of its own.
    pub fn new(path: impl Into<String>, wanted: impl Into<String>, came: impl Into<String>) -> Problem {
        Problem { path: path.into(), wanted: wanted.into(), came: came.into(), fix: None }
    }

    /// With what to do.
    pub fn fix(mut self, fix: impl Into<String>) -> Problem {
        self.fix = Some(fix.into());
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}, but {}.", self.path, self.wanted, self.came)?;
        self.fix.as_ref().map_or(Ok(()), |fix| write!(f, " {fix}"))
    }
}

/// An ill call; never without a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misuse {
    /// All of them, in the order of the call.
    pub problems: Vec<Problem>,
    /// What would help, for the call as a whole.
    pub hint: Option<String>,
}

impl Misuse {
    /// Several problems.
    pub fn new(problems: Vec<Problem>) -> Misuse {
        Misuse { problems, hint: None }
    }

    /// One problem.
    pub fn one(problem: Problem) -> Misuse {
        Misuse::new(vec![problem])
    }

    /// With a hint for the call as a whole.
    pub fn hint(mut self, hint: impl Into<String>) -> Misuse {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Misuse {
    /// One problem a line, then the hint.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, problem) in self.problems.iter().take(LISTED).enumerate() {
            let lead = if n == 0 { "" } else { "\n" };
            write!(f, "{lead}- {problem}")?;
        }
        if let Some(more) = self.problems.len().checked_sub(LISTED).filter(|n| *n > 0) {
            write!(f, "\n- and {more} more.")?;
        }
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, "\n{hint}"))
    }
}

impl std::error::Error for Misuse {}

/// What came, where something of another kind was wanted.
pub fn kind(value: &Value) -> String {
    match value {
        Value::Null => "is null".to_owned(),
        Value::Bool(b) => format!("is {b}"),
        Value::Number(n) => format!("is the number {n}"),
        Value::String(s) => format!("is the string {}", quoted(s)),
        Value::Array(a) => format!("is an array of {}", a.len()),
        Value::Object(_) => "is an object".to_owned(),
    }
}
