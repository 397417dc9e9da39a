//! A form inside a host that owns the screen: lines in, lines out.
//!
//! - [`Embed`] is a machine: a host's line and the time in, lines for the host out; it reads and writes nothing.
//! - One process serves many forms, one after the other; a second one while one is open is refused.
//! - A form gets the same keys, pages and frames as on a terminal of its own.
//! - A host that can show only simple dialogs is led through the same request step by step.
//! - A line that can't be followed changes nothing and is answered with what is wrong.
//! - [`serve`] carries lines between two streams and the machine.

mod asks;
mod caret;
mod live;
mod serve;
mod steps;
mod tones;

pub use serve::serve;

use asq_core::form::keymap::Binding;
use asq_core::form::{Form, FormRules, Guard};
use asq_core::model::{Draft, Outcome, Request};
use asq_core::time::Timestamp;
use asq_wire::embed::{FromHost, Open, Signal, Surface, ToHost};
use asq_wire::{Ended, ToolReply};
use live::Live;
use steps::Steps;

/// A call that was read.
pub enum Opened {
    /// There is something to ask.
    Ask(Box<Ask>),
    /// It ends without a person.
    Done(Closing),
}

/// What to ask, and how.
pub struct Ask {
    /// The request.
    pub request: Request,
    /// How its form behaves.
    pub rules: FormRules,
    /// Keys of the person's and the host's own.
    pub keys: Vec<Binding>,
    /// What was kept of it.
    pub draft: Draft,
    /// Against stray keys.
    pub guard: Guard,
    /// What to raise now that it is shown.
    pub signals: Vec<Signal>,
}

/// How a form ended, in the dialect's words.
pub struct Closing {
    /// How.
    pub ended: Ended,
    /// What the dialect wrote.
    pub reply: ToolReply,
    /// What was dropped or mended, or could not be kept.
    pub notes: Vec<String>,
}

/// What cli hands in.
pub trait Asker {
    /// Reads a call.
    fn open(&mut self, open: &Open) -> Opened;
    /// Keeps a draft of the form that is open.
    fn keep(&mut self, draft: &Draft);
    /// Writes the ending of the form that is open; what was answered is kept as a draft until it was delivered.
    fn close(&mut self, outcome: &Outcome) -> Closing;
    /// The host has the ending.
    fn delivered(&mut self);
}

/// What is open.
enum Now {
    Form(Box<Live>),
    Steps(Box<Steps>),
}

/// All forms of one host, one after the other.
pub struct Embed<'a> {
    asker: &'a mut dyn Asker,
    open: Option<(String, Now)>,
    /// The host was told a title; the one before comes back when the form is over.
    titled: bool,
    /// An ending was handed out and is not known to have been written.
    closed: bool,
}

/// What a form or its steps want.
enum Want {
    /// A line to the host.
    Say(ToHost),
    /// A draft to keep.
    Keep(Draft),
    /// It is over.
    Close(Outcome),
}

impl<'a> Embed<'a> {
    /// With nothing open.
    pub fn new(asker: &'a mut dyn Asker) -> Embed<'a> {
        Embed { asker, open: None, titled: false, closed: false }
    }

    /// The first line to the host.
    pub fn hello(version: &str) -> ToHost {
        ToHost::Hello { version: version.to_owned() }
    }

    /// When to call [`Embed::tick`]; `None`: nothing happens by itself.
    pub fn deadline(&self) -> Option<Timestamp> {
        match &self.open {
            Some((_, Now::Form(live))) => live.deadline(),
            Some((_, Now::Steps(_))) | None => None,
        }
    }

    /// What time alone brings about.
    pub fn tick(&mut self, now: Timestamp) -> Vec<ToHost> {
        let wants = match &mut self.open {
            Some((_, Now::Form(live))) => live.tick(now),
            Some((_, Now::Steps(_))) | None => Vec::new(),
        };
        self.follow(wants)
    }

    /// Follows one line as it came from the host.
    pub fn line(&mut self, now: Timestamp, line: &[u8]) -> Vec<ToHost> {
        match FromHost::read(line) {
            Ok(line) => self.take(now, line),
            Err(misuse) => vec![ToHost::Error { id: None, message: misuse.to_string() }],
        }
    }

    /// What was handed out has been written and flushed.
    pub fn written(&mut self) {
        if std::mem::take(&mut self.closed) {
            self.asker.delivered();
        }
    }

    /// The host is gone: what is open is withdrawn, its draft kept.
    pub fn hang_up(&mut self) {
        let outcome = match &self.open {
            Some((_, Now::Form(live))) => Outcome::Withdrawn(live.draft()),
            Some((_, Now::Steps(steps))) => Outcome::Withdrawn(steps.draft()),
            None => return,
        };
        self.follow(vec![Want::Close(outcome)]);
    }

    fn take(&mut self, now: Timestamp, line: FromHost) -> Vec<ToHost> {
        let refuse = |id: &str, message: &str| {
            vec![ToHost::Error { id: Some(id.to_owned()), message: message.to_owned() }]
        };
        let line = match line {
            FromHost::Open(open) => {
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
            FromHost::Input { .. }
            | FromHost::Resize { .. }
            | FromHost::Focus { .. }
            | FromHost::Abort { .. }
            | FromHost::Edited { .. }
            | FromHost::Answer { .. } => line,
        };
        let wants = match &mut self.open {
            // A host may have sent it before it read that the form was done.
            None => return Vec::new(),
            Some((id, _)) if id != line.id() => return refuse(line.id(), "no form of this id is open"),
            Some((_, Now::Form(live))) => live.take(now, line),
            Some((_, Now::Steps(steps))) => steps.take(line),
        };
        self.follow(wants)
    }

    fn open(&mut self, now: Timestamp, open: Open) -> Vec<ToHost> {
        let Ask { request, rules, keys, draft, guard, signals } = match self.asker.open(&open) {
            Opened::Done(closing) => return vec![done(open.id, closing)],
            Opened::Ask(ask) => *ask,
        };
        let id = open.id.clone();
        self.titled = signals.iter().any(|signal| matches!(signal, Signal::Title(_)));
        let mut lines: Vec<ToHost> =
            signals.into_iter().map(|signal| ToHost::Signal { id: id.clone(), signal }).collect();
        let (state, wants) = match open.surface {
            Surface::Steps | Surface::None => {
                let mut steps = Steps::new(id.clone(), request, rules, draft);
                let wants = steps.begin();
                (Now::Steps(Box::new(steps)), wants)
            }
            Surface::Form => {
                let mut live =
                    Live::new(&open, Form::new(request, rules, draft).guarded(guard).with_keys(keys));
                let wants = live.begin(now);
                (Now::Form(Box::new(live)), wants)
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
                Want::Close(outcome) => {
                    let Some((id, _)) = self.open.take() else { break };
                    let closing = self.asker.close(&outcome);
                    self.closed = true;
                    if std::mem::take(&mut self.titled) {
                        lines.push(ToHost::Signal { id: id.clone(), signal: Signal::Title(None) });
                    }
                    lines.push(done(id, closing));
                    break;
                }
            }
        }
        lines
    }
}

fn done(id: String, closing: Closing) -> ToHost {
    let Closing { ended, reply, notes } = closing;
    ToHost::Done { id, ended, reply, notes }
}
