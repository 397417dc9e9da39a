//! `asq --version [--json]`.
//!
//! - For a person it prints one line: the name and the version.
//! - For a program it prints one line of JSON: name, version, and the ids of the dialects that this build speaks.

use crate::output;
use serde::Serialize;

#[derive(Serialize)]
struct Version<'a> {
    name: &'static str,
    version: &'static str,
    dialects: Vec<&'a str>,
}

pub(crate) const NUMBER: &str = env!("CARGO_PKG_VERSION");

/// The output of `asq --version`.
pub(crate) fn text<'a>(json: bool, dialects: impl IntoIterator<Item = &'a str>) -> String {
    let version = NUMBER;
    if !json {
        return format!("asq {version}\n");
    }
    let all = Version { name: "asq", version, dialects: dialects.into_iter().collect() };
    serde_json::to_value(&all).map_or_else(|_| String::new(), |all| output::json(&all))
}
