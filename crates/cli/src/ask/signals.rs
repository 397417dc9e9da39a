//! The signals of one ask: they reach a person who looks elsewhere.
//!
//! - Passes title, bell and the terminal's own notification to the terminal's writer, as values.
//! - Starts processes only once the form is up; without a form there are no signals.
//! - Plain lines ring the bell, but set no title.
//! - A host raises title, bell and heartbeat by its own means.
//! - Reports failed signals after the form has closed.

use crate::env::Env;
use crate::error::{CommandError, ErrorClass, escaped};
use asq_core::form::Called;
use asq_core::model::Request;
use asq_core::text::Shown;
use asq_dialects::Dialect;
use asq_runtime::Heartbeat;
use asq_runtime::signals::{Announcement, Payload, Plan, Running, Watcher, detach, find, watch};
use asq_settings::{Settings, TerminalNotice};
use asq_tui::{Announce, Notify, NotifyOsc};
use asq_wire::ToolCall;
use asq_wire::embed::HostSignal;
use std::path::{Path, PathBuf};

/// The hidden command that starts the watcher; with `WATCH` it is the watcher.
const COMMAND: &str = "__signals";
const WATCH: &str = "--watch";

/// The question that the signals are about.
#[derive(Clone, Copy)]
pub(crate) struct SignalSubject<'a> {
    pub(crate) call: &'a ToolCall,
    pub(crate) dialect: &'a Dialect,
    pub(crate) request: &'a Request,
    pub(crate) called: Called,
    pub(crate) cwd: Option<&'a Path>,
}

impl SignalSubject<'_> {
    fn payload(self) -> Payload {
        let SignalSubject { call, dialect, request, called: _, cwd } = self;
        let tools = (dialect.tools)(&request.prefs);
        let tool = call.name.as_deref().or(tools.first().map(|tool| tool.name));
        Payload::new(tool, dialect.id, call, &request.from, cwd)
    }
}

pub(crate) struct AskSignals {
    announcement: Announcement,
    bell: bool,
    heartbeat: Option<Heartbeat>,
    in_tmux: bool,
    /// How the terminal shows a notification; `None` if it doesn't.
    osc: Option<NotifyOsc>,
    plan: Plan,
    /// The folders in which the watcher may put its files.
    folders: Vec<PathBuf>,
    payload: Option<Payload>,
    running: Running,
}

impl AskSignals {
    pub(crate) fn new(settings: &Settings, env: &Env, of: SignalSubject<'_>) -> AskSignals {
        let announcement = Announcement::of(of.request, of.called);
        let program = |name: &str| find(env.get("PATH")?, name);
        let plan = Plan::new(settings, &announcement, &program, env.get("SSH_CONNECTION").is_some());
        AskSignals {
            announcement,
            bell: settings.bell_on_question,
            heartbeat: Heartbeat::of(settings),
            in_tmux: env.get("TMUX").is_some(),
            osc: osc(settings, env),
            payload: plan.wants_payload().then(|| of.payload()),
            plan,
            folders: env.private_dirs(),
            running: Running::nothing(),
        }
    }

    /// The signals that a host raises by its own means.
    pub(crate) fn for_host(&self) -> Vec<HostSignal> {
        let title = HostSignal::Title(Some(self.announcement.title.to_string()));
        let bell = self.bell.then_some(HostSignal::Bell);
        let heartbeat = self.heartbeat.map(|beat| HostSignal::Heartbeat(beat.every_ms));
        [Some(title), bell, heartbeat].into_iter().flatten().collect()
    }

    /// The signals that the terminal gives while the form is drawn.
    pub(crate) fn announce(&self) -> Announce {
        let text = &self.announcement.aloud;
        let notify = |after_ms| {
            let (text, body) = (text.clone(), Shown::default());
            Notify { after_ms, text, body, osc: self.osc.unwrap_or_default(), in_tmux: self.in_tmux }
        };
        Announce {
            title: Some(self.announcement.title.clone()),
            bell: self.bell,
            at_turn: false,
            notify: self.plan.in_terminal.filter(|_| self.osc.is_some()).map(notify),
        }
    }

    /// Whether the question is announced at all, apart from the title.
    pub(crate) fn announces(&self) -> bool {
        self.bell || self.plan != Plan::default()
    }

    pub(crate) fn rings(&self) -> bool {
        self.bell
    }

    pub(crate) fn announced(&mut self) {
        let plan = std::mem::take(&mut self.plan);
        if let Some(watcher) = watcher(std::mem::take(&mut self.folders)) {
            self.running = plan.start(&watcher, self.payload.take());
        }
    }

    /// Ends the signals after the form has closed. Returns what failed, a line each.
    pub(crate) fn finish(self) -> Vec<String> {
        self.running.finish().iter().map(|trouble| escaped(&trouble.to_string())).collect()
    }
}

/// The sequence of this terminal's notifications; `None` if it is to show none.
pub(crate) fn osc(settings: &Settings, env: &Env) -> Option<NotifyOsc> {
    let program = env.text("TERM_PROGRAM").unwrap_or_default();
    let term = env.text("TERM").unwrap_or_default();
    Some(match settings.notify.terminal {
        TerminalNotice::Off => return None,
        TerminalNotice::Osc9 => NotifyOsc::Osc9,
        TerminalNotice::Osc777 => NotifyOsc::Osc777,
        TerminalNotice::Osc99 => NotifyOsc::Osc99,
        TerminalNotice::Auto if env.get("KITTY_WINDOW_ID").is_some() || term == "xterm-kitty" => {
            NotifyOsc::Osc99
        }
        TerminalNotice::Auto
            if program == "ghostty"
                || ["foot", "rxvt", "xterm-ghostty"].iter().any(|it| term.starts_with(it)) =>
        {
            NotifyOsc::Osc777
        }
        TerminalNotice::Auto => NotifyOsc::Osc9,
    })
}

/// `None` if asq can't find its own program.
pub(crate) fn watcher(folders: Vec<PathBuf>) -> Option<Watcher> {
    Some(Watcher { program: std::env::current_exe().ok()?, arguments: vec![COMMAND.into()], folders })
}

/// The hidden command: starts the watcher, or is the watcher itself.
pub(crate) fn run(be_it: bool) -> Result<(), CommandError> {
    let done = if be_it {
        watch()
    } else {
        std::env::current_exe().and_then(|program| detach(&program, &[COMMAND.into(), WATCH.into()]))
    };
    done.map_err(|error| {
        CommandError::new(ErrorClass::Fault, format!("signals can't be looked after: {error}"))
    })
}
