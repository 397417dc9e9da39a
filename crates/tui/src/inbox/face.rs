//! The inbox on a surface: the board, and the state that only a surface keeps.
//!
//! - A form's view lives as long as its form; the view of the request next to the list, as long as it is shown there.
//! - A key that only scrolls decides nothing, nor does the mouse; the wheel scrolls what is below it.
//! - After each paint it tells the board how far a page move goes, and which page was in sight completely.

use crate::input::{MouseAct, TermInput};
use asq_core::form::{Code, Intercept, Key};
use asq_core::inbox::{Board, BoardEffect, LeftOver, Notice, Now, Painted, Setup};
use asq_core::life::RequestId;
use asq_core::text::Shown;
use asq_core::time::Timestamp;
use asq_frame::inbox::{InboxView, paint, shows_next, side_by_side};
use asq_frame::{Frame, Glyphs, Size, View};
use std::collections::BTreeMap;

/// How many lines a turn of the wheel scrolls.
const WHEEL: usize = 3;

/// The inbox, and the state that its surface keeps.
pub struct InboxFace {
    board: Board,
    glyphs: Glyphs,
    view: InboxView,
    forms: BTreeMap<RequestId, View>,
    /// The view of the request next to the list.
    beside: Option<(RequestId, View)>,
    /// The request next to the list, if all of it was in sight at the last paint.
    whole: Option<RequestId>,
}

impl InboxFace {
    /// An empty inbox; `glyphs` are the marks that the surface can show.
    pub fn new(setup: Setup, glyphs: Glyphs) -> InboxFace {
        let view = InboxView::new(glyphs);
        InboxFace {
            board: Board::new(setup),
            glyphs,
            view,
            forms: BTreeMap::new(),
            beside: None,
            whole: None,
        }
    }

    /// Whether a request waits that isn't snoozed.
    pub fn waits(&self) -> bool {
        self.board.waiting() > 0
    }

    /// The title: how many requests wait, without snoozed ones, and whether one is dangerous.
    pub fn title(&self) -> Shown {
        let own = Shown::own("asq inbox");
        let waiting = self.board.waiting();
        if waiting == 0 {
            return own;
        }
        let end = Shown::own(if self.board.danger_waits() { "!) " } else { ") " });
        Shown::joined([&Shown::own("("), &Shown::number(waiting), &end, &own])
    }

    /// Takes a key or a paste.
    pub fn input(&mut self, now: Now, input: TermInput) -> Vec<BoardEffect> {
        let mut effects = match input {
            TermInput::Key(key) => self.key(now, key),
            TermInput::Paste(text) => self.board.paste(now, text),
            TermInput::Mouse(act, column, row) => self.mouse(now, act, (column, row)),
            TermInput::Focus(_) | TermInput::Cursor(..) | TermInput::Unknown => {
                self.board.stir(now);
                return Vec::new();
            }
        };
        effects.extend(self.board.typed(now));
        effects
    }

    /// A click focuses a request of the list, or opens it, or focuses a row of the form; the wheel moves what is under it.
    fn mouse(&mut self, now: Now, act: MouseAct, place: (u16, u16)) -> Vec<BoardEffect> {
        let item = self.view.slot_at(place);
        match act {
            MouseAct::Click => match self.form_row(place) {
                Some(row) => self.board.click_row(now, row),
                None => self.board.click(now, item),
            },
            MouseAct::WheelUp | MouseAct::WheelDown
                if self.beside.is_some() && self.view.is_beside(place) =>
            {
                self.board.stir(now);
                self.scroll_beside(act == MouseAct::WheelUp);
                Vec::new()
            }
            MouseAct::WheelUp | MouseAct::WheelDown => {
                let Some(key) = self.board.wheel(now, act == MouseAct::WheelUp) else { return Vec::new() };
                let InboxFace { board, forms, glyphs, .. } = self;
                board.key(now, key, &mut |id, screen, key| {
                    // What doesn't scroll would move the focus of the form.
                    let view = forms.entry(id).or_insert_with(|| View::new(*glyphs));
                    let _ = view.intercept(screen, key);
                    Intercept::Scrolled
                })
            }
        }
    }

    /// The row of the open form at a place.
    fn form_row(&self, place: (u16, u16)) -> Option<usize> {
        let line = self.view.form_line(place)?;
        let form = self.board.screen().form.filter(|form| form.up)?;
        self.forms.get(&form.id)?.row_at(line)
    }

    /// Scrolls the request next to the list.
    fn scroll_beside(&mut self, up: bool) {
        let InboxFace { board, beside, .. } = self;
        let form = board.screen().form.filter(|form| !form.up);
        if let (Some((_, view)), Some(form)) = (beside, form) {
            for _ in 0..WHEEL {
                let _ = view.intercept(&form.screen, Key::shift(if up { Code::Up } else { Code::Down }));
            }
        }
    }

    fn key(&mut self, now: Now, key: Key) -> Vec<BoardEffect> {
        let InboxFace { board, forms, beside, glyphs, .. } = self;
        board.key(now, key, &mut |id, screen, key| match beside {
            Some((there, view)) if *there == id && screen.still => view.intercept(screen, key),
            Some(_) | None => forms.entry(id).or_insert_with(|| View::new(*glyphs)).intercept(screen, key),
        })
    }

    /// Whether a form has a typed secret.
    pub fn holds_secret(&self) -> bool {
        self.board.holds_secret()
    }

    /// Takes news.
    pub fn notices(&mut self, now: Now, notices: Vec<Notice>) -> Vec<BoardEffect> {
        self.board.notices(now, notices)
    }

    /// The window is gone; what is left to do.
    pub fn ended(&mut self, now: Now) -> Vec<BoardEffect> {
        self.board.ended(now)
    }

    /// What may not be stored when the inbox ends.
    pub fn left_over(&self) -> Vec<LeftOver> {
        self.board.left_over()
    }

    /// Lets time pass.
    pub fn tick(&mut self, now: Now) -> Vec<BoardEffect> {
        self.board.tick(now)
    }

    /// When to call [`InboxFace::tick`]; `None` if nothing happens by itself.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.board.deadline()
    }

    /// Takes the text from the person's own editor, or why it returned nothing.
    pub fn edited(&mut self, now: Now, left: Result<String, String>) -> Vec<BoardEffect> {
        self.board.edited(now, left)
    }

    /// Shows why a jump failed, or something else that the person wanted.
    pub fn failed(&mut self, why: &str) {
        self.board.failed(why);
    }

    /// Shows what was done for the person.
    pub fn told(&mut self, what: &str) {
        self.board.told(what);
    }

    /// The inbox at a size. Everything that it shows of a form counts as seen.
    pub fn paint(&mut self, now: Now, size: Size) -> Frame {
        let before = (self.whole, self.board.link_is_read());
        let frame = self.paint_once(now, size);
        // The footer names the keys for what is wholly in sight.
        let after = (self.whole, self.board.link_is_read());
        if after == before { frame } else { self.paint_once(now, size) }
    }

    fn paint_once(&mut self, now: Now, size: Size) -> Frame {
        self.board.sized(now, side_by_side(size), shows_next(size));
        let board = &self.board;
        self.forms.retain(|id, _| board.keeps(*id));
        let screen = board.screen();
        let fresh = || View::new(self.glyphs);
        let before = self.beside.take();
        let view = match &screen.form {
            Some(form) if form.up => {
                let opened = before.filter(|(id, _)| *id == form.id).map(|(_, view)| view.opened());
                Some(self.forms.entry(form.id).or_insert_with(|| opened.unwrap_or_else(fresh)))
            }
            Some(form) => {
                let same = before.filter(|(id, _)| *id == form.id);
                let (_, view) = self.beside.insert(same.unwrap_or_else(|| (form.id, fresh())));
                Some(view)
            }
            None => None,
        };
        let up = screen.form.as_ref().filter(|form| form.up).map(|form| form.id);
        let frame = paint(&screen, &mut self.view, view, size);
        drop(screen);
        let page = up.and_then(|id| self.forms.get(&id)?.seen());
        let whole = self.beside.as_ref().filter(|(_, view)| view.is_whole()).map(|(id, _)| *id);
        self.whole = whole;
        let form = up.filter(|id| self.forms.get(id).is_some_and(View::is_whole));
        let next_up = self.view.next_up();
        let laid = Painted { page: self.view.page(), lines: self.view.lines(), whole, form, next_up };
        self.board.painted(laid, page);
        frame
    }
}
