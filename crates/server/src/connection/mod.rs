//! One connection, from accepting it to its end.
//!
//! - Its task holds every time limit: a slow head, an idle connection, a peer that takes nothing.
//! - It can be cut from outside, whatever its peer does: a stream that lags, a token that was revoked.
//! - A head that came too late gets its reply, as does whatever hyper refuses by itself.
//! - After the last reply it reads on for a moment, so that the peer gets that reply before the end.
//! - A call that waits costs no wake-up.

mod own_reply;
mod peer;
mod phase;
mod socket;

pub(crate) use peer::{ConnectionEnds, ConnectionPeer};
pub(crate) use phase::ConnectionLimits;
pub(crate) use phase::Phases;
pub(crate) use socket::{PeerStream, prepare};

use bytes::Bytes;
use futures_util::task::AtomicWaker;
use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper::service::HttpService;
use hyper_util::rt::TokioIo;
use phase::Late;
use socket::Socket;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{Instant, Sleep, sleep_until, timeout};

/// The most bytes of a head, and of what is buffered of a body or a reply.
const BUFFER: usize = 16 << 10;

/// How long the end of a connection waits for its peer, and how much it reads meanwhile.
const LINGER: Duration = Duration::from_secs(2);
const LINGER_BYTES: usize = 8 << 20;

/// A connection, as its calls and the server see it.
pub(crate) struct Connection {
    pub(crate) peer: ConnectionPeer,
    pub(crate) phases: Arc<Phases>,
    cut: AtomicBool,
    /// Ends it after the present call.
    closes: AtomicBool,
    waker: AtomicWaker,
}

impl Connection {
    pub(crate) fn new(peer: ConnectionPeer) -> Connection {
        Connection {
            peer,
            phases: Arc::new(Phases::new()),
            cut: AtomicBool::new(false),
            closes: AtomicBool::new(false),
            waker: AtomicWaker::new(),
        }
    }

    /// Ends it at once, in the middle of whatever it does.
    pub(crate) fn cut(&self) {
        self.cut.store(true, Ordering::Release);
        self.waker.wake();
    }

    /// Ends it after the present call, or at once without one.
    pub(crate) fn close(&self) {
        self.closes.store(true, Ordering::Release);
        self.waker.wake();
    }
}

enum End {
    /// The peer has closed it, or hyper has.
    Over,
    /// It is to be closed at once.
    Cut,
    /// The head of a request came too late.
    LateHead,
}

/// Serves a connection until its end.
pub(crate) async fn serve<S, B>(
    stream: PeerStream,
    connection: Arc<Connection>,
    patience: ConnectionLimits,
    service: S,
) where
    S: HttpService<Incoming, ResBody = B> + Unpin,
    S::Future: Unpin,
    S::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    B: Body + 'static,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let socket = Socket::new(stream, connection.phases.clone());
    let mut serves = http1::Builder::new()
        .header_read_timeout(None)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(socket), service);
    let mut watch = Watch { connection, patience, timer: None, closing: false };
    let end = poll_fn(|cx| {
        if watch.connection.cut.load(Ordering::Acquire) {
            return Poll::Ready(End::Cut);
        }
        if !watch.closing && watch.connection.closes.load(Ordering::Acquire) {
            watch.closing = true;
            Pin::new(&mut serves).graceful_shutdown();
        }
        if serves.poll_without_shutdown(cx).is_ready() {
            return Poll::Ready(End::Over);
        }
        watch.poll(cx)
    })
    .await;
    let mut socket = serves.into_parts().io.into_inner();
    match end {
        End::Cut => return,
        End::LateHead => {
            // A peer that takes nothing gets no reply.
            let _ = timeout(LINGER, socket.write_all(&own_reply::late_head())).await;
        }
        End::Over => {}
    }
    linger(&mut socket).await;
}

/// Reads what the peer still sends, so that it gets the last reply before it learns of the end.
async fn linger(socket: &mut Socket) {
    let rest = async {
        socket.shutdown().await?;
        let (mut bytes, mut left) = ([0; 4096], LINGER_BYTES);
        while left > 0 {
            match socket.read(&mut bytes).await? {
                0 => break,
                read => left = left.saturating_sub(read),
            }
        }
        std::io::Result::Ok(())
    };
    // Nothing is lost if it fails.
    let _ = timeout(LINGER, rest).await;
}

/// The time limits of a connection, and its switches.
struct Watch {
    connection: Arc<Connection>,
    patience: ConnectionLimits,
    /// Only while a phase has a limit: a call that waits has no timer.
    timer: Option<Pin<Box<Sleep>>>,
    closing: bool,
}

impl Watch {
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<End> {
        self.connection.waker.register(cx.waker());
        let switched = |switch: &AtomicBool| switch.load(Ordering::Acquire);
        if switched(&self.connection.cut) || (!self.closing && switched(&self.connection.closes)) {
            // Set since it was last read: look again.
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let Some((at, late)) = self.connection.phases.deadline(&self.patience) else {
            self.timer = None;
            return Poll::Pending;
        };
        if !self.is_over(at, cx) {
            return Poll::Pending;
        }
        Poll::Ready(match late {
            Late::Idle => End::Over,
            Late::Head => End::LateHead,
            Late::Stalled => End::Cut,
        })
    }

    fn is_over(&mut self, at: Instant, cx: &mut Context<'_>) -> bool {
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(at)));
        if timer.deadline() != at {
            timer.as_mut().reset(at);
        }
        timer.as_mut().poll(cx).is_ready()
    }
}

/// A body whose end ends the call of its connection.
pub(crate) struct CallBody<B> {
    body: B,
    _call: CallOf,
}

/// Ends the call of a connection when it is dropped.
pub(crate) struct CallOf(pub(crate) Arc<Phases>);

impl Drop for CallOf {
    fn drop(&mut self) {
        self.0.ends();
    }
}

impl<B> CallBody<B> {
    pub(crate) fn new(body: B, call: CallOf) -> CallBody<B> {
        CallBody { body, _call: call }
    }
}

impl<B: Body<Data = Bytes> + Unpin> Body for CallBody<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> http_body::SizeHint {
        self.body.size_hint()
    }
}
