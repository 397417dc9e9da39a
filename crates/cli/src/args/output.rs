//! The option for the form of the ending on standard output: JSON, text or values.

use clap::{Args, ValueEnum};

/// What goes to standard output.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "The output")]
pub(crate) struct OutputArgs {
    /// What is printed: JSON, only the text that the model would read, or only the answer's values
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<OutputFormat>,
}

impl OutputArgs {
    /// The short commands print values.
    pub(crate) fn values() -> OutputArgs {
        OutputArgs { format: Some(OutputFormat::Value) }
    }

    /// The chosen format, else values.
    pub(crate) fn or_values(self) -> OutputArgs {
        OutputArgs { format: self.format.or(Some(OutputFormat::Value)) }
    }

    /// The format that the command line chose, or that the command has; `None` leaves it to the place of the output.
    pub(crate) fn chosen(&self) -> Option<OutputFormat> {
        self.format
    }

    /// The format, for a command that prints JSON everywhere.
    pub(crate) fn or_json(&self) -> OutputFormat {
        self.format.unwrap_or(OutputFormat::Json)
    }
}

/// How the ending is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// One JSON object on one line; asq ask indents it on a terminal
    Json,
    /// The text that the model would read
    Text,
    #[value(help = "The answer's values, one per line; nothing without an answer")]
    Value,
}
