//! The words for a command line that can't be read.
//!
//! - Each message names the flag or argument, what came, and what was expected.
//! - A group of commands lists its own commands, and suggests the nearest of them.
//! - A mistyped flag gets a suggestion only if one is near, a flag or command of another tool gets asq's name for it.
//! - The last line names the help of the command that was typed.

use crate::args::Cli;
use crate::error::{CommandError, ErrorClass, meant};
use crate::other_names;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};
use std::ffi::OsString;

/// The error for these arguments; `None` if clap's text is the answer: a help that nobody asked for.
pub(crate) fn explained(error: &clap::Error, typed: &[OsString]) -> Option<CommandError> {
    let mut cli = Cli::command();
    cli.build();
    let (command, path) = typed_command(&cli, typed);
    let text = |kind| error.get(kind).map(texts).unwrap_or_default();
    let one = |kind| text(kind).into_iter().next().unwrap_or_default();
    let arg = name(&one(ContextKind::InvalidArg));
    let came = one(ContextKind::InvalidValue);
    let mut hints = Vec::new();
    let message = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            return Some(unknown_command(command, &path, &one(ContextKind::InvalidSubcommand)));
        }
        ErrorKind::UnknownArgument if is_flag(&arg, typed) => {
            let flags: Vec<String> =
                command.get_arguments().filter_map(|it| it.get_long()).map(|it| format!("--{it}")).collect();
            let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
            let is_short = ["asq confirm", "asq pick", "asq input"].contains(&path.as_str());
            let ours = other_names::flag(&arg, |flag| flags.contains(&flag));
            if is_short && other_names::is_question(&arg) {
                hints.push(format!("the question is the first argument: {path} TEXT"));
            } else if let Some(near) = ours {
                hints.push(format!("did you mean {near}?"));
            } else if is_short && other_names::is_foreign(&arg) {
                hints.push("that is a flag of another tool; asq has none like it".to_owned());
            } else if let Some(near) = meant(&arg, &flags) {
                hints.push(format!("did you mean {near}?"));
            }
            if let Some(ours) = other_names::command(arg.trim_start_matches('-')).filter(|_| path == "asq") {
                hints.push(format!("asq's command for that: {ours}"));
            }
            if path == "asq answer" {
                hints.push("to answer: --pick LABEL, --text TEXT or --number N".to_owned());
            }
            if path == "asq pick" && hints.is_empty() {
                hints.push("a label that begins with - goes after --: asq pick TEXT -- LABEL…".to_owned());
            }
            format!("{path} has no flag {arg}")
        }
        ErrorKind::UnknownArgument | ErrorKind::TooManyValues => {
            if path == "asq answer" {
                let said = if arg.contains('\'') { "TEXT".to_owned() } else { format!("'{arg}'") };
                hints.push(format!("to answer: --pick {said}, or --text {said} for own words"));
            }
            let value = typed.iter().find_map(|it| it.to_str()?.strip_prefix(&arg)?.strip_prefix('='));
            if let Some(value) = value.filter(|_| arg.starts_with("--")) {
                format!("{arg} takes no value, got '{value}'")
            } else {
                if ["asq confirm", "asq input"].contains(&path.as_str()) {
                    hints.push(format!("a question of several words needs quotes: {path} 'Which one?'"));
                }
                format!("'{arg}' is one argument too many")
            }
        }
        ErrorKind::InvalidValue => {
            let valid = text(ContextKind::ValidValue);
            let list = if valid.is_empty() { "a value".to_owned() } else { either(&valid) };
            let near = meant(&came, &valid.iter().map(String::as_str).collect::<Vec<_>>());
            hints.extend(near.map(|near| format!("did you mean '{near}'?")));
            if came.is_empty() {
                let after = typed.iter().skip_while(|it| it.to_str() != Some(&arg)).nth(1);
                let joined = format!("{arg}=");
                let given = after.is_some_and(|it| it.is_empty()) || typed.iter().any(|it| *it == *joined);
                format!("{arg} expects {list}, but {}", if given { "it is empty" } else { "none came" })
            } else {
                format!("{arg} expects {list}, got '{came}'")
            }
        }
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
            if why.starts_with("expects ") {
                format!("{arg} {why}, got '{came}'")
            } else {
                format!("{arg} '{came}' doesn't fit: {why}")
            }
        }
        ErrorKind::NoEquals => {
            let after = typed.iter().skip_while(|it| it.to_str() != Some(&arg)).nth(1);
            let value = after.and_then(|it| it.to_str()).filter(|it| !it.starts_with('-'));
            format!("{arg} takes its value after =: {arg}={}", value.unwrap_or("VALUE"))
        }
        ErrorKind::ArgumentConflict => {
            let prior = text(ContextKind::PriorArg);
            if prior.iter().all(|it| name(it) == arg) {
                format!("{arg} may be typed only once")
            } else {
                let prior: Vec<String> = prior.iter().map(|it| name(it)).collect();
                if arg == "--question" && prior == ["FILE"] {
                    hints.push("-o LABEL offers an option".to_owned());
                    "-q asks without a call, but a FILE with a call was given, too".to_owned()
                } else {
                    format!("{arg} and {} can't be used together", prior.join(", "))
                }
            }
        }
        ErrorKind::MissingRequiredArgument => {
            let missing: Vec<String> = text(ContextKind::InvalidArg)
                .iter()
                .map(|it| it.trim_end_matches("...").replace(['<', '>'], ""))
                .collect();
            format!("{path} needs {}", missing.join(" and "))
        }
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            let needed = one(ContextKind::InvalidArg).trim_end_matches("...").replace(['<', '>'], "");
            format!("{path} needs {}", needed.replace(' ', " and "))
        }
        ErrorKind::InvalidUtf8 => "an argument isn't text: it isn't valid UTF-8".to_owned(),
        ErrorKind::MissingSubcommand
        | ErrorKind::DisplayHelp
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
        | ErrorKind::DisplayVersion
        | ErrorKind::Io
        | ErrorKind::Format => return None,
        // clap may get more kinds.
        _ => return None,
    };
    let failure = CommandError::new(ErrorClass::Usage, message);
    let failure = hints.into_iter().fold(failure, CommandError::hint);
    Some(
        failure.hint(format!(
            "{path} --help explains {}",
            if path == "asq" { "the commands" } else { "the flags" }
        )),
    )
}

/// Whether an argument is meant as a flag. Behind `--` none is.
fn is_flag(arg: &str, typed: &[OsString]) -> bool {
    let behind = typed.iter().skip_while(|it| *it != "--").skip(1).any(|it| it == arg);
    arg.starts_with('-') && arg != "-" && !behind
}

/// The command that was typed, and its name from `asq` on.
fn typed_command<'a>(cli: &'a Command, typed: &[OsString]) -> (&'a Command, String) {
    let mut command = cli;
    let mut path = "asq".to_owned();
    for word in typed.iter().skip(1).map(|it| it.to_string_lossy()).filter(|it| !it.starts_with('-')) {
        let Some(next) = command.find_subcommand(&*word) else { break };
        command = next;
        path = format!("{path} {word}");
    }
    (command, path)
}

/// The hint for a question where something else belongs.
pub(crate) const TO_ASK_THAT: &str = "to ask that: asq confirm TEXT, asq pick TEXT LABEL…, asq input TEXT";

/// Whether this is a question rather than a name.
pub(crate) fn is_question(typed: &str) -> bool {
    typed.contains([' ', '?'])
}

/// The error for a command that doesn't exist.
fn unknown_command(group: &Command, path: &str, typed: &str) -> CommandError {
    let known: Vec<&str> =
        group.get_subcommands().filter(|it| !it.is_hide_set()).map(Command::get_name).collect();
    let what = if path == "asq" {
        format!("no command is called '{typed}'")
    } else {
        format!("{path} has no command '{typed}'")
    };
    let failure = CommandError::new(ErrorClass::Usage, what);
    if path == "asq"
        && let Some(ours) = other_names::command(typed)
    {
        return failure.hint(format!("asq's command for that: {ours}"));
    }
    match meant(typed, &known) {
        Some(near) => failure.hint(format!("did you mean '{path} {near}'?")),
        None if path == "asq" && is_question(typed) => failure.hint(TO_ASK_THAT),
        None if path == "asq" => failure.hint("asq --help lists them"),
        None => failure.hint(format!("it has: {}", known.join(", "))),
    }
}

/// An argument's name, without its value: `--format <FORMAT>` is `--format`, `[FILE|-]` is `FILE|-`.
fn name(arg: &str) -> String {
    let bare = arg.split([' ', '=']).next().unwrap_or(arg);
    let bare = bare.trim_end_matches("...");
    match bare.strip_prefix(['<', '[']) {
        Some(rest) => rest.trim_end_matches(['>', ']']).trim_end_matches("|-").to_owned(),
        None => bare.trim_end_matches('[').to_owned(),
    }
}

fn either(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => names.concat(),
    }
}

fn texts(value: &ContextValue) -> Vec<String> {
    match value {
        ContextValue::String(text) => vec![text.clone()],
        ContextValue::Strings(texts) => texts.clone(),
        ContextValue::None
        | ContextValue::Bool(_)
        | ContextValue::StyledStr(_)
        | ContextValue::StyledStrs(_)
        | ContextValue::Number(_) => Vec::new(),
        _ => Vec::new(),
    }
}
