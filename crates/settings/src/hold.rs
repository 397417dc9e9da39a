//! The settings that guard the person, held at what their account's own files say.
//!
//! - Files that the environment names may make a guard stricter, never looser.
//! - What would have loosened one is reported.

use crate::loaded::{Loaded, Source};
use crate::settings::Settings;
use crate::warning::{Trouble, Warning};

/// Whether the first settings have a guard looser than the second.
type Looser = fn(&Settings, &Settings) -> bool;

const GUARDS: &[(&str, Looser)] = &[
    ("dangerCheckEnabled", |said, own| !said.danger_check_enabled && own.danger_check_enabled),
    ("guard", |said, own| said.guard < own.guard),
    ("answer.unknown", |said, own| said.answer_unknown && !own.answer_unknown),
];

impl Loaded {
    /// Keeps each guard at least as strict as the account's own settings have it.
    pub fn hold(&mut self, own: &Loaded) {
        for (name, looser) in GUARDS {
            if !looser(&self.settings, &own.settings) {
                continue;
            }
            let Some(row) = own.origin(name) else { continue };
            // A default that is looser is nobody's doing.
            if let Some(said) = self.origin(name).filter(|said| said.source != Source::Default) {
                let trouble = Trouble::Elsewhere { name: row.setting.name };
                self.warnings.push(Warning { source: said.source.clone(), trouble });
            }
            self.put((row.setting, row.given.clone(), row.source.clone()));
        }
    }
}
