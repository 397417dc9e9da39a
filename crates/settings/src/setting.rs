//! One setting: its name, what fits, what it does, and who may set it.
//!
//! - A setting has one name in files, in messages and on the command line.
//! - A setting has one variable, unless it guards the person or is a table.
//! - Warnings, documents and the schema describe its range in the same words.

use crate::given::Given;
use crate::settings::{Bindings, Settings};
use std::fmt;

/// The values that fit a setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// `true` or `false`.
    Flag,
    /// Both bounds included.
    Integer { min: u32, max: u32 },
    /// Both bounds included.
    Number { min: f64, max: f64 },
    /// At most so many characters, no NUL.
    Text { most: usize },
    /// Hours of the day, such as `22:00-08:00`, or empty.
    Hours,
    /// One of these words.
    Word(&'static [&'static str]),
    /// One of these words, or a file's name.
    WordOrFile(&'static [&'static str]),
    /// A table of lists of keys.
    Bindings,
}

/// The layers that may hold a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowedLayers {
    /// Every layer: one of the thirteen of `questionnaire`'s contract.
    Anywhere,
    /// config.toml, the person's JSON file, and a project's if the person trusts that folder.
    Guarded,
    /// config.toml, variables and flags: one of asq's own.
    Own,
    /// Only config.toml.
    ConfigOnly,
}

/// One setting.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Dots separate the tables of config.toml.
    pub name: &'static str,
    pub shape: Shape,
    pub layers: AllowedLayers,
    /// What it does, as a sentence without a full stop.
    pub about: &'static str,
    /// Why it does nothing yet, or not everywhere.
    pub note: Option<&'static str>,
    pub(crate) get: fn(&Settings) -> Given,
    pub(crate) put: fn(&mut Settings, Given),
}

impl Setting {
    /// Its value among these settings.
    pub fn of(&self, settings: &Settings) -> Given {
        (self.get)(settings)
    }

    /// The value if nobody sets it.
    pub fn default(&self) -> Given {
        self.of(&Settings::default())
    }

    /// The variable that sets it, unless it has none.
    pub fn variable(&self) -> Option<String> {
        match self.layers {
            AllowedLayers::Anywhere | AllowedLayers::Own => Some(self.variable_name()),
            AllowedLayers::Guarded | AllowedLayers::ConfigOnly => None,
        }
    }

    /// The name that its variable has, or would have.
    pub(crate) fn variable_name(&self) -> String {
        // Its capitals need a byte more each.
        let mut name = String::with_capacity(2 * self.name.len() + 4);
        name.push_str("ASQ_");
        for letter in self.name.chars() {
            if letter.is_ascii_uppercase() {
                name.push('_');
            }
            name.push(if letter == '.' { '_' } else { letter.to_ascii_uppercase() });
        }
        name
    }

    /// Whether the contract's own JSON files may hold it.
    pub fn in_contract(&self) -> bool {
        match self.layers {
            AllowedLayers::Anywhere | AllowedLayers::Guarded => true,
            AllowedLayers::Own | AllowedLayers::ConfigOnly => false,
        }
    }
}

impl PartialEq for Setting {
    fn eq(&self, other: &Setting) -> bool {
        self.name == other.name
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Flag => f.write_str("true or false"),
            Shape::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            Shape::Number { min, max } => write!(f, "a number from {min} to {max}"),
            Shape::Text { most } => write!(f, "text, at most {most} characters, no NUL"),
            Shape::Hours => f.write_str("hours of the day as 22:00-08:00, or nothing"),
            Shape::Word(words) => write!(f, "one of {}", words.join(", ")),
            Shape::WordOrFile(words) => {
                write!(f, "{} or a theme file's name (letters, digits, . _ -)", words.join(", "))
            }
            Shape::Bindings => write!(
                f,
                "a table of actions, each with a key or a list of up to {} keys",
                Bindings::MOST_KEYS
            ),
        }
    }
}
