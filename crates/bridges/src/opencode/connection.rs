//! The stream of an OpenCode server's events.
//!
//! - It is opened again whenever it breaks: after a quarter of a second, then after longer waits of up to 5 s.
//! - A server with another password, or one that isn't OpenCode, is tried again every 5 s.
//! - Nothing is reported before the stream is open, so that no event is missed.

use super::heard::HeardEvent;
use super::news::BridgeNews;
use super::requests::BridgeHealth;
use super::steps::BridgeInput;
use crate::calls::{BridgeStream, CallFault, Calls};
use asq_core::text::Untrusted;
use http::StatusCode;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::sleep;

const SHORTEST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(5);

/// Follows a server's events until the receiver is gone.
pub(super) async fn follow(calls: &Calls, tell: &UnboundedSender<BridgeInput>) {
    let mut wait = SHORTEST;
    loop {
        let lost = match opened(calls).await {
            Ok((stream, version)) => {
                wait = SHORTEST;
                if tell.send(BridgeInput::Connected { ends: stream.ends, version }).is_err() {
                    return;
                }
                away(&heard(stream, tell).await)
            }
            Err(news) => news,
        };
        if matches!(lost, BridgeNews::WrongPassword | BridgeNews::AnotherServer) {
            wait = LONGEST;
        }
        if tell.send(BridgeInput::Lost(lost)).is_err() {
            return;
        }
        sleep(wait).await;
        wait = (wait * 2).min(LONGEST);
    }
}

async fn opened(calls: &Calls) -> Result<(BridgeStream, Untrusted), BridgeNews> {
    let version = match calls.health().await.map_err(|why| away(&why))? {
        BridgeHealth::Version(version) => version,
        BridgeHealth::WrongPassword => return Err(BridgeNews::WrongPassword),
        BridgeHealth::Another => return Err(BridgeNews::AnotherServer),
    };
    match calls.events("/global/event").await.map_err(|why| away(&why))? {
        Ok(stream) => Ok((stream, version)),
        Err(reply) if reply.status == StatusCode::UNAUTHORIZED => Err(BridgeNews::WrongPassword),
        Err(_) => Err(BridgeNews::AnotherServer),
    }
}

/// Passes on events until the stream breaks.
async fn heard(mut stream: BridgeStream, tell: &UnboundedSender<BridgeInput>) -> CallFault {
    loop {
        match stream.next().await {
            Ok(events) => {
                for heard in events.iter().filter_map(|data| HeardEvent::read(data)) {
                    // The receiver is gone when the bridge ends; then this task is dropped, too.
                    let _ = tell.send(BridgeInput::HeardEvent(heard));
                }
            }
            Err(fault) => return fault,
        }
    }
}

fn away(why: &CallFault) -> BridgeNews {
    BridgeNews::Away { why: why.to_string() }
}
