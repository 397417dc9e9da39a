//! Keys that mean something only at a size: scrolling, and moves by visual line.
//!
//! - PgUp and PgDn page through a page that doesn't fit, and the focus follows to the nearest row in sight.
//! - On a compare page they scroll the preview; elsewhere the context above the rows, until its end is reached.
//! - Ctrl+Up and Ctrl+Down, Alt+PgUp and Alt+PgDn scroll anywhere, without the focus.
//! - A page that takes no keys scrolls with Shift+Up and Shift+Down, Alt+PgUp and Alt+PgDn: its preview, its context, or
//!   all of it.
//! - Up and Down in a text of several visual lines move the caret; at its first and last line they are the
//!   keymap's. A text that is longer than its rows is paged through, too.

use crate::entry::active;
use crate::{Intercept, View};
use asq_core::form::{Action, Code, Key, Page, Screen, TextEntry};

impl View {
    /// The meaning of a key for the view; ask before the keymap, with the screen that was painted last.
    pub fn intercept(&mut self, screen: &Screen<'_>, key: Key) -> Intercept {
        // A key of the person's own stands for the arrow or the paging key that it was bound as.
        let own = screen.scroll_keys.iter().find(|(own, _)| *own == key);
        let key = own.map_or(key, |(_, canonical)| *canonical);
        if screen.still {
            return self.further(screen, key);
        }
        if screen.reading.is_some() {
            return if self.reader.scroll(key) { Intercept::Scrolled } else { Intercept::Pass };
        }
        let plain = !key.ctrl && !key.alt && !key.shift;
        let Some((direction, paging)) = scrolls(key) else { return self.pass() };
        if paging && plain {
            return self.page(screen, direction);
        }
        if (paging && key.alt || !paging && key.ctrl) && !key.shift && (key.alt != key.ctrl) {
            return self.scroll(direction, paging);
        }
        if !paging && plain {
            return self.line(screen, direction);
        }
        self.pass()
    }

    /// Scrolls a page that takes no keys, by a line or by a page.
    fn further(&mut self, screen: &Screen<'_>, key: Key) -> Intercept {
        let Some((direction, paging)) = scrolls(key) else { return Intercept::Pass };
        let by = |count: usize| {
            let lines = if paging { count.saturating_sub(1).max(1) } else { 1 };
            direction * lines as isize
        };
        if screen.page == Page::Compare
            && let Some((count, total)) = self.last.preview
            && (self.last.preview_hidden || count < total)
        {
            if self.last.preview_hidden {
                return self.page_preview(direction, count, total);
            }
            let top = self.preview_top.saturating_add_signed(by(count));
            self.preview_top = top.min(total.saturating_sub(count));
            return Intercept::Scrolled;
        }
        if let Some((count, total)) = self.last.context {
            let top = self.context_top.saturating_add_signed(by(count)).min(total.saturating_sub(count));
            if std::mem::replace(&mut self.context_top, top) != top {
                return Intercept::Scrolled;
            }
        }
        if self.last.scrolled.is_some() {
            return self.scroll(direction, paging);
        }
        Intercept::Scrolled
    }

    /// The keymap's key: the view follows the focus again.
    fn pass(&mut self) -> Intercept {
        self.free = false;
        self.aim = None;
        self.preview_open = false;
        Intercept::Pass
    }

    /// Scrolls the document by a line or a page.
    fn scroll(&mut self, direction: isize, paging: bool) -> Intercept {
        let Some(scrolled) = self.last.scrolled else { return self.pass() };
        let page = scrolled.window.count.saturating_sub(1).max(1) as isize;
        self.top = scrolled.moved(if paging { direction * page } else { direction }).top;
        self.free = true;
        Intercept::Scrolled
    }

    fn page(&mut self, screen: &Screen<'_>, direction: isize) -> Intercept {
        if screen.page == Page::Compare
            && let Some((count, total)) = self.last.preview
        {
            return self.page_preview(direction, count, total);
        }
        if direction > 0 && self.page_context(direction) {
            return Intercept::Scrolled;
        }
        let entry = active(screen);
        if let Some(entry) = entry
            && let Some(moved) = self.caret_by(entry, direction, entry.max_rows.saturating_sub(1).max(1))
        {
            return moved;
        }
        let at_top = self.last.scrolled.is_none_or(|s| s.window.top == 0);
        if direction < 0 && at_top && self.page_context(direction) {
            return Intercept::Scrolled;
        }
        let Some(scrolled) = self.last.scrolled else { return self.pass() };
        let page = scrolled.window.count.saturating_sub(1).max(1) as isize;
        let window = scrolled.moved(direction * page);
        let stuck = window.top == scrolled.window.top;
        self.top = window.top;
        self.free = true;
        if entry.is_some_and(|e| !e.editor.text().is_empty()) {
            return Intercept::Scrolled;
        }
        let shown = window.top..window.top + window.count;
        let lines = |row: usize| self.last.rows.iter().find(|(r, _)| *r == row).map(|(_, l)| l.clone());
        let focus = screen.focus.and_then(lines);
        let mut seen = self.last.rows.iter().filter(|(_, l)| shown.contains(&l.start));
        let target = if stuck {
            if direction < 0 { seen.next() } else { seen.next_back() }
        } else if focus.is_some_and(|l| shown.contains(&l.start)) {
            None
        } else if direction > 0 {
            // The focus was above: the first row in sight is the nearest.
            seen.next()
        } else {
            seen.next_back()
        };
        match target {
            Some((row, _)) if screen.focus != Some(*row) => {
                self.paged = Some(*row);
                Intercept::Act(Action::Focus(*row))
            }
            Some(_) | None => Intercept::Scrolled,
        }
    }

    /// Scrolls the context above the rows; false if it isn't in sight, or at its end.
    fn page_context(&mut self, direction: isize) -> bool {
        let Some((count, total)) = self.last.context else { return false };
        let by = direction * count.saturating_sub(1).max(1) as isize;
        let top = self.context_top.saturating_add_signed(by).min(total.saturating_sub(count));
        let moved = top != self.context_top;
        self.context_top = top;
        moved
    }

    fn page_preview(&mut self, direction: isize, count: usize, total: usize) -> Intercept {
        if self.last.preview_hidden && !self.preview_open {
            if direction > 0 && total > 0 {
                self.preview_open = true;
                self.preview_top = 0;
            }
            return Intercept::Scrolled;
        }
        if self.last.preview_hidden && direction < 0 && self.preview_top == 0 {
            self.preview_open = false;
            return Intercept::Scrolled;
        }
        let by = direction * count.saturating_sub(1).max(1) as isize;
        self.preview_top = self.preview_top.saturating_add_signed(by).min(total.saturating_sub(count));
        Intercept::Scrolled
    }

    fn line(&mut self, screen: &Screen<'_>, direction: isize) -> Intercept {
        let aim = self.aim;
        let moved = match active(screen) {
            // The notes of a compare page leave Up and Down to the list.
            Some(entry) if !notes_active(screen) => self.caret_by(entry, direction, 1),
            Some(_) | None => None,
        };
        match moved {
            Some(moved) => {
                self.free = false;
                self.aim = self.aim.or(aim);
                moved
            }
            None => self.pass(),
        }
    }

    /// Moves the caret up or down by visual lines; `None` at the first or last line.
    fn caret_by(&mut self, entry: &TextEntry<'_>, direction: isize, lines: usize) -> Option<Intercept> {
        if entry.max_rows <= 1 || entry.editor.text().is_empty() {
            return None;
        }
        let flow = &self.flows.active(entry.editor)?.flow;
        let (row, column) = flow.column_of(entry.editor, entry.editor.caret());
        let last = flow.rows() - 1;
        if direction < 0 && row == 0 || direction > 0 && row >= last {
            return None;
        }
        let aim = self.aim.unwrap_or(column);
        let target = row.saturating_add_signed(direction * lines as isize).min(last);
        let byte = flow.byte_at(entry.editor, target, aim);
        self.aim = Some(aim);
        Some(Intercept::Act(Action::CaretTo(byte)))
    }
}

/// Where a key scrolls, and whether by pages.
fn scrolls(key: Key) -> Option<(isize, bool)> {
    match key.code {
        Code::Up => Some((-1, false)),
        Code::Down => Some((1, false)),
        Code::PageUp => Some((-1, true)),
        Code::PageDown => Some((1, true)),
        Code::Char(_)
        | Code::Enter
        | Code::Tab
        | Code::Backspace
        | Code::Delete
        | Code::Esc
        | Code::Left
        | Code::Right
        | Code::Home
        | Code::End
        | Code::F(_) => None,
    }
}

fn notes_active(screen: &Screen<'_>) -> bool {
    screen.notes.as_ref().is_some_and(|n| n.entry.active)
}
