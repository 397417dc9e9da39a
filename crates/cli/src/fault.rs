//! A fault in asq itself prints one line, restores the terminal and exits with 70.
//!
//! - The line names the place in the code, so that somebody can report it.
//! - It is printed after the unwinding panic has restored the terminal: a panic by itself prints nothing on a screen in
//!   use.

use crate::error::escaped;
use crate::exit::Exit;
use crate::output;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};
use std::sync::{Mutex, PoisonError};

static SEEN: Mutex<Option<String>> = Mutex::new(None);

/// Runs the program; a panic in it becomes one line and an exit code.
pub(crate) fn contained(program: impl FnOnce() -> Exit) -> Exit {
    set_hook(Box::new(note));
    catch_unwind(AssertUnwindSafe(program)).unwrap_or_else(|_| {
        let seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner).take();
        let what = seen.unwrap_or_else(|| "unknown".to_owned());
        output::say(&format!(
            "asq: a fault in asq itself, the question was not answered: {}",
            escaped(&what)
        ));
        Exit::Fault
    })
}

fn note(info: &PanicHookInfo<'_>) {
    let message = info.payload_as_str().unwrap_or("no message");
    let place = info.location().map_or_else(String::new, |l| format!(" ({}:{})", l.file(), l.line()));
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    // The last one counts: earlier ones were caught in their own threads or calls.
    *seen = Some(format!("{message}{place}"));
}

#[cfg(test)]
mod tests {
    use super::contained;
    use crate::exit::Exit;

    #[test]
    fn a_panic_becomes_an_exit_code() {
        let before = std::panic::take_hook();
        assert_eq!(contained(|| panic!("on purpose")), Exit::Fault);
        assert_eq!(contained(|| Exit::DONE), Exit::DONE);
        std::panic::set_hook(before);
    }
}
