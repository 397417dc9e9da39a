//! Opening the store.
//!
//! - Looking opens an existing store, and makes nothing.
//! - Posting makes the folder and the file, or the tables, if they are missing.
//! - A backend acts for the agent or person who opened it.

use super::person::ThisProcess;
use super::place::{self, StoreAddress, StorePlace};
use super::progress;
use crate::clock::unix_now_ms;
use crate::env::Env;
use crate::error::CommandError;
use asq_backend::Backend;
use asq_runtime::Driver;
#[cfg(feature = "postgres")]
use asq_store::Postgres;
use asq_store::{Sqlite, Store};
use std::io::ErrorKind;
use std::sync::Arc;

/// A backend that is bound to its user, and the moment at which it was opened.
pub(crate) struct OpenBackend {
    pub(crate) backend: Arc<dyn Backend>,
    /// Milliseconds since 1970.
    pub(crate) now_ms: u64,
}

impl OpenBackend {
    /// Opens the backend; `None` without a store.
    pub(crate) fn existing(env: &Env, who: Arc<ThisProcess>) -> Result<Option<OpenBackend>, CommandError> {
        #[cfg(test)]
        if let Some(backend) = env.backend() {
            return Ok(Some(OpenBackend { backend, now_ms: unix_now_ms() }));
        }
        Ok(existing(&place::of(env, env.cwd().as_deref())?)?.map(|store| OpenBackend::with(store, who)))
    }

    /// The same for a long search, which shows its progress.
    pub(crate) fn searching(env: &Env, who: Arc<ThisProcess>) -> Result<Option<OpenBackend>, CommandError> {
        let store = existing(&place::of(env, env.cwd().as_deref())?)?;
        if let Some(store) = &store {
            progress::shown(&**store);
        }
        Ok(store.map(|store| OpenBackend::with(store, who)))
    }

    /// Opens the backend; makes the store if it is missing.
    pub(crate) fn made(env: &Env, who: Arc<ThisProcess>) -> Result<OpenBackend, CommandError> {
        #[cfg(test)]
        if let Some(opened) = OpenBackend::existing(env, who.clone())? {
            return Ok(opened);
        }
        Ok(OpenBackend::with(made(&place::of(env, env.cwd().as_deref())?)?, who))
    }

    pub(crate) fn with(store: Arc<dyn Store>, who: Arc<ThisProcess>) -> OpenBackend {
        // Before the first wait: each needs descriptors, and shells start with a low limit.
        asq_runtime::file_limit::raise();
        OpenBackend { backend: Driver::new(store).backend(who), now_ms: unix_now_ms() }
    }
}

/// Opens the store at this place, for maintenance; `None` if it is missing.
pub(crate) fn existing(place: &StorePlace) -> Result<Option<Arc<dyn Store>>, CommandError> {
    match &place.at {
        // A look at the name is cheap, and most asks find nothing there.
        StoreAddress::File(file)
            if asq_files::by_name::follow(file).is_err_and(|e| e.kind() == ErrorKind::NotFound) =>
        {
            Ok(None)
        }
        StoreAddress::File(file) => Ok(Sqlite::open_existing(file)?.map(shared)),
        #[cfg(feature = "postgres")]
        StoreAddress::Database(address, around) => Ok(Postgres::open_existing(address, around)?.map(shared)),
    }
}

/// Opens the store at this place, for maintenance; makes it if it is missing.
pub(crate) fn made(place: &StorePlace) -> Result<Arc<dyn Store>, CommandError> {
    Ok(match &place.at {
        StoreAddress::File(file) => shared(Sqlite::open(file)?),
        #[cfg(feature = "postgres")]
        StoreAddress::Database(address, around) => shared(Postgres::open(address, around)?),
    })
}

fn shared(store: impl Store + 'static) -> Arc<dyn Store> {
    Arc::new(store)
}
