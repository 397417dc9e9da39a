//! Who hears of a request, and when: one notifier for every surface.

mod plan;

pub(crate) use plan::{Notifier, TYPING_MS};
