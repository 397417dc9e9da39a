//! One client over standard input and output.

use crate::line_transport::LineTransport;
use crate::server::AskServer;
use crate::{McpOptions, McpSide};
use rmcp::service::{ServerInitializeError, serve_server};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufRead, AsyncWrite};
use tokio::sync::watch;

/// Why a client couldn't be served.
#[derive(Debug, thiserror::Error)]
pub enum McpError {
    /// The system has no thread or timer for it.
    #[error("can't begin: {0}")]
    Runtime(#[from] std::io::Error),
    /// The session never began.
    #[error("the session never began: {0}")]
    Initialize(String),
}

/// How long the last lines may take to be written after the client has hung up.
const LAST: Duration = Duration::from_millis(400);

/// The most threads for what may block: two for the lines, and those that wait for their turn elsewhere.
const BLOCKING: usize = 8;

/// Serves one client until its input ends. Returns within a second of that; what was asked stays open. `output` is called
/// within a runtime that has input and output.
///
/// # Errors
/// The system has no thread or timer for it, or the client can't begin a session.
pub fn serve_lines<R, W>(
    input: R,
    output: impl FnOnce() -> W,
    options: McpOptions,
    side: Arc<dyn McpSide>,
) -> Result<(), McpError>
where
    R: AsyncBufRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .enable_io()
        .max_blocking_threads(BLOCKING)
        .build()?;
    let served = runtime.block_on(async { serve_client(input, output(), options, side).await });
    // A thread that reads standard input never returns by itself.
    runtime.shutdown_background();
    served
}

/// Serves one client until its input ends.
pub(crate) async fn serve_client(
    input: impl AsyncBufRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
    options: McpOptions,
    side: Arc<dyn McpSide>,
) -> Result<(), McpError> {
    let (hung_up, hangs_up) = watch::channel(false);
    let info = AskServer::info(&options, side.prefs(None));
    let server = AskServer::new(options, info, Some(side), Arc::default(), hangs_up.clone());
    let transport = LineTransport::new(input, output, server.deliveries(), hung_up);
    match serve_server(server, transport).await {
        Ok(running) => {
            tokio::select! {
                // How it ended doesn't matter: the client is gone.
                _ = running.waiting() => {}
                // Calls that wait for a person don't end by themselves.
                () = after(hangs_up, LAST) => {}
            }
            Ok(())
        }
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(McpError::Initialize(error.to_string())),
    }
}

/// Comes so long after the input has ended.
async fn after(mut hangs_up: watch::Receiver<bool>, time: Duration) {
    // The sender lives as long as the transport does.
    drop(hangs_up.wait_for(|hung_up| *hung_up).await);
    tokio::time::sleep(time).await;
}

#[cfg(test)]
#[path = "../tests/unit/lines.rs"]
mod tests;

#[cfg(test)]
#[path = "../tests/unit/stream.rs"]
mod stream_tests;
