//! A server from its start to its shutdown, on the calling thread.
//!
//! - One thread does everything but what may block; for that there are at most eight more.
//! - The store has six of them at most: a token is looked up, however long the store takes.
//! - At a shutdown no new call is taken, open waits end as pending, and streams end.
//! - What is still open after the time for that is cut.
//! - A store that has failed for good ends the server, with its reason.

use crate::accept::{Connections, Listening, accept};
use crate::presence::release_all;
use crate::routes;
use crate::{Config, Listener, ServerState, Shutdown};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, UnixListener};
use tokio::runtime::Builder;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;

/// The most threads for what may block.
const BLOCKING: usize = 8;

/// So many of them are for the store.
pub(crate) const STORE: usize = 6;

/// How long a thread for that stays without work.
const KEPT: Duration = Duration::from_secs(10);

/// How long the end waits for what still blocks.
const LAST: Duration = Duration::from_secs(1);

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
    /// The store acknowledges nothing any more.
    #[error("{0}")]
    Store(String),
}

/// Serves until the shutdown is over. Everything runs on this thread, and on at most eight more that block.
///
/// # Errors
/// The server can't start, or the store has failed for good.
pub fn serve(mut config: Config, shutdown: &Shutdown) -> Result<(), ServeError> {
    if config.listeners.is_empty() {
        return Err(ServeError::NoListener);
    }
    let runtime = Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(BLOCKING)
        .thread_keep_alive(KEPT)
        .build()
        .map_err(system("there is no event loop"))?;
    let (listeners, extra) = (std::mem::take(&mut config.listeners), std::mem::take(&mut config.extra));
    let state = ServerState::new(config, shutdown)?;
    let served = runtime.block_on(async {
        let extra = extra.into_iter().map(|routes| routes(&state)).collect();
        let router = routes::router(&state, extra);
        watch_tokens(&state);
        let connections = Connections::new(state.limits().connections);
        for listener in listeners {
            let listening = listening(listener).map_err(system("a listener can't be used"))?;
            tokio::spawn(accept(state.clone(), listening, router.clone(), connections.clone()));
        }
        state.until_end().await;
        end(&state, &connections).await;
        Ok(())
    });
    runtime.shutdown_timeout(LAST);
    served?;
    match state.stopped() {
        Some(why) => Err(ServeError::Store(why.clone())),
        None => Ok(()),
    }
}

fn system(what: &'static str) -> impl Fn(std::io::Error) -> ServeError {
    move |why| ServeError::System { what, why }
}

fn listening(listener: Listener) -> std::io::Result<Listening> {
    let tcp = |listener: std::net::TcpListener| {
        listener.set_nonblocking(true)?;
        TcpListener::from_std(listener)
    };
    Ok(match listener {
        Listener::Tcp(listener) => Listening::Tcp(tcp(listener)?, None),
        Listener::Tls(listener, config) => Listening::Tcp(tcp(listener)?, Some(TlsAcceptor::from(config))),
        Listener::Unix(listener) => {
            listener.set_nonblocking(true)?;
            Listening::Unix(UnixListener::from_std(listener)?)
        }
    })
}

/// Has tokens looked up again after each change.
fn watch_tokens(state: &ServerState) {
    let changed = state.clone();
    let reports = state.authenticator().tokens().watch(Box::new(move || {
        changed.authenticator().forget();
        changed.open_calls().look();
    }));
    state.open_calls().reports(reports);
}

/// Ends everything that is open.
async fn end(state: &ServerState, connections: &Arc<Connections>) {
    connections.close();
    if timeout(state.limits().shutdown, connections.until_none()).await.is_err() {
        connections.cut();
        // A connection that was cut ends at its next turn.
        let _ = timeout(LAST, connections.until_none()).await;
    }
    let feeds = state.clone();
    // What was typed is written to the store, and nobody counts as waiting or following any more.
    let leaves = move || {
        feeds.feeds().drop_all();
        release_all(&feeds);
    };
    // A store that hangs doesn't keep the server.
    let _ = timeout(LAST, state.blocking(leaves)).await;
}
