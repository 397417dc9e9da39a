//! Lines as they were typed.
//!
//! - A line ends with its line break, which is not part of it.
//! - Bytes that aren't UTF-8 become U+FFFD.
//! - A line beyond 1 MiB is read to its end and reported as too long; memory stays bounded.
//! - A failing terminal counts as the end: nobody can type there any more.

use asq_core::fit::TEXT_MOST;
use std::io::{BufRead, Read};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TypedLine {
    Line(String),
    TooLong,
    /// The end, and a last line without a line break.
    End(String),
}

pub(super) struct TypedInput<R> {
    from: R,
}

impl<R: BufRead> TypedInput<R> {
    pub(super) fn new(from: R) -> TypedInput<R> {
        TypedInput { from }
    }

    pub(super) fn line(&mut self) -> TypedLine {
        let mut bytes = Vec::new();
        // One byte more than an answer may have, plus its line break.
        let most = TEXT_MOST as u64 + 3;
        let read = self.from.by_ref().take(most).read_until(b'\n', &mut bytes);
        let ended = bytes.last() == Some(&b'\n');
        if ended {
            bytes.pop();
            if bytes.last() == Some(&b'\r') {
                bytes.pop();
            }
        }
        let text = || String::from_utf8_lossy(&bytes).into_owned();
        if ended {
            return TypedLine::Line(text());
        }
        if read.is_err() || (bytes.len() as u64) < most {
            return TypedLine::End(text());
        }
        if self.skip_line() { TypedLine::TooLong } else { TypedLine::End(text()) }
    }

    /// Skips the rest of a line; false if the end came first.
    fn skip_line(&mut self) -> bool {
        loop {
            let Ok(buffer) = self.from.fill_buf() else { return false };
            if buffer.is_empty() {
                return false;
            }
            let end = buffer.iter().position(|b| *b == b'\n');
            let used = end.map_or(buffer.len(), |at| at + 1);
            self.from.consume(used);
            if end.is_some() {
                return true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn lines_come_without_their_breaks_and_the_end_with_its_rest() {
        let mut input = TypedInput::new(Cursor::new(b"one\r\n\ntwo\xff\nrest".to_vec()));
        assert_eq!(input.line(), TypedLine::Line("one".to_owned()));
        assert_eq!(input.line(), TypedLine::Line(String::new()));
        assert_eq!(input.line(), TypedLine::Line("two\u{fffd}".to_owned()));
        assert_eq!(input.line(), TypedLine::End("rest".to_owned()));
        assert_eq!(input.line(), TypedLine::End(String::new()));
    }

    #[test]
    fn a_line_of_ten_megabytes_is_read_away() {
        let mut text = vec![b'x'; 10 << 20];
        text.extend(b"\nnext\n");
        let mut input = TypedInput::new(Cursor::new(text));
        assert_eq!(input.line(), TypedLine::TooLong);
        assert_eq!(input.line(), TypedLine::Line("next".to_owned()));
    }

    #[test]
    fn what_has_no_end_and_is_too_long_is_the_end() {
        let mut input = TypedInput::new(Cursor::new(vec![b'x'; 10 << 20]));
        assert!(matches!(input.line(), TypedLine::End(text) if text.len() == TEXT_MOST + 3));
        assert_eq!(input.line(), TypedLine::End(String::new()));
    }

    struct Fails;

    impl Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("gone"))
        }
    }

    #[test]
    fn a_failing_terminal_is_the_end() {
        let mut input = TypedInput::new(std::io::BufReader::new(Fails));
        assert_eq!(input.line(), TypedLine::End(String::new()));
    }
}
