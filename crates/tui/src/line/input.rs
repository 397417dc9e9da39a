//! Lines as they were typed.
//!
//! - A line ends with its line break, which is not part of it.
//! - Line breaks between the marks of a paste end nothing: all of it is one piece.
//! - Bytes that aren't UTF-8 become U+FFFD.
//! - A line beyond 1 MiB is read to its end and reported as too long; memory stays bounded.
//! - A failing terminal counts as the end: nobody can type there any more.

use asq_core::fit::TEXT_MOST;
use std::io::{BufRead, Read};

/// The mark before a paste.
pub(super) const PASTE_BEGINS: &str = "\x1b[200~";
/// The mark after a paste.
pub(super) const PASTE_ENDS: &str = "\x1b[201~";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TypedLine {
    Line(String),
    /// A paste of several lines, with what was typed around it.
    Pasted(String),
    TooLong,
    /// The end, and a last line without a line break.
    End(String),
}

/// So many bytes of a line that is too long are skipped at once.
const SKIPPED: u64 = 64 << 10;

pub(super) struct TypedInput<R> {
    from: R,
}

impl<R: BufRead> TypedInput<R> {
    pub(super) fn new(from: R) -> TypedInput<R> {
        TypedInput { from }
    }

    pub(super) fn line(&mut self) -> TypedLine {
        let mut bytes = Vec::new();
        // One byte more than an answer may have, plus its line break and the marks of a paste.
        let most = TEXT_MOST as u64 + 3 + (PASTE_BEGINS.len() + PASTE_ENDS.len()) as u64;
        let mut pastes = false;
        let read = loop {
            let from = bytes.len();
            let read = self.from.by_ref().take(most - from as u64).read_until(b'\n', &mut bytes);
            pastes = goes_on(&bytes[from..], pastes);
            if !pastes || !bytes[from..].ends_with(b"\n") {
                break read;
            }
        };
        let ended = !pastes && bytes.last() == Some(&b'\n');
        if ended {
            bytes.pop();
            if bytes.last() == Some(&b'\r') {
                bytes.pop();
            }
        }
        let text = || {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let marked = text.contains(PASTE_BEGINS) || text.contains(PASTE_ENDS);
            if marked {
                text.replace(PASTE_BEGINS, "").replace(PASTE_ENDS, "").replace("\r\n", "\n")
            } else {
                text
            }
        };
        if ended {
            let text = text();
            let several = text.trim_matches('\n').contains('\n');
            return if several {
                TypedLine::Pasted(text)
            } else {
                TypedLine::Line(text.trim_matches('\n').to_owned())
            };
        }
        if read.is_err() || (bytes.len() as u64) < most {
            return TypedLine::End(text());
        }
        if self.skip_line(pastes) { TypedLine::TooLong } else { TypedLine::End(text()) }
    }

    /// Skips the rest of a line and of a paste in it; false if the end came first.
    fn skip_line(&mut self, mut pastes: bool) -> bool {
        let mut part = Vec::new();
        loop {
            part.clear();
            let read = self.from.by_ref().take(SKIPPED).read_until(b'\n', &mut part);
            if read.is_err() || part.is_empty() {
                return false;
            }
            pastes = goes_on(&part, pastes);
            if !pastes && part.ends_with(b"\n") {
                return true;
            }
        }
    }
}

/// Whether a paste is open after these bytes, if one was before them.
fn goes_on(bytes: &[u8], pastes: bool) -> bool {
    let last = |mark: &str| bytes.windows(mark.len()).rposition(|part| part == mark.as_bytes());
    match (last(PASTE_BEGINS), last(PASTE_ENDS)) {
        (None, None) => pastes,
        (begins, ends) => begins > ends,
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
    fn a_paste_of_several_lines_is_one_piece() {
        let pasted =
            b"a\x1b[200~ one\r\nyes\n\x1b[201~!\n\x1b[200~\nonly\n\x1b[201~\nnext\n\x1b[200~cut\noff\n"
                .to_vec();
        let mut input = TypedInput::new(Cursor::new(pasted));
        assert_eq!(input.line(), TypedLine::Pasted("a one\nyes\n!".to_owned()));
        assert_eq!(input.line(), TypedLine::Line("only".to_owned()));
        assert_eq!(input.line(), TypedLine::Line("next".to_owned()));
        assert_eq!(input.line(), TypedLine::End("cut\noff\n".to_owned()));
    }

    #[test]
    fn a_paste_of_ten_megabytes_is_read_away() {
        let mut text = b"\x1b[200~".to_vec();
        text.extend(b"line\n".repeat(2 << 20));
        text.extend(b"\x1b[201~\nnext\n");
        let mut input = TypedInput::new(Cursor::new(text));
        assert_eq!(input.line(), TypedLine::TooLong);
        assert_eq!(input.line(), TypedLine::Line("next".to_owned()));
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
        assert!(matches!(input.line(), TypedLine::End(text) if text.len() == TEXT_MOST + 15));
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
