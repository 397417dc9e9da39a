//! Hides this process's memory while a secret is in it.
//!
//! - While a hold exists, no other program of the same user can read the memory or trace the process.
//! - The kernel then hides the process's folder, program and environment, too. So asq, which judges askers and
//!   answerers by these, hides nothing while it holds no secret.
//! - Several holds may exist at once; the last one that is dropped shows the process again.

use asq_core::form::Form;
use std::sync::{Mutex, PoisonError};

/// How many holds there are in this process.
static HOLDS: Mutex<usize> = Mutex::new(0);

/// Hides the memory of this process until it is dropped.
#[derive(Debug)]
pub struct SecretHold(());

impl SecretHold {
    /// Hides the memory of this process.
    #[expect(clippy::new_without_default, reason = "it changes the process")]
    pub fn new() -> SecretHold {
        change(|holds| holds + 1);
        SecretHold(())
    }

    /// Hides it until the process ends.
    pub fn forever() {
        std::mem::forget(SecretHold::new());
    }

    /// Has a hold exactly while a form has a typed secret.
    pub(crate) fn follow(hold: &mut Option<SecretHold>, holds: bool) {
        match (holds, &hold) {
            (true, None) => *hold = Some(SecretHold::new()),
            (false, Some(_)) => *hold = None,
            (true, Some(_)) | (false, None) => {}
        }
    }

    /// The same for one form.
    pub(crate) fn follow_form(hold: &mut Option<SecretHold>, form: &Form) {
        SecretHold::follow(hold, form.holds_secret());
    }
}

impl Drop for SecretHold {
    fn drop(&mut self) {
        change(|holds| holds.saturating_sub(1));
    }
}

fn change(new: impl FnOnce(usize) -> usize) {
    let mut holds = HOLDS.lock().unwrap_or_else(PoisonError::into_inner);
    let before = *holds;
    *holds = new(before);
    if (before == 0) != (*holds == 0) {
        hide(*holds > 0);
    }
}

#[cfg(target_os = "linux")]
fn hide(hidden: bool) {
    use rustix::process::{DumpableBehavior, set_dumpable_behavior};
    let behavior = if hidden { DumpableBehavior::NotDumpable } else { DumpableBehavior::Dumpable };
    // The kernel allows both to every process, so it can't fail.
    let _ = set_dumpable_behavior(behavior);
}

#[cfg(not(target_os = "linux"))]
fn hide(_: bool) {}
