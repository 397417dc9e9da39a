//! The settings of an ask over HTTP.

use asq_core::model::Prefs;
use std::path::Path;

/// The settings of the server's person, read again for each ask.
pub trait PrefsOf: Send + Sync {
    /// The settings for an ask. The folder is that of an asking process of the same user on this machine; its own
    /// settings count only if the person trusts it. It is `None` for every other asker. May read files.
    fn prefs(&self, folder: Option<&Path>) -> Prefs;
}
