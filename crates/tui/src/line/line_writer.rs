//! Plain lines, wrapped.
//!
//! - Only [`OwnWords`] are written: asq's own, and foreign text after escaping.
//! - Wrapped lines are indented, so that foreign text never begins a line.
//! - A prompt waits at the end of its own line; it is flushed before anything is read.

use asq_core::text::{Line, Shown, Span, Style, Untrusted, wrap};
use std::fmt::Display;
use std::io::{self, Write};

/// The least indent of the second line of anything.
pub(super) const FURTHER_IN: usize = 2;
/// At widths below this nothing is wrapped.
const NARROWEST: usize = 20;

/// A sentence in the making.
#[derive(Clone, Default)]
pub(super) struct OwnWords(Line);

impl From<Line> for OwnWords {
    fn from(line: Line) -> OwnWords {
        OwnWords(line)
    }
}

impl From<OwnWords> for Line {
    fn from(words: OwnWords) -> Line {
        words.0
    }
}

impl OwnWords {
    pub(super) fn own(text: &'static str) -> OwnWords {
        OwnWords::default().and(text)
    }

    pub(super) fn and(mut self, text: &'static str) -> OwnWords {
        self.0.push(Span::new(Shown::own(text), Style::default()));
        self
    }

    pub(super) fn number(mut self, n: usize) -> OwnWords {
        self.0.push(Span::new(Shown::number(n), Style::default()));
        self
    }

    pub(super) fn shown(mut self, text: Shown) -> OwnWords {
        self.0.push(Span::new(text, Style::default()));
        self
    }

    /// Anything that displays itself, such as numbers and refusals; escaped like foreign text.
    pub(super) fn display(self, text: impl Display) -> OwnWords {
        self.shown(Shown::one_line(&text.to_string().into()))
    }

    pub(super) fn then(mut self, next: OwnWords) -> OwnWords {
        self.0.spans.extend(next.0.spans);
        self
    }

    /// Foreign text on one line, a long one clipped.
    pub(super) fn theirs(self, text: &Untrusted) -> OwnWords {
        self.shown(Shown::clipped(text, 400))
    }

    /// Foreign text on one line, in full, because it is about to be sent.
    pub(super) fn whole(self, text: &Untrusted) -> OwnWords {
        self.shown(Shown::one_line(text))
    }
}

pub(super) struct LineWriter<W> {
    out: W,
    width: usize,
}

impl<W: Write> LineWriter<W> {
    /// Wraps at `width`; 0: never.
    pub(super) fn new(out: W, width: usize) -> LineWriter<W> {
        LineWriter { out, width: if width == 0 { 0 } else { width.max(NARROWEST) } }
    }

    /// One sentence, at the left edge.
    pub(super) fn say(&mut self, words: OwnWords) -> io::Result<()> {
        self.put(words, 0, FURTHER_IN)
    }

    /// One sentence at the left edge; wrapped lines have this indent.
    pub(super) fn say_hanging(&mut self, words: OwnWords, further_in: usize) -> io::Result<()> {
        self.put(words, 0, further_in)
    }

    /// One sentence with this indent.
    pub(super) fn say_in(&mut self, by: usize, words: OwnWords) -> io::Result<()> {
        self.put(words, by, by)
    }

    /// asq's own words, then foreign text of any number of lines; all after the first are indented.
    pub(super) fn quote(&mut self, lead: OwnWords, text: &Untrusted, further_in: usize) -> io::Result<()> {
        let mut lines = Shown::lines(text).into_iter();
        let first = lead.shown(lines.next().unwrap_or_default());
        self.put(first, 0, further_in)?;
        for line in lines {
            self.put(OwnWords::default().shown(line), further_in, further_in)?;
        }
        Ok(())
    }

    /// Foreign text alone, with this indent.
    pub(super) fn quote_in(&mut self, by: usize, text: &Untrusted) -> io::Result<()> {
        for line in Shown::lines(text) {
            self.put(OwnWords::default().shown(line), by, by)?;
        }
        Ok(())
    }

    pub(super) fn gap(&mut self) -> io::Result<()> {
        self.out.write_all(b"\n")
    }

    /// A prompt that waits for a line; flushed.
    pub(super) fn ask(&mut self, words: &OwnWords) -> io::Result<()> {
        self.out.write_all(words.0.text().as_bytes())?;
        self.out.flush()
    }

    /// Where it writes, for a conversation that has a writer of its own meanwhile.
    pub(super) fn inner(&mut self) -> &mut W {
        &mut self.out
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn put(&mut self, words: OwnWords, first: usize, rest: usize) -> io::Result<()> {
        let lines = if self.width == 0 {
            vec![words.0]
        } else {
            wrap::wrap(&words.0, self.width.saturating_sub(first.max(rest)))
        };
        for (n, line) in lines.iter().enumerate() {
            let text = line.text();
            let blanks = if n == 0 { first } else { rest };
            let line = format!("{:blanks$}{text}", "");
            // Blanks at the end of a line show nothing, but a terminal may wrap them.
            self.out.write_all(line.trim_end().as_bytes())?;
            self.gap()?;
        }
        Ok(())
    }
}
