//! The driver over a real file, in many processes, under faults.

mod clock;
mod race;
mod slow;
mod waits;

use crate::driver::setting::OnStore;
use asq_store::Sqlite;
use std::path::Path;
use std::sync::Arc;

/// A driver with the machine's clocks over the store at this path.
fn driver(path: &Path) -> OnStore {
    OnStore::real(Arc::new(Sqlite::open(path).unwrap()))
}
