//! Accepting connections.
//!
//! - Without a free descriptor it waits for a moment and tries again; it neither spins nor ends.
//! - At most so many connections are open; the next ones wait in the kernel.
//! - A TLS handshake has the time of a head.
//! - A shutdown ends it at once.

use crate::connection::{
    Connection, ConnectionEnds, ConnectionLimits, ConnectionPeer, PeerStream, prepare, serve,
};
use crate::front::Front;
use crate::server_state::ServerState;
use asq_runtime::driver::{Clock, MachineClock};
use axum::Router;
use futures_util::future::{Either, select};
use std::collections::BTreeMap;
use std::io;
use std::os::fd::AsFd;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;

/// The pauses after an accept that failed: the first, and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(1));

/// A listener of the event loop.
pub(crate) enum Listening {
    Tcp(TcpListener, Option<TlsAcceptor>),
    Unix(UnixListener),
}

/// A stream that was just accepted.
enum Accepted {
    Tcp(TcpStream),
    Unix(UnixStream),
}

/// The open connections of a server.
pub(crate) struct Connections {
    open: Mutex<BTreeMap<u64, Arc<Connection>>>,
    room: Arc<Semaphore>,
    /// Notified when the last one ends.
    none: Notify,
}

/// A connection among the open ones. Dropping it takes it out.
struct OpenConnection {
    connections: Arc<Connections>,
    number: u64,
    _room: OwnedSemaphorePermit,
}

impl Connections {
    pub(crate) fn new(most: usize) -> Arc<Connections> {
        let room = Arc::new(Semaphore::new(most));
        Arc::new(Connections { open: Mutex::default(), room, none: Notify::new() })
    }

    /// Has every connection end after its present call.
    pub(crate) fn close(&self) {
        for connection in self.lock().values() {
            connection.close();
        }
    }

    /// Ends every connection at once.
    pub(crate) fn cut(&self) {
        for connection in self.lock().values() {
            connection.cut();
        }
    }

    /// Waits until none is open.
    pub(crate) async fn until_none(&self) {
        while !self.lock().is_empty() {
            self.none.notified().await;
        }
    }

    fn join(
        self: &Arc<Connections>,
        connection: &Arc<Connection>,
        room: OwnedSemaphorePermit,
    ) -> OpenConnection {
        let mut open = self.lock();
        let number = open.last_key_value().map_or(0, |(last, _)| last + 1);
        open.insert(number, connection.clone());
        OpenConnection { connections: self.clone(), number, _room: room }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let mut open = self.connections.lock();
        open.remove(&self.number);
        if open.is_empty() {
            self.connections.none.notify_one();
        }
    }
}

/// Accepts connections of a listener until the shutdown.
pub(crate) async fn accept(
    state: ServerState,
    listening: Listening,
    router: Router,
    connections: Arc<Connections>,
) {
    let mut pause = PAUSES.0;
    let mut end = pin!(state.until_end());
    loop {
        // Without room the kernel keeps them.
        let next = pin!(async {
            let room = connections.room.clone().acquire_owned().await;
            (room, listening.accept().await)
        });
        let (room, accepted) = match select(next, &mut end).await {
            Either::Left(((Ok(room), accepted), _)) => (room, accepted),
            Either::Left(((Err(_), _), _)) | Either::Right(_) => return,
        };
        match accepted {
            Ok(accepted) => {
                pause = PAUSES.0;
                let tls = listening.tls();
                let (state, router, connections) = (state.clone(), router.clone(), connections.clone());
                tokio::spawn(async move { run(state, accepted, tls, router, connections, room).await });
            }
            // The peer is gone already.
            Err(error) if is_of_peer(&error) => {}
            Err(error) => {
                state.report(&format!("no connection can be accepted: {error}"));
                if let Either::Right(_) = select(pin!(sleep(pause)), &mut end).await {
                    return;
                }
                pause = PAUSES.1.min(pause * 2);
            }
        }
    }
}

fn is_of_peer(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset | io::ErrorKind::Interrupted
    )
}

impl Listening {
    async fn accept(&self) -> io::Result<Accepted> {
        match self {
            Listening::Tcp(listener, _) => listener.accept().await.map(|(stream, _)| Accepted::Tcp(stream)),
            Listening::Unix(listener) => listener.accept().await.map(|(stream, _)| Accepted::Unix(stream)),
        }
    }

    fn tls(&self) -> Option<TlsAcceptor> {
        match self {
            Listening::Tcp(_, tls) => tls.clone(),
            Listening::Unix(_) => None,
        }
    }
}

/// Serves a connection until its end.
async fn run(
    state: ServerState,
    accepted: Accepted,
    tls: Option<TlsAcceptor>,
    router: Router,
    connections: Arc<Connections>,
    room: OwnedSemaphorePermit,
) {
    let limits = *state.limits();
    // A connection that is broken already has nothing to serve.
    let Ok(ends) = ends(&accepted, tls.is_some()) else { return };
    let connection = Arc::new(Connection::new(ConnectionPeer::new(ends, MachineClock.now())));
    let open = connections.join(&connection, room);
    let stream = match (accepted, tls) {
        (Accepted::Unix(stream), _) => {
            prepare(stream.as_fd(), false, limits.stalled);
            PeerStream::Unix(stream)
        }
        (Accepted::Tcp(stream), None) => {
            prepare(stream.as_fd(), true, limits.stalled);
            PeerStream::Tcp(stream)
        }
        (Accepted::Tcp(stream), Some(tls)) => {
            prepare(stream.as_fd(), true, limits.stalled);
            let (shakes, end) = (pin!(timeout(limits.head, tls.accept(stream))), pin!(state.until_end()));
            match select(shakes, end).await {
                Either::Left((Ok(Ok(stream)), _)) => PeerStream::Tls(Box::new(stream)),
                Either::Left((Ok(Err(_)) | Err(_), _)) | Either::Right(_) => return,
            }
        }
    };
    let patience = ConnectionLimits { head: limits.head, idle: limits.idle, stalled: limits.stalled };
    if state.ends() {
        connection.close();
    }
    let front = Front { state, router, connection: connection.clone() };
    serve(stream, connection, patience, front).await;
    drop(open);
}

fn ends(accepted: &Accepted, tls: bool) -> io::Result<ConnectionEnds> {
    match accepted {
        Accepted::Tcp(stream) => {
            Ok(ConnectionEnds::Tcp { own: stream.local_addr()?, peer: stream.peer_addr()?, tls })
        }
        Accepted::Unix(stream) => {
            let peer = stream.peer_cred()?;
            let pid = peer.pid().and_then(|pid| u32::try_from(pid).ok()).unwrap_or(0);
            Ok(ConnectionEnds::Unix { pid, uid: peer.uid() })
        }
    }
}
