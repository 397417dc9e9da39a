//! The settings of a server: those of its person.
//!
//! - They are read again for each ask and for each page.
//! - A folder's own settings count only if the person trusts it, and if the asker is a process of theirs in it.

use crate::clock::local_zone;
use crate::env::Env;
use crate::pace::{local_offset, pace};
use crate::settings;
use asq_core::inbox;
use asq_core::model::Prefs;
use asq_server::{PageSettings, PersonSettings};
use asq_settings::OnHangup;
use std::path::Path;

pub(super) struct ServedSettings {
    env: Env,
}

impl ServedSettings {
    pub(super) fn of(env: &Env) -> ServedSettings {
        ServedSettings { env: env.clone() }
    }
}

impl PersonSettings for ServedSettings {
    fn prefs(&self, folder: Option<&Path>) -> Prefs {
        settings::trusted_prefs(&self.env, folder)
    }

    fn page(&self) -> PageSettings {
        let settings = settings::for_server(&self.env);
        PageSettings {
            // 0 to 10,000.
            hold_ms: (settings.inbox_hold * 1000.0) as u32,
            sends_on_leaving: settings.inbox_on_hangup == OnHangup::Send,
            pace: pace(&settings, &self.env),
            tells_question: settings.notify.question,
            danger_check: settings.danger_check_enabled,
        }
    }

    fn clock(&self, at_ms: u64, now_ms: u64) -> String {
        inbox::clock(&local_offset(local_zone(&self.env)), now_ms, at_ms).to_string()
    }

    fn snooze_end(&self, text: &str, now_ms: u64) -> Option<u64> {
        inbox::snooze_end(text, &local_offset(local_zone(&self.env)), now_ms)
    }
}
