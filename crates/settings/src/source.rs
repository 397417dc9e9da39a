//! Which layer a value came from, and how far its file is trusted.

use std::fmt;

/// Who said something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    Default,
    /// asq's config.toml; its path.
    Config(String),
    /// The contract's file of the person; its path.
    Global(String),
    /// The contract's file of the folder; its path.
    Project(String),
    /// A variable; its name.
    Variable(String),
    /// A flag of the command line.
    Flag(&'static str),
    /// A program, by [`Loaded::of`].
    Program,
}

impl Source {
    /// In one word.
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

/// How far a file is trusted, as it is now; a project's, whether the person trusts its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    Trusted,
    Untrusted,
    /// A file of the person's own that somebody else could have written: only what is harmless in any file counts.
    Doubtful,
}
