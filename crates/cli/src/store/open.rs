//! Opening the store.
//!
//! - To look opens what is there, and makes nothing.
//! - To post makes the folder and the file where there are none.

use super::place::{self, Place};
use crate::clock::unix_now_ms;
use crate::env::Env;
use crate::error::Failure;
use asq_store::{Sqlite, Store};
use std::path::Path;
use std::sync::Arc;

/// A store, and the moment at which it was opened.
pub(crate) struct Opened {
    pub(crate) store: Arc<dyn Store>,
    /// Milliseconds since 1970.
    pub(crate) now_ms: u64,
}

impl Opened {
    /// The store, where there is one.
    pub(crate) fn existing(env: &Env, cwd: &Path) -> Result<Option<Opened>, Failure> {
        Opened::existing_at(&place::of(env, cwd)?)
    }

    /// The store at this place, where there is one.
    pub(super) fn existing_at(place: &Place) -> Result<Option<Opened>, Failure> {
        // To look at a name is cheap; most asks find nothing there.
        if matches!(place.file.try_exists(), Ok(false)) {
            return Ok(None);
        }
        Ok(Sqlite::open_existing(&place.file)?.map(Opened::with))
    }

    /// The store; made where there is none.
    pub(crate) fn made(env: &Env, cwd: &Path) -> Result<Opened, Failure> {
        Ok(Opened::with(Sqlite::open(&place::of(env, cwd)?.file)?))
    }

    fn with(store: Sqlite) -> Opened {
        Opened { store: Arc::new(store), now_ms: unix_now_ms() }
    }
}
