//! The theme that a setting names, for the form.
//!
//! - A file `themes/NAME.toml` beside config.toml; read anew for each ask, as settings are.
//! - A file that is not there or can't be read is a warning, and the form has the colours of `auto`.
//! - So is each entry that can't be followed; the others count.

use super::places;
use crate::env::Env;
use asq_settings::{Source, ThemeName, Trouble, Warning, toml_rows};
use asq_tui::theme::{Background, Custom, Theme};
use serde_json::Value;

/// What tones look like; `None` where that is left to what the terminal is.
pub(super) fn read(named: &ThemeName, env: &Env, warnings: &mut Vec<Warning>) -> Option<Theme> {
    match named {
        ThemeName::Auto => None,
        ThemeName::Dark => Some(Theme::on(Background::Dark)),
        ThemeName::Light => Some(Theme::on(Background::Light)),
        ThemeName::None => Some(Theme::new(false)),
        ThemeName::File(name) => file(name, env, warnings),
    }
}

fn file(name: &str, env: &Env, warnings: &mut Vec<Warning>) -> Option<Theme> {
    let path = env.config_dir()?.join("themes").join(format!("{name}.toml"));
    let source = Source::Config(path.to_string_lossy().into_owned());
    let mut warn = |trouble| warnings.push(Warning { source: source.clone(), trouble });
    let text = match places::text(&path) {
        Ok(Some(text)) => text,
        Ok(None) => {
            warn(Trouble::Unreadable("there is no such file".to_owned()));
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
