//! Adds, changes and removes one entry in the text of a TOML file.
//!
//! - A new entry is a table of its own at the end of the file; everything else stays, byte by byte.
//! - An entry that is written in one line is changed in its line.
//! - Of an entry that is there, only the values that differ change.
//! - A removed entry takes its own lines along, and no comment of others.
//! - A form that asq can't edit is reported.

use super::client::ENTRY;
use super::json_text::TextFault;
use serde_json::{Map, Value};
use std::ops::Range;
use toml_edit::{Document, Item, Table, TableLike};

pub(super) fn read(text: &str) -> Result<Value, TextFault> {
    Ok(plain(parse(text)?.as_item()))
}

fn parse(text: &str) -> Result<Document<&str>, TextFault> {
    Document::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let lines = error.message().lines().map(str::trim).filter(|line| !line.is_empty());
        TextFault::at(text, at, lines.collect::<Vec<_>>().join(", "))
    })
}

/// The text with this entry in it; its values are set, and others that it has stay. `None` if asq can't edit this form.
pub(super) fn put(
    text: &str,
    container: &str,
    members: &[(&'static str, Value)],
) -> Result<Option<String>, TextFault> {
    let document = parse(text)?;
    let end_of_line = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let row = |(name, value): &(&str, Value)| format!("{name} = {}", written(value));
    let outer = document.get(container);
    if let Some(Item::Value(inline)) = outer
        && inline.as_inline_table().is_some_and(|table| !table.contains_key(ENTRY))
    {
        let rows: Vec<String> = members.iter().map(row).collect();
        return Ok(into_inline(text, inline, &format!("{ENTRY} = {{ {} }}", rows.join(", "))));
    }
    if outer.and_then(|outer| outer.get(ENTRY)).is_none() {
        let blank =
            if text.trim_start_matches('\u{feff}').is_empty() || text.ends_with(&end_of_line.repeat(2)) {
                ""
            } else {
                end_of_line
            };
        let ended = if blank.is_empty() || text.ends_with('\n') { "" } else { end_of_line };
        let rows: String = members.iter().map(|member| row(member) + end_of_line).collect();
        return Ok(Some(format!("{text}{ended}{blank}[{container}.{ENTRY}]{end_of_line}{rows}")));
    }
    let mut text = text.to_owned();
    for member in members {
        let document = parse(&text)?;
        let Some(entry) = document.get(container).and_then(|outer| outer.get(ENTRY)) else { return Ok(None) };
        let there = entry.get(member.0);
        if there.is_some_and(|there| plain(there) == member.1) {
            continue;
        }
        let changed = match there.map(Item::span) {
            Some(Some(span)) => Some(replaced(&text, span, &written(&member.1))),
            Some(None) => None,
            None => added(&text, entry, &row(member), end_of_line),
        };
        match changed {
            Some(changed) => text = changed,
            None => return Ok(None),
        }
    }
    Ok(Some(text))
}

/// The text without the entry. `None` if asq can't edit this form.
pub(super) fn remove(text: &str, container: &str) -> Result<Option<String>, TextFault> {
    let document = parse(text)?;
    let Some(outer) = document.get(container) else { return Ok(Some(text.to_owned())) };
    let Some(outer) = outer.as_table_like() else { return Ok(None) };
    let Some((key, entry)) = outer.get_key_value(ENTRY) else { return Ok(Some(text.to_owned())) };
    let cuts = match entry {
        Item::Table(table) if !table.is_dotted() => tables(text, table),
        Item::Value(value) if document.get(container).is_some_and(Item::is_table) => {
            let (Some(key), Some(value)) = (key.span(), value.span()) else { return Ok(None) };
            Some(std::iter::once(line_start(text, key.start)..line_end(text, value.end)).collect())
        }
        Item::Table(_) | Item::Value(_) | Item::ArrayOfTables(_) | Item::None => None,
    };
    Ok(cuts.map(|mut cuts| {
        cuts.sort_by_key(|cut| cut.start);
        let mut text = text.to_owned();
        for cut in cuts.into_iter().rev() {
            text.replace_range(cut, "");
        }
        text
    }))
}

/// The lines of a table and of the tables in it, each with a blank line before it.
fn tables(text: &str, table: &Table) -> Option<Vec<Range<usize>>> {
    let mut cuts = Vec::new();
    if let Some(header) = table.span().filter(|_| !table.is_implicit()) {
        let values = table.iter().filter_map(|(_, item)| item.as_value()?.span());
        let end = values.map(|span| span.end).max().unwrap_or(header.start).max(header.start);
        let start = line_start(text, header.start);
        let before = &text[..start];
        let blank =
            before.strip_suffix('\n').map_or("", |before| before.strip_suffix('\r').unwrap_or(before));
        let start = if blank.ends_with('\n') { blank.len() } else { start };
        cuts.push(start..line_end(text, end));
    }
    for (_, item) in table {
        match item {
            Item::Table(inner) if inner.is_dotted() => return None,
            Item::Table(inner) => cuts.extend(tables(text, inner)?),
            Item::ArrayOfTables(_) => return None,
            Item::Value(_) | Item::None => {}
        }
    }
    Some(cuts)
}

/// The text with one more row in this entry.
fn added(text: &str, entry: &Item, row: &str, end_of_line: &str) -> Option<String> {
    match entry {
        Item::Table(table) if !table.is_dotted() && !table.is_implicit() => {
            let values = table.iter().filter_map(|(_, item)| item.as_value()?.span());
            let last = values.map(|span| span.end).max().or_else(|| Some(table.span()?.start))?;
            let at = line_end(text, last);
            let ended = if text[..at].ends_with('\n') { "" } else { end_of_line };
            Some(replaced(text, at..at, &format!("{ended}{row}{end_of_line}")))
        }
        Item::Value(inline) => into_inline(text, inline, row),
        Item::Table(_) | Item::ArrayOfTables(_) | Item::None => None,
    }
}

/// The text with one more row in this inline table.
fn into_inline(text: &str, inline: &toml_edit::Value, row: &str) -> Option<String> {
    let table = inline.as_inline_table()?;
    match table.iter().filter_map(|(_, value)| value.span()).map(|span| span.end).max() {
        Some(end) => Some(replaced(text, end..end, &format!(", {row}"))),
        None => Some(replaced(text, inline.span()?, &format!("{{ {row} }}"))),
    }
}

fn replaced(text: &str, range: Range<usize>, with: &str) -> String {
    [&text[..range.start], with, &text[range.end..]].concat()
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end + 1)
}

fn written(value: &Value) -> String {
    match value {
        Value::String(text) => toml_edit::Value::from(text.as_str()).to_string(),
        Value::Array(values) => format!("[{}]", values.iter().map(written).collect::<Vec<_>>().join(", ")),
        // JSON's spelling of these is TOML's, too; an entry has no others.
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => value.to_string(),
    }
}

/// As JSON; a date becomes its text.
fn plain(item: &Item) -> Value {
    let table = |table: &dyn TableLike| {
        Value::Object(table.iter().map(|(key, item)| (key.to_owned(), plain(item))).collect::<Map<_, _>>())
    };
    match item {
        Item::None => Value::Null,
        Item::Table(inner) => table(inner),
        Item::ArrayOfTables(list) => list.iter().map(|inner| table(inner)).collect(),
        Item::Value(value) => match value {
            toml_edit::Value::String(text) => Value::from(text.value().as_str()),
            toml_edit::Value::Integer(number) => Value::from(*number.value()),
            toml_edit::Value::Float(number) => Value::from(*number.value()),
            toml_edit::Value::Boolean(on) => Value::from(*on.value()),
            toml_edit::Value::Datetime(date) => Value::from(date.value().to_string()),
            toml_edit::Value::Array(list) => {
                list.iter().map(|one| plain(&Item::Value(one.clone()))).collect()
            }
            toml_edit::Value::InlineTable(inner) => table(inner),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{put, read, remove};
    use serde_json::{Value, json};

    fn members() -> Vec<(&'static str, Value)> {
        vec![("command", json!("/a/asq")), ("args", json!(["mcp"])), ("tool_timeout_sec", json!(86400))]
    }

    const TABLE: &str =
        "[mcp_servers.asq]\ncommand = \"/a/asq\"\nargs = [\"mcp\"]\ntool_timeout_sec = 86400\n";

    /// The text with the entry; taking the entry out again gives the text of before.
    #[track_caller]
    fn check(before: &str, after: &str) {
        let put = put(before, "mcp_servers", &members()).unwrap().unwrap();
        assert_eq!(put, after);
        assert_eq!(super::put(&put, "mcp_servers", &members()).unwrap().unwrap(), after, "twice");
        assert_eq!(remove(&put, "mcp_servers").unwrap().unwrap(), before, "and back");
    }

    #[test]
    fn a_table_of_its_own_comes_at_the_end() {
        check("", TABLE);
        let before = "# mine\nmodel = \"o9\" # good\n\n[mcp_servers.a]\ncommand = 'a'\n\n  [tui]\n  x = 1979-05-27\n# end\n";
        check(before, &format!("{before}\n{TABLE}"));
        assert_eq!(
            put("a.b = 1\n\n", "mcp_servers", &members()).unwrap().unwrap(),
            format!("a.b = 1\n\n{TABLE}")
        );
        check(
            "mcp_servers.a.command = \"a\"\r\n",
            &format!("mcp_servers.a.command = \"a\"\n\n{TABLE}").replace('\n', "\r\n"),
        );
        assert_eq!(put("a = 1", "mcp_servers", &members()).unwrap().unwrap(), format!("a = 1\n\n{TABLE}"));
    }

    #[test]
    fn an_entry_in_one_line_stays_in_its_line() {
        let row = "asq = { command = \"/a/asq\", args = [\"mcp\"], tool_timeout_sec = 86400 }";
        let before = "mcp_servers = { a = { command = \"a\" } } # mine\nb = 1\n";
        let put = |text: &str| put(text, "mcp_servers", &members()).unwrap();
        assert_eq!(
            put(before).unwrap(),
            format!("mcp_servers = {{ a = {{ command = \"a\" }}, {row} }} # mine\nb = 1\n")
        );
        assert_eq!(put("mcp_servers = {}\n").unwrap(), format!("mcp_servers = {{ {row} }}\n"));
        let there = "[mcp_servers]\nasq = { command = '/old/asq', env = {} } # here\nb = {}\n";
        let after = "[mcp_servers]\nasq = { command = \"/a/asq\", env = {}, args = [\"mcp\"], tool_timeout_sec = 86400 } # here\nb = {}\n";
        assert_eq!(put(there).unwrap(), after);
        assert_eq!(remove(after, "mcp_servers").unwrap().unwrap(), "[mcp_servers]\nb = {}\n");
        assert_eq!(put("mcp_servers.asq.command = 'x'\n"), None);
    }

    #[test]
    fn only_what_differs_changes_and_its_own_tables_go() {
        let before = "[mcp_servers.asq] # mine\ncommand = \"/old/asq\" # old\nenabled = true\n\n[mcp_servers.asq.env]\nA = \"b\"\n\n# of b\n[b]\nc = 1\n";
        let after = before
            .replace("/old/asq", "/a/asq")
            .replace("enabled = true\n", "enabled = true\nargs = [\"mcp\"]\ntool_timeout_sec = 86400\n");
        assert_eq!(put(before, "mcp_servers", &members()).unwrap().unwrap(), after);
        assert_eq!(remove(&after, "mcp_servers").unwrap().unwrap(), "\n# of b\n[b]\nc = 1\n");
    }

    #[test]
    fn a_fault_names_its_place() {
        let fault = read("a = 1\nb = [1, \n[c]\n= 2\n").unwrap_err();
        assert_eq!((fault.line, fault.column), (4, 1), "{fault}");
    }
}
