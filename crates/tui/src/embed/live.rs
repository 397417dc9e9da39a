//! One form that a host draws.
//!
//! - Keys and pastes come as the host's terminal sent them; each line of input is complete, so a lone Esc is Esc at
//!   once.
//! - Every change leads to one frame, for the size that the host named last; the caret is drawn into it if the host has
//!   a tone for it.
//! - Ctrl+G asks the host to open the person's editor, and takes the edited text.
//! - Text that was meant for the host's editor puts the form aside, and goes back there.
//! - An abort comes from the asker: it withdraws, and keeps the typed text.
//! - A changed draft is passed on to be saved, as often as [`Face`] says.
//! - A form that was answered elsewhere names the person, and closes. News that change nothing visible lead to no
//!   frame.

use super::caret;
use super::host_tones::HostTones;
use super::want::Want;
use crate::face::{Face, FaceDue};
use crate::input::Parser;
use crate::secret_hold::SecretHold;
use asq_core::form::{Action, Aside, Effect, Form};
use asq_core::inbox::Notice;
use asq_core::life::Origin;
use asq_core::model::{Draft, Outcome};
use asq_core::time::Timestamp;
use asq_frame::{Glyphs, Size};
use asq_wire::embed::{FromHost, HostSignal, Open, ToHost};
use std::collections::BTreeMap;

pub(super) struct Live {
    id: String,
    face: Face,
    parser: Parser,
    tones: HostTones,
    size: Size,
    /// Hides the process while a typed secret is in it.
    secret: Option<SecretHold>,
    /// The host has an editor that takes text back.
    lends: bool,
}

/// How many of the host's own keys the help page lists.
const MOST_HOST_KEYS: usize = 8;
/// The shortest text that goes back to the host's editor: two letters may be keys that were tried.
const LEAST_TEXT: usize = 3;

impl Live {
    /// A form; `posted` means that it can be answered elsewhere, too.
    pub(super) fn new(open: &Open, form: Form, origin: Option<Origin>, posted: bool) -> Live {
        let form = form.with_about(open.about.clone().map(|about| Box::new(about.cut())));
        let host_keys = open.host_keys.iter().map(|(key, what)| (key.as_str().into(), what.as_str().into()));
        let form = form.with_host_keys(host_keys.take(MOST_HOST_KEYS).collect());
        let mut form = if open.waits { form.aside(Aside::Key) } else { form };
        if let Some(origin) = origin {
            form.learn_origin(origin);
        }
        let glyphs = if open.unicode { Glyphs::Unicode } else { Glyphs::Ascii };
        Live {
            id: open.id.clone(),
            face: Face::new(form, glyphs, posted),
            parser: Parser::new(),
            tones: HostTones::new(&open.tones),
            size: Size { width: open.width, height: open.height },
            secret: None,
            lends: open.waits && open.editor.is_some(),
        }
    }

    /// The first frame. The clock starts with it and is part of it, so that the form doesn't grow a second later.
    pub(super) fn begin(&mut self, now: Timestamp) -> Vec<Want> {
        self.face.form.shown(now);
        vec![Want::Say(self.frame())]
    }

    pub(super) fn draft(&self) -> Draft {
        self.face.form.last_draft()
    }

    pub(super) fn deadline(&self) -> Option<Timestamp> {
        self.face.deadline()
    }

    pub(super) fn tick(&mut self, now: Timestamp) -> Vec<Want> {
        let mut wants = Vec::new();
        if self.face.keep_is_due(now) {
            wants.push(Want::Keep(self.face.keep(now)));
        }
        match self.face.tick(now) {
            FaceDue::Nothing => {}
            FaceDue::Elsewhere => wants.push(Want::Elsewhere(self.draft())),
            FaceDue::Effects(effects) => {
                self.effects(now, effects, &mut wants);
                self.show(&mut wants);
            }
        }
        wants
    }

    /// Takes news from other surfaces while it isn't shown.
    pub(super) fn heed(&mut self, now: Timestamp, notices: &[Notice]) {
        self.face.heed(now, notices);
    }

    pub(super) fn take_news(&mut self, now: Timestamp, notices: &[Notice]) -> Vec<Want> {
        if !self.face.is_posted() {
            return Vec::new();
        }
        let mut wants = self.tick(now);
        let before = self.frame();
        self.face.heed(now, notices);
        // A form that nobody touched closes at once.
        wants.extend(self.tick(now));
        if !closed(&wants) {
            let frame = self.frame();
            // Not everything that others do is visible.
            if frame != before {
                wants.push(Want::Say(frame));
            }
        }
        wants
    }

    /// The text of a key that came while the form was aside, if the host's editor takes it.
    pub(super) fn gives_back(&self, data: &str) -> Option<String> {
        (self.lends && !data.chars().any(char::is_control)).then(|| data.to_owned())
    }

    /// Takes the host's new colours.
    pub(super) fn paint_with(&mut self, tones: &BTreeMap<String, (String, String)>) {
        self.tones = HostTones::new(tones);
    }

    /// Shows it again after it was put aside.
    pub(super) fn again(&mut self, now: Timestamp, (width, height): (u16, u16)) -> Vec<Want> {
        self.size = Size { width, height };
        self.begin(now)
    }

    pub(super) fn take(&mut self, now: Timestamp, line: FromHost) -> Vec<Want> {
        let mut wants = Vec::new();
        match line {
            FromHost::Input { data, .. } => self.input(now, &data, &mut wants),
            FromHost::Resize { width, height, .. } => self.size = Size { width, height },
            FromHost::Abort { .. } => wants.push(Want::Close(Outcome::Withdrawn(self.draft()))),
            FromHost::Edited { text: Some(text), .. } => self.act(now, Action::Edited(text), &mut wants),
            FromHost::Edited { text: None, error, .. } => {
                let why = error.unwrap_or_else(|| "the editor left nothing".to_owned());
                self.act(now, Action::EditFailed(why), &mut wants);
            }
            FromHost::Tones { tones, .. } => self.paint_with(&tones),
            FromHost::Focus { .. } | FromHost::Show { .. } | FromHost::Ping { .. } => return wants,
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
        // The host passes on whole sequences: an unfinished one will never be finished.
        if let Some(due) = self.parser.deadline() {
            self.parser.expire(due, &mut inputs);
        }
        for input in inputs {
            if let Some(action) = self.face.action(now, input) {
                self.act(now, action, wants);
            }
            if closed(wants) {
                return;
            }
            let text = self.face.form.text_for_others();
            if self.lends && is_text(text) {
                let typed = Some(text.to_owned());
                self.face.form.hidden();
                wants.push(Want::Aside { draft: self.draft(), typed });
                return;
            }
        }
    }

    fn act(&mut self, now: Timestamp, action: Action, wants: &mut Vec<Want>) {
        let effects = self.face.handle(now, action);
        SecretHold::follow_form(&mut self.secret, &self.face.form);
        if let Some(whole) = self.face.new_whole() {
            wants.push(Want::KeepWhole(whole));
            if !self.face.is_posted() && self.face.changed(now) {
                wants.push(Want::Keep(self.face.keep(now)));
            }
        }
        self.effects(now, effects, wants);
    }

    fn effects(&mut self, now: Timestamp, effects: Vec<Effect>, wants: &mut Vec<Want>) {
        for effect in effects {
            match effect {
                Effect::Close(outcome) => {
                    // An answer also leaves a draft, of everything that it doesn't contain.
                    if matches!(outcome, Outcome::Answered(_)) && self.face.leaves() {
                        wants.push(Want::Keep(self.face.keep(now)));
                    }
                    wants.push(Want::Close(outcome));
                }
                Effect::Edit(text) => {
                    let signal = HostSignal::Edit(text);
                    wants.push(Want::Say(ToHost::Signal { id: self.id.clone(), signal }));
                }
                Effect::Aside => {
                    self.face.form.hidden();
                    wants.push(Want::Aside { draft: self.draft(), typed: None });
                }
                // Only the host stops this process.
                Effect::Suspend => {}
                Effect::DraftChanged => {
                    if self.face.changed(now) {
                        wants.push(Want::Keep(self.face.keep(now)));
                    }
                }
            }
        }
    }

    fn show(&mut self, wants: &mut Vec<Want>) {
        if !closed(wants) {
            wants.push(Want::Say(self.frame()));
        }
    }

    fn frame(&mut self) -> ToHost {
        let frame = self.face.frame(self.size);
        let mut lines: Vec<String> = frame.lines.iter().map(|line| self.tones.line(line)).collect();
        if let Some((column, row)) = frame.caret.filter(|_| self.tones.draws_the_caret()) {
            let row = usize::from(row);
            if let (Some(said), Some(line)) = (lines.get_mut(row), frame.lines.get(row)) {
                *said = self.tones.line(&caret::drawn(line, usize::from(column)));
            }
        }
        ToHost::Frame {
            id: self.id.clone(),
            width: self.size.width,
            height: self.size.height,
            lines,
            caret: frame.caret.map(|(column, row)| (row, column)),
        }
    }
}

fn closed(wants: &[Want]) -> bool {
    wants.iter().any(|want| matches!(want, Want::Close(_) | Want::Aside { .. } | Want::Elsewhere(_)))
}

/// Whether somebody wrote this: a key that is held down makes no text.
fn is_text(text: &str) -> bool {
    let mut chars = text.chars();
    let first = chars.next();
    text.chars().count() >= LEAST_TEXT && chars.any(|c| Some(c) != first)
}
