//! `asq embed`: the form for a host that owns the screen, over lines of JSON on standard input and output.
//!
//! - docs/embed.md describes the lines. One process serves many forms, one after the other.
//! - Reads, judges, keeps and writes a call exactly as `asq ask` does.
//! - A host without a surface gets the dialect's own words: nobody saw the question.
//! - While an inbox is in use, the question waits there, too; without a surface it waits only there.
//! - An answer that isn't in the store stays a draft until the host has its line. One in the store stays undelivered
//!   until then.
//! - When the host goes away, or may, the typed text stays, as a draft or in the store, where the request stays open.
//! - A host that names the asker itself gets a form that doesn't.
//! - What the host says of the agent's work goes with the request, cut to its limits.

mod hosted_ask;
mod posted;

use crate::ask::signals::{AskSignals, SignalSubject};
use crate::ask::{Keeper, LocalAsk, guard, record};
use crate::clock::ProcessClock;
use crate::env::Env;
use crate::error::escaped;
use crate::exit::Exit;
use crate::pace::pace;
use crate::session::{ThisAsker, spelled};
use crate::{output, schema, settings, version};
use asq_asking::{AskerSide, Call, Delivery, ReadCall, read_json_call};
use asq_core::inbox::Notice;
use asq_core::model::{Draft, Outcome, Provenance, WholeDraft};
use asq_core::text::Untrusted;
use asq_dialects::{Ending, What, Why};
use asq_settings::Keep;
use asq_tui::embed::{EmbedAsker, EmbedEnding, EmbedForm, EmbedOpening, serve};
use asq_wire::embed::{HostSurface, Open};
use asq_wire::{Ended, ToolReply};
use hosted_ask::HostedAsk;
use posted::{HostedEnding, PostWhen, SharedRequest, StoreLook};
use std::io;
use std::os::fd::OwnedFd;
use std::path::PathBuf;

/// Serves the host on standard input and output until it hangs up.
pub(crate) fn run(env: &Env) -> Exit {
    if output::is_closed() {
        output::say("asq: can't serve a host: standard output is closed");
        return Exit::Output;
    }
    let clock = ProcessClock::start();
    let mut host = Host::new(env);
    let served = serve(version::NUMBER, &mut host, &|| clock.now(), io::stdin(), io::stdout().lock());
    match served {
        Ok(()) => Exit::DONE,
        // The host is gone; `hung_up` has kept the open request's text.
        Err(_) => Exit::Output,
    }
}

pub(crate) struct Host<'a> {
    env: &'a Env,
    open: Option<HostedAsk>,
    /// The draft of an answered request, to be removed once the host has the ending.
    spent: Option<Keeper>,
    /// What to record once the host has the ending.
    handing: Option<Delivery>,
}

impl<'a> Host<'a> {
    pub(crate) fn new(env: &'a Env) -> Host<'a> {
        Host { env, open: None, spent: None, handing: None }
    }

    fn finished(&mut self, mut asked: HostedAsk, finished: HostedEnding) -> EmbedEnding {
        let HostedEnding { mut closing, beaten, handing } = finished;
        self.handing = handing;
        asked.finish(&mut closing, beaten.as_ref());
        self.spent = asked.answered.then_some(asked.keeper);
        closing
    }

    /// Ends a call at once, with an ending that needs no form.
    fn ended(&mut self, finished: HostedEnding, notes: Vec<String>) -> EmbedOpening {
        let HostedEnding { closing, handing, .. } = finished;
        self.handing = handing;
        EmbedOpening::Done(EmbedEnding { notes, ..closing })
    }
}

impl EmbedAsker for Host<'_> {
    fn open(&mut self, open: &Open) -> EmbedOpening {
        let (chosen, unheeded) = settings::for_host(self.env, open.cwd.as_deref(), &open.keys);
        let prefs = settings::prefs(&chosen.settings, self.env);
        let done = |ended, reply, notes| EmbedOpening::Done(EmbedEnding { ended, reply, notes, told: None });
        let Call { call, dialect, reading } =
            match read_json_call(open.call.clone(), (open.dialect.as_deref(), None), prefs) {
                ReadCall::Call(call) => *call,
                ReadCall::Misuse(_, reply) => return done(Ended::Misuse, reply, unheeded),
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
        let unavailable = |why, notes| {
            let reply = (dialect.write)(&call, Some(&request), Ending::Unavailable(why));
            done(Ended::Unavailable, reply, notes)
        };
        if !schema::offered(dialect, request.prefs) {
            return unavailable(Why::NotOffered, notes);
        }
        let folder = open.cwd.as_ref().map(PathBuf::from);
        // Nobody can tell a host's agent that it said too much.
        let about = open.about.clone().map(|about| Box::new(about.cut()));
        let (folder_of, about_of) = (folder.as_deref(), about.as_deref());
        let side = ThisAsker { folder: folder_of, about: about_of, ..ThisAsker::of(self.env) };
        let asking = LocalAsk::of(&call, dialect, &request, side);
        let shown = open.surface != HostSurface::None;
        let post = match chosen.settings.record {
            Keep::Always if shown => PostWhen::Always,
            Keep::Always | Keep::Inbox if shown || open.waits => PostWhen::InUse,
            Keep::Always | Keep::Inbox => PostWhen::Never,
        };
        let (posted, told) = match posted::look(&asking, post, open.waits) {
            StoreLook::Nothing(_) if !shown => return unavailable(Why::NoTerminal, notes),
            StoreLook::Nothing(told) => (None, told),
            StoreLook::Ended(finished) => return self.ended(*finished, notes),
            StoreLook::Open(posted)
                if !shown && (!open.waits || !(posted.only_asks || posted.is_looked_at())) =>
            {
                return self.ended(posted.stays(&asking), notes);
            }
            StoreLook::Open(mut posted) => {
                let told = posted.unseen.take();
                (Some(*posted), told)
            }
        };
        // Nobody can answer here what waits on such a server.
        let shown = shown && !posted.as_ref().is_some_and(|posted| posted.only_asks);
        let place = posted.as_ref().map(SharedRequest::place);
        // If this ask attaches to an open request, the form shows it as it was posted.
        let mut request = posted.as_ref().map_or(request, |posted| posted.request().clone());
        let of_open = posted.as_ref().map(|posted| posted.origin().clone());
        // This person's own danger check holds, whatever settings the request was posted under.
        request.prefs.hold_danger(chosen.settings.danger_check_enabled);
        let mut keeper = Keeper::new(self.env, dialect.id, &call, &request);
        let shared = posted.as_ref().map(|posted| (posted.draft().clone(), posted.whole().clone()));
        let shared = shared.filter(|(draft, whole)| !draft.is_empty() || whole.reason.is_some());
        let (draft, whole) = shared.unwrap_or_else(|| keeper.restore(self.env));
        let rules = (dialect.form)(&request.prefs);
        let of = SignalSubject {
            call: &call,
            dialect,
            request: &request,
            called: rules.called,
            cwd: folder.as_deref(),
        };
        let mut signals = AskSignals::new(&chosen.settings, self.env, of);
        let at_turn = shown
            && signals.announces()
            && posted.as_ref().is_some_and(|posted| posted.announce(pace(&chosen.settings, self.env)));
        if shown && !at_turn {
            signals.announced();
        }
        // Simple dialogs have no row of asq's own.
        let draws = open.surface == HostSurface::Form;
        let origin = draws.then(|| spelled(&of_open.unwrap_or_else(|| side.origin())));
        let mut ask = EmbedForm {
            rules,
            keys: chosen.keys,
            guard: guard(open.guard_ms, &chosen.settings, &request),
            signals: signals.for_host(),
            origin,
            request: request.clone(),
            draft,
            whole,
            posted: posted.is_some(),
            at_turn,
        };
        if open.own {
            ask.request.from = Provenance::default();
        }
        let signals = Some(signals);
        self.open = Some(HostedAsk {
            call,
            dialect,
            request,
            keeper,
            folder,
            posted,
            signals,
            notes,
            told,
            answered: false,
        });
        match place {
            Some(place) if !shown => EmbedOpening::Wait(place),
            Some(_) | None => EmbedOpening::Ask(Box::new(ask)),
        }
    }

    fn keep(&mut self, draft: &Draft) {
        if let Some(asked) = &mut self.open {
            asked.keep(draft);
        }
    }

    fn keep_whole(&mut self, whole: &WholeDraft) {
        if let Some(asked) = &mut self.open {
            asked.keep_whole(whole);
        }
    }

    fn close(&mut self, outcome: &Outcome) -> EmbedEnding {
        let Some(mut asked) = self.open.take() else { return nothing_open(Ended::from(outcome)) };
        let finished = asked.close(outcome, self.env);
        self.finished(asked, finished)
    }

    fn elsewhere(&mut self, typed: &Draft) -> EmbedEnding {
        let Some(mut asked) = self.open.take() else { return nothing_open(Ended::Conflict) };
        let Some(finished) = asked.elsewhere(typed, self.env) else { return nothing_open(Ended::Conflict) };
        self.finished(asked, finished)
    }

    fn put_aside(&mut self, draft: &Draft) -> String {
        self.keep(draft);
        let Some(asked) = &mut self.open else { return String::new() };
        let troubles = asked.signals.take().into_iter().flat_map(AskSignals::finish);
        asked.notes.extend(troubles);
        self.place()
    }

    fn place(&self) -> String {
        let posted = self.open.as_ref().and_then(|asked| asked.posted.as_ref());
        posted.map_or_else(|| "asq: a question waits here".to_owned(), SharedRequest::place)
    }

    fn leave_open(&mut self, draft: &Draft) -> Option<EmbedEnding> {
        let asked = self.open.as_mut().filter(|asked| asked.posted.is_some())?;
        asked.keep(draft);
        Some(asked.left_open(draft))
    }

    fn hung_up(&mut self, draft: &Draft) {
        self.keep(draft);
        // A posted request stays open, and dropping its link writes the typed text.
        if let Some(HostedAsk { posted: None, mut keeper, .. }) = self.open.take() {
            keeper.keep_ending(&Outcome::Withdrawn(draft.clone()));
        }
    }

    fn delivered(&mut self) {
        if let Some(mut keeper) = self.spent.take() {
            keeper.answered();
        }
        if let Some(handing) = self.handing.take() {
            record(handing, self.env);
        }
    }

    fn news(&mut self) -> Option<OwnedFd> {
        self.open.as_mut()?.posted.as_mut()?.news()
    }

    fn notices(&mut self) -> Vec<Notice> {
        let Some(asked) = &mut self.open else { return Vec::new() };
        let notices = asked.posted.as_ref().map(SharedRequest::notices).unwrap_or_default();
        let announced = notices.iter().any(|notice| matches!(notice, Notice::Announced(_)));
        if let (true, Some(signals)) = (announced, &mut asked.signals) {
            signals.announced();
        }
        notices
    }
}

/// The reply to a host that closes a form when none is open.
fn nothing_open(ended: Ended) -> EmbedEnding {
    let reply = ToolReply::error("No form was open.".to_owned());
    EmbedEnding { ended, reply, notes: Vec::new(), told: None }
}

fn provenance(open: &Open) -> Provenance {
    let name = |text: &Option<String>| text.clone().filter(|t| !t.is_empty()).map(Untrusted::from);
    let (agent, session, call_id) = (name(&open.agent), name(&open.session), name(&open.call_id));
    Provenance { agent, session, call_id, script: false }
}
