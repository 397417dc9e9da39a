//! One form that is drawn by a host.
//!
//! - Keys and pastes come as the host's terminal sent them; each line of input is whole, so a lone Esc is Esc at once.
//! - Every change ends in one frame, made for the size that the host named last; the caret is drawn into it where the
//!   host has a tone for it.
//! - Ctrl+G asks the host to open the person's editor, and takes what it left.
//! - An abort is the asker's: it withdraws, and keeps what was typed.
//! - A changed draft is kept at once, then at most once a second, and on leaving.
//! - One that can be answered elsewhere says so when it was, and goes; it can be put aside.

use super::tones::Tones;
use super::{Want, caret};
use crate::elsewhere::Elsewhere;
use crate::input::{Input, Parser};
use asq_core::form::{Action, Effect, Form, Key, keymap};
use asq_core::inbox::Notice;
use asq_core::model::{Draft, Outcome};
use asq_core::time::Timestamp;
use asq_frame::inbox::banner;
use asq_frame::{Glyphs, Intercept, Size, View, paint};
use asq_wire::embed::{FromHost, Open, Signal, ToHost};

/// Milliseconds between two drafts that are kept while somebody types.
const KEEP_EVERY: u64 = 1000;

pub(super) struct Live {
    id: String,
    form: Form,
    view: View,
    parser: Parser,
    tones: Tones,
    size: Size,
    glyphs: Glyphs,
    /// Other surfaces, where there can be any.
    elsewhere: Option<Elsewhere>,
    /// The frame that the host has.
    said: Option<ToHost>,
    kept: Option<Timestamp>,
    keep_due: Option<Timestamp>,
}

impl Live {
    /// A form; `posted` is whether it can be answered elsewhere, too.
    pub(super) fn new(open: &Open, form: Form, posted: bool) -> Live {
        let glyphs = if open.unicode { Glyphs::Unicode } else { Glyphs::Ascii };
        Live {
            id: open.id.clone(),
            elsewhere: posted.then(|| Elsewhere::new(&form)),
            form,
            view: View::new(glyphs),
            glyphs,
            parser: Parser::new(),
            tones: Tones::new(&open.tones),
            size: Size { width: open.width, height: open.height },
            said: None,
            kept: None,
            keep_due: None,
        }
    }

    /// The first frame. A clock runs from it and is part of it, so that the form doesn't grow a second later.
    pub(super) fn begin(&mut self, now: Timestamp) -> Vec<Want> {
        self.form.shown(now);
        vec![self.frame()]
    }

    pub(super) fn draft(&self) -> Draft {
        self.form.draft()
    }

    pub(super) fn deadline(&self) -> Option<Timestamp> {
        let over = self.elsewhere.as_ref().and_then(Elsewhere::deadline);
        let form = self.form.deadline().filter(|_| over.is_none());
        [form, over, self.keep_due].into_iter().flatten().min()
    }

    pub(super) fn tick(&mut self, now: Timestamp) -> Vec<Want> {
        let mut wants = Vec::new();
        if self.keep_due.is_some_and(|due| due <= now) {
            wants.push(self.keep(now));
        }
        if let Some(over) = self.elsewhere.as_ref().and_then(Elsewhere::deadline) {
            if over <= now {
                wants.push(Want::Keep(self.form.draft()));
                wants.push(Want::Elsewhere(self.form.draft()));
            }
            return wants;
        }
        if self.form.deadline().is_some_and(|due| due <= now) {
            let effects = self.form.tick(now);
            self.effects(now, effects, &mut wants);
            self.show(&mut wants);
        }
        wants
    }

    /// Takes in what other surfaces did.
    pub(super) fn heed(&mut self, now: Timestamp, notices: &[Notice]) {
        let Some(elsewhere) = &mut self.elsewhere else { return };
        for notice in notices {
            elsewhere.told(now, &mut self.form, notice);
        }
    }

    /// What other surfaces did.
    pub(super) fn told(&mut self, now: Timestamp, notices: &[Notice]) -> Vec<Want> {
        if self.elsewhere.is_none() {
            return Vec::new();
        }
        self.heed(now, notices);
        let mut wants = self.tick(now);
        let before = self.said.take();
        if !closed(&wants) {
            let frame = self.frame();
            // Not all that others do can be seen.
            if self.said != before {
                wants.push(frame);
            }
        }
        wants
    }

    /// It comes back after it was put aside.
    pub(super) fn again(&mut self, now: Timestamp, (width, height): (u16, u16)) -> Vec<Want> {
        self.size = Size { width, height };
        self.begin(now)
    }

    pub(super) fn take(&mut self, now: Timestamp, line: FromHost) -> Vec<Want> {
        let mut wants = Vec::new();
        match line {
            FromHost::Input { data, .. } => self.input(now, &data, &mut wants),
            FromHost::Resize { width, height, .. } => self.size = Size { width, height },
            FromHost::Abort { .. } => wants.push(Want::Close(Outcome::Withdrawn(self.form.draft()))),
            FromHost::Edited { text: Some(text), .. } => self.act(now, Action::Edited(text), &mut wants),
            FromHost::Edited { text: None, error, .. } => {
                let why = error.unwrap_or_else(|| "the editor left nothing".to_owned());
                self.act(now, Action::EditFailed(why), &mut wants);
            }
            FromHost::Focus { .. } | FromHost::Show { .. } => return wants,
            FromHost::Open(_) | FromHost::Answer { .. } => {
                let message = "this form is drawn: it takes input, not answers".to_owned();
                return vec![Want::Say(ToHost::Error { id: Some(self.id.clone()), message })];
            }
        }
        self.show(&mut wants);
        wants
    }

    fn input(&mut self, now: Timestamp, data: &str, wants: &mut Vec<Want>) {
        let mut inputs = Vec::new();
        self.parser.feed(now, data.as_bytes(), &mut inputs);
        // The host hands on whole sequences: what is unfinished now will never be finished.
        if let Some(due) = self.parser.deadline() {
            self.parser.expire(due, &mut inputs);
        }
        for input in inputs {
            if let Some(elsewhere) = &mut self.elsewhere {
                let taken = match &input {
                    Input::Key(key) => elsewhere.key(now, &mut self.form, *key),
                    Input::Paste(_) => elsewhere.is_over(),
                    Input::Focus(_) | Input::Unknown => false,
                };
                if taken {
                    continue;
                }
            }
            match input {
                Input::Key(key) => {
                    if let Some(action) = self.action(key) {
                        self.act(now, action, wants);
                    }
                }
                Input::Paste(text) => self.act(now, Action::Paste(text), wants),
                Input::Focus(_) | Input::Unknown => {}
            }
            if closed(wants) {
                return;
            }
        }
    }

    fn action(&mut self, key: Key) -> Option<Action> {
        match self.view.intercept(&self.form.screen(), key) {
            Intercept::Scrolled => None,
            Intercept::Act(action) => Some(action),
            Intercept::Pass => keymap::resolve(&self.form, key),
        }
    }

    fn act(&mut self, now: Timestamp, action: Action, wants: &mut Vec<Want>) {
        let effects = self.form.handle(now, action);
        self.effects(now, effects, wants);
    }

    fn effects(&mut self, now: Timestamp, effects: Vec<Effect>, wants: &mut Vec<Want>) {
        for effect in effects {
            match effect {
                Effect::Close(outcome) => wants.push(Want::Close(outcome)),
                Effect::Edit(text) => {
                    let signal = Signal::Edit(text);
                    wants.push(Want::Say(ToHost::Signal { id: self.id.clone(), signal }));
                }
                Effect::Aside => wants.push(Want::Aside(self.form.draft())),
                // The process is the host's to stop.
                Effect::Suspend => {}
                Effect::DraftChanged => {
                    // The store's own line counts how often it writes.
                    let every = if self.elsewhere.is_some() { 0 } else { KEEP_EVERY };
                    if let Some(elsewhere) = &mut self.elsewhere {
                        elsewhere.typed(now);
                    }
                    match self.kept.map(|kept| kept.plus(every)) {
                        Some(due) if now < due => self.keep_due = Some(due),
                        Some(_) | None => wants.push(self.keep(now)),
                    }
                }
            }
        }
    }

    fn keep(&mut self, now: Timestamp) -> Want {
        self.keep_due = None;
        self.kept = Some(now);
        Want::Keep(self.form.draft())
    }

    fn show(&mut self, wants: &mut Vec<Want>) {
        if !closed(wants) {
            wants.push(self.frame());
        }
    }

    fn frame(&mut self) -> Want {
        let above = self.elsewhere.as_ref().and_then(Elsewhere::banner);
        let mut above =
            above.map(|line| banner(&line, usize::from(self.size.width), self.glyphs)).unwrap_or_default();
        // At least a row is the form's.
        above.truncate(usize::from(self.size.height.saturating_sub(1)));
        let rows = u16::try_from(above.len()).unwrap_or(0);
        let size = Size { height: self.size.height.saturating_sub(rows), ..self.size };
        let mut frame = paint(&self.form.screen(), &mut self.view, size);
        frame.lines.splice(0..0, above);
        frame.caret = frame.caret.map(|(column, row)| (column, row + rows));
        if let Some(page) = self.view.seen() {
            self.form.seen(page);
        }
        let mut lines: Vec<String> = frame.lines.iter().map(|line| self.tones.line(line)).collect();
        if let Some((column, row)) = frame.caret.filter(|_| self.tones.draws_the_caret()) {
            let row = usize::from(row);
            if let (Some(said), Some(line)) = (lines.get_mut(row), frame.lines.get(row)) {
                *said = self.tones.line(&caret::drawn(line, usize::from(column)));
            }
        }
        let frame = ToHost::Frame {
            id: self.id.clone(),
            width: self.size.width,
            height: self.size.height,
            lines,
            caret: frame.caret.map(|(column, row)| (row, column)),
        };
        if self.elsewhere.is_some() {
            self.said = Some(frame.clone());
        }
        Want::Say(frame)
    }
}

fn closed(wants: &[Want]) -> bool {
    wants.iter().any(|want| matches!(want, Want::Close(_) | Want::Aside(_) | Want::Elsewhere(_)))
}
