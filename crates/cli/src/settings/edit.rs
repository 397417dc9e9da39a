//! `asq settings edit`: a file in the person's own editor.
//!
//! - Reports everything that doesn't fit, and opens the editor again on the same text, or drops it.
//! - A theme that doesn't exist doesn't fit either.
//! - Reports and keeps unknown settings.
//! - Says so before it overwrites a file that somebody else changed in the meantime.
//! - A new config.toml begins with every setting as a comment; if the person leaves it like that, asq doesn't write it.

use super::args::Which;
use super::person::OwnSettings;
use super::target::Target;
use super::theme;
use super::wrapped::wrapped;
use crate::editor::ExternalEditor;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass, one_line};
use crate::exit::Exit;
use crate::output;
use asq_settings::{Format, Trouble, template, toml_rows};
use asq_tui::terminal::TTY;
use asq_wire::Ended;
use std::path::Path;

/// `asq settings edit`.
pub(crate) fn run(which: Which, env: &Env, cwd: &Path) -> Result<Exit, CommandError> {
    let target = Target::of(which, env, cwd)?;
    let mut person = OwnSettings::here("an editor needs a terminal")?;
    let mut opened = target.text()?;
    let begin = match (opened.is_empty(), target.format) {
        (false, _) => opened.clone(),
        (true, Format::Toml) => template(),
        (true, Format::Json) => "{\n}\n".to_owned(),
    };
    let mut text = begin.clone();
    let name = target.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    loop {
        let left = ExternalEditor::of(env).edit_as(&name, &text, Path::new(TTY));
        text = left.map_err(|why| CommandError::new(ErrorClass::Usage, why).hint("nothing was changed"))?;
        if text == begin {
            return print_line("nothing was changed");
        }
        let mut problems = misfits(&target, &text);
        problems.extend(no_theme(&target, &text, env));
        if problems.is_empty() {
            match save(&target, &opened, &text)? {
                None => break,
                Some(now) => {
                    // The person has been told, so saving again replaces this text.
                    opened = now;
                    problems.push(format!(
                        "{} was changed by somebody else meanwhile; what you save now replaces that",
                        target.shown
                    ));
                }
            }
        }
        if !again(&mut person, &problems)? {
            output::say("asq: dropped; nothing was changed");
            return Ok(Exit::Ended(Ended::Declined));
        }
    }
    print_line(&format!("{} is saved", target.shown))
}

fn print_line(text: &str) -> Result<Exit, CommandError> {
    output::print(&format!("{}\n", one_line(text)))?;
    Ok(Exit::DONE)
}

/// The reasons not to save a text. Reports unknown settings and earlier spellings, but saves them.
fn misfits(target: &Target, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    for warning in target.format.check(&target.shown, text).warnings {
        let line = one_line(&warning.to_string());
        match warning.trouble {
            Trouble::Unknown { .. } | Trouble::Earlier { .. } => output::say(&format!("asq: {line}")),
            Trouble::Unreadable(_)
            | Trouble::Syntax { .. }
            | Trouble::NoTable(_)
            | Trouble::NotHere { .. }
            | Trouble::Twice { .. }
            | Trouble::Misfit { .. }
            | Trouble::Untrusted { .. }
            | Trouble::Doubtful { .. }
            | Trouble::Elsewhere { .. }
            | Trouble::Guarded { .. }
            | Trouble::Other { .. } => problems.push(line),
        }
    }
    problems
}

/// Says that the text names an unknown theme: the form would have the colours of `auto`, and report it too late.
fn no_theme(target: &Target, text: &str, env: &Env) -> Option<String> {
    let rows = match target.format {
        // `misfits` reports a syntax error.
        Format::Toml => toml_rows(text).ok()?,
        Format::Json => return None,
    };
    let (_, named) = rows.into_iter().find(|(name, _)| name == "theme")?;
    theme::exists(named.as_str()?, env).err().map(|why| one_line(&format!("{}: {why}", target.shown)))
}

/// Saves the text, unless the file has changed since it was opened: then returns its new text.
fn save(target: &Target, opened: &str, text: &str) -> Result<Option<String>, CommandError> {
    let mut other = None;
    target.change(|now| {
        if now == opened {
            return Ok(text.to_owned());
        }
        other = Some(now.to_owned());
        Ok(now.to_owned())
    })?;
    Ok(other)
}

fn again(person: &mut OwnSettings, problems: &[String]) -> Result<bool, CommandError> {
    let lost =
        |e: std::io::Error| CommandError::new(ErrorClass::NoPerson, format!("the terminal failed: {e}"));
    let (width, _) = person.size();
    let mut text = String::from("Not saved:\n");
    for problem in problems {
        text.push_str(&wrapped("  ", problem, width));
    }
    text.push_str("Edit again? [Y/n] ");
    let answer = person.ask(&text).map_err(lost)?;
    Ok(answer.is_some_and(|answer| !answer.to_ascii_lowercase().starts_with('n')))
}
