//! Where a value came from, and whether its file is trusted.

use std::fmt;

/// The place that set a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    Default,
    /// The path of asq's config.toml.
    Config(String),
    /// The path of the person's contract file.
    Global(String),
    /// The path of the folder's contract file.
    Project(String),
    /// The variable's name.
    Variable(String),
    /// The flag on the command line.
    Flag(&'static str),
    /// A program, through [`Loaded::of`](crate::Loaded::of).
    Program,
}

impl Source {
    /// One word for the kind of source.
    pub fn word(&self) -> &'static str {
        match self {
            Source::Default => "default",
            Source::Config(_) => "config",
            Source::Global(_) => "global",
            Source::Project(_) => "project",
            Source::Variable(_) => "variable",
            Source::Flag(_) => "flag",
            Source::Program => "program",
        }
    }

    /// The path, the variable or the flag.
    pub fn name(&self) -> Option<&str> {
        match self {
            Source::Default | Source::Program => None,
            Source::Config(name) | Source::Global(name) | Source::Project(name) | Source::Variable(name) => {
                Some(name)
            }
            Source::Flag(name) => Some(name),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name().unwrap_or(self.word()))
    }
}

/// Whether a file is trusted right now. For a project: whether the person trusts its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    Trusted,
    Untrusted,
    /// The person's own file, but somebody else could have written it. Only settings that are harmless anywhere count.
    Doubtful,
}
