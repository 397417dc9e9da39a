//! Another process: this program once more, spoken to a line at a time.

use crate::Outcome;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Another process; it is killed when it is let go of.
pub(crate) struct Other {
    process: Child,
    tell: ChildStdin,
    hear: BufReader<ChildStdout>,
}

impl Other {
    /// What this command starts.
    pub(crate) fn start(command: &mut Command) -> Outcome<Other> {
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(tell), Some(hear)) = (process.stdin.take(), process.stdout.take()) else {
            return Err("a process without pipes".into());
        };
        Ok(Other { process, tell, hear: BufReader::new(hear) })
    }

    pub(crate) fn tell(&mut self, line: &str) -> Outcome<()> {
        Ok(writeln!(self.tell, "{line}")?)
    }

    /// The next line, which has to begin with this word: what comes after it.
    pub(crate) fn hear(&mut self, word: &str) -> Outcome<String> {
        let mut line = String::new();
        self.hear.read_line(&mut line)?;
        let rest = line.trim_end_matches('\n').strip_prefix(word);
        Ok(rest.ok_or_else(|| format!("instead of {word}: {line:?}"))?.to_owned())
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
