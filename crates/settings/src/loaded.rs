//! Merges the layers.
//!
//! - Every setting has a value and an origin that names its layer.
//! - A guarded setting of an untrusted folder is reported only if it would change something.
//! - Warnings come in the order of the layers.

use crate::given::Given;
use crate::layer::Layer;
use crate::layer_values::LayerRow;
use crate::setting::Setting;
use crate::settings::Settings;
use crate::source::Source;
use crate::table::ALL;
use crate::warning::{Trouble, Warning};

/// A setting, its value, and the layer that set it.
#[derive(Clone, Debug, PartialEq)]
pub struct SettingOrigin {
    pub setting: &'static Setting,
    pub given: Given,
    pub source: Source,
}

/// All settings with their origins and warnings.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    pub settings: Settings,
    /// In the order of [`ALL`], each setting once.
    pub origins: Vec<SettingOrigin>,
    pub warnings: Vec<Warning>,
}

impl Loaded {
    /// Wraps settings that a test or a host made itself.
    pub fn of(settings: Settings) -> Loaded {
        let defaults = Settings::default();
        let origin = |setting: &'static Setting| {
            let given = setting.of(&settings);
            let source = if given == setting.of(&defaults) { Source::Default } else { Source::Program };
            SettingOrigin { setting, given, source }
        };
        Loaded { origins: ALL.iter().map(origin).collect(), settings, warnings: Vec::new() }
    }

    pub fn origin(&self, name: &str) -> Option<&SettingOrigin> {
        self.origins.iter().find(|origin| origin.setting.name == name)
    }

    pub(crate) fn put(&mut self, (setting, given, source): LayerRow) {
        (setting.put)(&mut self.settings, given.clone());
        for origin in self.origins.iter_mut().filter(|origin| origin.setting == setting) {
            origin.given.clone_from(&given);
            origin.source.clone_from(&source);
        }
    }
}

/// Merges the layers; their order in the list doesn't matter.
pub fn resolve(mut layers: Vec<Layer>) -> Loaded {
    layers.sort_by_key(Layer::rank);
    let mut loaded = Loaded::of(Settings::default());
    for layer in &layers {
        let values = layer.read();
        loaded.warnings.extend(values.warnings);
        for row in values.given {
            loaded.put(row);
        }
        for (setting, given, source) in values.withheld {
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
