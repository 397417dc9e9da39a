//! Opening the store.
//!
//! - Looking opens an existing store, and makes nothing.
//! - Posting makes the folder and the file, or the tables, if they are missing.
//! - A file that isn't a store is reported, and whether ASQ_STORE names it.
//! - A backend acts for the agent or person who opened it; on a server it acts for the holder of its token.

use super::place::{self, StoreAddress, StorePlace};
use super::{progress, server};
use crate::clock::unix_now_ms;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use asq_backend::Backend;
use asq_client::{RemoteBackend, ServerAddress};
use asq_runtime::Driver;
use asq_runtime::driver::Identity;
#[cfg(feature = "postgres")]
use asq_store::Postgres;
use asq_store::{Sqlite, Store, StoreError};
use std::io::ErrorKind;
use std::sync::Arc;

/// A backend that is bound to its user, and the moment at which it was opened.
pub(crate) struct OpenBackend {
    pub(crate) backend: Arc<dyn Backend>,
    /// Milliseconds since 1970.
    pub(crate) now_ms: u64,
    /// The same backend, if it is on a server.
    pub(crate) remote: Option<Arc<RemoteBackend>>,
}

impl OpenBackend {
    /// Opens the backend; `None` without a store.
    pub(crate) fn existing(env: &Env, who: Arc<dyn Identity>) -> Result<Option<OpenBackend>, CommandError> {
        #[cfg(test)]
        if let Some(backend) = env.backend() {
            return Ok(Some(OpenBackend::of(backend)));
        }
        let place = place::of(env, env.cwd().as_deref())?;
        if let StoreAddress::Server(address) = &place.at {
            return OpenBackend::on_server(address, env).map(Some);
        }
        Ok(existing(&place)?.map(|store| OpenBackend::with(store, who)))
    }

    /// The same for a long search, which shows its progress.
    pub(crate) fn searching(env: &Env, who: Arc<dyn Identity>) -> Result<Option<OpenBackend>, CommandError> {
        let place = place::of(env, env.cwd().as_deref())?;
        if let StoreAddress::Server(address) = &place.at {
            return OpenBackend::on_server(address, env).map(Some);
        }
        let store = existing(&place)?;
        if let Some(store) = &store {
            progress::shown(&**store);
        }
        Ok(store.map(|store| OpenBackend::with(store, who)))
    }

    /// Opens the backend; makes the store if it is missing.
    pub(crate) fn made(env: &Env, who: Arc<dyn Identity>) -> Result<OpenBackend, CommandError> {
        #[cfg(test)]
        if let Some(opened) = OpenBackend::existing(env, who.clone())? {
            return Ok(opened);
        }
        let place = place::of(env, env.cwd().as_deref())?;
        if let StoreAddress::Server(address) = &place.at {
            return OpenBackend::on_server(address, env);
        }
        Ok(OpenBackend::with(made(&place)?, who))
    }

    pub(crate) fn with(store: Arc<dyn Store>, who: Arc<dyn Identity>) -> OpenBackend {
        // Before the first wait: each needs descriptors, and shells start with a low limit.
        asq_runtime::file_limit::raise();
        OpenBackend::of(Driver::new(store).backend(who))
    }

    fn of(backend: Arc<dyn Backend>) -> OpenBackend {
        OpenBackend { backend, now_ms: unix_now_ms(), remote: None }
    }

    /// A backend over a server: the holder of its token acts.
    fn on_server(address: &ServerAddress, env: &Env) -> Result<OpenBackend, CommandError> {
        asq_runtime::file_limit::raise();
        let remote = Arc::new(server::open(address, env)?);
        Ok(OpenBackend { remote: Some(remote.clone()), ..OpenBackend::of(remote) })
    }

    /// Whether its token may only ask, so that nobody can answer here.
    ///
    /// # Errors
    /// The server is away, or refuses the token.
    pub(crate) fn only_asks(&self) -> Result<bool, CommandError> {
        match &self.remote {
            None => Ok(false),
            Some(remote) => {
                let (answers, asks) = remote.rights()?;
                Ok(asks && !answers)
            }
        }
    }

    /// Whether it is on a server.
    pub(crate) fn is_remote(&self) -> bool {
        self.remote.is_some()
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
        StoreAddress::File(file) => opened(place, Sqlite::open_existing(file)).map(|store| store.map(shared)),
        #[cfg(feature = "postgres")]
        StoreAddress::Database(address, around) => Ok(Postgres::open_existing(address, around)?.map(shared)),
        StoreAddress::Server(address) => Err(server::elsewhere(address)),
    }
}

/// Whether a store that isn't there yet could be made at this place, as far as its folder says. Makes nothing.
pub(crate) fn could_be_made(place: &StorePlace) -> Result<(), CommandError> {
    match &place.at {
        StoreAddress::File(file) => opened(place, Sqlite::open_existing(file)).map(drop),
        #[cfg(feature = "postgres")]
        StoreAddress::Database(..) => Ok(()),
        StoreAddress::Server(_) => Ok(()),
    }
}

/// Opens the store at this place, for maintenance; makes it if it is missing.
pub(crate) fn made(place: &StorePlace) -> Result<Arc<dyn Store>, CommandError> {
    Ok(match &place.at {
        StoreAddress::File(file) => shared(opened(place, Sqlite::open(file))?),
        #[cfg(feature = "postgres")]
        StoreAddress::Database(address, around) => shared(Postgres::open(address, around)?),
        StoreAddress::Server(address) => return Err(server::elsewhere(address)),
    })
}

/// Says who named a file that isn't a store.
fn opened<T>(place: &StorePlace, done: Result<T, StoreError>) -> Result<T, CommandError> {
    done.map_err(|fault| {
        let failure = |message| CommandError::new(ErrorClass::Store, message);
        if let StoreError::NotAFile { path, what } = &fault {
            return if place.named {
                failure(format!("{} must name a file, but {} is {what}", place::VARIABLE, path.display()))
            } else {
                failure(fault.to_string()).hint(ELSEWHERE)
            };
        }
        if !matches!(fault, StoreError::NotAStore(_)) {
            return fault.into();
        }
        if place.named {
            failure(format!("{fault}; {} names it", place::VARIABLE))
                .hint("asq makes a store if no file has the name")
        } else {
            failure(fault.to_string())
                .hint("asq keeps its store there: another program wrote this file, or it is damaged")
                .hint(ELSEWHERE)
        }
    })
}

const ELSEWHERE: &str = "ASQ_STORE=PATH keeps the store in another place";

fn shared(store: impl Store + 'static) -> Arc<dyn Store> {
    Arc::new(store)
}
