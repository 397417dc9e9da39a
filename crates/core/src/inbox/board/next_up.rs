//! The next requests, below the one next to the list: they are in sight before they get the keys.
//!
//! - Single choices that follow the focused request without a gap, at most three, on a large screen.
//! - They take no keys. One that gets its turn is there at once, and its guard counts from when it came into sight.
//! - What the frame can't show whole isn't shown, and doesn't count as in sight.
//! - What is dangerous, secret or begun, and what has several questions, is never among them.

use super::effect::BoardEffect;
use super::machine::Board;
use super::next_to_list::still;
use super::open::OpenForm;
use super::rows::InboxRow;
use crate::inbox::screen::DetailForm;
use crate::inbox::{Command, SummaryKind};
use crate::life::RequestId;

/// So many come into sight at most.
const MOST: usize = 3;

/// The requests after the one next to the list.
#[derive(Debug, Default)]
pub(super) struct NextUp {
    /// Whether the screen has room for them.
    pub(super) room: bool,
    /// The request that they follow.
    after: Option<RequestId>,
    /// The one that comes first gets the keys first.
    all: Vec<NextRequest>,
}

#[derive(Debug)]
pub(super) struct NextRequest {
    id: RequestId,
    /// Its form, once that is fetched.
    pub(super) open: Option<OpenForm>,
}

impl NextUp {
    pub(super) fn is_at(&self, id: RequestId) -> bool {
        self.all.iter().any(|next| next.id == id)
    }

    pub(super) fn form(&self, id: RequestId) -> Option<&OpenForm> {
        self.all.iter().find(|next| next.id == id)?.open.as_ref()
    }

    pub(super) fn form_mut(&mut self, id: RequestId) -> Option<&mut OpenForm> {
        self.all.iter_mut().find(|next| next.id == id)?.open.as_mut()
    }

    pub(super) fn forms_mut(&mut self) -> impl Iterator<Item = &mut OpenForm> {
        self.all.iter_mut().filter_map(|next| next.open.as_mut())
    }

    pub(super) fn fetched(&mut self, open: OpenForm) {
        if let Some(next) = self.all.iter_mut().find(|next| next.id == open.id) {
            next.open = Some(open);
        }
    }

    /// Takes a request out, whose turn it is.
    pub(super) fn take(&mut self, id: RequestId) -> Option<NextRequest> {
        let at = self.all.iter().position(|next| next.id == id)?;
        Some(self.all.remove(at))
    }

    /// Lets go of a request that is over.
    pub(super) fn forget(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) {
        if self.take(id).is_some() {
            effects.push(BoardEffect::Command(Command::Shut(id)));
        }
    }
}

impl Board {
    /// Fetches what follows the request next to the list, as far as it isn't there, and lets go of the rest.
    pub(super) fn fetch_next_up(&mut self, effects: &mut Vec<BoardEffect>) {
        let wanted = self.following();
        self.next_up.after = self.focused();
        let mut before = std::mem::take(&mut self.next_up.all);
        for id in wanted {
            let known = before.iter().position(|next| next.id == id).map(|at| before.remove(at));
            if known.is_none() {
                effects.push(BoardEffect::Command(Command::Open(id)));
            }
            self.next_up.all.push(known.unwrap_or(NextRequest { id, open: None }));
        }
        effects.extend(before.into_iter().map(|next| BoardEffect::Command(Command::Shut(next.id))));
    }

    /// The requests that get the keys next, one after the other, if each is answered by one key.
    fn following(&self) -> Vec<RequestId> {
        if !self.next_up.room || !self.setup.advance || self.setup.close_after_one {
            return Vec::new();
        }
        let rows = self.positions();
        let Some(at) = self.focus.and_then(|focus| rows.iter().position(|row| *row == focus)) else {
            return Vec::new();
        };
        let next = (1..rows.len()).map(|step| rows[(at + step) % rows.len()]);
        let waiting = next.filter_map(|at| self.rows.at(at)).filter(|row| row.waits());
        waiting.take_while(|row| self.is_plain(row)).take(MOST).map(|row| row.pending.id).collect()
    }

    /// Whether one key answers it, and nothing speaks against that.
    fn is_plain(&self, row: &InboxRow) -> bool {
        let (id, summary) = (row.pending.id, &row.pending.summary);
        let one = matches!(summary.kind, SummaryKind::One | SummaryKind::Confirm) && summary.questions == 1;
        one && !summary.danger && !summary.sensitive && !self.has_draft(id) && self.form(id).is_none()
    }

    /// The forms of the next requests, as far as they are fetched.
    pub(super) fn shown_next_up<'a>(&'a self) -> Vec<DetailForm<'a>> {
        let here = self.next_up.after.is_some() && self.next_up.after == self.focused();
        if !here || self.peeked().is_none() {
            return Vec::new();
        }
        let there = self.next_up.all.iter().map_while(|next| next.open.as_ref());
        let plain = |open: &&OpenForm| self.rows.of(open.id).is_some_and(|row| row.waits() && !open.touched);
        let form = |open: &'a OpenForm| {
            let due = self.rows.of(open.id).and_then(|row| self.expiry(row));
            let mut screen = still(open.form.screen(), due);
            // No key moves anything there.
            screen.look.focus = " ";
            DetailForm { id: open.id, screen, up: false, over: false }
        };
        there.take_while(plain).map(form).collect()
    }
}
