//! `asq dialects` and `asq schema ID`.
//!
//! - A line per dialect: its id and the tools that an agent calls.
//! - One line of JSON per dialect: what an agent is told about those tools.

use crate::error::Failure;
use asq_core::model::Prefs;
use asq_dialects::{ALL, Dialect, by_id};
use std::fmt::Write;

/// The ids of all dialects.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|d| d.id)
}

/// The dialect of this id.
pub(crate) fn dialect(id: &str) -> Result<&'static Dialect, Failure> {
    by_id(id).ok_or_else(|| Failure::unknown_dialect(id, ids()))
}

/// What `asq dialects` prints.
pub(crate) fn list() -> String {
    let width = ids().map(str::len).max().unwrap_or(0);
    let mut text = String::new();
    for dialect in ALL {
        let names: Vec<&str> = (dialect.tools)(&Prefs::default()).iter().map(|t| t.name).collect();
        let _ = writeln!(text, "{:width$}  {}", dialect.id, names.join(", "));
    }
    text
}

/// What `asq schema ID` prints.
pub(crate) fn text(id: &str) -> Result<String, Failure> {
    Ok(format!("{}\n", dialect(id)?.schema(&Prefs::default())))
}
