//! What the inbox shows: the board as a screen of the frame's.
//!
//! - Rows are asked for one by one, those in sight only.
//! - Footers name keys that do something to the focused request now.
//! - A form's own page is painted beside the list, or in its place; what was painted counts as seen.
//! - Beside the list, where there is room, the focused request stands as it would be opened; that is not seen yet.

use super::keys::{self, Act};
use super::machine::{Board, Laid, Mode, Up, waits};
use super::messages;
use super::now::{age, clock, tomorrow};
use super::peek::still;
use super::rows::{Row, Slot, State};
use crate::form::{Entry, Hint, HintFor, Hints};
use crate::inbox::screen::{self, Beside, FormBeside, InboxScreen, Listed, Listing};
use crate::life::RequestId;
use crate::text::{Editor, Line, Shown, Span, Style, Tone};

/// The list, as the frame asks for it.
impl Listing for Board {
    fn len(&self) -> usize {
        self.rows.slots().len()
    }

    fn headings(&self) -> &[usize] {
        self.rows.heading_slots()
    }

    fn slot(&self, at: usize) -> screen::Slot<'_> {
        match self.rows.slots()[at] {
            Slot::Heading(n) => {
                let heading = &self.rows.headings()[n];
                screen::Slot::Heading { name: heading.name.as_ref(), count: heading.count }
            }
            Slot::Row(at) => match self.rows.at(at) {
                Some(row) => screen::Slot::Request(self.listed(row)),
                None => screen::Slot::Heading { name: None, count: 0 },
            },
        }
    }
}

impl Board {
    /// What to show, after [`Board::sized`].
    pub fn screen(&self) -> InboxScreen<'_> {
        let focus =
            self.focus.and_then(|at| self.rows.slots().iter().position(|slot| *slot == Slot::Row(at)));
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
            beside: self.beside(),
            form: self.shown_form(),
            home: self.setup.home.as_deref(),
        }
    }

    /// The form that is up, or the focused request as it would be opened.
    fn shown_form(&self) -> Option<FormBeside<'_>> {
        let up = match self.up {
            Up::Form(id) => self.form(id),
            Up::List | Up::Opening(_) => None,
        };
        let form = up.map(|open| FormBeside {
            id: open.id,
            screen: open.screen(),
            up: true,
            over: open.over.is_some(),
        });
        form.or_else(|| {
            let open = self.peeked()?;
            Some(FormBeside { id: open.id, screen: still(open.form.screen()), up: false, over: false })
        })
    }

    /// Tells the board that its screen was painted; `page` has been in sight whole, see
    /// [`Screen::must_see`](crate::form::Screen::must_see).
    pub fn painted(&mut self, laid: Laid, page: Option<u64>) {
        let now = self.now.at;
        self.laid = laid;
        if let Mode::Help { top } = &mut self.mode {
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

    /// Whether a form of this request is kept: what a surface knows of any other can be forgotten.
    pub fn keeps(&self, id: RequestId) -> bool {
        self.form(id).is_some()
    }

    /// Tells each form whether it is in sight, the one beside the list included: a key counts from then on.
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

    /// A row as the list shows it.
    pub(super) fn listed<'a>(&self, row: &'a Row) -> Listed<'a> {
        let says = match &row.state {
            State::Held { until, closing, .. } => {
                let left = until.0.saturating_sub(self.now.at.0).div_ceil(1000).max(1);
                let undo = keys::label(Act::Undo, &self.setup.keys);
                let doing = messages::doing(closing);
                // What takes longer to say has no room for more in a list of 40 columns; the footer names it.
                let now = if closing.is_answer() { " · Enter now" } else { "" };
                Some(messages::line(&format!("{doing} in {left} s · {undo} undo{now}"), Tone::Warn))
            }
            State::Sent { .. } => Some(messages::line("on its way …", Tone::Dim)),
            State::Over(over) => {
                let mine = over.by.is_none();
                let mark = if mine { Span::own("✔ ", Tone::Good) } else { Span::own("– ", Tone::Dim) };
                let mut line = Line::from(mark);
                if row.keeps {
                    // First: there is no room for all of it beside a form.
                    line.push(Span::own("your text is kept · ", Tone::Warn));
                }
                let text = messages::over(over, &self.setup.zone, self.now);
                line.push(Span::new(text, Style::of(Tone::Dim)));
                Some(line)
            }
            State::Waits => self.put_off(row).or_else(|| {
                let why = row.refused.as_ref()?;
                let text = Shown::own("not taken: ").then(why);
                Some(Line::of(text, Style::of(Tone::Warn)))
            }),
        };
        Listed {
            pending: &row.pending,
            age: age(self.now, row.pending.at.wall_ms),
            asker: row.asker,
            draft: matches!(row.state, State::Waits) && self.known(row.pending.id).is_some_and(|o| o.touched),
            over: matches!(row.state, State::Over(_)),
            says,
        }
    }

    fn put_off(&self, row: &Row) -> Option<Line> {
        (row.snoozed > 0).then(|| {
            let until = clock(&self.setup.zone, self.now, row.snoozed);
            Line::of(Shown::own("put off until ").then(&until), Style::of(Tone::Dim))
        })
    }

    /// What is typed in the footer.
    fn entry(&self) -> Option<Entry<'_>> {
        let entry = |prefix: &'static str, placeholder: &'static str, editor, active| Entry {
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
            Mode::Search => Some(entry("/ ", "type to search", &self.search, true)),
            Mode::Reason(_, editor) => Some(entry("Why do you decline? ", "no reason", editor, true)),
            Mode::List | Mode::Snooze(_) | Mode::Help { .. } => {
                let searched: Option<&Editor> = Some(&self.search).filter(|s| !s.text().is_empty());
                searched.map(|search| entry("/ ", "", search, false))
            }
        }
    }

    /// The line that asks or says something.
    fn asks(&self) -> Option<Line> {
        if let Mode::Snooze(_) = self.mode {
            let at = |ms| clock(&self.setup.zone, self.now, ms);
            let wall = self.now.wall_ms;
            let text = format!(
                "Put off until: 1 {} (15 min) · 2 {} (1 h) · 3 {} · Esc back",
                at(wall + 15 * super::now::MINUTE),
                at(wall + 60 * super::now::MINUTE),
                at(tomorrow(&self.setup.zone, self.now)),
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
        let key = |act| keys::label(act, own);
        let fixed = |text: &str| text.to_owned();
        match (self.up, &self.mode) {
            (Up::Form(_) | Up::Opening(_), _) => hint(fixed("Ctrl+]"), "list", HintFor::Leaving),
            (Up::List, Mode::Search) => {
                hint(fixed("Enter"), "to the list", HintFor::Choosing);
                hint(fixed("Esc"), "show all", HintFor::Leaving);
            }
            (Up::List, Mode::Reason(..)) => {
                hint(fixed("Enter"), "decline", HintFor::Choosing);
                hint(fixed("Esc"), "back", HintFor::Leaving);
            }
            (Up::List, Mode::Snooze(_)) => {}
            (Up::List, Mode::Help { .. }) => hint(fixed("any key"), "to close", HintFor::Leaving),
            (Up::List, Mode::List) => {
                let row = self.focused().and_then(|id| self.rows.of(id));
                match row.map(|row| (&row.state, row)) {
                    None => {}
                    Some((State::Held { .. }, _)) => {
                        hint(key(Act::Open), "send now", HintFor::Choosing);
                        hint(key(Act::Undo), "undo", HintFor::Declining);
                    }
                    Some((State::Over(_), row)) => {
                        if row.keeps {
                            hint(key(Act::Open), "your text", HintFor::Choosing);
                        }
                        hint(key(Act::Dismiss), "let go", HintFor::Declining);
                    }
                    Some((State::Sent { .. }, _)) => {}
                    Some((State::Waits, row)) => {
                        hint(key(Act::Open), "open", HintFor::Choosing);
                        if self.has_next() {
                            hint(key(Act::Next), "next", HintFor::Other);
                        }
                        let snooze = if row.snoozed > 0 { "bring back" } else { "later" };
                        hint(key(Act::Snooze), snooze, HintFor::Other);
                        hint(key(Act::Decline), "decline", HintFor::Declining);
                        if row.pending.summary.origin.pane.is_some() {
                            hint(key(Act::Jump), "pane", HintFor::Other);
                        }
                    }
                }
                if !matches!(row.map(|row| &row.state), None | Some(State::Waits)) && self.has_next() {
                    hint(key(Act::Next), "next", HintFor::Other);
                }
                if !self.rows.slots().is_empty() {
                    hint(key(Act::Search), "search", HintFor::Other);
                }
                hint(key(Act::Help), "keys", HintFor::Other);
                if self.search.text().is_empty() {
                    hint(key(Act::Quit), "quit", HintFor::Leaving);
                } else {
                    hint(fixed("Esc"), "show all", HintFor::Leaving);
                }
            }
        }
        Hints { parts, between: " · ", instead: None }
    }

    fn has_next(&self) -> bool {
        self.rows.iter().any(|row| waits(row) && Some(row.pending.position) != self.focus)
    }

    fn beside(&self) -> Beside<'_> {
        if let (Up::List, Mode::Help { top }) = (self.up, &self.mode) {
            return Beside::Lines { lines: self.help(), top: *top };
        }
        let id = match self.up {
            Up::Form(id) => match self.form(id) {
                Some(open) => return Beside::Form(self.banners(id, open)),
                None => Some(id),
            },
            Up::Opening(id) => Some(id),
            Up::List => self.focused(),
        };
        match id.and_then(|id| self.rows.of(id)) {
            Some(row) if self.peeked().is_some() => Beside::Still(self.facts(row)),
            Some(row) => Beside::Card(self.listed(row), self.card(row)),
            None => Beside::Nothing,
        }
    }
}
