//! The person at the terminal, asked a short question outside of any form.
//!
//! - No terminal, or one in another program's use, is nobody: nothing is taken for a yes.
//! - What is shown is escaped; the answer is one line.
//! - What was typed before the question stood there is no answer to it.

use super::wrapped::WIDTH;
use crate::error::{CommandError, ErrorClass, escaped};
use asq_tui::terminal::TTY;
use rustix::process::getpgrp;
use rustix::termios::{LocalModes, QueueSelector, tcflush, tcgetattr, tcgetpgrp, tcgetwinsize};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};

/// The height of a terminal that does not tell its own.
const HEIGHT: usize = 24;

/// Somebody who can be asked.
#[derive(Debug)]
pub(crate) struct OwnSettings(File);

impl OwnSettings {
    /// The person at the terminal.
    ///
    /// # Errors
    /// Nobody does; `need` says what needs somebody.
    pub(crate) fn here(need: &str) -> Result<OwnSettings, CommandError> {
        let nobody = |why: &str| {
            CommandError::new(ErrorClass::NoPerson, format!("{need}, and {why}"))
                .hint("run it yourself in a terminal")
        };
        #[expect(clippy::disallowed_methods, reason = "a terminal")]
        let tty = File::options().read(true).write(true).open(TTY).map_err(|_| nobody("there is none"))?;
        let lines = tcgetattr(&tty).is_ok_and(|modes| modes.local_modes.contains(LocalModes::ICANON));
        if !lines || tcgetpgrp(&tty) != Ok(getpgrp()) {
            return Err(nobody("another program uses it"));
        }
        Ok(OwnSettings(tty))
    }

    /// How wide and how high their terminal is; 80 by 24 where it does not tell.
    pub(crate) fn size(&self) -> (usize, usize) {
        let told = tcgetwinsize(&self.0).map_or((0, 0), |size| (size.ws_col.into(), size.ws_row.into()));
        let or = |n: usize, other| if n > 0 { n } else { other };
        (or(told.0, WIDTH), or(told.1, HEIGHT))
    }

    /// Shows them a text, escaped.
    pub(crate) fn tell(&mut self, text: &str) -> io::Result<()> {
        self.0.write_all(escaped(text).as_bytes())
    }

    /// Asks, and returns their answer without blanks around it; `None` at the end of input.
    pub(crate) fn ask(&mut self, question: &str) -> io::Result<Option<String>> {
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
