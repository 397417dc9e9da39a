//! The settings of an ask over HTTP: those of the server's person.
//!
//! - They are read again for each ask.
//! - A folder's own settings count only if the person trusts it, and if the asker is a process of theirs in it.

use crate::env::Env;
use crate::settings;
use asq_core::model::Prefs;
use asq_server::PrefsOf;
use std::path::Path;

pub(super) struct ServedPrefs {
    env: Env,
}

impl ServedPrefs {
    pub(super) fn of(env: &Env) -> ServedPrefs {
        ServedPrefs { env: env.clone() }
    }
}

impl PrefsOf for ServedPrefs {
    fn prefs(&self, folder: Option<&Path>) -> Prefs {
        settings::trusted_prefs(&self.env, folder)
    }
}
