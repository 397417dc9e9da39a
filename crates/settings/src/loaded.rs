//! The layers put together.
//!
//! - Every setting has a value, and an origin that says which layer gave it.
//! - A guarded setting of an untrusted folder is reported only where it would change something.
//! - Warnings come in the order of the layers.

use crate::given::Given;
use crate::layer::Layer;
use crate::said::Row;
use crate::setting::Setting;
use crate::settings::Settings;
use crate::table::ALL;
use crate::warning::{Trouble, Warning};
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

/// A setting, what it is, and who said so.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    pub setting: &'static Setting,
    pub given: Given,
    pub source: Source,
}

/// Settings with all there is to say about them.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    pub settings: Settings,
    /// In the order of [`ALL`], each setting once.
    pub origins: Vec<Origin>,
    pub warnings: Vec<Warning>,
}

impl Loaded {
    /// Settings that a test or a host made itself.
    pub fn of(settings: Settings) -> Loaded {
        let origin = |setting: &'static Setting| {
            let given = setting.of(&settings);
            let source = if given == setting.default() { Source::Default } else { Source::Program };
            Origin { setting, given, source }
        };
        Loaded { origins: ALL.iter().map(origin).collect(), settings, warnings: Vec::new() }
    }

    /// The origin of a setting.
    pub fn origin(&self, name: &str) -> Option<&Origin> {
        self.origins.iter().find(|origin| origin.setting.name == name)
    }

    pub(crate) fn put(&mut self, (setting, given, source): Row) {
        (setting.put)(&mut self.settings, given.clone());
        for origin in self.origins.iter_mut().filter(|origin| origin.setting == setting) {
            origin.given.clone_from(&given);
            origin.source.clone_from(&source);
        }
    }
}

/// Puts layers together, lowest first, in whatever order they come.
pub fn resolve(mut layers: Vec<Layer>) -> Loaded {
    layers.sort_by_key(Layer::rank);
    let mut loaded = Loaded::of(Settings::default());
    for layer in &layers {
        let said = layer.read();
        loaded.warnings.extend(said.warnings);
        for row in said.given {
            loaded.put(row);
        }
        for (setting, given, source) in said.withheld {
            if setting.of(&loaded.settings) != given {
                let name = setting.name;
                let trouble = match layer.doubt() {
                    Some(why) => Trouble::Doubtful { name, why: why.to_owned() },
                    None => Trouble::Untrusted { name },
                };
                loaded.warnings.push(Warning { source, trouble });
            }
        }
    }
    loaded
}
