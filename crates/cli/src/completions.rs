//! Completion scripts and man pages, generated from the definition of the command line.
//!
//! - `asq completions SHELL` prints the script of one shell.
//! - `asq man DIR` writes one page per command, named `asq.1`, `asq-ask.1` and so on.

use crate::args::Cli;
use crate::error::{CommandError, ErrorClass};
use clap::CommandFactory;
use clap_complete::Shell;
use std::path::Path;

/// The completion script of a shell.
pub(crate) fn script(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "asq", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// Writes the man pages into an existing folder.
pub(crate) fn man(dir: &Path) -> Result<(), CommandError> {
    clap_mangen::generate_to(Cli::command(), dir).map_err(|e| {
        CommandError::new(ErrorClass::Output, format!("can't write man pages into '{}': {e}", dir.display()))
    })
}
