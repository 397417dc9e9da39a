//! The option for the form of the ending on standard output: JSON, text or values.

use clap::{Args, ValueEnum};

/// What goes to standard output.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "The ending")]
pub(crate) struct OutputArgs {
    /// What is printed: one line of JSON, only what the model would read, or only the answer's values
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = OutputFormat::Json)]
    pub(crate) format: OutputFormat,
}

/// How the ending is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// One JSON object on one line
    #[default]
    Json,
    /// The text that the model would read
    Text,
    #[value(help = "The answer's values, one per line; nothing without an answer")]
    Value,
}
