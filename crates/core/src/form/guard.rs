//! The guard against stray keys: a key just after a page came up was meant for whatever was there before.
//!
//! - Acts that answer, skip, decline or close are ignored for a moment after the first frame and after each page
//!   change; so are those that agree to what lies over a page.
//! - An ignored key starts the time again: of several keys typed ahead none reaches a later question.
//! - So are those that follow a paste without a pause: one that holds its own end mark does not commit.
//! - The hint row says that a key was ignored, until the guard is over.
//! - Ctrl+C is never ignored; text and moves are kept.
//! - What comes back into sight is guarded as a page that was turned to; the key that opens a form does not answer
//!   it, however long that was in sight.

use super::{Act, Action};
use crate::model::Request;
use crate::text::Shown;
use crate::time::Timestamp;

/// How long keys that would commit are ignored, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// After the first frame, and after a paste: it may hold its own end mark, and keys behind it.
    pub first: u64,
    /// After a page change, and after an ignored key.
    pub page: u64,
}

impl Guard {
    /// 50 ms and 250 ms.
    pub const DEFAULT: Guard = Guard { first: 50, page: 250 };
    /// None.
    pub const OFF: Guard = Guard { first: 0, page: 0 };

    /// So many milliseconds; the first frame keeps to its default at most, unless these are more than a page's.
    pub fn of(ms: u64) -> Guard {
        let first = if ms > Guard::DEFAULT.page { ms } else { ms.min(Guard::DEFAULT.first) };
        Guard { first, page: ms }
    }

    /// How long keys count as part of the paste before them.
    pub fn after_paste(self) -> u64 {
        self.first.min(Guard::DEFAULT.first)
    }

    /// The same, at least [`Guard::DEFAULT`] if a question is dangerous.
    pub fn for_request(self, request: &Request) -> Guard {
        let dangerous = request.questions.iter().any(|q| q.danger.is_some());
        let least = if dangerous { Guard::DEFAULT } else { Guard::OFF };
        Guard { first: self.first.max(least.first), page: self.page.max(least.page) }
    }
}

/// The time from which keys count, and what moves it.
#[derive(Clone, Debug)]
pub(super) struct GuardWatch {
    pub(super) guard: Guard,
    /// It came into sight for the first time.
    first: Option<Timestamp>,
    /// What is up was turned to, or a key was ignored.
    since: Option<Timestamp>,
    /// Something was pasted, or keys came that followed a paste without a pause: they may be part of it.
    pasted: Option<Timestamp>,
    /// It was opened by the key that chooses, having been in sight before.
    opened: Option<Timestamp>,
    /// Until then the hint row says that a key was ignored.
    ignored: Option<Timestamp>,
    /// It was in sight before, and is not now.
    hidden: bool,
}

impl GuardWatch {
    pub(super) const fn new(guard: Guard) -> GuardWatch {
        GuardWatch {
            guard,
            first: None,
            since: None,
            pasted: None,
            opened: None,
            ignored: None,
            hidden: false,
        }
    }

    /// A page was turned to: keys count after the guard of a page.
    pub(super) fn turned(&mut self, now: Timestamp) {
        self.since = Some(now);
    }

    pub(super) fn in_sight(&mut self, now: Timestamp) {
        if self.first.is_none() {
            self.first = Some(now);
        } else if self.hidden {
            self.turned(now);
        }
        self.hidden = false;
    }

    pub(super) fn out_of_sight(&mut self) {
        self.hidden = self.first.is_some();
    }

    /// Whether a key that would commit now is ignored; if so, the time starts again.
    fn ignores(&mut self, now: Timestamp, act: Act) -> bool {
        let within = |since: Option<Timestamp>, ms: u64| since.is_some_and(|t| now < t.plus(ms));
        let first = match self.first {
            None => self.guard.first > 0,
            Some(_) => within(self.first, self.guard.first),
        };
        let again = act == Act::Choose && within(self.opened, self.guard.page);
        let ignores = first
            || again
            || within(self.pasted, self.guard.after_paste())
            || within(self.since, self.guard.page);
        if ignores {
            self.since = Some(now);
            self.ignored = Some(now.plus(self.guard.page));
        }
        ignores
    }

    /// Something other than a paste was done; straight after a paste it still counts as one.
    fn follows(&mut self, now: Timestamp) {
        let ms = self.guard.after_paste();
        self.pasted = self.pasted.filter(|t| now < t.plus(ms)).map(|_| now);
    }

    /// Whether it swallows an action.
    pub(super) fn swallows(&mut self, now: Timestamp, action: &Action) -> bool {
        self.follows(now);
        match action {
            Action::Do(act) => commits(*act) && self.ignores(now, *act),
            Action::Paste(_) => {
                self.pasted = Some(now);
                false
            }
            Action::Insert(_)
            | Action::Edited(_)
            | Action::EditFailed(_)
            | Action::Focus(_)
            | Action::CaretTo(_) => false,
        }
    }

    /// Whether the last rung of the Esc ladder comes too soon.
    pub(super) fn ends_too_soon(&mut self, now: Timestamp) -> bool {
        self.ignores(now, Act::Leave)
    }

    /// Enter made it the form that takes the keys: held down, Enter does no more than that.
    pub(super) fn opened(&mut self, now: Timestamp) {
        self.opened = Some(now);
    }

    /// What the hint row says while the guard is up and has ignored a key.
    pub(super) fn says(&self, now: Timestamp) -> Option<Shown> {
        self.deadline(now).map(|_| Shown::own("Key ignored: it came too soon"))
    }

    pub(super) fn deadline(&self, now: Timestamp) -> Option<Timestamp> {
        self.ignored.filter(|end| now < *end)
    }
}

/// Whether it answers, skips, declines or closes. Every act is listed, so that a new one has to be thought about.
fn commits(act: Act) -> bool {
    match act {
        Act::Choose | Act::Number(_) | Act::Yes | Act::Skip | Act::Discuss | Act::Decline => true,
        // Its last rung asks by itself: see `ends_too_soon`.
        Act::Leave => false,
        // "Cancels at once", from any page; and what is put aside is undecided.
        Act::Cancel | Act::Aside => false,
        Act::Up
        | Act::Down
        | Act::First
        | Act::Last
        | Act::FocusNumber(_)
        | Act::PreviousTab
        | Act::NextTab
        | Act::ToCommit
        | Act::FromCommit
        | Act::Notes
        | Act::Filter
        | Act::Help
        | Act::Editor
        | Act::Suspend
        | Act::Edit(_)
        | Act::Expand
        | Act::Raw
        | Act::Read
        | Act::PageUp
        | Act::PageDown
        | Act::Nothing => false,
    }
}
