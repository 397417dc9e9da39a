//! The command `asq`: puts an agent's questions to a person in the terminal and prints the answer as JSON.
//!
//! - `asq` alone prints a short help and exits with 2.
//! - Every failure prints one sentence and a way out on standard error; its kind picks the exit code.
//! - An argument may hold any bytes: names of agents and files need no UTF-8.
//! - A command that handles answers protects its memory.

mod args;
mod arrivals;
mod ask;
#[cfg(feature = "bridges")]
mod attach;
mod bad_line;
mod call;
mod check;
mod clock;
mod closed_output;
mod completions;
mod demo;
mod describe;
mod drafts;
mod editor;
mod embed;
mod ending_text;
mod env;
mod error;
mod exit;
mod fault;
mod grant;
mod help;
mod inbox;
mod inbox_lines;
mod input;
mod install;
mod man;
#[cfg(feature = "mcp")]
mod mcp;
mod memory;
mod opener;
mod other_names;
mod output;
mod own_keys;
mod pace;
mod parse;
mod quick;
mod schema;
#[cfg(feature = "serve")]
mod serve;
mod session;
mod settings;
mod status;
mod store;
#[cfg(test)]
#[path = "../tests/unit/storeless/mod.rs"]
mod storeless_tests;
mod text_folder;
mod tmux_buffer;
#[cfg(feature = "serve")]
mod token;
mod version;
mod when;
mod zone;

use crate::args::{Cli, InstallTarget, Verb};
use crate::env::Env;
use crate::error::{CommandError, escaped};
use crate::exit::Exit;
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let exit = fault::contained(|| match parse::parsed(std::env::args_os().collect()) {
        Ok(cli) => run(cli).unwrap_or_else(|failure| failed(&failure)),
        Err(error) => refused(&error),
    });
    ExitCode::from(exit.code())
}

/// Whether the command handles a person's answers, which may be secret.
fn holds_answers(command: &Verb) -> bool {
    match command {
        Verb::Ask(_)
        | Verb::Confirm(_)
        | Verb::Pick(_)
        | Verb::Input(_)
        | Verb::Answer(_)
        | Verb::Wait(_)
        | Verb::Inbox(_)
        | Verb::Embed
        | Verb::Demo(_) => true,
        #[cfg(feature = "serve")]
        Verb::Serve(_) => true,
        #[cfg(feature = "bridges")]
        Verb::Attach(_) => true,
        #[cfg(feature = "mcp")]
        Verb::Mcp(_) => true,
        Verb::Check(_)
        | Verb::List(_)
        | Verb::Status(_)
        | Verb::Show(_)
        | Verb::History(_)
        | Verb::Log(_)
        | Verb::Prune(_)
        | Verb::Doctor(_)
        | Verb::Decline(_)
        | Verb::Cancel(_)
        | Verb::Withdraw(_)
        | Verb::Install(_)
        | Verb::Uninstall(_)
        | Verb::Dialects
        | Verb::Schema { .. }
        | Verb::Settings(_)
        | Verb::Trust(_)
        | Verb::Help { .. }
        | Verb::Completions { .. }
        | Verb::Complete { .. }
        | Verb::Signals { .. }
        | Verb::Man(_)
        | Verb::Version { .. } => false,
        #[cfg(feature = "serve")]
        Verb::Token(_) => false,
    }
}

fn run(cli: Cli) -> Result<Exit, CommandError> {
    let Some(command) = cli.command else {
        if cli.version {
            output::print(&version::text(cli.json, schema::ids()))?;
            return Ok(Exit::DONE);
        }
        output::say_styled(help::short().trim_end());
        return Ok(Exit::Usage);
    };
    if holds_answers(&command) {
        memory::no_core_file();
    }
    match command {
        Verb::Ask(args) => return ask::run(&args, &Env::read()),
        Verb::Confirm(args) => return ask::run(&args.without_labels(), &Env::read()),
        Verb::Pick(args) => return quick::pick::run(*args, &Env::read()),
        Verb::Input(args) => return ask::run(&args.without_labels(), &Env::read()),
        Verb::Check(args) => return check::run(&args, &Env::read()),
        Verb::Status(args) => status::run(&args, &Env::read())?,
        Verb::List(args) => return store::list(&args, &Env::read()),
        Verb::Show(args) => return store::show(&args, &Env::read()),
        Verb::History(args) => return store::history(&args, &Env::read()),
        Verb::Log(args) => return store::log(&args, &Env::read()),
        Verb::Prune(args) => return store::prune(&args, &Env::read()),
        Verb::Doctor(args) => match args.harness {
            Some(InstallTarget::Agent(harness)) => return install::doctor(harness, &args, &Env::read()),
            Some(InstallTarget::AgentsMd) | None => return store::doctor(&args, &Env::read()),
        },
        Verb::Answer(args) => return store::answer(&args, &Env::read()),
        Verb::Decline(args) => return store::decline(&args, &Env::read()),
        Verb::Cancel(args) => return store::cancel(&args, &Env::read()),
        Verb::Withdraw(args) => return store::withdraw(&args, &Env::read()),
        Verb::Wait(args) => return store::wait(&args, &Env::read()),
        #[cfg(feature = "serve")]
        Verb::Serve(args) => return serve::run(&args, &Env::read()),
        #[cfg(feature = "serve")]
        Verb::Token(args) => return token::run(&args, &Env::read()),
        #[cfg(feature = "bridges")]
        Verb::Attach(args) => return attach::run(&args, &Env::read()),
        #[cfg(feature = "mcp")]
        Verb::Mcp(args) => return mcp::run(&args, &Env::read()),
        Verb::Inbox(args) => return inbox::run(&args, &Env::read()),
        Verb::Install(args) => return install::install(&args, &Env::read()),
        Verb::Uninstall(args) => return install::uninstall(&args, &Env::read()),
        Verb::Embed => return Ok(embed::run(&Env::read())),
        Verb::Demo(args) => return demo::run(&args, &Env::read()),
        Verb::Dialects => output::print(&schema::list())?,
        Verb::Schema { id, tool, strict } => {
            return schema::print(&id, tool.as_deref(), strict, &Env::read());
        }
        Verb::Settings(args) => return settings::run(&args, &Env::read()),
        Verb::Trust(args) => return settings::trust(&args, &Env::read()),
        Verb::Help { topic } => {
            output::print_styled(&help::text((!topic.is_empty()).then(|| topic.join(" ")).as_deref())?)?;
        }
        Verb::Completions { shell } => output::print(&completions::script(shell))?,
        Verb::Signals { watch } => ask::signals::run(watch)?,
        Verb::Complete { shell, said } => completions::complete(shell, said, &Env::read())?,
        Verb::Man(args) => return man::run(&args, &Env::read()),
        Verb::Version { json } => output::print(&version::text(json, schema::ids()))?,
    }
    Ok(Exit::DONE)
}

/// Reports what ended the command.
fn failed(failure: &CommandError) -> Exit {
    output::fail(&failure.to_string());
    failure.exit()
}

/// Prints the requested help, or explains what is wrong with the command line.
fn refused(error: &clap::Error) -> Exit {
    if error.use_stderr() {
        let typed: Vec<OsString> = std::env::args_os().collect();
        let text = bad_line::explained(error, &typed).map_or_else(
            || {
                let text = error.render().to_string();
                escaped(&text.strip_prefix("error: ").map_or(text.clone(), |rest| format!("asq: {rest}")))
            },
            |failure| failure.to_string(),
        );
        output::fail(text.trim_end());
        return Exit::Usage;
    }
    match output::print_styled(&help::trimmed(&error.render().ansi().to_string())) {
        Ok(()) => Exit::DONE,
        Err(failure) => failed(&failure),
    }
}
