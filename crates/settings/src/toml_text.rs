//! Sets, changes or removes one setting in the text of a config.toml. toml_edit keeps what nobody touches; where a
//! new line goes and which comments stay at a changed or removed one is decided here.
//!
//! - Comments, order and spacing stay, including a comment on the changed line.
//! - Removing a line keeps the comments above it.
//! - Only the bindings that differ change.
//! - Setting or removing a setting also removes its older spelling.

use crate::given::Given;
use crate::setting::Setting;
use crate::settings::Bindings;
use crate::toml;
use crate::warning::Trouble;
use std::ops::Range;
use toml_edit::{Array, Document, DocumentMut, Item, Table, TableLike, value};

/// The longer spelling of `timer`.
const TIMER: &str = "asq.timer";

/// Returns the text with this setting in it.
pub(crate) fn set(text: &str, setting: &Setting, given: &Given) -> Result<String, Trouble> {
    let mut document = toml::parse(text)?;
    remove(&mut document, TIMER, setting);
    put(&mut document, setting.name, given);
    Ok(document.to_string())
}

/// Returns the text without this setting.
pub(crate) fn unset(text: &str, setting: &Setting) -> Result<String, Trouble> {
    let mut text = text.to_owned();
    for name in [TIMER, setting.name] {
        if Setting::named(name) == Some(setting)
            && let Some(line) = line_of(&text, name)
        {
            text.replace_range(line, "");
        }
    }
    let mut document = toml::parse(&text)?;
    remove(&mut document, TIMER, setting);
    remove(&mut document, setting.name, setting);
    Ok(document.to_string())
}

/// The line that sets only this. Cutting it from the text keeps the comments above; toml_edit would drop them.
fn line_of(text: &str, name: &str) -> Option<Range<usize>> {
    let document = Document::parse(text).ok()?;
    let (above, last) = name.rsplit_once('.').unwrap_or(("", name));
    let mut table = document.as_table();
    for part in above.split('.').filter(|part| !part.is_empty()) {
        table = table.get(part)?.as_table()?;
    }
    let (key, item) = table.get_key_value(last)?;
    let (key, content) = (key.span()?, item.as_value()?.span()?);
    let start = text[..key.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[content.end..].find('\n').map_or(text.len(), |at| content.end + at + 1);
    Some(start..end)
}

/// Removes the setting if it stands under this name.
fn remove(document: &mut DocumentMut, name: &str, setting: &Setting) {
    if Setting::named(name) != Some(setting) {
        return;
    }
    let mut path: Vec<&str> = name.split('.').collect();
    let Some(last) = path.pop() else { return };
    let mut table: &mut dyn TableLike = document.as_table_mut();
    for part in path {
        let Some(inner) = table.get_mut(part).and_then(Item::as_table_like_mut) else { return };
        table = inner;
    }
    table.remove(last);
}

fn put(document: &mut DocumentMut, name: &str, given: &Given) {
    let mut path: Vec<&str> = name.split('.').collect();
    let Some(last) = path.pop() else { return };
    let mut table: &mut dyn TableLike = document.as_table_mut();
    for part in path {
        let Some(inner) = inner(table, part) else { return };
        table = inner;
    }
    match given {
        Given::Flag(on) => place(table, last, value(*on)),
        Given::Integer(n) => place(table, last, value(i64::from(*n))),
        Given::Number(n) if n.fract() == 0.0 => place(table, last, value(*n as i64)),
        Given::Number(n) => place(table, last, value(*n)),
        Given::Text(text) | Given::Word(text) => place(table, last, value(text.as_str())),
        Given::Bindings(Bindings(rows)) => {
            let Some(table) = inner(table, last) else { return };
            let gone: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
            for key in gone.iter().filter(|key| rows.iter().all(|(name, _)| name != *key)) {
                table.remove(key);
            }
            for (name, keys) in rows {
                place(table, name, value(keys.iter().map(String::as_str).collect::<Array>()));
            }
        }
    }
}

/// Returns the table of this name. Creates it if it is missing; anything else under that name is replaced.
fn inner<'a>(table: &'a mut dyn TableLike, name: &str) -> Option<&'a mut dyn TableLike> {
    if table.get(name).is_none_or(|item| item.as_table_like().is_none()) {
        let mut fresh = Table::new();
        fresh.set_implicit(true);
        table.insert(name, Item::Table(fresh));
    }
    table.get_mut(name)?.as_table_like_mut()
}

/// Sets or replaces an item; a comment on its line stays.
fn place(table: &mut dyn TableLike, name: &str, mut item: Item) {
    if let Some(old) = table.get(name).and_then(Item::as_value)
        && let Some(new) = item.as_value_mut()
    {
        if old.to_string().trim() == new.to_string().trim() {
            return;
        }
        *new.decor_mut() = old.decor().clone();
    }
    match table.get_mut(name) {
        Some(there) => *there = item,
        None => {
            table.insert(name, item);
        }
    }
}
