//! The socket of a connection: TCP, TLS or Unix, with what its task has to know of it.
//!
//! - Notes when bytes arrive, and since when the peer takes none.
//! - A reply that hyper makes by itself becomes a problem body.
//! - The kernel buffers little of a stream, so that its peer's pace shows, and gives up a peer that is gone.

use super::own_reply;
use super::phase::Phases;
use bytes::{Buf, Bytes};
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpStream, UnixStream};
use tokio_rustls::server::TlsStream;

/// What the kernel buffers of a stream for a peer that doesn't read. It doubles the number.
const SEND_BUFFER: usize = 16 << 10;

/// A connected stream of any kind.
pub(crate) enum PeerStream {
    Tcp(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
    Unix(UnixStream),
}

/// The stream of a connection, as hyper uses it.
pub(crate) struct Socket {
    stream: PeerStream,
    phases: Arc<Phases>,
    /// What is sent in place of a reply of hyper's own, and how much of that it replaces.
    instead: Option<(Bytes, usize)>,
}

/// Prepares an accepted socket. A setting that the system refuses only makes the server less strict.
pub(crate) fn prepare(socket: BorrowedFd<'_>, is_tcp: bool, patience: Duration) {
    use rustix::net::sockopt;
    if is_tcp {
        let _ = sockopt::set_tcp_nodelay(socket, true);
        let _ = sockopt::set_socket_keepalive(socket, true);
        let _ = sockopt::set_tcp_keepidle(socket, patience);
        let _ = sockopt::set_tcp_keepintvl(socket, patience / 3);
        let _ = sockopt::set_tcp_keepcnt(socket, 3);
        let _ =
            sockopt::set_tcp_user_timeout(socket, u32::try_from(patience.as_millis()).unwrap_or(u32::MAX));
    }
}

impl Socket {
    pub(crate) fn new(stream: PeerStream, phases: Arc<Phases>) -> Socket {
        Socket { stream, phases, instead: None }
    }

    fn stream(&mut self) -> Pin<&mut dyn ReadWrite> {
        match &mut self.stream {
            PeerStream::Tcp(stream) => Pin::new(stream),
            PeerStream::Tls(stream) => Pin::new(&mut **stream),
            PeerStream::Unix(stream) => Pin::new(stream),
        }
    }

    fn poll_instead(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
        loop {
            let Some((mut bytes, replaces)) = self.instead.take() else { return Poll::Ready(Ok(0)) };
            if bytes.is_empty() {
                return Poll::Ready(Ok(replaces));
            }
            let written = self.stream().poll_write(cx, &bytes);
            if let Poll::Ready(Ok(written)) = written {
                bytes.advance(written);
            }
            self.instead = Some((bytes, replaces));
            ready!(written)?;
        }
    }
}

/// Both directions of a stream.
trait ReadWrite: AsyncRead + AsyncWrite + Unpin {}

impl<T: AsyncRead + AsyncWrite + Unpin> ReadWrite for T {}

impl AsFd for PeerStream {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            PeerStream::Tcp(stream) => stream.as_fd(),
            PeerStream::Tls(stream) => stream.get_ref().0.as_fd(),
            PeerStream::Unix(stream) => stream.as_fd(),
        }
    }
}

impl AsyncRead for Socket {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buf.filled().len();
        ready!(this.stream().poll_read(cx, buf))?;
        if buf.filled().len() > before {
            this.phases.arrived();
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Socket {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        if this.phases.takes_stream() {
            // Only a stream: a large reply would wait for its peer every few segments.
            let _ = rustix::net::sockopt::set_socket_send_buffer_size(this.stream.as_fd(), SEND_BUFFER);
        }
        if this.instead.is_none()
            && this.phases.is_idle()
            && let Some(reply) = own_reply::instead_of(buf)
        {
            this.instead = Some((reply, buf.len()));
        }
        let written =
            if this.instead.is_some() { this.poll_instead(cx) } else { this.stream().poll_write(cx, buf) };
        this.phases.wrote(written.is_ready());
        written
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let flushed = this.stream().poll_flush(cx);
        // Only TLS has anything to flush.
        this.phases.flushed(flushed.is_ready());
        flushed
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.get_mut().stream().poll_shutdown(cx)
    }
}
