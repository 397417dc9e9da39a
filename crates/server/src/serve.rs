//! A server from its start to its shutdown, on the calling thread.

use crate::{Config, ServerState, Shutdown};

/// Why a server couldn't run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// There is no listener.
    #[error("a server without a listener serves nobody")]
    NoListener,
    /// A name isn't one.
    #[error("{0}")]
    Name(String),
    /// The system refuses something.
    #[error("{what}: {why}")]
    System {
        /// What failed.
        what: &'static str,
        /// The system's reason.
        why: std::io::Error,
    },
    /// The store stopped for good.
    #[error("{0}")]
    Store(String),
}

/// Serves until the shutdown is over. Everything runs on this thread, and on at most eight more that block.
///
/// # Errors
/// The server can't start, or the store has failed for good.
pub fn serve(config: Config, shutdown: &Shutdown) -> Result<(), ServeError> {
    if config.listeners.is_empty() {
        return Err(ServeError::NoListener);
    }
    let _state = ServerState::new(&config);
    let mut ends = shutdown.watch();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(8)
        .build()
        .map_err(|why| ServeError::System { what: "no event loop", why })?;
    runtime.block_on(async {
        while !*ends.borrow_and_update() {
            if ends.changed().await.is_err() {
                break;
            }
        }
    });
    Ok(())
}
