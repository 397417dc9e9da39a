//! What all routes of a server share.

use crate::Config;
use std::sync::Arc;

/// What all routes of a server share. Cloning it is cheap.
#[derive(Clone)]
pub struct ServerState(Arc<Shared>);

struct Shared {
    _version: String,
}

impl ServerState {
    pub(crate) fn new(config: &Config) -> ServerState {
        ServerState(Arc::new(Shared { _version: config.version.clone() }))
    }
}
