//! What is next to the list or in its place: a form, a request as Enter would open it, a card, the help.

use crate::form::{HintFor, Hints};
use crate::inbox::board::machine::{Board, ListMode, Up};
use crate::inbox::board::messages;
use crate::inbox::board::next_to_list::still;
use crate::inbox::screen::{Detail, DetailForm};

impl Board {
    /// The open form, or the focused request as Enter would open it.
    pub(super) fn shown_form(&self) -> Option<DetailForm<'_>> {
        let up = match self.up {
            Up::Form(id) => self.form(id),
            Up::List | Up::Opening(_) => None,
        };
        let form = up.map(|open| {
            let mut screen = open.screen();
            if self.zoomed {
                back_to_the_list(&mut screen.hints);
            }
            DetailForm { id: open.id, screen, up: true, over: open.over.is_some() }
        });
        form.or_else(|| {
            let open = self.peeked()?;
            let due = self.rows.of(open.id).and_then(|row| self.expiry(row));
            Some(DetailForm { id: open.id, screen: still(open.form.screen(), due), up: false, over: false })
        })
    }

    pub(super) fn detail(&self) -> Detail<'_> {
        if let (Up::List, ListMode::Help { top, .. }) = (self.up, &self.mode) {
            return Detail::Lines { lines: self.help(), top: *top, focus: None };
        }
        if let (Up::List, ListMode::Done(list)) = (self.up, &self.mode) {
            let (lines, focus) = self.done_lines(list);
            return Detail::Lines { lines, top: self.laid.lines.top, focus };
        }
        if let Some(lines) = self.link_lines().filter(|_| self.up == Up::List) {
            return Detail::Lines { lines, top: self.laid.lines.top, focus: None };
        }
        let id = match self.up {
            Up::Form(id) => match self.form(id) {
                Some(open) => return Detail::Form(self.banners(id, open)),
                None => Some(id),
            },
            Up::Opening(id) => Some(id),
            Up::List => self.focused(),
        };
        match (id.and_then(|id| self.rows.of(id)), self.peeked()) {
            (Some(row), Some(open)) => Detail::Still {
                above: self.banners(open.id, open),
                below: self.facts(row),
                about: open.form.about(),
            },
            (Some(row), None) => Detail::Card(self.listed(row), self.card(row)),
            (None, _) => Detail::Nothing,
        }
    }
}

/// Esc takes the whole window from the form before it puts it aside.
fn back_to_the_list(hints: &mut Hints) {
    for hint in hints.parts.iter_mut().filter(|hint| hint.of == HintFor::Leaving) {
        if let Some(key) = hint.words.as_str().strip_suffix(" put aside") {
            let words = messages::own(&format!("{key} back"));
            (hint.words, hint.brief) = (words.clone(), words);
        }
    }
}
