//! Asks the person at the terminal a short question outside of any form.
//!
//! - Without a terminal, or on one that another program uses, there is nobody to ask: nothing counts as a yes.
//! - Escapes what it shows; the answer is one line.
//! - Text typed before the question appeared isn't an answer to it.

use super::wrapped::WIDTH;
use crate::error::{CommandError, ErrorClass, escaped};
use asq_tui::terminal::{TTY, is_in_front};
use rustix::termios::{LocalModes, QueueSelector, tcflush, tcgetattr, tcgetwinsize};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};

/// The height of a terminal that doesn't report its own.
const HEIGHT: usize = 24;

/// A person who can be asked.
#[derive(Debug)]
pub(crate) struct OwnSettings(File);

impl OwnSettings {
    /// Finds the person at the terminal.
    ///
    /// # Errors
    /// There is nobody; `need` says what needs a person.
    pub(crate) fn here(need: &str) -> Result<OwnSettings, CommandError> {
        let nobody = |why: &str| {
            CommandError::new(ErrorClass::NoPerson, format!("{need}, and {why}"))
                .hint("run it yourself in a terminal")
        };
        #[expect(clippy::disallowed_methods, reason = "a terminal")]
        let tty = File::options().read(true).write(true).open(TTY).map_err(|_| nobody("there is none"))?;
        // A terminal in raw mode, or with another job in front, belongs to another program.
        let lines = tcgetattr(&tty).is_ok_and(|modes| modes.local_modes.contains(LocalModes::ICANON));
        if !lines || !is_in_front(&tty) {
            return Err(nobody("another program uses it"));
        }
        Ok(OwnSettings(tty))
    }

    /// The width and height of their terminal; 80 by 24 if it doesn't report them.
    pub(crate) fn size(&self) -> (usize, usize) {
        let told = tcgetwinsize(&self.0).map_or((0, 0), |size| (size.ws_col.into(), size.ws_row.into()));
        let or = |n: usize, other| if n > 0 { n } else { other };
        (or(told.0, WIDTH), or(told.1, HEIGHT))
    }

    /// Shows a text to the person, escaped.
    pub(crate) fn tell(&mut self, text: &str) -> io::Result<()> {
        self.0.write_all(escaped(text).as_bytes())
    }

    /// Asks, and returns the answer without blanks around it; `None` at the end of input.
    pub(crate) fn ask(&mut self, question: &str) -> io::Result<Option<String>> {
        // A yes that was typed before the question appeared must not answer it.
        tcflush(&self.0, QueueSelector::IFlush)?;
        self.tell(question)?;
        let mut line = Vec::new();
        let read = BufReader::new(&mut self.0).read_until(b'\n', &mut line)?;
        if read == 0 {
            self.tell("\n")?;
        }
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
    }
}
