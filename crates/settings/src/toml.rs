//! config.toml: settings, some of them in tables.
//!
//! - A setting in a table has a dotted name: `preset` of `[keys]` is `keys.preset`.
//! - A table without settings is reported once, not row by row.
//! - A file beyond its limits doesn't count at all; the same goes for a theme.
//! - A syntax error names its line and column.

use crate::limits::FileLimits;
use crate::table::ALL;
use crate::warning::Trouble;
use serde_json::{Map, Value};
use toml_edit::{DocumentMut, Item, TableLike, TomlError};

/// The file's settings in order, with dotted names.
pub(crate) fn read(text: &str) -> Result<Vec<(String, Value)>, Trouble> {
    let document = parse(text)?;
    let mut rows = Vec::new();
    flat("", document.as_table(), &mut rows);
    Ok(rows)
}

/// The top-level rows of any TOML, as JSON; a table is one row.
///
/// # Errors
/// It can't be parsed, or is beyond its limits.
pub fn toml_rows(text: &str) -> Result<Vec<(String, Value)>, Trouble> {
    let document = parse(text)?;
    Ok(document.as_table().iter().map(|(key, item)| (key.to_owned(), plain(item))).collect())
}

pub(crate) fn parse(text: &str) -> Result<DocumentMut, Trouble> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let document: DocumentMut = text.parse().map_err(|error| trouble(text, &error))?;
    FileLimits::SETTINGS.json(plain(document.as_item()).to_string().as_bytes())?;
    Ok(document)
}

fn trouble(text: &str, error: &TomlError) -> Trouble {
    let at = error.span().map_or(0, |span| span.start).min(text.len());
    let before = text.get(..at).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let why: Vec<&str> = error.message().lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    // The parser takes a missing value for a text without quotes.
    let rest = text.get(at..).unwrap_or_default().lines().next().unwrap_or_default().trim();
    let has_no_value = before.trim_end().ends_with('=') && (rest.is_empty() || rest.starts_with('#'));
    let why = if has_no_value { "a value is missing".to_owned() } else { why.join(", ") };
    Trouble::Syntax { line, column, why }
}

fn flat(above: &str, table: &dyn TableLike, rows: &mut Vec<(String, Value)>) {
    for (key, item) in table.iter() {
        let name = format!("{above}{key}");
        let within = format!("{name}.");
        let settings = name == "asq" || ALL.iter().any(|s| s.name.starts_with(&within));
        match item.as_table_like() {
            Some(table) if settings => flat(&within, table, rows),
            _ => rows.push((name, plain(item))),
        }
    }
}

/// As JSON; a date becomes its text, and so fits nothing that wants a number.
fn plain(item: &Item) -> Value {
    if let Some(table) = item.as_table_like() {
        return Value::Object(
            table.iter().map(|(key, item)| (key.to_owned(), plain(item))).collect::<Map<_, _>>(),
        );
    }
    match item {
        Item::Value(toml_edit::Value::String(text)) => Value::from(text.value().as_str()),
        Item::Value(toml_edit::Value::Integer(n)) => Value::from(*n.value()),
        Item::Value(toml_edit::Value::Float(n)) => Value::from(*n.value()),
        Item::Value(toml_edit::Value::Boolean(on)) => Value::from(*on.value()),
        Item::Value(toml_edit::Value::Array(list)) => {
            list.iter().map(|one| plain(&Item::Value(one.clone()))).collect()
        }
        Item::Value(other) => Value::from(other.to_string().trim()),
        Item::ArrayOfTables(list) => list.iter().map(|one| plain(&Item::Table(one.clone()))).collect(),
        Item::Table(_) | Item::None => Value::Null,
    }
}
