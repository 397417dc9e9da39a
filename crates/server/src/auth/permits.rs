//! How much one caller does at once.
//!
//! - Calls, streams and waits have limits of their own: a caller that waits can still ask.
//! - A permit is returned when its call ends, however that ends.
//! - One caller's limits don't touch another's.

use super::caller::CallerKey;
use crate::ServerLimits;
use crate::problem::FailedCall;
use asq_wire::http::CallCode;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What a permit is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Call,
    Stream,
    Wait,
}

/// The permits of all callers.
#[derive(Default)]
pub(crate) struct Permits(Mutex<HashMap<CallerKey, [usize; 3]>>);

/// One use of a caller. Dropping it returns the permit.
pub(crate) struct Permit {
    permits: Arc<Permits>,
    key: CallerKey,
    of: Use,
}

impl Permits {
    /// Takes a permit.
    ///
    /// # Errors
    /// The caller does too much at once.
    pub(crate) fn take(
        self: &Arc<Permits>,
        key: CallerKey,
        of: Use,
        limits: &ServerLimits,
    ) -> Result<Permit, FailedCall> {
        let (most, what) = match of {
            Use::Call => (limits.calls, "calls"),
            Use::Stream => (limits.streams, "streams"),
            Use::Wait => (limits.waits, "waits"),
        };
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = &mut all.entry(key).or_default()[of as usize];
        if *count >= most {
            let detail = format!("a token has at most {most} {what} at once");
            return Err(FailedCall::call(CallCode::TooMany, detail));
        }
        *count += 1;
        Ok(Permit { permits: self.clone(), key, of })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut all = self.permits.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(counts) = all.get_mut(&self.key) {
            counts[self.of as usize] -= 1;
            if *counts == [0; 3] {
                all.remove(&self.key);
            }
        }
    }
}
