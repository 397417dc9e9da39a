//! A person's settings: `asq settings`, `asq trust`, and the settings of an ask.
//!
//! - `asq settings` prints all settings; with --origins it adds where each comes from, and what doesn't count.
//! - `explain` describes each setting; `schema` describes them to editors.
//! - `set`, `unset` and `edit` change one file.
//! - An ask reports what doesn't count, a line each and three at most, and continues.
//! - A host names its folder, and its own keys, which go before the person's.

pub(crate) mod args;
mod change;
mod edit;
mod explain;
mod keys;
mod load;
pub(crate) mod person;
mod places;
mod prefs;
mod project_state;
mod show;
mod target;
mod theme;
mod trust;
mod trusted;
pub(crate) mod wrapped;

pub(crate) use prefs::prefs;
pub(crate) use theme::names as theme_names;
pub(crate) use trust::run as trust;

use crate::args::SurfaceArgs;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass, one_line};
use crate::exit::Exit;
use crate::output;
use args::{SchemaOf, SettingsArgs, SettingsCommand};
use asq_core::form::Binding;
use asq_core::model::Prefs;
use asq_settings::{Settings, UnknownAnswers, Warning, config_schema, contract_schema};
use asq_tui::theme::Theme;
use load::FoundSettings;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The most warnings that an ask prints.
const SAID: usize = 3;

/// `asq settings`.
pub(crate) fn run(args: &SettingsArgs, env: &Env) -> Result<Exit, CommandError> {
    let cwd = cwd(env)?;
    match &args.what {
        Some(SettingsCommand::Set { pairs, file }) => change::set(pairs, *file, env, &cwd)?,
        Some(SettingsCommand::Unset { names, file }) => change::unset(names, *file, env, &cwd)?,
        Some(SettingsCommand::Edit { file }) => return edit::run(*file, env, &cwd),
        Some(SettingsCommand::Explain { names }) => output::print(&explain::text(names)?)?,
        Some(SettingsCommand::Schema { of }) => {
            let schema = match of {
                SchemaOf::Config => config_schema(),
                SchemaOf::AskUserQuestion => contract_schema(),
            };
            output::print(&output::json_lines(&schema))?;
        }
        None => {
            let found = load::load(env, &cwd, &SurfaceArgs::default());
            if args.json {
                return output::print(&show::json(&found, args.origins)).map(|()| Exit::DONE);
            }
            output::print(&if args.origins { show::origins(&found, env) } else { show::plain(&found) })?;
            if !args.origins {
                say(&found.loaded.warnings, usize::MAX, env);
            }
        }
    }
    Ok(Exit::DONE)
}

/// The settings that an ask needs.
#[derive(Debug)]
pub(crate) struct Chosen {
    pub(crate) settings: Settings,
    /// The person's own keys, for the form.
    pub(crate) keys: Vec<Binding>,
    /// The look of tones on a terminal; `None` leaves it to the terminal.
    pub(crate) theme: Option<Theme>,
}

/// The settings of an ask. Reports on standard error what doesn't count.
pub(crate) fn for_ask(env: &Env, flags: &SurfaceArgs) -> Chosen {
    let FoundSettings { loaded, keys, theme, .. } = load::load(env, &folder_or_none(env), flags);
    say(&loaded.warnings, SAID, env);
    Chosen { settings: loaded.settings, keys, theme }
}

/// Whether an ask speaks in plain lines, whatever the terminal is; prints no warnings.
pub(crate) fn is_accessible(env: &Env, flags: &SurfaceArgs) -> bool {
    load::load(env, &folder_or_none(env), flags).loaded.settings.accessible
}

/// The prefs for a command that only looks; prints no warnings.
pub(crate) fn quiet_prefs(env: &Env) -> Prefs {
    let loaded = load::load(env, &folder_or_none(env), &SurfaceArgs::default()).loaded;
    prefs(&loaded.settings, env)
}

/// The prefs of an ask over HTTP, or over a bridge: the person's, and those of a folder that they trust; prints no warnings.
#[cfg(any(feature = "bridges", feature = "serve"))]
pub(crate) fn trusted_prefs(env: &Env, folder: Option<&Path>) -> Prefs {
    // The empty path names no file.
    let trusted = folder.filter(|folder| load::is_trusted(env, folder)).unwrap_or(Path::new(""));
    prefs(&load::load(env, trusted, &SurfaceArgs::default()).loaded.settings, env)
}

/// The settings of a server, over HTTP or MCP; prints no warnings.
#[cfg(any(feature = "serve", feature = "mcp"))]
pub(crate) fn for_server(env: &Env) -> Settings {
    // The empty path names no file: a folder has no say in it.
    load::load(env, Path::new(""), &SurfaceArgs::default()).loaded.settings
}

/// The format of `asq status`; prints no warnings.
pub(crate) fn status_format(env: &Env) -> String {
    load::load(env, &folder_or_none(env), &SurfaceArgs::default()).loaded.settings.status_format
}

/// The address that gets a POST for each announcement; prints no warnings.
pub(crate) fn webhook(env: &Env) -> String {
    load::load(env, &folder_or_none(env), &SurfaceArgs::default()).loaded.settings.notify.url
}

/// Whether a desktop's notification comes with a question; prints no warnings.
pub(crate) fn notifies(env: &Env) -> bool {
    load::load(env, &folder_or_none(env), &SurfaceArgs::default()).loaded.settings.notification_on_question
}

/// What doesn't count in the settings, a line each.
pub(crate) fn problems(env: &Env) -> Vec<String> {
    let loaded = load::load(env, &folder_or_none(env), &SurfaceArgs::default()).loaded;
    lines(&loaded.warnings, usize::MAX - 1, env)
}

/// Whether the person refuses an answer if nobody can tell whether the asker gave it.
pub(crate) fn refuses_unknown(env: &Env) -> bool {
    let settings = load::load(env, &folder_or_none(env), &SurfaceArgs::default()).loaded.settings;
    settings.answer_unknown == UnknownAnswers::Refuse
}

/// The settings for a host, which names the folder and its own keys. Also returns what doesn't count, a line each.
pub(crate) fn for_host(
    env: &Env,
    cwd: Option<&str>,
    own: &BTreeMap<String, Vec<String>>,
) -> (Chosen, Vec<String>) {
    let cwd = cwd.map(PathBuf::from).filter(|dir| dir.is_absolute());
    let cwd = cwd.unwrap_or_else(|| folder_or_none(env));
    let loaded = load::load(env, &cwd, &SurfaceArgs::default()).loaded;
    let mut lines = lines(&loaded.warnings, SAID, env);
    let bound = keys::bound(own, &loaded.settings.keys);
    lines.extend(bound.of_host.iter().map(|problem| one_line(&format!("keys: {}", keys::worded(problem)))));
    (Chosen { settings: loaded.settings, keys: bound.bindings, theme: None }, lines)
}

fn say(warnings: &[Warning], most: usize, env: &Env) {
    for line in lines(warnings, most, env) {
        output::say(&format!("asq: {line}"));
    }
}

/// The lines are escaped, so that they are safe to print.
fn lines(warnings: &[Warning], most: usize, env: &Env) -> Vec<String> {
    // A line that counts one left-over warning would take as much room as the warning itself.
    let shown = if warnings.len() == most.saturating_add(1) { warnings.len() } else { most };
    let mut lines: Vec<String> = warnings.iter().take(shown).map(|w| warning_line(w, env)).collect();
    if warnings.len() > shown {
        let more = warnings.len() - shown;
        lines.push(format!("{more} more in the settings do not count; asq settings --origins lists them"));
    }
    lines
}

/// A removed folder has no settings: the empty path names no file.
fn folder_or_none(env: &Env) -> PathBuf {
    env.cwd().unwrap_or_default()
}

fn cwd(env: &Env) -> Result<PathBuf, CommandError> {
    env.folder()
        .map_err(|e| CommandError::new(ErrorClass::Usage, format!("can't tell which folder this is: {e}")))
}

/// A warning in one line that is safe to print; it begins with a path or a name.
fn warning_line(warning: &Warning, env: &Env) -> String {
    let text = warning.to_string();
    let home = env.home().map(|home| format!("{}/", home.display()));
    let below = home.and_then(|home| text.strip_prefix(&home).map(|rest| format!("~/{rest}")));
    one_line(&below.unwrap_or(text))
}

/// A path in the person's view: their home is `~`.
fn tilde(path: &Path, env: &Env) -> String {
    match env.home().and_then(|home| Some(path.strip_prefix(home).ok()?.to_owned())) {
        Some(rest) => format!("~/{}", rest.display()),
        None => path.display().to_string(),
    }
}
