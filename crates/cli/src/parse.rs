//! Reads the command line.
//!
//! - A form must open at once, so a command that asks doesn't build the arguments of other commands.
//! - `asq ask` with only a file builds none at all; nor do `asq confirm` and `asq input` with only a question.
//! - The quick ways find the same as the full parser; what they don't know, it reads.

use crate::args::status::StatusArgs;
use crate::args::store::ListArgs;
use crate::args::{self, AskArgs, Cli, Verb};
use crate::help;
use crate::quick::ShortArgs;
use clap::error::ErrorKind;
use clap::{Args, FromArgMatches, Parser};
use std::ffi::{OsStr, OsString};

/// What the command line asks for.
pub(crate) fn parsed(typed: Vec<OsString>) -> Result<Cli, clap::Error> {
    // Shell prompts and status bars run this all the time.
    if let [_, list, count] = &typed[..]
        && list == "list"
        && count == "--count"
    {
        let count = ListArgs { count: true, ..ListArgs::default() };
        return Ok(Cli { version: false, json: false, command: Some(Verb::List(count)) });
    }
    if let [_, status] = &typed[..]
        && status == "status"
    {
        let status = Verb::Status(StatusArgs::default());
        return Ok(Cli { version: false, json: false, command: Some(status) });
    }
    let asks = match &typed[..] {
        [_, ask, file] if ask == "ask" && is_file(file) => {
            Some(Verb::Ask(Box::new(AskArgs { file: Some(file.into()), ..AskArgs::default() })))
        }
        [_, command, text] if let Some(asks) = of_text_alone(command, text) => Some(asks),
        [_, arguments @ ..] => match arguments.first().and_then(|first| first.to_str()) {
            Some("ask") => alone(arguments, |command| command).map(|args| Verb::Ask(Box::new(args))),
            Some("confirm") => alone(arguments, short).map(Verb::Confirm),
            Some("pick") => alone(arguments, short).map(|args| Verb::Pick(Box::new(args))),
            Some("input") => alone(arguments, short).map(Verb::Input),
            Some(_) | None => None,
        },
        [] => None,
    };
    match asks {
        Some(command) => Ok(Cli { version: false, json: false, command: Some(command) }),
        // The groups of commands are made for those who want to see them.
        None => Cli::try_parse_from(&typed).map_err(|error| match error.kind() {
            ErrorKind::DisplayHelp => help::cli().try_get_matches_from(typed).err().unwrap_or(error),
            _ => error,
        }),
    }
}

/// A short command without labels, with only its question.
fn of_text_alone(command: &OsStr, text: &OsStr) -> Option<Verb> {
    let text = text.to_str().filter(|text| !text.starts_with('-'))?;
    match command.to_str()? {
        "confirm" => Some(Verb::Confirm(ShortArgs::of_text(text))),
        "input" => Some(Verb::Input(ShortArgs::of_text(text))),
        _ => None,
    }
}

/// The arguments of one command, its name first; `None` if they need the full parser.
fn alone<A: Args + FromArgMatches>(
    arguments: &[OsString],
    changed: fn(clap::Command) -> clap::Command,
) -> Option<A> {
    let command = changed(A::augment_args(clap::Command::new("asq")));
    A::from_arg_matches(&command.try_get_matches_from(arguments).ok()?).ok()
}

/// A short command prints the answer's values unless a flag says otherwise.
fn short(command: clap::Command) -> clap::Command {
    command.mut_arg("format", args::values)
}

/// Whether an argument can only be a file, or standard input.
fn is_file(argument: &OsStr) -> bool {
    argument == "-" || !(argument.is_empty() || argument.as_encoded_bytes().starts_with(b"-"))
}

#[cfg(test)]
mod tests {
    use super::{Cli, OsString, Parser, parsed};

    /// Each line as the quick way reads it and as the full parser does.
    #[test]
    fn the_quick_ways_read_what_the_full_parser_reads() {
        let lines: &[&[&str]] = &[
            &["list", "--count"],
            &["status"],
            &["ask", "call.json"],
            &["ask", "-"],
            &["ask", "-q", "Which?", "-o", "a", "-o", "b", "--inbox"],
            &["confirm", "Deploy?"],
            &["confirm", ""],
            &["confirm", "Deploy?", "--danger", "prod"],
            &["confirm", "Deploy?", "--format", "json"],
            &["pick", "Which?", "a", "b", "--many"],
            &["input", "Which name?"],
            &["input", "How many?", "--number", "--max", "9"],
        ];
        for line in lines {
            let typed: Vec<OsString> = ["asq"].iter().chain(*line).map(OsString::from).collect();
            let whole = Cli::try_parse_from(&typed).unwrap();
            assert_eq!(format!("{:?}", parsed(typed).unwrap()), format!("{whole:?}"), "{line:?}");
        }
    }

    /// What starts with a dash is a flag, or nothing that is known.
    #[test]
    fn a_flag_is_no_text() {
        for line in [["asq", "confirm", "--yes"], ["asq", "input", "-x"], ["asq", "ask", "--quiet"]] {
            let typed = line.map(OsString::from).to_vec();
            let whole = Cli::try_parse_from(&typed).unwrap_err();
            assert_eq!(parsed(typed).unwrap_err().to_string(), whole.to_string());
        }
    }
}
