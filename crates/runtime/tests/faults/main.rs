//! The driver over a real file, in many processes, under faults.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods, reason = "part of the tests")]

mod clock;
mod race;
#[path = "../driver/setting.rs"]
#[allow(dead_code, reason = "a part of what the driver's own tests share")]
mod setting;
mod slow;
mod waits;

use asq_store::Sqlite;
use setting::OnStore;
use std::path::Path;
use std::sync::Arc;

/// A driver with the machine's clocks over the store at this path.
fn driver(path: &Path) -> OnStore {
    OnStore::real(Arc::new(Sqlite::open(path).unwrap()))
}
