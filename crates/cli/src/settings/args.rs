//! The arguments of `asq settings` and `asq trust`.
//!
//! - A command changes one file: config.toml, or the contract's file of the person or of the folder. Two are refused.
//! - One command may set several settings.
//! - Trusting a folder and taking its trust back need the folder's name; a list needs none.

use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use std::path::PathBuf;

pub(crate) const SETTINGS_ABOUT: &str = "\
Prints all settings as they are here and now: the defaults, and above them config.toml, the contract's own JSON file \
of yours and of this folder, variables that begin with ASQ_, and flags. asq reports and ignores a setting that \
it can't use; no question fails because of one.";

pub(crate) const SETTINGS_EXAMPLES: &str = "\
Examples:
  asq settings --origins                      where each value comes from
  asq settings set theme light
  asq settings set bellOnQuestion off --global
  asq settings edit                           config.toml in your editor
  asq settings explain                        what each setting does";

pub(crate) const TRUST_ABOUT: &str = "\
A folder's settings file (.pi/ask-user-question.json) may come with a repository that somebody else wrote. So it can't \
set a command to run or switch off the typed confirmation of dangerous questions, unless you trust the file as it is \
now. A changed file needs your trust again. asq asks on the terminal; without one it trusts nothing (exit code 7).";

pub(crate) const TRUST_EXAMPLES: &str = "\
Examples:
  asq trust .                                 shows what it would allow, then asks
  asq trust --revoke .
  asq trust --list";

/// `asq settings`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct SettingsArgs {
    /// Also show where each value comes from, which files were read and what is ignored
    #[arg(long)]
    pub(crate) origins: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) what: Option<SettingsCommand>,
}

/// What else `asq settings` can do.
#[derive(Debug, Subcommand)]
pub(crate) enum SettingsCommand {
    /// Write settings into a file; everything else in it stays as it is
    Set {
        /// A setting and its new value; more pairs may follow
        #[arg(required = true, num_args = 2.., value_names = ["NAME", "VALUE"], allow_negative_numbers = true)]
        pairs: Vec<String>,
        #[command(flatten)]
        file: Which,
    },
    /// Take settings out of a file
    Unset {
        /// The settings
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
        #[command(flatten)]
        file: Which,
    },
    /// Open a file in your editor ($VISUAL, $EDITOR, vi); it is saved only if all in it fits
    Edit {
        #[command(flatten)]
        file: Which,
    },
    /// Explain settings: what they do, what fits, where they may stand
    Explain {
        /// The settings; without any all of them, and the layers
        #[arg(value_name = "NAME")]
        names: Vec<String>,
    },
    /// Print the JSON schema of a file, for editors that complete and check
    Schema {
        /// Which kind of file
        #[arg(value_enum)]
        of: SchemaOf,
    },
}

#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Which file", group = ArgGroup::new("file").multiple(false))]
pub(crate) struct Which {
    /// asq's own config.toml (the default)
    #[arg(long, group = "file")]
    pub(crate) config: bool,
    /// The contract's own: ask-user-question.json in pi's folder, where pi reads it, too
    #[arg(long, group = "file")]
    pub(crate) global: bool,
    /// The contract's own of this folder: .pi/ask-user-question.json
    #[arg(long, group = "file")]
    pub(crate) project: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaOf {
    /// asq's config.toml
    Config,
    /// The contract's JSON file
    AskUserQuestion,
}

/// `asq trust`.
#[derive(Debug, Args)]
pub(crate) struct TrustArgs {
    /// The folder
    #[arg(required_unless_present = "list")]
    pub(crate) dir: Option<PathBuf>,
    /// Withdraw trust
    #[arg(long)]
    pub(crate) revoke: bool,
    /// List the folders that are trusted
    #[arg(long, conflicts_with_all = ["dir", "revoke"])]
    pub(crate) list: bool,
}
