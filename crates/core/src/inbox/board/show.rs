//! The board as a screen for the frame.
//!
//! - The frame asks for rows one by one, and only for the visible ones.
//! - The footer names only keys that do something to the focused request now.
//! - An open form is next to the list or in its place; a painted page counts as seen.
//! - If there is room, the focused request is next to the list, as Enter would open it. That doesn't count as seen.

use super::keys::{self, InboxAct, InboxSpot, Snooze};
use super::machine::{Board, ListMode, Painted, Up, waits};
use super::messages;
use super::next_to_list::still;
use super::now::{age, clock};
use super::rows::{InboxRow, ListSlot, RowState};
use crate::form::{Hint, HintFor, Hints, TextEntry};
use crate::inbox::screen::{self, Detail, DetailForm, InboxScreen, Listed, Listing};
use crate::life::RequestId;
use crate::text::{Editor, Line, Shown, Span, Style, Tone};

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
                screen::Slot::Heading { name: heading.name.as_ref(), count: heading.count }
            }
            ListSlot::Row(at) => match self.rows.at(at) {
                Some(row) => screen::Slot::Request(self.listed(row)),
                None => screen::Slot::Heading { name: None, count: 0 },
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
            notice: self.asks(),
            hints: self.hints(),
            empty: if searched { messages::nothing_found() } else { messages::empty() },
            detail: self.detail(),
            form: self.shown_form(),
            home: self.setup.home.as_deref(),
        }
    }

    /// The open form, or the focused request as Enter would open it.
    fn shown_form(&self) -> Option<DetailForm<'_>> {
        let up = match self.up {
            Up::Form(id) => self.form(id),
            Up::List | Up::Opening(_) => None,
        };
        let form = up.map(|open| DetailForm {
            id: open.id,
            screen: open.screen(),
            up: true,
            over: open.over.is_some(),
        });
        form.or_else(|| {
            let open = self.peeked()?;
            Some(DetailForm { id: open.id, screen: still(open.form.screen()), up: false, over: false })
        })
    }

    /// Tells the board that its screen was painted, with all of `page` in sight; see
    /// [`Screen::must_see`](crate::form::Screen::must_see).
    pub fn painted(&mut self, laid: Painted, page: Option<u64>) {
        let now = self.now.at;
        self.laid = laid;
        if let ListMode::Help { top } = &mut self.mode {
            *top = laid.top;
        }
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
        for open in self.forms.iter_mut().chain(&mut self.peek.open) {
            if Some(open.id) == up {
                open.form.in_sight(now);
            } else {
                open.form.hidden();
            }
        }
    }

    /// `5 waiting · 2 put off`
    fn title(&self) -> Line {
        let waiting = self.waiting();
        let snoozed = self.rows.iter().filter(|row| row.snoozed > 0).count();
        let mut line =
            messages::line(&format!("{waiting} waiting"), if waiting > 0 { Tone::Accent } else { Tone::Dim });
        if snoozed > 0 {
            line.push(Span::new(messages::own(&format!(" · {snoozed} put off")), Style::of(Tone::Dim)));
        }
        if let Some(trouble) = &self.trouble {
            line.push(Span::own(" · ", Tone::Dim));
            line.push(Span::new(trouble.clone(), Style::of(Tone::Warn)));
        }
        line
    }

    /// The row of a request, as the list shows it.
    pub(super) fn listed<'a>(&self, row: &'a InboxRow) -> Listed<'a> {
        let says = match &row.state {
            RowState::Held { until, closing, .. } => {
                let left = until.0.saturating_sub(self.now.at.0).div_ceil(1000).max(1);
                let undo = keys::label(InboxSpot::List, InboxAct::Undo, &self.setup.keys);
                let doing = messages::doing(closing);
                // In a list of 40 columns, longer texts leave no room for this; the footer names the key, too.
                let now = if closing.is_answer() { " · Enter now" } else { "" };
                Some(messages::line(&format!("{doing} in {left} s · {undo} undo{now}"), Tone::Warn))
            }
            RowState::Sent { .. } => Some(messages::line("on its way …", Tone::Dim)),
            RowState::Over(over) => {
                let mine = over.by.is_none();
                let mark = if mine { Span::own("✔ ", Tone::Good) } else { Span::own("– ", Tone::Dim) };
                let mut line = Line::from(mark);
                if row.keeps {
                    // First, because next to a form there isn't room for everything.
                    line.push(Span::own("your text is kept · ", Tone::Warn));
                }
                let text = messages::over(over, &self.setup.zone, self.now);
                line.push(Span::new(text, Style::of(Tone::Dim)));
                Some(line)
            }
            RowState::Waits => self.put_off(row).or_else(|| {
                let why = row.refused.as_ref()?;
                let text = Shown::own("not taken: ").then(why);
                Some(Line::of(text, Style::of(Tone::Warn)))
            }),
        };
        Listed {
            pending: &row.pending,
            age: age(self.now, row.pending.at.wall_ms),
            asker: row.asker,
            draft: matches!(row.state, RowState::Waits)
                && self.known(row.pending.id).is_some_and(|o| o.touched),
            over: matches!(row.state, RowState::Over(_)),
            says,
        }
    }

    fn put_off(&self, row: &InboxRow) -> Option<Line> {
        (row.snoozed > 0).then(|| {
            let until = clock(&self.setup.zone, self.now, row.snoozed);
            Line::of(Shown::own("put off until ").then(&until), Style::of(Tone::Dim))
        })
    }

    /// The text field in the footer.
    fn entry(&self) -> Option<TextEntry<'_>> {
        let entry = |prefix: &'static str, placeholder: &'static str, editor, active| TextEntry {
            prefix: Some(Shown::own(prefix)),
            suffix: None,
            placeholder: Shown::own(placeholder),
            editor,
            active,
            kept: None,
            max_rows: 1,
            masked: false,
        };
        match &self.mode {
            ListMode::Search => Some(entry("/ ", "type to search", &self.search, true)),
            ListMode::Reason(_, editor) => Some(entry("Why do you decline? ", "no reason", editor, true)),
            ListMode::List | ListMode::Snooze(_) | ListMode::Help { .. } => {
                let searched: Option<&Editor> = Some(&self.search).filter(|s| !s.text().is_empty());
                searched.map(|search| entry("/ ", "", search, false))
            }
        }
    }

    /// The line with a question or a message.
    fn asks(&self) -> Option<Line> {
        if let ListMode::Snooze(_) = self.mode {
            let until = |snooze| {
                let key = keys::label(InboxSpot::Snooze, InboxAct::SnoozeFor(snooze), &self.setup.keys);
                format!("{key} {}", clock(&self.setup.zone, self.now, self.until(snooze)))
            };
            let text = format!(
                "Put off until: {} (15 min) · {} (1 h) · {} · Esc back",
                until(Snooze::Quarter),
                until(Snooze::Hour),
                until(Snooze::Tomorrow),
            );
            return Some(messages::line(&text, Tone::Accent));
        }
        self.notice.clone()
    }

    fn hints(&self) -> Hints {
        let own = &self.setup.keys;
        let mut parts = Vec::new();
        let mut hint = |keys: String, what: &str, of: HintFor| {
            if !keys.is_empty() {
                let words = messages::own(&format!("{keys} {what}"));
                let brief = if of == HintFor::Choosing { messages::own(&keys) } else { words.clone() };
                parts.push(Hint { words, brief, of });
            }
        };
        let key = |act| keys::label(self.spot(), act, own);
        match (self.up, &self.mode) {
            (Up::Form(_) | Up::Opening(_), _) => {
                hint(keys::label(InboxSpot::List, InboxAct::Back, own), "list", HintFor::Leaving);
            }
            (Up::List, ListMode::Search) => {
                hint(key(InboxAct::Accept), "to the list", HintFor::Choosing);
                hint(key(InboxAct::Leave), "show all", HintFor::Leaving);
            }
            (Up::List, ListMode::Reason(..)) => {
                hint(key(InboxAct::Accept), "decline", HintFor::Choosing);
                hint(key(InboxAct::Leave), "back", HintFor::Leaving);
            }
            (Up::List, ListMode::Snooze(_)) => {}
            (Up::List, ListMode::Help { .. }) => hint("any key".to_owned(), "to close", HintFor::Leaving),
            (Up::List, ListMode::List) => {
                let row = self.focused().and_then(|id| self.rows.of(id));
                match row.map(|row| (&row.state, row)) {
                    None => {}
                    Some((RowState::Held { .. }, _)) => {
                        hint(key(InboxAct::Open), "send now", HintFor::Choosing);
                        hint(key(InboxAct::Undo), "undo", HintFor::Declining);
                    }
                    Some((RowState::Over(_), row)) => {
                        if row.keeps {
                            hint(key(InboxAct::Open), "your text", HintFor::Choosing);
                        }
                        hint(key(InboxAct::Dismiss), "let go", HintFor::Declining);
                    }
                    Some((RowState::Sent { .. }, _)) => {}
                    Some((RowState::Waits, row)) => {
                        hint(key(InboxAct::Open), "open", HintFor::Choosing);
                        if self.has_next() {
                            hint(key(InboxAct::Next), "next", HintFor::Other);
                        }
                        let snooze = if row.snoozed > 0 { "bring back" } else { "later" };
                        hint(key(InboxAct::Snooze), snooze, HintFor::Other);
                        hint(key(InboxAct::Decline), "decline", HintFor::Declining);
                        if row.pending.summary.origin.pane.is_some() {
                            hint(key(InboxAct::Jump), "pane", HintFor::Other);
                        }
                    }
                }
                if !matches!(row.map(|row| &row.state), None | Some(RowState::Waits)) && self.has_next() {
                    hint(key(InboxAct::Next), "next", HintFor::Other);
                }
                if !self.rows.slots().is_empty() {
                    hint(key(InboxAct::Search), "search", HintFor::Other);
                }
                hint(key(InboxAct::Help), "keys", HintFor::Other);
                if self.search.text().is_empty() {
                    hint(key(InboxAct::Quit), "quit", HintFor::Leaving);
                } else {
                    hint(key(InboxAct::Leave), "show all", HintFor::Leaving);
                }
            }
        }
        Hints { parts, between: " · ", instead: None }
    }

    fn has_next(&self) -> bool {
        self.rows.iter().any(|row| waits(row) && Some(row.pending.position) != self.focus)
    }

    fn detail(&self) -> Detail<'_> {
        if let (Up::List, ListMode::Help { top }) = (self.up, &self.mode) {
            return Detail::Lines { lines: self.help(), top: *top };
        }
        let id = match self.up {
            Up::Form(id) => match self.form(id) {
                Some(open) => return Detail::Form(self.banners(id, open)),
                None => Some(id),
            },
            Up::Opening(id) => Some(id),
            Up::List => self.focused(),
        };
        match id.and_then(|id| self.rows.of(id)) {
            Some(row) if self.peeked().is_some() => Detail::Still(self.facts(row)),
            Some(row) => Detail::Card(self.listed(row), self.card(row)),
            None => Detail::Nothing,
        }
    }
}
