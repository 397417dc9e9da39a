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

/// The longest silence of a stream.
const SILENCE: Duration = Duration::from_secs(35);

/// An open stream.
pub(crate) struct EventStream {
    body: Incoming,
    reader: EventReader,
    events: VecDeque<StreamEvent>,
}

impl EventStream {
    pub(crate) fn new(body: Incoming) -> EventStream {
        EventStream { body, reader: EventReader::default(), events: VecDeque::new() }
    }

    /// The next event. The error says why there are no more.
    pub(crate) async fn next(&mut self) -> Result<StreamEvent, NoReply> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Ok(event);
            }
            let frame = timeout(SILENCE, self.body.frame()).await;
            let frame = frame.map_err(|_| lost(&format!("silent for {} seconds", SILENCE.as_secs())))?;
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
