//! `asq settings set` and `asq settings unset`.
//!
//! - Judges all pairs before it writes anything, and reports all problems at once.
//! - Reports what it did, and what keeps it from counting here: another layer, missing trust, no effect yet.
//! - A theme has to exist; otherwise it lists all themes.
//! - One key of `keys.bindings.ACTION` can be set alone. Refuses an unknown action or an unsuitable key, and lists the
//!   valid names.

use super::args::Which;
use super::keys;
use super::load;
use super::target::Target;
use super::theme;
use crate::args::SurfaceArgs;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass, one_line};
use crate::output;
use asq_core::form::Act;
use asq_core::form::keys::{KeyProblem, Unbindable};
use asq_settings::{AllowedLayers, Bindings, Format, Given, Setting, by_nearness, meant, quoted};
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;

/// One judged pair: the setting, its action if it is a binding, and the new value.
struct SettingChange {
    setting: &'static Setting,
    action: Option<String>,
    given: Option<Given>,
}

const BINDING: &str = "keys.bindings.";

pub(crate) fn set(pairs: &[String], which: Which, env: &Env, cwd: &Path) -> Result<(), CommandError> {
    let target = Target::of(which, env, cwd)?;
    let mut changes = Vec::new();
    let mut problems = Vec::new();
    for pair in pairs.chunks(2) {
        let judged = match pair {
            [name, to] => judge(name, Some(to), &target).and_then(|change| theme_exists(change, env)),
            [name, ..] => Err(format!("{name} has nothing to be set to")),
            // `chunks` returns no empty one.
            [] => continue,
        };
        match judged {
            Ok(change) => changes.push(change),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() {
        keys_fit(&changes)?;
    }
    apply(&target, &changes, &problems, env, cwd)
}

/// Refuses keys that a form would only leave out later: the person would look for a key that does nothing.
fn keys_fit(changes: &[SettingChange]) -> Result<(), CommandError> {
    let rows = changes.iter().filter_map(|change| match &change.given {
        Some(Given::Bindings(Bindings(rows))) => Some(rows),
        Some(Given::Flag(_) | Given::Integer(_) | Given::Number(_) | Given::Text(_) | Given::Word(_))
        | None => None,
    });
    let problems: Vec<KeyProblem> = rows.flat_map(keys::problems).collect();
    if problems.is_empty() {
        return Ok(());
    }
    let mut reasons = Vec::new();
    for problem in &problems {
        reasons.push(one_line(&problem.to_string()));
        if problem.why == Unbindable::NoSuchAct {
            reasons.push(format!("there are {}", by_nearness(&problem.act, Act::names()).join(", ")));
        }
    }
    Err(unchanged(ErrorClass::Misfit, reasons))
}

/// The reasons, the first of them as the message, and that nothing was changed.
fn unchanged(kind: ErrorClass, reasons: Vec<String>) -> CommandError {
    let mut reasons = reasons.into_iter();
    let failure = CommandError::new(kind, reasons.next().unwrap_or_default());
    reasons.fold(failure, CommandError::hint).hint("nothing was changed")
}

/// Removes settings from a file.
pub(crate) fn unset(names: &[String], which: Which, env: &Env, cwd: &Path) -> Result<(), CommandError> {
    let target = Target::of(which, env, cwd)?;
    let judged = names.iter().map(|name| judge(name, None, &target));
    let (changes, problems): (Vec<_>, Vec<_>) = judged.partition(Result::is_ok);
    let changes: Vec<SettingChange> = changes.into_iter().flatten().collect();
    let problems: Vec<String> = problems.into_iter().filter_map(Result::err).collect();
    apply(&target, &changes, &problems, env, cwd)
}

/// Says that this setting is unknown.
pub(super) fn unknown(name: &str) -> String {
    let near =
        meant(name).map_or("asq settings lists them".to_owned(), |near| format!("did you mean {near}?"));
    format!("there is no setting '{name}'; {near}")
}

fn judge(name: &str, to: Option<&String>, target: &Target) -> Result<SettingChange, String> {
    let action = name.strip_prefix(BINDING).map(str::to_owned);
    let known = if action.is_some() { Setting::named("keys.bindings") } else { Setting::named(name) };
    let Some(setting) = known else {
        return Err(unknown(name));
    };
    if target.format == Format::Json && !setting.in_contract() {
        // A file of the contract is never the default.
        return Err(format!(
            "{} is a setting of config.toml, not of the contract's files: drop --{}",
            setting.name, target.word
        ));
    }
    let Some(to) = to else { return Ok(SettingChange { setting, action, given: None }) };
    let given = match &action {
        None => setting.judge_text(to),
        Some(action) => {
            let keys: Vec<&str> = to.split([',', ' ']).filter(|key| !key.is_empty()).collect();
            setting.judge(&Value::Object([(action.clone(), Value::from(keys))].into_iter().collect()))
        }
    };
    match given {
        Some(given) => Ok(SettingChange { setting, action, given: Some(given) }),
        None => Err(format!(
            "{name} expects {}{}, got {}",
            setting.shape,
            if setting.name == "guard" { " (milliseconds)" } else { "" },
            quoted(&Value::from(to.as_str()).to_string()),
        )),
    }
}

/// Refuses an unknown theme: the form would have the colours of `auto`, and report it too late.
fn theme_exists(change: SettingChange, env: &Env) -> Result<SettingChange, String> {
    match &change.given {
        Some(Given::Word(name)) if change.setting.name == "theme" => theme::exists(name, env)?,
        Some(
            Given::Flag(_)
            | Given::Integer(_)
            | Given::Number(_)
            | Given::Text(_)
            | Given::Word(_)
            | Given::Bindings(_),
        )
        | None => {}
    }
    Ok(change)
}

fn apply(
    target: &Target,
    changes: &[SettingChange],
    problems: &[String],
    env: &Env,
    cwd: &Path,
) -> Result<(), CommandError> {
    if !problems.is_empty() {
        return Err(unchanged(ErrorClass::Usage, problems.iter().map(|problem| one_line(problem)).collect()));
    }
    // One write for all pairs: nobody reads half of a change.
    target.change(|before| {
        changes.iter().try_fold(before.to_owned(), |text, change| changed(&text, change, target))
    })?;
    let mut text = String::new();
    for change in changes {
        let _ = match &change.given {
            Some(given) => writeln!(text, "{} = {given} in {}", change.setting.name, target.shown),
            None => writeln!(text, "{} is not in {}", spelled(change), target.shown),
        };
    }
    output::print(&one_line_each(&text))?;
    for change in changes.iter().filter(|change| change.given.is_some()) {
        for line in hindrances(change, target, env, cwd) {
            output::say(&format!("asq: {}", one_line(&line)));
        }
    }
    Ok(())
}

fn spelled(change: &SettingChange) -> String {
    match &change.action {
        Some(action) => format!("{BINDING}{action}"),
        None => change.setting.name.to_owned(),
    }
}

fn one_line_each(text: &str) -> String {
    text.lines().map(|line| one_line(line) + "\n").collect()
}

fn changed(text: &str, change: &SettingChange, target: &Target) -> Result<String, CommandError> {
    let given = match &change.action {
        None => change.given.clone(),
        Some(action) => Some(merged(text, action, change.given.as_ref(), target)),
    };
    let done = match &given {
        Some(given) => asq_settings::set(target.format, text, change.setting, given),
        None => asq_settings::unset(target.format, text, change.setting),
    };
    done.map_err(|_| {
        let found = target.format.check(&target.shown, text);
        let failure = CommandError::new(
            ErrorClass::Usage,
            format!("{} is not as it should be; nothing was changed", target.shown),
        );
        found.warnings.iter().fold(failure, |failure, warning| failure.hint(warning.to_string()))
    })
}

/// The bindings in this text, with one action changed.
fn merged(text: &str, action: &str, given: Option<&Given>, target: &Target) -> Given {
    let Bindings(mut rows) = target.format.check(&target.shown, text).settings.keys.bindings;
    let new = match given {
        Some(Given::Bindings(Bindings(new))) => new.first().cloned(),
        Some(Given::Flag(_) | Given::Integer(_) | Given::Number(_) | Given::Text(_) | Given::Word(_))
        | None => None,
    };
    match (rows.iter().position(|(name, _)| name == action), new) {
        (Some(at), Some(new)) => rows[at] = new,
        (Some(at), None) => drop(rows.remove(at)),
        (None, Some(new)) => rows.push(new),
        (None, None) => {}
    }
    Given::Bindings(Bindings(rows))
}

/// What keeps the new value from counting here, or from having an effect.
fn hindrances(change: &SettingChange, target: &Target, env: &Env, cwd: &Path) -> Vec<String> {
    let name = change.setting.name;
    let loaded = load::load(env, cwd, &SurfaceArgs::default()).loaded;
    let mut lines = Vec::new();
    if let Some(origin) = loaded.origin(name).filter(|origin| origin.source.word() != target.word) {
        let guarded = change.setting.layers == AllowedLayers::Guarded && target.word == "project";
        lines.push(if guarded {
            format!("{name} counts there only once you trust this folder: asq trust .")
        } else {
            format!("{name} is {} here anyway, by {}", origin.given, origin.source)
        });
    }
    lines.extend(change.setting.note.map(|note| format!("{name}: {note}")));
    lines
}
