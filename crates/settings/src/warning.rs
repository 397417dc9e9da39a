//! Warnings to the person about what doesn't count in a layer.
//!
//! - Each names the place, the text that came, and what would fit.
//! - Each is one line: what came is quoted as JSON and cut short, so that no line break gets out.
//! - Other foreign text is unchanged; the printer must escape it.

use crate::limits::OverLimit;
use crate::source::Source;
use std::fmt;

/// One problem and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    pub source: Source,
    pub trouble: Trouble,
}

/// The kinds of problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The file can't be read, for this reason.
    Unreadable(String),
    /// The file can't be parsed. Lines and columns count from 1, columns in characters.
    Syntax { line: usize, column: usize, why: String },
    /// The file holds this JSON instead of a table of settings.
    NoTable(String),
    /// No setting has this name; `near` is the one that it probably means.
    Unknown { name: String, near: Option<String> },
    /// One of asq's own settings, in a file of the contract.
    NotHere { name: &'static str },
    /// Set twice; the last one counts.
    Twice { name: String },
    /// The value doesn't fit.
    Misfit { name: &'static str, came: String, fits: String },
    /// A value in an earlier spelling, which counts.
    Earlier { name: &'static str, came: String, now: String },
    /// A guarded setting in a folder that isn't trusted.
    Untrusted { name: &'static str },
    /// Somebody else could have written the file, and not every file may hold this setting.
    Doubtful { name: &'static str, why: String },
    /// A file outside the account's home would have loosened a guard.
    Elsewhere { name: &'static str },
    /// Variables and flags can't set it.
    Guarded { name: &'static str },
    /// Another problem with this setting.
    Other { name: &'static str, why: String },
}

impl From<OverLimit> for Trouble {
    fn from(over: OverLimit) -> Trouble {
        Trouble::Unreadable(over.to_string())
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = &self.source;
        match &self.trouble {
            Trouble::Unreadable(why) => write!(f, "{place} can't be read: {why}"),
            Trouble::Syntax { line, column, why } => {
                write!(f, "{place}, line {line}, column {column}: {why}; asq ignores the whole file")
            }
            Trouble::NoTable(came) => {
                write!(f, "{place} holds {came} where settings are expected; asq ignores the whole file")
            }
            Trouble::Unknown { name, near } => {
                write!(f, "{place}: there is no setting {name}")?;
                near.as_ref().map_or(Ok(()), |near| write!(f, "; did you mean {near}?"))
            }
            Trouble::NotHere { name } => {
                write!(f, "{place}: {name} is a setting of config.toml and does not count here")
            }
            Trouble::Twice { name } => write!(f, "{place}: {name} stands twice; the last one counts"),
            Trouble::Misfit { name, came, fits } => write!(f, "{place}: {name} is {came}, not {fits}"),
            Trouble::Earlier { name, came, now } => {
                write!(f, "{place}: {name} = {came} is now spelled \"{now}\", and counts as that")
            }
            Trouble::Untrusted { name } => {
                write!(f, "{place}: {name} does not count, since the folder is not trusted (asq trust .)")
            }
            Trouble::Doubtful { name, why } => {
                write!(f, "{place}: {name} does not count, since somebody else could have set it: {why}")
            }
            Trouble::Elsewhere { name } => {
                write!(f, "{place}: {name} does not count, since nothing in the home of your account says so")
            }
            Trouble::Guarded { name } => {
                write!(f, "{place} does not count: no variable and no flag sets {name}")
            }
            Trouble::Other { name, why } => write!(f, "{place}: {name}: {why}"),
        }
    }
}
