//! A layer: one place that settings come from, with its text.
//!
//! - Files arrive as text; their reader judges who owns them and whether the project is trusted.
//! - Variables are looked up through a function, one for each setting that has one.
//! - Layers have one fixed order, whatever order they arrive in.

use crate::layer_values::{self, LayerValues};
use crate::setting::Setting;
use crate::source::{Source, Trust};
use crate::table::ALL;
use crate::{json, toml};

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// For messages.
    pub path: String,
    pub text: String,
    /// Why somebody other than the person could have written it.
    pub doubt: Option<String>,
}

impl File {
    fn trust(&self) -> Trust {
        if self.doubt.is_some() { Trust::Doubtful } else { Trust::Trusted }
    }
}

/// A variable that is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    pub setting: &'static str,
    pub text: String,
}

/// A flag of the command line that sets something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    pub name: &'static str,
    pub setting: &'static str,
    pub text: &'static str,
}

/// One place that settings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layer {
    /// asq's config.toml.
    Config(File),
    /// The contract's JSON file in the person's home.
    Global(File),
    /// The contract's JSON file in a folder.
    Project(File, Trust),
    Variables(Vec<Variable>),
    Flags(Vec<Flag>),
}

impl Layer {
    /// Collects the variables that are set and name a setting.
    pub fn variables(get: impl Fn(&str) -> Option<String>) -> Layer {
        let set = |setting: &'static Setting| {
            let name = setting.variable_name();
            get(&name).map(|text| Variable { name, setting: setting.name, text })
        };
        Layer::Variables(ALL.iter().filter_map(set).collect())
    }

    /// Why somebody other than the person could have written it.
    pub(crate) fn doubt(&self) -> Option<&str> {
        match self {
            Layer::Config(file) | Layer::Global(file) => file.doubt.as_deref(),
            Layer::Project(..) | Layer::Variables(_) | Layer::Flags(_) => None,
        }
    }

    // The higher rank wins.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Layer::Config(_) => 1,
            Layer::Global(_) => 2,
            Layer::Project(..) => 3,
            Layer::Variables(_) => 4,
            Layer::Flags(_) => 5,
        }
    }

    pub(crate) fn read(&self) -> LayerValues {
        match self {
            Layer::Config(file) => layer_values::by_file(
                &Source::Config(file.path.clone()),
                toml::read(&file.text),
                file.trust(),
            ),
            Layer::Global(file) => layer_values::by_file(
                &Source::Global(file.path.clone()),
                json::read(&file.text),
                file.trust(),
            ),
            Layer::Project(file, trust) => {
                layer_values::by_file(&Source::Project(file.path.clone()), json::read(&file.text), *trust)
            }
            Layer::Variables(set) => {
                let values = |v: &Variable| {
                    layer_values::by_text(Source::Variable(v.name.clone()), v.setting, &v.text)
                };
                LayerValues::all(set.iter().map(values))
            }
            Layer::Flags(set) => LayerValues::all(
                set.iter().map(|f| layer_values::by_text(Source::Flag(f.name), f.setting, f.text)),
            ),
        }
    }
}
