//! Server-sent events, from bytes as they come.
//!
//! - A line ends with LF, CR or CRLF; an empty line ends an event.
//! - Comments are left out; they only show that the server is there.
//! - An event that is longer than the limit is an error, so that no server fills the memory.

/// The most bytes of one event.
const MOST: usize = 64 << 20;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct StreamEvent {
    /// Its name; empty without one.
    pub(crate) name: String,
    /// Its data, several lines joined with line breaks.
    pub(crate) data: String,
    /// Its id, if it has one.
    pub(crate) id: Option<String>,
}

/// The events in a stream of bytes.
#[derive(Debug, Default)]
pub(crate) struct EventReader {
    line: Vec<u8>,
    event: StreamEvent,
    has_data: bool,
    after_cr: bool,
    size: usize,
}

/// An event that is too long, or isn't UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an event of the stream can't be read")]
pub(crate) struct BadEvent;

impl EventReader {
    /// Takes bytes; returns the events that they end.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> Result<Vec<StreamEvent>, BadEvent> {
        let mut events = Vec::new();
        for byte in bytes {
            let after_cr = std::mem::replace(&mut self.after_cr, *byte == b'\r');
            match byte {
                b'\n' if after_cr => {}
                b'\n' | b'\r' => events.extend(self.line_ends()?),
                byte => {
                    self.size += 1;
                    if self.size > MOST {
                        return Err(BadEvent);
                    }
                    self.line.push(*byte);
                }
            }
        }
        Ok(events)
    }

    fn line_ends(&mut self) -> Result<Option<StreamEvent>, BadEvent> {
        let line = String::from_utf8(std::mem::take(&mut self.line)).map_err(|_| BadEvent)?;
        if line.is_empty() {
            self.size = 0;
            let event = std::mem::take(&mut self.event);
            return Ok(std::mem::take(&mut self.has_data).then_some(event));
        }
        let (field, value) = line.split_once(':').unwrap_or((&line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut self.event.name),
            "data" => {
                if std::mem::replace(&mut self.has_data, true) {
                    self.event.data.push('\n');
                }
                self.event.data.push_str(value);
            }
            "id" => self.event.id = Some(value.to_owned()),
            _ => {}
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::{BadEvent, EventReader, StreamEvent};
    use proptest::prelude::*;

    const STREAM: &[u8] = b": hello\n\nevent: asked\r\nid: 7\ndata: {\r\ndata:  \"a\"}\r\n\r\n: heartbeat\n\ndata:x\rretry: 5\r\rid: 8\n\ndata\n\n";

    fn event(name: &str, data: &str, id: Option<&str>) -> StreamEvent {
        StreamEvent { name: name.into(), data: data.into(), id: id.map(str::to_owned) }
    }

    fn events() -> Vec<StreamEvent> {
        vec![event("asked", "{\n \"a\"}", Some("7")), event("", "x", None), event("", "", None)]
    }

    proptest! {
        #[test]
        fn the_events_are_the_same_however_the_bytes_come(cuts in proptest::collection::vec(0..STREAM.len(), 0..9)) {
            let mut cuts = cuts;
            cuts.extend([0, STREAM.len()]);
            cuts.sort_unstable();
            let mut reader = EventReader::default();
            let mut read = Vec::new();
            for pair in cuts.windows(2) {
                read.extend(reader.take(&STREAM[pair[0]..pair[1]]).unwrap());
            }
            prop_assert_eq!(read, events());
        }
    }

    #[test]
    fn an_endless_event_and_broken_text_are_errors() {
        let mut reader = EventReader::default();
        assert_eq!(reader.take(b"data: \xff\n"), Err(BadEvent));
        let mut reader = EventReader::default();
        let page = vec![b'x'; 1 << 20];
        let taken = (0..80).try_for_each(|_| reader.take(&page).map(drop));
        assert_eq!(taken, Err(BadEvent));
    }
}
