//! What a layer says that does not count, worded for the person.
//!
//! - Names where it stands, what came, and what would fit.
//! - One line each: what came is quoted as JSON and cut short, so that no line break gets out.
//! - Foreign text is in it as it came otherwise; whoever prints it escapes it.

use crate::limits::Over;
use crate::source::Source;
use std::fmt;

/// Something that does not count, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    pub source: Source,
    pub trouble: Trouble,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The file can't be read; why.
    Unreadable(String),
    /// The file can't be parsed. Lines and columns count from 1, columns in characters.
    Syntax { line: usize, column: usize, why: String },
    /// The file holds no table of settings, but this, as JSON.
    NoTable(String),
    /// There is no such setting; the one that was probably meant.
    Unknown { name: String, near: Option<String> },
    /// A setting of asq's own, in a file of the contract.
    NotHere { name: &'static str },
    /// Stands twice; the last counts.
    Twice { name: String },
    /// What came does not fit.
    Misfit { name: &'static str, came: String, fits: String },
    /// A guarded setting in the file of a folder that is not trusted.
    Untrusted { name: &'static str },
    /// A setting that not every file may set, in one that somebody else could have written; why.
    Doubtful { name: &'static str, why: String },
    /// A guard that a file elsewhere than in the account's home would have loosened.
    Elsewhere { name: &'static str },
    /// No variable and no flag may set it.
    Guarded { name: &'static str },
    /// Something else that the reader of a setting found.
    Other { name: &'static str, why: String },
}

impl From<Over> for Trouble {
    fn from(over: Over) -> Trouble {
        Trouble::Unreadable(over.to_string())
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = &self.source;
        match &self.trouble {
            Trouble::Unreadable(why) => write!(f, "{place} can't be read: {why}"),
            Trouble::Syntax { line, column, why } => {
                write!(f, "{place}, line {line}, column {column}: {why}; nothing in this file counts")
            }
            Trouble::NoTable(came) => {
                write!(f, "{place} holds {came} where settings are expected; nothing in this file counts")
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
