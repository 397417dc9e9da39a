//! The board as a screen for the frame.
//!
//! - The frame asks for rows one by one, and only for the visible ones.
//! - An open form is next to the list or in its place; a painted page counts as seen.
//! - If there is room, the focused request is next to the list, as Enter would open it, with the next ones below. That
//!   doesn't count as seen.

mod detail;
mod hints;
mod question;
mod row;
mod title;

use super::machine::{Board, ListMode, Painted, Up};
use super::messages;
use super::rows::ListSlot;
use crate::inbox::screen::{self, InboxScreen, Listing};
use crate::life::RequestId;

impl Listing for Board {
    fn len(&self) -> usize {
        self.rows.slots().len()
    }

    fn headings(&self) -> &[usize] {
        self.rows.heading_slots()
    }

    fn slot(&self, at: usize) -> screen::Slot<'_> {
        match self.rows.slots()[at] {
            ListSlot::Heading(n) => {
                let heading = &self.rows.headings()[n];
                screen::Slot::Heading { name: heading.name.as_ref(), own: heading.own, count: heading.count }
            }
            ListSlot::Row(at) => match self.rows.at(at) {
                Some(row) => screen::Slot::Request(self.listed(row)),
                None => screen::Slot::Heading { name: None, own: None, count: 0 },
            },
        }
    }
}

impl Board {
    /// The screen, after [`Board::sized`].
    pub fn screen(&self) -> InboxScreen<'_> {
        let focus =
            self.focus.and_then(|at| self.rows.slots().iter().position(|slot| *slot == ListSlot::Row(at)));
        let searched = !self.search.text().is_empty();
        InboxScreen {
            title: self.title(),
            list: self,
            focus,
            focus_id: self.focused().map(|id| id.0),
            arrangement: self.arrangement,
            active: self.list_is_up(),
            search: self.entry(),
            notice: self.footer_line(),
            hints: self.hints(),
            empty: if searched { messages::nothing_found() } else { messages::empty() },
            detail: self.detail(),
            form: self.shown_form(),
            zoomed: self.zoomed,
            next_up: self.shown_next_up(),
            home: self.setup.home.as_deref(),
        }
    }

    /// Tells the board that its screen was painted, with all of `page` in sight; see
    /// [`Screen::must_see`](crate::form::Screen::must_see).
    pub fn painted(&mut self, laid: Painted, page: Option<u64>) {
        let now = self.now.at;
        self.laid = laid;
        for id in laid.whole.into_iter().chain(laid.form) {
            self.looked_at(id);
        }
        if let ListMode::Help { top, .. } = &mut self.mode {
            *top = laid.lines.top;
        }
        self.looked_at_link(laid.lines);
        let mut beside = true;
        if let Up::Form(id) = self.up
            && let Some(open) = self.form_mut(id)
        {
            if let Some(page) = page {
                open.form.seen(page);
            }
            open.form.shown(now);
            beside = false;
        }
        self.watch_sight(beside);
    }

    /// Whether the board keeps a form of this request; a surface can drop its view of the others.
    pub fn keeps(&self, id: RequestId) -> bool {
        self.form(id).is_some()
    }

    /// Tells each form whether it is in sight, including the one next to the list: only then do keys count.
    fn watch_sight(&mut self, beside: bool) {
        let now = self.now.at;
        let up = match self.up {
            Up::Form(id) => Some(id),
            Up::List | Up::Opening(_) => self.peeked().map(|open| open.id).filter(|_| beside),
        };
        let next: Vec<RequestId> =
            self.shown_next_up().iter().map(|form| form.id).take(self.laid.next_up).collect();
        for open in self.forms.iter_mut().chain(&mut self.peek.open).chain(self.next_up.forms_mut()) {
            if Some(open.id) == up || next.contains(&open.id) {
                open.form.in_sight(now);
            } else {
                open.form.hidden();
            }
        }
    }
}
