//! A form inside a host that owns the screen: lines in, lines out.
//!
//! - [`Embed`] is a machine: a host's line and the time in, lines for the host out; it does no input or output. It serves
//!   many forms, one after the other; while one is open it refuses a second one.
//! - A form gets the same keys, pages and frames as on a terminal of its own.
//! - A host that can show only simple dialogs gets the same request step by step.
//! - An invalid line changes nothing, and the reply says what is wrong.
//! - A form can be put aside, and waits hidden; so it does if somebody types for the host's editor.
//! - A request that is also in a store closes when it is answered elsewhere.
//! - A host that may be ending gets the ending of a withdrawal while a posted request stays open.
//! - [`serve()`] carries lines between two streams and the machine.

mod asker;
mod asks;
mod caret;
mod host_form;
mod host_tones;
mod live;
mod serve;
mod steps;
mod want;

pub use asker::{EmbedAsker, EmbedEnding, EmbedForm, EmbedOpening};
pub use serve::serve;

use crate::elsewhere;
use asq_core::form::Form;
use asq_core::model::Outcome;
use asq_core::time::Timestamp;
use asq_wire::embed::{FromHost, HostSignal, HostSurface, Open, ToHost};
use host_form::{HostForm, typed};
use live::Live;
use std::os::fd::OwnedFd;
use steps::DialogSteps;
use want::Want;

/// All forms of one host, one after the other.
pub struct Embed<'a> {
    asker: &'a mut dyn EmbedAsker,
    open: Option<(String, HostForm)>,
    /// The host got a title; the old one comes back when the form closes.
    titled: bool,
    /// Whether the bell rings at this form's turn.
    rings: bool,
    /// An ending was passed on, and nobody knows yet whether it was written.
    closed: bool,
}

impl<'a> Embed<'a> {
    /// A machine with nothing open.
    pub fn new(asker: &'a mut dyn EmbedAsker) -> Embed<'a> {
        Embed { asker, open: None, titled: false, rings: false, closed: false }
    }

    /// The first line to the host.
    pub fn hello(version: &str) -> ToHost {
        ToHost::Hello { version: version.to_owned() }
    }

    /// When to call [`Embed::tick`]; `None` if nothing happens by itself.
    pub fn deadline(&self) -> Option<Timestamp> {
        match &self.open {
            Some((_, HostForm::Form(live))) => live.deadline(),
            Some((_, HostForm::Steps(_) | HostForm::Waits(_) | HostForm::Left(_))) | None => None,
        }
    }

    /// Lets time pass.
    pub fn tick(&mut self, now: Timestamp) -> Vec<ToHost> {
        let wants = match &mut self.open {
            Some((_, HostForm::Form(live))) => live.tick(now),
            Some((_, HostForm::Steps(_) | HostForm::Waits(_) | HostForm::Left(_))) | None => Vec::new(),
        };
        self.follow(wants)
    }

    /// Takes news from other surfaces.
    pub fn take_news(&mut self, now: Timestamp) -> Vec<ToHost> {
        let notices = self.asker.notices();
        let wants = match &mut self.open {
            Some((_, HostForm::Form(live))) => live.take_news(now, &notices),
            Some((_, HostForm::Steps(steps))) => steps.take_news(&notices),
            Some((_, HostForm::Waits(live))) if elsewhere::closes(&notices) => {
                vec![Want::Elsewhere(typed(live.as_deref()))]
            }
            Some((_, HostForm::Waits(Some(live)))) => {
                live.heed(now, &notices);
                Vec::new()
            }
            Some((_, HostForm::Waits(None) | HostForm::Left(_))) | None => Vec::new(),
        };
        let mut lines = self.follow(wants);
        if elsewhere::announced(&notices)
            && let (true, Some((id, _))) = (std::mem::take(&mut self.rings), &self.open)
        {
            lines.push(ToHost::Signal { id: id.clone(), signal: HostSignal::Bell });
        }
        lines
    }

    /// Readable while [`Embed::take_news`] has something to do; each descriptor is returned once.
    pub fn news(&mut self) -> Option<OwnedFd> {
        self.asker.news()
    }

    /// Takes one line from the host.
    pub fn line(&mut self, now: Timestamp, line: impl Into<Vec<u8>>) -> Vec<ToHost> {
        match FromHost::read(line) {
            Ok(line) => self.take(now, line),
            Err(misuse) => vec![ToHost::Error { id: None, message: misuse.to_string() }],
        }
    }

    /// Notes that everything was written and flushed.
    pub fn written(&mut self) {
        if std::mem::take(&mut self.closed) {
            self.asker.delivered();
        }
    }

    /// Ends everything open here, because the host is gone; drafts are kept, and posted requests stay open.
    pub fn hang_up(&mut self) {
        let Some((_, form)) = self.open.take() else { return };
        let draft = form.draft();
        self.asker.hung_up(&draft);
    }

    fn take(&mut self, now: Timestamp, line: FromHost) -> Vec<ToHost> {
        let refuse = |id: &str, message: &str| {
            vec![ToHost::Error { id: Some(id.to_owned()), message: message.to_owned() }]
        };
        let line = match line {
            FromHost::Open(open) => {
                // The host has its ending, so it will hear no more of it.
                if matches!(self.open, Some((_, HostForm::Left(_)))) {
                    self.hang_up();
                }
                if let Some((id, _)) = &self.open {
                    let message = format!("the form {id} is open; open the next one when it is done");
                    return refuse(&open.id, &message);
                }
                if open.v != asq_wire::embed::VERSION {
                    let message = format!("version {} is not spoken here; 1 is the only one so far", open.v);
                    return refuse(&open.id, &message);
                }
                return self.open(now, *open);
            }
            FromHost::Ping { id } => return vec![ToHost::Pong { id }],
            FromHost::Input { .. }
            | FromHost::Resize { .. }
            | FromHost::Focus { .. }
            | FromHost::Tones { .. }
            | FromHost::Show { .. }
            | FromHost::Abort { .. }
            | FromHost::Edited { .. }
            | FromHost::Answer { .. } => line,
        };
        if let FromHost::Show { id, width, height } = line {
            return self.show(now, &id, (width, height));
        }
        if let (FromHost::Abort { unsure: true, id }, Some((open, form))) = (&line, &self.open)
            && id == open
            && let Some(closing) = self.asker.leave_open(&form.draft())
        {
            return self.leave(closing);
        }
        let wants = match &mut self.open {
            // A host may have sent it before it read that the form had ended.
            None => return Vec::new(),
            Some((id, _)) if id != line.id() => return refuse(line.id(), "no form of this id is open"),
            Some((_, HostForm::Form(live))) => live.take(now, line),
            Some((_, HostForm::Steps(steps))) => steps.take(line),
            Some((_, HostForm::Left(draft))) => {
                if let FromHost::Abort { unsure: false, .. } = line {
                    self.asker.close(&Outcome::Withdrawn(std::mem::take(draft)));
                    self.open = None;
                    self.closed = true;
                }
                return Vec::new();
            }
            Some((_, HostForm::Waits(live))) => match line {
                FromHost::Abort { .. } => vec![Want::Close(Outcome::Withdrawn(typed(live.as_deref())))],
                FromHost::Tones { tones, .. } => {
                    if let Some(live) = live {
                        live.paint_with(&tones);
                    }
                    Vec::new()
                }
                // It was on its way when the form was put aside.
                FromHost::Input { id, data } => {
                    let Some(typed) = live.as_ref().and_then(|live| live.gives_back(&data)) else {
                        return Vec::new();
                    };
                    return vec![ToHost::Waiting { id, text: self.asker.place(), typed: Some(typed) }];
                }
                FromHost::Open(_)
                | FromHost::Ping { .. }
                | FromHost::Show { .. }
                | FromHost::Resize { .. }
                | FromHost::Focus { .. }
                | FromHost::Edited { .. }
                | FromHost::Answer { .. } => Vec::new(),
            },
        };
        self.follow(wants)
    }

    /// Ends the call with a request that stays open.
    fn leave(&mut self, closing: EmbedEnding) -> Vec<ToHost> {
        let Some((id, form)) = self.open.take() else { return Vec::new() };
        let mut lines = Vec::new();
        self.untitle(&id, &mut lines);
        self.open = Some((id.clone(), HostForm::Left(form.draft())));
        lines.push(done(id, closing, true));
        lines
    }

    /// Shows the form that was put aside, as it was.
    fn show(&mut self, now: Timestamp, id: &str, size: (u16, u16)) -> Vec<ToHost> {
        let wants = match &mut self.open {
            Some((open, HostForm::Waits(form))) if open == id => match form.take() {
                Some(mut live) => {
                    let wants = live.again(now, size);
                    self.open = Some((id.to_owned(), HostForm::Form(live)));
                    wants
                }
                None => Vec::new(),
            },
            // It is shown, or gone by now.
            Some(_) | None => Vec::new(),
        };
        self.follow(wants)
    }

    fn open(&mut self, now: Timestamp, open: Open) -> Vec<ToHost> {
        let EmbedForm { request, rules, keys, draft, whole, guard, origin, signals, posted, at_turn } =
            match self.asker.open(&open) {
                EmbedOpening::Done(closing) => {
                    self.closed = true;
                    return vec![done(open.id, closing, false)];
                }
                EmbedOpening::Wait(text) => {
                    self.open = Some((open.id.clone(), HostForm::Waits(None)));
                    return vec![ToHost::Waiting { id: open.id, text, typed: None }];
                }
                EmbedOpening::Ask(ask) => *ask,
            };
        let id = open.id.clone();
        let aside = open.opens_aside();
        let titles = |signal: &HostSignal| matches!(signal, HostSignal::Title(_));
        self.titled = !aside && signals.iter().any(titles);
        let rings = |signal: &HostSignal| matches!(signal, HostSignal::Bell);
        self.rings = at_turn && signals.iter().any(rings);
        let mut lines: Vec<ToHost> = signals
            .into_iter()
            .filter(|signal| !(at_turn && rings(signal) || aside && titles(signal)))
            .map(|signal| ToHost::Signal { id: id.clone(), signal })
            .collect();
        let (state, wants) = match open.surface {
            HostSurface::Steps | HostSurface::None => {
                let mut steps = DialogSteps::new(id.clone(), request, rules, draft);
                let wants = steps.begin();
                (HostForm::Steps(Box::new(steps)), wants)
            }
            HostSurface::Form => {
                let form = Form::new(request, rules, draft).guarded(guard).with_keys(keys).with_whole(&whole);
                let mut live = Live::new(&open, form, origin, posted);
                if aside {
                    let text = self.asker.place();
                    lines.push(ToHost::Waiting { id: id.clone(), text, typed: None });
                    self.open = Some((id, HostForm::Waits(Some(Box::new(live)))));
                    return lines;
                }
                let wants = live.begin(now);
                (HostForm::Form(Box::new(live)), wants)
            }
        };
        self.open = Some((id, state));
        lines.extend(self.follow(wants));
        lines
    }

    fn follow(&mut self, wants: Vec<Want>) -> Vec<ToHost> {
        let mut lines = Vec::new();
        for want in wants {
            match want {
                Want::Say(line) => lines.push(line),
                Want::Keep(draft) => self.asker.keep(&draft),
                Want::KeepWhole(whole) => self.asker.keep_whole(&whole),
                Want::Close(outcome) => {
                    let closing = self.asker.close(&outcome);
                    self.end_with(closing, &mut lines);
                    break;
                }
                Want::Elsewhere(typed) => {
                    let closing = self.asker.elsewhere(&typed);
                    self.end_with(closing, &mut lines);
                    break;
                }
                Want::Aside { draft, typed } => {
                    let Some((id, now)) = self.open.take() else { break };
                    let text = self.asker.put_aside(&draft);
                    let form = match now {
                        HostForm::Form(live) => Some(live),
                        HostForm::Steps(_) | HostForm::Waits(_) | HostForm::Left(_) => None,
                    };
                    self.open = Some((id.clone(), HostForm::Waits(form)));
                    self.untitle(&id, &mut lines);
                    lines.push(ToHost::Waiting { id, text, typed });
                    break;
                }
            }
        }
        lines
    }

    fn end_with(&mut self, mut closing: EmbedEnding, lines: &mut Vec<ToHost>) {
        let Some((id, form)) = self.open.take() else { return };
        if let HostForm::Steps(steps) = form {
            closing.told = closing.told.or_else(|| steps.unheard());
        }
        self.closed = true;
        self.untitle(&id, lines);
        lines.push(done(id, closing, false));
    }

    fn untitle(&mut self, id: &str, lines: &mut Vec<ToHost>) {
        if std::mem::take(&mut self.titled) {
            lines.push(ToHost::Signal { id: id.to_owned(), signal: HostSignal::Title(None) });
        }
    }
}

fn done(id: String, closing: EmbedEnding, open: bool) -> ToHost {
    let EmbedEnding { ended, reply, notes, told } = closing;
    ToHost::Done { id, ended, reply, notes, told, open }
}
