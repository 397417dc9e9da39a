//! The arguments of `asq attach`.
//!
//! - The system comes first; all addresses after it are of its kind.
//! - A password comes from a file alone: arguments end up in lists of processes and in histories.

use asq_bridges::SystemAddress;
use clap::{Args, Subcommand};
use std::path::PathBuf;

pub(crate) const ATTACH_ABOUT: &str = "\
Carries the questions of another running system into asq, and the answers back, until you stop it (Ctrl+C). Questions can be \
answered in either place; the first answer counts, and closes the question in the other place.";

pub(crate) const OPENCODE_ABOUT: &str = "\
Attaches running OpenCode servers: the questions of their agents wait in asq inbox, too. OpenCode prints the address \
of its server (opencode serve; for its own screen, opencode --port N).

Questions that already wait come in at once, and after a broken connection as soon as it is back. An aborted session or a \
restart of OpenCode takes its questions back; what you typed so far is kept for a week.";

pub(crate) const OPENCODE_EXAMPLES: &str = "\
Examples:
  asq attach opencode http://127.0.0.1:4096
  asq attach opencode http://127.0.0.1:4096 https://build.example/opencode --password-file ~/.config/opencode.password";

/// `asq attach`.
#[derive(Debug, Args)]
pub(crate) struct AttachArgs {
    #[command(subcommand)]
    pub(crate) system: AttachedSystem,
}

/// A system that can be attached.
#[derive(Debug, Subcommand)]
pub(crate) enum AttachedSystem {
    /// Attach OpenCode servers
    #[command(name = "opencode", long_about = OPENCODE_ABOUT, after_long_help = OPENCODE_EXAMPLES)]
    OpenCode(AttachOpenCodeArgs),
}

/// `asq attach opencode`.
#[derive(Debug, Args)]
pub(crate) struct AttachOpenCodeArgs {
    /// The address of a server; may be given several times
    #[arg(value_name = "URL", required = true)]
    pub(crate) servers: Vec<SystemAddress>,
    /// The file with the password of these servers (OPENCODE_SERVER_PASSWORD), which only you can open
    #[arg(long, value_name = "FILE")]
    pub(crate) password_file: Option<PathBuf>,
    /// The user that the password belongs to (OPENCODE_SERVER_USERNAME)
    #[arg(long, value_name = "NAME", default_value = "opencode", requires = "password_file")]
    pub(crate) user: String,
}
