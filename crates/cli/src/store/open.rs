//! Opening the store.
//!
//! - To look opens what is there, and makes nothing.
//! - To post makes the folder and the file, or the tables, where there are none.
//! - A database is on a server; whether it is there is known only once it was asked.

use super::place::{self, At, Place};
use crate::clock::unix_now_ms;
use crate::env::Env;
use crate::error::Failure;
#[cfg(feature = "postgres")]
use asq_store::Postgres;
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
        match &place.at {
            // To look at a name is cheap; most asks find nothing there.
            At::File(file) if matches!(file.try_exists(), Ok(false)) => Ok(None),
            At::File(file) => Ok(Sqlite::open_existing(file)?.map(Opened::with)),
            #[cfg(feature = "postgres")]
            At::Database(address, around) => Ok(Postgres::open_existing(address, around)?.map(Opened::with)),
        }
    }

    /// The store; made where there is none.
    pub(crate) fn made(env: &Env, cwd: &Path) -> Result<Opened, Failure> {
        Ok(match place::of(env, cwd)?.at {
            At::File(file) => Opened::with(Sqlite::open(&file)?),
            #[cfg(feature = "postgres")]
            At::Database(address, around) => Opened::with(Postgres::open(&address, &around)?),
        })
    }

    fn with(store: impl Store + 'static) -> Opened {
        Opened { store: Arc::new(store), now_ms: unix_now_ms() }
    }
}
