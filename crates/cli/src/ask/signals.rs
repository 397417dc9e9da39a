//! What tells somebody who looks elsewhere that a question waits, around one ask.
//!
//! - Title, bell and the terminal's own notification go to the terminal's writer as values.
//! - Processes start when the form is up, and not before; where no form is shown, nothing is told.
//! - Plain lines ring the bell; they have no title.
//! - What could not be told is said on standard error, after the form.

use crate::env::Env;
use crate::error::{Failure, Kind, escaped};
use crate::output;
use asq_core::form::Called;
use asq_core::model::Request;
use asq_dialects::Dialect;
use asq_runtime::signals::{Payload, Plan, Running, Watcher, Words, detach, find, watch};
use asq_settings::Settings;
use asq_tui::{Announce, Notify};
use asq_wire::ToolCall;
use std::path::PathBuf;

/// The hidden command that starts the watcher, and the argument by which it is one.
const COMMAND: &str = "__signals";
const WATCH: &str = "--watch";

/// The signals of one ask.
pub(crate) struct Signals<'a> {
    words: Words,
    bell: bool,
    in_tmux: bool,
    plan: Plan,
    watcher: Option<Watcher>,
    payload: Box<dyn Fn() -> Payload + 'a>,
    running: Running,
}

impl<'a> Signals<'a> {
    /// As the settings say, of a request that a dialect read out of a call.
    pub(crate) fn new(
        settings: &Settings,
        env: &Env,
        (call, dialect): (&'a ToolCall, &'a Dialect),
        request: &Request,
        called: Called,
    ) -> Signals<'a> {
        let words = Words::of(request, called);
        let program = |name: &str| find(env.get("PATH")?, name);
        let plan = Plan::new(settings, &words, &program, env.get("SSH_CONNECTION").is_some());
        let (from, prefs) = (request.from.clone(), request.prefs);
        let payload = Box::new(move || {
            let tools = (dialect.tools)(&prefs);
            let tool = call.name.as_deref().or(tools.first().map(|tool| tool.name));
            Payload::new(tool, dialect.id, call, &from, std::env::current_dir().ok().as_deref())
        });
        Signals {
            words,
            bell: settings.bell_on_question,
            in_tmux: env.get("TMUX").is_some(),
            plan,
            watcher: watcher(env),
            payload,
            running: Running::nothing(),
        }
    }

    /// What the terminal tells while the form is drawn.
    pub(crate) fn announce(&self) -> Announce {
        let text = &self.words.aloud;
        let notify = |after_ms| Notify { after_ms, text: text.clone(), in_tmux: self.in_tmux };
        Announce {
            title: Some(self.words.title.clone()),
            bell: self.bell,
            notify: self.plan.in_terminal.map(notify),
        }
    }

    /// Whether the bell rings.
    pub(crate) fn rings(&self) -> bool {
        self.bell
    }

    /// The form is up.
    pub(crate) fn shown(&mut self) {
        if let Some(watcher) = &self.watcher {
            self.running = std::mem::take(&mut self.plan).start(watcher, &self.payload);
        }
    }

    /// The form has closed.
    pub(crate) fn finish(self) {
        for trouble in self.running.finish() {
            output::say(&format!("asq: {}", escaped(&trouble.to_string())));
        }
    }
}

/// `None` where asq can't tell where it lies itself.
fn watcher(env: &Env) -> Option<Watcher> {
    let folder = |name| env.get(name).map(PathBuf::from).filter(|dir| dir.is_absolute());
    Some(Watcher {
        program: std::env::current_exe().ok()?,
        arguments: vec![COMMAND.into()],
        folder: folder("XDG_RUNTIME_DIR")
            .or_else(|| folder("TMPDIR"))
            .unwrap_or_else(|| PathBuf::from("/tmp")),
    })
}

/// The hidden command: starts the watcher, or is it.
pub(crate) fn run(be_it: bool) -> Result<(), Failure> {
    let done = if be_it {
        watch()
    } else {
        std::env::current_exe().and_then(|program| detach(&program, &[COMMAND.into(), WATCH.into()]))
    };
    done.map_err(|error| Failure::new(Kind::Fault, format!("signals can't be looked after: {error}")))
}
