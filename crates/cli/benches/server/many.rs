//! Thousands of connections at once: waits, and streams of events.
//!
//! - Each wait is for a request of its own.
//! - A stalled stream is opened and never read. The first changes, which aren't measured, fill what the kernel keeps for it.
//! - A change is an ask; its time ends when a stream has read the event.

use crate::connection::{Connection, asked, bearer};
use crate::{Outcome, print};
use std::io::Read as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::mpsc;

pub(crate) fn waits(address: &str, waits: usize, tokens: &[&str]) -> Outcome<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut ids = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let mut connection = Connection::new(address, &bearer(token))?;
        for n in 0..waits.div_ceil(tokens.len()) {
            ids.push((asked(&mut connection, &format!("waits {at} {n}"))?, *token));
        }
    }
    ids.truncate(waits);
    print("asked", &[])?;
    runtime.block_on(async {
        let mut all = Vec::new();
        for (id, token) in &ids {
            all.push(open(address, token, &format!("/v1/requests/{id}/ending?wait=600")).await?);
        }
        print("waits", &[])?;
        // The other side measures, and says when it is done.
        std::io::stdin().read_to_end(&mut Vec::new())?;
        Ok(())
    })
}

/// The changes that fill the buffers of a stalled stream: 64 KiB, if nobody reads.
const FILLING: usize = 100;

/// How many streams, how many of them stalled, and how many changes.
pub(crate) struct Streams {
    pub(crate) all: usize,
    pub(crate) stalled: usize,
    pub(crate) times: usize,
}

pub(crate) fn streams(address: &str, ask: &str, streams: &Streams, tokens: &[&str]) -> Outcome<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut asker = Connection::new(address, &bearer(ask))?;
    let (send, mut arrived) = mpsc::unbounded_channel();
    let ready = Arc::new(AtomicUsize::new(0));
    let mut stalled = Vec::new();
    runtime.block_on(async {
        for n in 0..streams.all + streams.stalled {
            let mut stream = open(address, tokens[n % tokens.len()], "/v1/events").await?;
            if n >= streams.all {
                stalled.push(stream);
                continue;
            }
            let (send, ready) = (send.clone(), ready.clone());
            tokio::spawn(async move {
                let mut line = String::new();
                loop {
                    line.clear();
                    if stream.read_line(&mut line).await.is_ok_and(|read| read > 0) {
                        match line.trim_end() {
                            "event: ready" => {
                                ready.fetch_add(1, Ordering::Relaxed);
                            }
                            // If this program has failed, nobody receives it.
                            "event: asked" => {
                                let _ = send.send(Some(Instant::now()));
                            }
                            _ => {}
                        }
                    } else {
                        let _ = send.send(None);
                        return;
                    }
                }
            });
        }
        while ready.load(Ordering::Relaxed) < streams.all {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        for n in 0..FILLING + streams.times {
            let begun = Instant::now();
            asker.send(
                "POST",
                "/v1/requests",
                &crate::connection::ask(&format!("streams {n} of {} and {}", streams.all, streams.stalled)),
            )?;
            let mut took = Vec::with_capacity(streams.all);
            while took.len() < streams.all {
                let at = arrived.recv().await.flatten().ok_or("a stream was cut")?;
                took.push(at - begun);
            }
            asker.reply()?;
            if n >= FILLING {
                print("streams", &took)?;
            }
        }
        Ok(())
    })
}

/// Sends a call; nobody reads its reply yet.
async fn open(address: &str, token: &str, path: &str) -> Outcome<BufReader<TcpStream>> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(16 << 10)?;
    let mut stream = socket.connect(address.parse()?).await?;
    let call = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\r\n");
    stream.write_all(call.as_bytes()).await?;
    Ok(BufReader::with_capacity(2 << 10, stream))
}
