//! The request next to the list: the one that the focus rests on, and its form once it is fetched.
//!
//! - It fetches one at a time: the previous request is shut first.

use super::effect::BoardEffect;
use super::open::OpenForm;
use crate::inbox::Command;
use crate::life::RequestId;
use crate::time::Timestamp;

/// The focus counts as resting after so many milliseconds.
const REST: u64 = 120;

/// The state of the request next to the list.
#[derive(Debug, Default)]
pub(super) struct Peek {
    /// Whether the screen has room for it.
    pub(super) room: bool,
    /// The focused request, and since when it has the focus.
    on: Option<(RequestId, Timestamp)>,
    /// The request that it has asked for.
    wanted: Option<RequestId>,
    /// The form of that request, once it has arrived.
    pub(super) open: Option<OpenForm>,
}

impl Peek {
    /// Notes where the focus is now.
    pub(super) fn focus(&mut self, on: Option<RequestId>, now: Timestamp) {
        if on != self.on.map(|(id, _)| id) {
            self.on = on.map(|id| (id, now));
        }
    }

    /// The request to fetch and when, unless it has asked for it already.
    pub(super) fn next(&self) -> Option<(RequestId, Timestamp)> {
        let (id, since) = self.on?;
        (self.wanted != Some(id)).then(|| (id, since.plus(REST)))
    }

    /// Fetches a request in place of the one before.
    pub(super) fn fetch(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) {
        self.forget(effects);
        self.wanted = Some(id);
        effects.push(BoardEffect::Command(Command::Open(id)));
    }

    pub(super) fn forget(&mut self, effects: &mut Vec<BoardEffect>) {
        self.open = None;
        if let Some(before) = self.wanted.take() {
            effects.push(BoardEffect::Command(Command::Shut(before)));
        }
    }

    pub(super) fn is_at(&self, id: RequestId) -> bool {
        self.wanted == Some(id)
    }

    /// Shows a request whose form is fetched or about to be.
    pub(super) fn show(&mut self, id: RequestId, open: Option<OpenForm>, effects: &mut Vec<BoardEffect>) {
        self.forget(effects);
        self.wanted = Some(id);
        self.open = open;
    }

    /// Takes the form out, to be opened.
    pub(super) fn take(&mut self, id: RequestId) -> Option<OpenForm> {
        let open = self.open.take_if(|open| open.id == id)?;
        self.wanted = None;
        Some(open)
    }
}
