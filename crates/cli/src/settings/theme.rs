//! The theme that a setting names, for the form.
//!
//! - It is the file `themes/NAME.toml` next to config.toml. Each ask reads it again, like all settings.
//! - A missing or unreadable file is a warning, and the form has the colours of `auto`.
//! - So is each invalid entry; the others count.
//! - Setting an unknown theme lists the existing ones, always in the same order.

use super::{places, tilde};
use crate::env::Env;
use asq_files::{Folder, Whose};
use asq_settings::{Setting, Source, ThemeName, Trouble, Warning, nearest, toml_rows};
use asq_tui::theme::{Background, Custom, Theme};
use serde_json::Value;
use std::path::PathBuf;

/// The look of tones; `None` leaves it to the terminal.
pub(super) fn read(named: &ThemeName, env: &Env, warnings: &mut Vec<Warning>) -> Option<Theme> {
    match named {
        ThemeName::Auto => None,
        ThemeName::Dark => Some(Theme::on(Background::Dark)),
        ThemeName::Light => Some(Theme::on(Background::Light)),
        ThemeName::None => Some(Theme::new(false)),
        ThemeName::File(name) => file(name, env, warnings),
    }
}

/// The most themes that a message lists for an unknown name.
const MOST: usize = 40;

/// The folder of the person's own themes.
fn folder(env: &Env) -> Option<PathBuf> {
    env.config_dir().map(|dir| dir.join("themes"))
}

/// All themes: the built-in ones, then the person's own in the order of their names.
pub(crate) fn names(env: &Env) -> Vec<String> {
    let fits = |name: &String| Setting::named("theme").is_some_and(|theme| theme.judge_text(name).is_some());
    let mut own: Vec<String> = files(env).into_iter().filter(fits).collect();
    own.sort();
    own.retain(|name| !ThemeName::WORDS.contains(&name.as_str()));
    ThemeName::WORDS.map(str::to_owned).into_iter().chain(own.into_iter().take(MOST)).collect()
}

/// The names of the person's theme files.
fn files(env: &Env) -> Vec<String> {
    // A folder that can't be read offers no themes; the built-in ones are still listed.
    let opened = folder(env).and_then(|folder| Folder::open(&folder, Whose::Anybodys).ok().flatten());
    let names = opened.and_then(|folder| folder.names().ok()).unwrap_or_default();
    names.iter().filter_map(|name| name.to_str()?.strip_suffix(".toml").map(str::to_owned)).collect()
}

/// Whether a theme of this name exists.
///
/// # Errors
/// The theme is unknown; the message names the nearest one, and lists all in their order.
pub(super) fn exists(name: &str, env: &Env) -> Result<(), String> {
    let ThemeName::File(name) = ThemeName::named(name) else { return Ok(()) };
    let Some(folder) = folder(env) else { return Ok(()) };
    if files(env).contains(&name) {
        return Ok(());
    }
    let known = names(env);
    let near = nearest(&name, known.iter().map(String::as_str));
    let near = near.map(|near| format!("did you mean {near}? ")).unwrap_or_default();
    let known = known.join(", ");
    Err(format!(
        "there is no theme '{name}'; {near}there are {known} (your own: {}/NAME.toml)",
        tilde(&folder, env)
    ))
}

fn file(name: &str, env: &Env, warnings: &mut Vec<Warning>) -> Option<Theme> {
    let path = folder(env)?.join(format!("{name}.toml"));
    let source = Source::Config(path.to_string_lossy().into_owned());
    let mut warn = |trouble| warnings.push(Warning { source: source.clone(), trouble });
    let text = match places::text(&path) {
        Ok(Some(said)) => said.text,
        Ok(None) => {
            // The line with the name is what has to change.
            let known = names(env).join(", ");
            let why = format!("there is no theme '{name}'; there are {known}");
            let trouble = Trouble::Other { name: "theme", why };
            match env.text("ASQ_THEME").filter(|named| named == name) {
                Some(_) => {
                    warnings.push(Warning { source: Source::Variable("ASQ_THEME".to_owned()), trouble });
                }
                None => warn(trouble),
            }
            return None;
        }
        Err(why) => {
            warn(Trouble::Unreadable(why));
            return None;
        }
    };
    let rows = match toml_rows(&text) {
        Ok(rows) => rows,
        Err(trouble) => {
            warn(trouble);
            return None;
        }
    };
    let words = |came: Value| came.as_str().map_or_else(|| came.to_string(), str::to_owned);
    let entries: Vec<(String, String)> = rows.into_iter().map(|(name, came)| (name, words(came))).collect();
    let Custom { theme, problems } = Custom::read(&entries);
    for problem in problems {
        warn(Trouble::Other { name: "theme", why: problem.to_string() });
    }
    Some(theme)
}
