//! A stream of server-sent events: the data of each event, as far as it has arrived.
//!
//! - Lines end in LF, CRLF or CR; an event ends with an empty line, and several data lines are one text.
//! - Comments and other fields are skipped.
//! - An event that is longer than the limit is dropped; the next one is read as usual.

/// The most bytes of an event. Messages of an agent's session, with a whole file in them, are shorter.
const MOST: usize = 32 << 20;

/// Reads the data of events from pieces of a stream.
#[derive(Default)]
pub(crate) struct DataLines {
    line: Vec<u8>,
    data: Vec<u8>,
    /// Whether the event is too long.
    too_long: bool,
    /// Whether the last byte was a CR, so that an LF after it ends nothing.
    after_cr: bool,
}

impl DataLines {
    /// Takes the next bytes; returns the data of the events that they complete.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut events = Vec::new();
        for byte in bytes {
            let after_cr = std::mem::replace(&mut self.after_cr, *byte == b'\r');
            match byte {
                b'\n' if after_cr => {}
                b'\n' | b'\r' => events.extend(self.end_line()),
                byte if self.line.len() + self.data.len() < MOST => self.line.push(*byte),
                _ => self.too_long = true,
            }
        }
        events
    }

    fn end_line(&mut self) -> Option<Vec<u8>> {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            let data = std::mem::take(&mut self.data);
            let too_long = std::mem::take(&mut self.too_long);
            return (!data.is_empty() && !too_long).then_some(data);
        }
        let text = line.strip_prefix(b"data:").map(|text| text.strip_prefix(b" ").unwrap_or(text));
        if let Some(text) = text {
            if !self.data.is_empty() {
                self.data.push(b'\n');
            }
            self.data.extend(text);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{DataLines, MOST};

    fn read(pieces: &[&str]) -> Vec<String> {
        let mut lines = DataLines::default();
        let all = pieces.iter().flat_map(|piece| lines.take(piece.as_bytes()));
        all.map(|data| String::from_utf8(data).unwrap()).collect()
    }

    #[test]
    fn events_are_read_however_they_are_cut() {
        let lf = "data: {\"a\":1}\n\n: heartbeat\n\nid: 7\nevent: x\ndata:b\ndata: c\n\r\n";
        let text = &format!("{lf}data: d\r\rdata: e\r\ndata: f\r\n\r\n");
        let all = ["{\"a\":1}", "b\nc", "d", "e\nf"];
        assert_eq!(read(&[text.as_str()]), all);
        for at in 0..text.len() {
            assert_eq!(read(&[&text[..at], &text[at..]]), all, "{at}");
        }
        let bytes: Vec<String> = text.chars().map(String::from).collect();
        assert_eq!(read(&bytes.iter().map(String::as_str).collect::<Vec<_>>()), all);
        assert_eq!(read(&["data: not ended\n"]), Vec::<String>::new());
    }

    #[test]
    fn an_event_beyond_the_limit_is_dropped_alone() {
        let long = "x".repeat(MOST + 1);
        assert_eq!(read(&["data: a\n\ndata: ", &long, "\n\ndata: b\n\n"]), ["a", "b"]);
    }
}
