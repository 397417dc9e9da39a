//! The guard against stray keys: a key just after a page appears was meant for the page before it.
//!
//! - Acts that answer, skip, decline or close are ignored for a moment after the first frame and each page change. So
//!   are acts that confirm a question over the page.
//! - An ignored key restarts the guard, so that no key typed ahead reaches a later question.
//! - Keys that follow a paste without a pause are ignored, too: a paste that contains its own end mark commits nothing.
//! - Nothing commits while a text goes on that was meant for somebody else (`quiet.rs`).
//! - The hint row says that a key was ignored, until the guard ends.
//! - Ctrl+C is never ignored; text and moves are kept.
//! - A form that comes back into sight is guarded like a new page. The key that opens a form doesn't answer it, however
//!   long it was in sight.

use super::quiet::{KeyUse, Quiet};
use super::{Act, Action, Key};
use crate::model::Request;
use crate::text::Shown;
use crate::time::Timestamp;

/// How long keys that would commit are ignored. In milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// After the first frame, and after a paste: it may contain its own end mark, and keys after that.
    pub first: u64,
    /// After a page change, and after an ignored key.
    pub page: u64,
}

impl Guard {
    /// 50 ms and 250 ms.
    pub const DEFAULT: Guard = Guard { first: 50, page: 250 };
    /// No guard.
    pub const OFF: Guard = Guard { first: 0, page: 0 };

    /// A guard of so many milliseconds. The first frame's guard is at most its default, unless `ms` is more than a
    /// page's default.
    pub fn of(ms: u64) -> Guard {
        let first = if ms > Guard::DEFAULT.page { ms } else { ms.min(Guard::DEFAULT.first) };
        Guard { first, page: ms }
    }

    /// How long keys count as part of the paste before them.
    pub fn after_paste(self) -> u64 {
        self.first.min(Guard::DEFAULT.first)
    }

    /// This guard, but at least [`Guard::DEFAULT`] if a question is dangerous.
    pub fn for_request(self, request: &Request) -> Guard {
        let dangerous = request.questions.iter().any(|q| q.danger.is_some());
        // The settings may switch the guard off, but not for a dangerous question.
        let least = if dangerous { Guard::DEFAULT } else { Guard::OFF };
        Guard { first: self.first.max(least.first), page: self.page.max(least.page) }
    }
}

/// The state of the guard: the events that start it.
#[derive(Clone, Debug)]
pub(super) struct GuardWatch {
    pub(super) guard: Guard,
    /// When the form came into sight for the first time.
    first: Option<Timestamp>,
    /// When the page was turned, or a key was ignored.
    since: Option<Timestamp>,
    /// When the last paste came, or the last key that followed it without a pause and so may be part of it.
    pasted: Option<Timestamp>,
    /// When Enter opened the form, after it had been in sight before.
    opened: Option<Timestamp>,
    /// When Enter last picked one of several: pressed twice by mistake, it doesn't commit.
    picked: Option<Timestamp>,
    /// Until when the hint row says that a key was ignored.
    ignored: Option<Timestamp>,
    /// The text that was meant for somebody else.
    quiet: Quiet,
    /// Whether it was in sight before, but isn't now.
    hidden: bool,
}

impl GuardWatch {
    pub(super) fn new(guard: Guard) -> GuardWatch {
        GuardWatch {
            guard,
            first: None,
            since: None,
            pasted: None,
            opened: None,
            picked: None,
            ignored: None,
            quiet: Quiet::default(),
            hidden: false,
        }
    }

    /// Notes a page change: keys count again after a page's guard.
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
        self.quiet.forget();
        self.ignored = None;
    }

    /// Takes a key where no text is typed. Whether it belongs to a text that was meant for somebody else, and so does
    /// nothing.
    pub(super) fn takes_for_text(&mut self, now: Timestamp, key: Key, used: KeyUse) -> bool {
        let goes_on = self.quiet.goes_on(now, self.guard.page);
        let text = self.quiet.takes(now, key, used, self.guard.page);
        // A single letter without a use needs no words.
        if text && goes_on {
            self.ignored(now);
        }
        text
    }

    /// The text so far that was meant for somebody else.
    pub(super) fn text(&self) -> &str {
        self.quiet.text()
    }

    /// Whether a key that would commit is ignored now; if so, the guard restarts.
    fn ignores(&mut self, now: Timestamp, act: Act) -> bool {
        let within = |since: Option<Timestamp>, ms: u64| since.is_some_and(|t| now < t.plus(ms));
        let first = match self.first {
            // Nobody has seen the form yet, so no key was meant for it.
            None => self.guard.first > 0,
            Some(_) => within(self.first, self.guard.first),
        };
        let enters = matches!(act, Act::Choose | Act::PickOrCommit);
        let again = (enters && within(self.opened, self.guard.page))
            || (act == Act::PickOrCommit && within(self.picked, self.guard.page));
        let ignores = first
            || again
            || within(self.pasted, self.guard.after_paste())
            || within(self.since, self.guard.page)
            || self.quiet.goes_on(now, self.guard.page);
        if ignores {
            self.ignored(now);
        }
        ignores
    }

    /// Starts the guard again, and has the hint row say so.
    pub(super) fn ignored(&mut self, now: Timestamp) {
        self.since = Some(now);
        let quiet = self.quiet.end(self.guard.page);
        self.ignored = quiet.into_iter().chain([now.plus(self.guard.page)]).max();
    }

    /// Notes an action other than a paste; straight after a paste it counts as part of it.
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

    /// Whether something other than a key of the form would commit too soon: the last rung of the Esc ladder.
    pub(super) fn comes_too_soon(&mut self, now: Timestamp) -> bool {
        self.ignores(now, Act::Leave)
    }

    /// Notes that Enter gave this form the keys: held down, Enter does nothing more.
    pub(super) fn opened(&mut self, now: Timestamp) {
        self.opened = Some(now);
    }

    /// Notes that Enter picked one of several.
    pub(super) fn picked(&mut self, now: Timestamp) {
        self.picked = Some(now);
    }

    /// The hint row's text while the guard is up and has ignored a key.
    pub(super) fn says(&self, now: Timestamp) -> Option<Shown> {
        let text = self.quiet.goes_on(now, self.guard.page);
        let words = if text { "Text ignored: pause, then choose" } else { "Key ignored: it came too soon" };
        self.deadline(now).map(|_| Shown::own(words))
    }

    pub(super) fn deadline(&self, now: Timestamp) -> Option<Timestamp> {
        self.ignored.filter(|end| now < *end)
    }
}

/// Whether it answers, skips, declines or closes. All acts are listed, so that a new one needs a decision.
fn commits(act: Act) -> bool {
    match act {
        Act::Choose
        | Act::PickOrCommit
        | Act::Number(_)
        | Act::Yes
        | Act::Skip
        | Act::Discuss
        | Act::Decline => true,
        // Its last rung has its own check, `comes_too_soon`.
        Act::Leave => false,
        // Ctrl+C cancels at once, from any page. Putting aside decides nothing.
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
        | Act::About
        | Act::PageUp
        | Act::PageDown
        | Act::Nothing => false,
    }
}
