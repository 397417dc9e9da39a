//! The arguments of `asq man`.

use clap::{ArgGroup, Args};
use std::path::PathBuf;

pub(crate) const MAN_ABOUT: &str = "\
Writes the man pages of asq, one per command, into your own folder of man pages: $XDG_DATA_HOME/man/man1, by default \
~/.local/share/man/man1. Then man asq shows the first one, and man asq-ask that of asq ask. If a page of that name isn't \
asq's, asq leaves it alone and writes nothing.";

pub(crate) const MAN_EXAMPLES: &str = "\
Examples:
  asq man --install                           for you
  asq man --uninstall
  asq man /usr/local/share/man/man1           into this folder, for everybody";

/// `asq man`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("where").required(true).multiple(false))]
pub(crate) struct ManArgs {
    /// An existing folder
    #[arg(group = "where", value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    /// Write into your own folder of man pages
    #[arg(long, group = "where")]
    pub(crate) install: bool,
    /// Remove them from there
    #[arg(long, group = "where")]
    pub(crate) uninstall: bool,
}
