//! Keeps the settings that guard the person as strict as the account's own files make them.
//!
//! - Files that the environment names may make a guard stricter, never looser.
//! - A value that would have loosened a guard is reported.

use crate::loaded::Loaded;
use crate::settings::{Settings, UnknownAnswers};
use crate::source::Source;
use crate::warning::{Trouble, Warning};

/// Whether the first settings have a guard looser than the second.
type Looser = fn(&Settings, &Settings) -> bool;

const GUARDS: &[(&str, Looser)] = &[
    ("dangerCheckEnabled", |ours, own| !ours.danger_check_enabled && own.danger_check_enabled),
    ("guard", |ours, own| ours.guard < own.guard),
    ("answer.unknown", |ours, own| {
        ours.answer_unknown == UnknownAnswers::Take && own.answer_unknown == UnknownAnswers::Refuse
    }),
    ("inbox.open", |ours, own| !ours.inbox_open.is_empty() && ours.inbox_open != own.inbox_open),
    ("notify.open", |ours, own| !ours.notify.open.is_empty() && ours.notify.open != own.notify.open),
    ("notify.question", |ours, own| ours.notify.question && !own.notify.question),
    ("notify.url", |ours, own| !ours.notify.url.is_empty() && ours.notify.url != own.notify.url),
];

impl Loaded {
    /// Keeps each guard at least as strict as the account's own settings have it.
    pub fn hold(&mut self, own: &Loaded) {
        for (name, looser) in GUARDS {
            if !looser(&self.settings, &own.settings) {
                continue;
            }
            let Some(row) = own.origin(name) else { continue };
            // If only the default is looser, nobody tried anything.
            if let Some(held) = self.origin(name).filter(|held| held.source != Source::Default) {
                let trouble = Trouble::Elsewhere { name: row.setting.name };
                self.warnings.push(Warning { source: held.source.clone(), trouble });
            }
            self.put((row.setting, row.given.clone(), row.source.clone()));
        }
    }
}
