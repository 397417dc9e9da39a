//! A client over lines of JSON, one message each.
//!
//! - A line that isn't a message gets an error, and the next line is read.
//! - A line longer than 4 MiB is skipped to its end, without keeping it.
//! - An id that is in use names no second request.
//! - The result of a call is delivered once it was flushed.
//! - A client that never reads costs no more than its calls: errors beyond 64 are dropped.

use crate::deliveries::Deliveries;
use crate::message::{self, RefusedLine};
use rmcp::RoleServer;
use rmcp::model::{ClientNotification, ClientRequest, JsonRpcMessage, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use std::collections::HashSet;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::{Semaphore, watch};

/// How many errors wait to be read at most.
const ERRORS: usize = 64;
/// How many calls may be open at once.
const CALLS: usize = 256;

/// A client over lines of JSON.
pub(crate) struct LineTransport<R, W> {
    input: R,
    /// What was read of the line so far.
    line: Vec<u8>,
    /// Whether the rest of this line is skipped.
    too_long: bool,
    /// Whether a request has come that begins a session. Before it, rmcp takes nothing but requests.
    begun: bool,
    /// Whether the input has ended.
    hung_up: watch::Sender<bool>,
    out: Arc<Out<W>>,
}

struct Out<W> {
    output: tokio::sync::Mutex<W>,
    errors: Arc<Semaphore>,
    /// The requests without a response.
    open: Mutex<HashSet<RequestId>>,
    deliveries: Arc<Deliveries>,
}

impl<R, W> LineTransport<R, W> {
    /// `hung_up` becomes true at the end of the input.
    pub(crate) fn new(
        input: R,
        output: W,
        deliveries: Arc<Deliveries>,
        hung_up: watch::Sender<bool>,
    ) -> LineTransport<R, W> {
        let out = Out {
            output: tokio::sync::Mutex::new(output),
            errors: Arc::new(Semaphore::new(ERRORS)),
            open: Mutex::default(),
            deliveries,
        };
        LineTransport { input, line: Vec::new(), too_long: false, begun: false, hung_up, out: Arc::new(out) }
    }
}

impl<W: AsyncWrite + Send + Unpin + 'static> Out<W> {
    async fn write(&self, mut line: String) -> io::Result<()> {
        line.push('\n');
        let mut output = self.output.lock().await;
        output.write_all(line.as_bytes()).await?;
        output.flush().await
    }

    /// Sends an error while the next line is read.
    fn refuse(self: &Arc<Self>, refused: &RefusedLine) {
        let Ok(permit) = self.errors.clone().try_acquire_owned() else { return };
        let (out, line) = (self.clone(), refused.line());
        tokio::spawn(async move {
            // A client that is gone needs no error.
            drop(out.write(line).await);
            drop(permit);
        });
    }

    fn open(&self) -> std::sync::MutexGuard<'_, HashSet<RequestId>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes note of a message; the error is the reason why it doesn't count.
    fn takes(&self, message: &RxJsonRpcMessage<RoleServer>) -> Result<(), RefusedLine> {
        match message {
            JsonRpcMessage::Request(request) => {
                let mut open = self.open();
                if open.len() >= CALLS {
                    let limit = format!("{CALLS} calls are open already; that is the most at once");
                    return Err(RefusedLine::request(&request.id, limit));
                }
                if !open.insert(request.id.clone()) {
                    return Err(RefusedLine::request(
                        &request.id,
                        "another request with this id is still open",
                    ));
                }
            }
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) = &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    // After its result a cancellation means nothing: some clients send one then.
                    if self.open().remove(id) {
                        self.deliveries.forget(id);
                    }
                }
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        }
        Ok(())
    }
}

impl<R, W> LineTransport<R, W>
where
    R: AsyncBufRead + Send + Unpin,
{
    /// The next line, without its line break; `None` at the end. An error if it is too long. Loses nothing if it is
    /// dropped while it waits.
    async fn next_line(&mut self) -> Option<Result<Vec<u8>, RefusedLine>> {
        loop {
            let part = match self.input.fill_buf().await {
                Ok([]) | Err(_) => {
                    let rest = std::mem::take(&mut self.line);
                    return (!rest.is_empty()).then_some(Ok(rest));
                }
                Ok(part) => part,
            };
            let end = part.iter().position(|byte| *byte == b'\n');
            let taken = end.unwrap_or(part.len());
            if !self.too_long {
                self.line.extend_from_slice(&part[..taken]);
            }
            self.input.consume(end.map_or(taken, |end| end + 1));
            if self.line.len() > asq_wire::MAX_BYTES {
                self.line = Vec::new();
                self.too_long = true;
            }
            if end.is_some() {
                let line = std::mem::take(&mut self.line);
                if std::mem::take(&mut self.too_long) {
                    let limit = asq_wire::MAX_BYTES;
                    return Some(Err(RefusedLine::invalid(format!(
                        "a line has at most {limit} bytes (4 MiB)"
                    ))));
                }
                return Some(Ok(line));
            }
        }
    }
}

impl<R, W> Transport<RoleServer> for LineTransport<R, W>
where
    R: AsyncBufRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let out = self.out.clone();
        let replies_to = match &message {
            JsonRpcMessage::Response(response) => Some(response.id.clone()),
            JsonRpcMessage::Error(error) => error.id.clone(),
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
        };
        // Only now: a response that rmcp drops, because its request was cancelled, never comes here.
        if let Some(id) = &replies_to {
            out.open().remove(id);
        }
        async move {
            let line = asq_wire::inert(serde_json::to_string(&message)?);
            out.write(line).await?;
            if let Some(id) = &replies_to {
                out.deliveries.flushed(id).await;
            }
            Ok(())
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let line = match self.next_line().await {
                None => {
                    self.hung_up.send_replace(true);
                    return None;
                }
                Some(Ok(line)) if line.trim_ascii().is_empty() => continue,
                Some(Ok(line)) => line,
                Some(Err(refused)) => {
                    self.out.refuse(&refused);
                    continue;
                }
            };
            match message::read(&line).and_then(|message| self.out.takes(&message).map(|()| message)) {
                Ok(message) => {
                    match &message {
                        JsonRpcMessage::Request(request) => {
                            self.begun |= !matches!(
                                request.request,
                                ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_)
                            );
                        }
                        // rmcp would end the session.
                        _ if !self.begun => continue,
                        _ => {}
                    }
                    return Some(message);
                }
                Err(refused) => self.out.refuse(&refused),
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
#[path = "../tests/unit/line_transport.rs"]
mod tests;
