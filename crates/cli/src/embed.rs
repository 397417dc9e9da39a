//! `asq embed`: the form for a host that owns the screen, over lines of JSON on standard input and output.
//!
//! - docs/embed.md has the lines; one process serves many forms, one after the other.
//! - A call is read, judged, kept and written exactly as `asq ask` does it.
//! - A host without a surface gets the dialect's own words for that nobody saw the question.
//! - An answer is kept as a draft until the host has its line; so is what was typed when the host goes away.

use crate::args::Named;
use crate::ask::signals::{Of, Signals};
use crate::ask::{Keeper, guard};
use crate::call::{self, Call, Understood};
use crate::clock::Clock;
use crate::env::Env;
use crate::error::escaped;
use crate::exit::Exit;
use crate::{schema, settings, version};
use asq_core::model::{Draft, Outcome, Provenance, Request};
use asq_core::text::Untrusted;
use asq_dialects::{Dialect, Ending, What, Why};
use asq_tui::embed::{Ask, Asker, Closing, Opened, serve};
use asq_wire::embed::{Open, Surface};
use asq_wire::{Ended, ToolCall, ToolReply};
use std::io;
use std::path::Path;
use std::rc::Rc;

/// Serves the host on standard input and output until it hangs up.
pub(crate) fn run(env: &Env) -> Exit {
    let clock = Clock::start();
    let mut desk = Host { env, open: None };
    let served = serve(version::NUMBER, &mut desk, &|| clock.now(), io::stdin(), io::stdout().lock());
    match served {
        Ok(()) => Exit::DONE,
        // The host is gone: what was open is kept as a draft.
        Err(_) => Exit::Output,
    }
}

struct Host<'a> {
    env: &'a Env,
    open: Option<Asked>,
}

/// What is open.
struct Asked {
    call: Rc<ToolCall>,
    dialect: &'static Dialect,
    request: Request,
    keeper: Keeper,
    /// Until the form is over.
    signals: Option<Signals>,
    notes: Vec<String>,
}

impl Asker for Host<'_> {
    fn open(&mut self, open: &Open) -> Opened {
        let named = Named { dialect: open.dialect.clone(), tool: None };
        let bytes = open.call.to_string().into_bytes();
        let (chosen, unheeded) = settings::for_host(self.env, open.cwd.as_deref(), &open.keys);
        let prefs = settings::prefs(&chosen.settings, self.env);
        let done = |ended, reply, notes| Opened::Done(Closing { ended, reply, notes });
        let Call { call, dialect, reading } = match call::understand(bytes, &named, prefs) {
            Understood::Call(call) => *call,
            Understood::Misuse(_, reply) => return done(Ended::Misuse, reply, unheeded),
        };
        let read = reading.notes.iter().map(|n| escaped(&n.to_string()));
        let notes: Vec<String> = unheeded.into_iter().chain(read).collect();
        let (mut request, immediate) = match reading.what {
            What::Reply(reply) => return done(Ended::Answered, reply, notes),
            What::Ask { request, immediate } => (request, immediate),
        };
        if let Some(reply) = immediate {
            return done(Ended::Answered, reply, notes);
        }
        request.from = provenance(open);
        let unasked = if schema::offered(dialect, request.prefs) {
            (open.surface == Surface::None).then_some(Why::NoTerminal)
        } else {
            Some(Why::NotOffered)
        };
        if let Some(why) = unasked {
            let reply = (dialect.write)(&call, Some(&request), Ending::Unavailable(why));
            return done(Ended::Unavailable, reply, notes);
        }
        let mut keeper = Keeper::new(self.env, dialect.id, &call, &request);
        let draft = keeper.restore(self.env);
        let rules = (dialect.form)(&request.prefs);
        let cwd = open.cwd.as_ref().map(Path::new);
        let of = Of { call: &call, dialect, request: &request, called: rules.called, cwd };
        let mut signals = Signals::new(&chosen.settings, self.env, of);
        signals.shown();
        let ask = Ask {
            rules,
            keys: chosen.keys,
            guard: guard(open.guard_ms, &request),
            signals: signals.for_host(),
            request: request.clone(),
            draft,
        };
        self.open = Some(Asked { call, dialect, request, keeper, signals: Some(signals), notes });
        Opened::Ask(Box::new(ask))
    }

    fn keep(&mut self, draft: &Draft) {
        if let Some(asked) = &mut self.open {
            asked.keeper.keep(draft);
        }
    }

    fn close(&mut self, outcome: &Outcome) -> Closing {
        let Some(asked) = &mut self.open else {
            // Nothing is closed that was not opened; the host is told what it can do with that.
            return Closing {
                ended: Ended::from(outcome),
                reply: ToolReply::error("No form was open.".to_owned()),
                notes: Vec::new(),
            };
        };
        asked.keeper.keep_ending(outcome);
        let reply = (asked.dialect.write)(&asked.call, Some(&asked.request), Ending::Closed(outcome));
        let mut notes = std::mem::take(&mut asked.notes);
        if let Some(trouble) = asked.keeper.trouble() {
            notes.push(format!("what was typed could not be kept: {}", escaped(trouble)));
        }
        notes.extend(asked.signals.take().into_iter().flat_map(Signals::finish));
        if !matches!(outcome, Outcome::Answered(_)) {
            self.open = None;
        }
        Closing { ended: Ended::from(outcome), reply, notes }
    }

    fn delivered(&mut self) {
        if let Some(mut asked) = self.open.take() {
            asked.keeper.forget();
        }
    }
}

fn provenance(open: &Open) -> Provenance {
    let name = |text: &Option<String>| text.clone().filter(|t| !t.is_empty()).map(Untrusted::from);
    Provenance { agent: name(&open.agent), session: name(&open.session), call_id: name(&open.call_id) }
}
