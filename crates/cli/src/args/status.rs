//! The arguments of `asq status`.

use clap::Args;

pub(crate) const STATUS_ABOUT: &str = "\
Prints one short line for a status bar or a shell prompt: by default asq 3 while three requests wait, and nothing if \
none waits. It creates no store, starts nothing, and takes a few milliseconds.

The format (the setting status.format) has these fields: {waiting} (without put-off ones), {putoff}, {danger} (how \
many are dangerous), {oldest} (how long the oldest has waited), {limit} (when the first time limit ends). \
{?waiting}TEXT{/} prints TEXT only if the field isn't 0 or empty. {{ is a brace.";

pub(crate) const STATUS_EXAMPLES: &str = "\
Examples:
  set -g status-right '#(asq status)'                 in tmux.conf
  PS1='$(asq status --format \"{?waiting}[{waiting}] {/}\")'$PS1
  asq status --format '{?danger}danger {/}{waiting}, oldest {oldest}'";

/// `asq status`.
#[derive(Debug, Default, Args)]
pub(crate) struct StatusArgs {
    /// The format of the line
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// Print all fields as JSON
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}
