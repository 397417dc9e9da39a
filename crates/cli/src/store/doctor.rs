//! `asq doctor` checks the store.
//!
//! - Prints the store's place and who chose it, its file system and size, and the results of its own checks.
//! - Says whether an inbox is in use.
//! - A store that can't be read is an error, but it prints what it could read.
//! - Without a store it says so, and makes none.

use crate::env::Env;
use crate::error::{CommandError, one_line};
use crate::exit::Exit;
use crate::output;
use crate::session::{open, place};
use serde_json::{Map, Value};
use std::fmt::Write;
use std::path::Path;

pub(super) fn run(as_json: bool, env: &Env, cwd: Option<&Path>) -> Result<Exit, CommandError> {
    let (rows, trouble) = look(env, cwd);
    if as_json {
        let mut object: Map<String, Value> =
            rows.into_iter().map(|(name, value)| (name.replace(' ', "_"), value.into())).collect();
        object.insert("trouble".into(), trouble.as_ref().map(CommandError::to_string).into());
        output::print(&output::json(&Value::Object(object)))?;
    } else {
        let mut text = String::from("store\n");
        let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, value) in &rows {
            let _ = writeln!(text, "  {name:width$}  {}", one_line(value));
        }
        output::print(&text)?;
        if let Some(trouble) = &trouble {
            output::say(&trouble.to_string());
        }
    }
    Ok(trouble.map_or(Exit::DONE, |trouble| trouble.exit()))
}

fn look(env: &Env, cwd: Option<&Path>) -> (Vec<(String, String)>, Option<CommandError>) {
    let mut rows = Vec::new();
    let place = match place::of(env, cwd) {
        Ok(place) => place,
        Err(failure) => return (rows, Some(failure)),
    };
    let says = if place.named { place::VARIABLE } else { "the default" };
    rows.push(("place".to_owned(), format!("{} ({says})", place.at)));
    let store = match open::existing(&place) {
        Ok(Some(store)) => store,
        Ok(None) => {
            rows.push((
                "state".to_owned(),
                "there is none yet; the first question that waits makes it".to_owned(),
            ));
            return (rows, None);
        }
        Err(failure) => return (rows, Some(failure)),
    };
    rows.extend(store.about());
    let in_use = if store.inbox_in_use() { "yes" } else { "no" };
    rows.push(("inbox in use".to_owned(), in_use.to_owned()));
    // Only reading a record shows whether the store can be read.
    (rows, store.head().err().map(CommandError::from))
}
