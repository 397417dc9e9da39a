//! Completion scripts of shells, and the candidates that they ask for.
//!
//! - `asq completions SHELL` prints the script of one shell. Those of bash, zsh and fish ask `asq __complete` at each Tab, so
//!   they know what there is now: open requests, their labels, settings, themes.
//! - A command or a flag that help hides is never offered.
//! - A candidate that a terminal would obey, or that nobody could tell from another text, is left out. Each shell quotes
//!   what is left, so that nothing of it is expanded.
//! - Looking makes no store and starts no server, and ends after a second with what it knows by then.

mod cursor_spot;
mod known_values;
mod shell_line;

use crate::args::Cli;
use crate::env::Env;
use crate::error::CommandError;
use crate::output;
use clap::CommandFactory;
use clap_complete::Shell;
use cursor_spot::CursorSpot;
use known_values::Completion;
use shell_line::BashLine;
use std::ffi::OsString;
use std::fmt::Write;

const BASH: &str = include_str!("completions/asq.bash");
const ZSH: &str = include_str!("completions/asq.zsh");
const FISH: &str = include_str!("completions/asq.fish");

/// The most candidates of one word.
const MOST: usize = 1000;

/// The completion script of a shell.
pub(crate) fn script(shell: Shell) -> String {
    match shell {
        Shell::Bash => BASH.to_owned(),
        Shell::Zsh => ZSH.to_owned(),
        Shell::Fish => FISH.to_owned(),
        other => {
            let mut script = Vec::new();
            clap_complete::generate(other, &mut shown(), "asq", &mut script);
            String::from_utf8_lossy(&script).into_owned()
        }
    }
}

/// The command line without its hidden commands.
fn shown() -> clap::Command {
    let cli = Cli::command();
    let commands: Vec<_> = cli.get_subcommands().filter(|c| !c.is_hide_set()).cloned().collect();
    let args: Vec<_> = cli.get_arguments().cloned().collect();
    clap::Command::new("asq").disable_help_subcommand(true).args(args).subcommands(commands)
}

/// Prints the candidates for the word at the cursor. The first line says what completes it: `words`, which follow, or
/// the shell's own `files` or `folders`.
///
/// bash says its line up to the cursor, and the part that it replaces; others say the words up to the cursor.
pub(crate) fn complete(shell: Shell, said: Vec<OsString>, env: &Env) -> Result<(), CommandError> {
    let said: Vec<String> = said.into_iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let line = match (shell, &said[..]) {
        (Shell::Bash, [line, replaced]) => BashLine::read(line, replaced),
        (Shell::Bash, _) => None,
        // fish says the word at the cursor as it is typed.
        (Shell::Fish, [before @ .., typed]) => {
            let read = BashLine::read(typed, "").map(|line| line.words).unwrap_or_default();
            let typed = read.last().cloned().unwrap_or_default();
            Some(BashLine::of_words(before.iter().cloned().chain([typed]).collect()))
        }
        _ => Some(BashLine::of_words(said)),
    };
    let Some(line) = line else { return output::print("words\n") };
    let mut cli = Cli::command();
    cli.build();
    let spot = CursorSpot::find(&cli, line.words.get(1..).unwrap_or_default());
    let offer = known_values::of(&spot, &cli, env);
    let text = match offer {
        Completion::Files => "files\n".to_owned(),
        Completion::Folders => "folders\n".to_owned(),
        Completion::Words(candidates) => {
            let fits = candidates.iter().filter(|it| it.value.starts_with(spot.typed) && it.is_plain());
            let mut text = "words\n".to_owned();
            for candidate in fits.take(MOST) {
                let value = format!("{}{}", spot.lead, candidate.value);
                match shell {
                    Shell::Bash => {
                        let quoted = line.quoted(&value).map(|quoted| quoted + "\n");
                        text.push_str(&quoted.unwrap_or_default());
                    }
                    _ => {
                        let _ = writeln!(text, "{value}\t{}", candidate.about());
                    }
                }
            }
            text
        }
    };
    output::print(&text)
}
