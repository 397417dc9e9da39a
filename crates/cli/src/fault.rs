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
    use crate::output::SAID;

    /// A terminal that unwinding restores.
    struct Restored;

    impl Drop for Restored {
        fn drop(&mut self) {
            SAID.with_borrow_mut(|said| said.push("restored".to_owned()));
        }
    }

    #[test]
    fn a_panic_becomes_an_exit_code_and_one_line_after_the_unwinding() {
        let before = std::panic::take_hook();
        let exit = contained(|| {
            let _terminal = Restored;
            panic!("on purpose")
        });
        let said = SAID.take();
        assert_eq!(exit, Exit::Fault);
        assert!(said.len() == 2 && said[0] == "restored", "{said:?}");
        assert!(said[1].contains("on purpose (") && said[1].contains("fault.rs:"), "{said:?}");
        assert_eq!(contained(|| Exit::DONE), Exit::DONE);
        std::panic::set_hook(before);
    }
}
