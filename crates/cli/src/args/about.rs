//! The flags of `asq ask` that say what the agent was doing.
//!
//! - A text and a diff come from a file or from standard input; the rest are words on the command line.
//! - Words may begin with a hyphen: they are a model's.

use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

/// What the agent was doing when it asked.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "What it was doing (shown next to the question, not part of it)")]
pub(crate) struct AboutArgs {
    /// A text about it: a file, or - for standard input
    #[arg(long, value_name = "FILE|-")]
    pub(crate) about: Option<PathBuf>,
    /// A diff that the question is about: a file, or - for standard input
    #[arg(long, value_name = "FILE|-")]
    pub(crate) diff: Option<PathBuf>,
    /// The task that the agent works on
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, hide_short_help = true)]
    pub(crate) task: Option<OsString>,
    /// What it said last
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, hide_short_help = true)]
    pub(crate) says: Option<OsString>,
    /// The branch that it works on, if that isn't the one of the folder's git repository
    #[arg(long, value_name = "BRANCH", hide_short_help = true)]
    pub(crate) branch: Option<OsString>,
    /// The address of a page about it
    #[arg(long, value_name = "URL", hide_short_help = true)]
    pub(crate) link: Option<OsString>,
}
