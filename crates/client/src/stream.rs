//! A stream of events, as it comes.
//!
//! - A stream that stays silent for too long is given up: its server sends a sign of life every 15 seconds.

use crate::call::NoReply;
use crate::sse::{EventReader, StreamEvent};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use std::collections::VecDeque;
use std::time::Duration;
use tokio::time::timeout;

pub(crate) struct ServerStream {
    body: Incoming,
    reader: EventReader,
    events: VecDeque<StreamEvent>,
    silence: Duration,
}

impl ServerStream {
    pub(crate) fn new(body: Incoming, silence: Duration) -> ServerStream {
        ServerStream { body, reader: EventReader::default(), events: VecDeque::new(), silence }
    }

    /// The next event. The error says why there are no more.
    pub(crate) async fn next(&mut self) -> Result<StreamEvent, NoReply> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Ok(event);
            }
            let frame = timeout(self.silence, self.body.frame()).await;
            let frame = frame.map_err(|_| lost(&format!("silent for {} seconds", self.silence.as_secs())))?;
            let frame = frame.ok_or_else(|| lost("the stream ended"))?;
            let frame = frame.map_err(|error| lost(&error.to_string()))?;
            if let Ok(bytes) = frame.into_data() {
                self.events.extend(self.reader.take(&bytes).map_err(|error| lost(&error.to_string()))?);
            }
        }
    }
}

fn lost(why: &str) -> NoReply {
    NoReply::Lost(why.to_owned())
}
