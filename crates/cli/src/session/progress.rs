//! Shows the progress of long upkeep on standard error.
//!
//! - On a terminal it rewrites one line, and clears it at the end.
//! - Elsewhere it prints a line every ten seconds, so that a log shows progress.
//! - Upkeep of less than a second prints nothing.

use crate::clock::ProcessClock;
use crate::output;
use asq_store::{Store, UpkeepProgress, UpkeepStage};
use std::io::{IsTerminal, Write};
use std::sync::Mutex;

/// Milliseconds between two reports on a terminal; `SELDOM` is for other outputs, and `SOON` is before the first.
const OFTEN: u64 = 200;
const SELDOM: u64 = 10_000;
const SOON: u64 = 1000;

/// Shows the store's progress from now on.
pub(crate) fn shown(store: &dyn Store) {
    let line = ProgressLine {
        clock: ProcessClock::start(),
        terminal: std::io::stderr().is_terminal(),
        last: Mutex::new(None),
    };
    store.on_progress(Box::new(move |progress| line.tell(progress)));
}

struct ProgressLine {
    clock: ProcessClock,
    terminal: bool,
    /// When the last line was printed, in milliseconds.
    last: Mutex<Option<u64>>,
}

impl ProgressLine {
    fn tell(&self, progress: UpkeepProgress) {
        let now = self.clock.now().0;
        let Ok(mut last) = self.last.lock() else { return };
        if now < due(*last, self.terminal) {
            return;
        }
        *last = Some(now);
        let text = progress_text(progress);
        if self.terminal {
            // If nobody reads standard error, only this line is lost.
            let _ = write!(std::io::stderr(), "\r\x1b[Kasq: {text}");
        } else {
            output::say(&format!("asq: {text}"));
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        let said = self.last.get_mut().is_ok_and(|last| last.is_some());
        if said && self.terminal {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// When the next report is due.
fn due(last: Option<u64>, terminal: bool) -> u64 {
    match last {
        None => SOON.max(if terminal { 0 } else { SELDOM }),
        Some(at) => at + if terminal { OFTEN } else { SELDOM },
    }
}

fn progress_text(UpkeepProgress { stage, done, of }: UpkeepProgress) -> String {
    let what = match stage {
        UpkeepStage::Indexing => "building the search index",
        UpkeepStage::Erasing => "erasing words",
        UpkeepStage::Cutting => "cutting off the beginning of the log",
        UpkeepStage::Packing => "packing the search index",
        UpkeepStage::Vacuuming => "giving back space",
        UpkeepStage::Reading => "reading records",
    };
    match of {
        Some(of) => format!("{what}: {done} of {of}"),
        None => format!("{what}: {done}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quick_says_nothing_and_a_log_gets_a_line_each_ten_seconds() {
        let times = |terminal| [due(None, terminal), due(Some(1500), terminal)];
        assert_eq!((times(true), times(false)), ([1000, 1700], [10_000, 11_500]));
    }

    #[test]
    fn it_says_what_it_is_at_and_how_far() {
        let at = |stage, done, of| progress_text(UpkeepProgress { stage, done, of });
        assert_eq!(at(UpkeepStage::Erasing, 200, Some(20_000)), "erasing words: 200 of 20000");
        assert_eq!(at(UpkeepStage::Reading, 1000, None), "reading records: 1000");
    }
}
