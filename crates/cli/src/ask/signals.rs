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
use asq_dialects::Dialect;
use asq_runtime::Heartbeat;
use asq_runtime::signals::{Announcement, Payload, Plan, Running, Watcher, detach, find, watch};
use asq_settings::Settings;
use asq_tui::{Announce, Notify};
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
        let notify = |after_ms| Notify { after_ms, text: text.clone(), in_tmux: self.in_tmux };
        Announce {
            title: Some(self.announcement.title.clone()),
            bell: self.bell,
            at_turn: false,
            notify: self.plan.in_terminal.map(notify),
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

/// `None` if asq can't find its own program.
fn watcher(folders: Vec<PathBuf>) -> Option<Watcher> {
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
