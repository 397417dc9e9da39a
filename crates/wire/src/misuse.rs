//! What is wrong with a call, worded for the agent.
//!
//! - Each problem names its place, what is needed, what came, and if useful the fix.
//! - All problems of a call are reported at once.
//! - The text is bounded: after 40 problems it gives the number of the rest.
//! - If a contract has a sentence of its own for a problem, that sentence stands alone.
//! - A hint may follow, for the call as a whole.

use crate::quoted;
use serde_json::Value;
use std::fmt;

/// How many problems the text lists.
const LISTED: usize = 40;

/// One thing that is wrong with a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The place, as in `questions[0].header`; empty for the call as a whole.
    pub path: String,
    /// What is needed, with the limit: `must have at most 12 characters`.
    pub wanted: String,
    /// What came: `has 42`; empty if `wanted` is a whole sentence.
    pub came: String,
    /// What to do, as a sentence.
    pub fix: Option<String>,
}

impl Problem {
    /// A problem without a fix of its own.
    pub fn new(path: impl Into<String>, wanted: impl Into<String>, came: impl Into<String>) -> Problem {
        Problem { path: path.into(), wanted: wanted.into(), came: came.into(), fix: None }
    }

    /// A problem in a contract's own sentence, without its full stop.
    pub fn sentence(path: impl Into<String>, sentence: impl Into<String>) -> Problem {
        Problem::new(path, sentence, "")
    }

    /// Adds what to do.
    pub fn fix(mut self, fix: impl Into<String>) -> Problem {
        self.fix = Some(fix.into());
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.wanted)?;
        if !self.came.is_empty() {
            write!(f, ", but {}", self.came)?;
        }
        f.write_str(".")?;
        self.fix.as_ref().map_or(Ok(()), |fix| write!(f, " {fix}"))
    }
}

/// The problems of a call; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misuse {
    /// All of them, in the order of the call.
    pub problems: Vec<Problem>,
    /// Advice for the call as a whole.
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

    /// The problems, one a line; after 40 of them a line with the number of the rest.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        let more = self.problems.len().checked_sub(LISTED).filter(|n| *n > 0);
        let more = more.map(|n| format!("and {n} more."));
        self.problems.iter().take(LISTED).map(Problem::to_string).chain(more)
    }

    /// Adds advice for the call as a whole.
    pub fn hint(mut self, hint: impl Into<String>) -> Misuse {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Misuse {
    /// One problem a line, then the hint.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, line) in self.lines().enumerate() {
            let lead = if n == 0 { "" } else { "\n" };
            write!(f, "{lead}- {line}")?;
        }
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, "\n{hint}"))
    }
}

impl std::error::Error for Misuse {}

/// Most digits of a number that a message repeats.
const DIGITS: usize = 60;

/// Describes a value of the wrong kind.
pub fn kind(value: &Value) -> String {
    match value {
        Value::Null => "is null".to_owned(),
        Value::Bool(b) => format!("is {b}"),
        Value::Number(n) if n.as_str().len() > DIGITS => {
            format!("is a number of {} characters", n.as_str().len())
        }
        Value::Number(n) => format!("is the number {n}"),
        Value::String(s) => format!("is the string {}", quoted(s)),
        Value::Array(a) => format!("is an array of {}", a.len()),
        Value::Object(_) => "is an object".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_with_a_sentence_of_its_own() {
        let misuse = Misuse::new(vec![
            Problem::sentence("", "Tool 'a' renamed to 'b'"),
            Problem::sentence("Question 0", "'required' field removed"),
            Problem::new("questions", "must hold some", "holds none").fix("Ask something."),
        ]);
        let wanted = [
            "Tool 'a' renamed to 'b'.",
            "Question 0: 'required' field removed.",
            "questions: must hold some, but holds none. Ask something.",
        ];
        assert_eq!(misuse.lines().collect::<Vec<_>>(), wanted);
        assert_eq!(misuse.to_string(), wanted.map(|line| format!("- {line}")).join("\n"));
    }
}
