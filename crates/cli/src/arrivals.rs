//! The signals of an inbox: they reach a person who looks elsewhere when requests arrive.
//!
//! - Speech, the desktop's notification, the person's command and webhook, as a form has them.
//! - Command and webhook get the address of each request's page, if other machines reach a server of this store.
//! - A notification that is still to come is called off once its requests are closed.
//! - A click on it opens the request as the settings say; it answers nothing.
//! - Nothing waits for a program or a receiver; what failed is reported once, after the inbox has closed.

use crate::ask::signals::{osc, watcher};
use crate::env::Env;
use crate::error::escaped;
use asq_core::inbox::{ArrivalNews, Notice};
use asq_core::life::RequestId;
use asq_runtime::signals::{Payload, Plan, Running, Webhook, find};
use asq_settings::Settings;
use asq_tui::Notify;
use std::collections::BTreeSet;

/// The most announcements whose programs asq still holds.
const MOST: usize = 16;

pub(crate) struct ArrivalSignals<'a> {
    settings: &'a Settings,
    env: &'a Env,
    running: Vec<(Vec<RequestId>, Running)>,
    troubles: BTreeSet<String>,
}

impl<'a> ArrivalSignals<'a> {
    pub(crate) fn new(settings: &'a Settings, env: &'a Env) -> ArrivalSignals<'a> {
        let mut troubles = BTreeSet::new();
        if let Err(why) = Webhook::read(&settings.notify.url) {
            troubles.insert(why.to_string());
        }
        ArrivalSignals { settings, env, running: Vec::new(), troubles }
    }

    /// Whether anything but the bell announces requests.
    pub(crate) fn wanted(settings: &Settings) -> bool {
        settings.notification_on_question
            || settings.tts_on_question
            || !settings.on_question_command.trim().is_empty()
            || !settings.notify.url.trim().is_empty()
    }

    /// Starts what the settings name; returns what the terminal shows.
    pub(crate) fn announce(&mut self, news: &ArrivalNews) -> Option<Notify> {
        let ArrivalSignals { settings, env, .. } = *self;
        let program = |name: &str| find(env.get("PATH")?, name);
        let pages = pages(settings, env);
        let pages = pages.as_deref();
        let plan = Plan::of_news(settings, news, &program, env.get("SSH_CONNECTION").is_some(), pages)
            .opening(opener(settings, env, news))
            .failing_into(env.state_dir());
        let in_terminal = plan.in_terminal;
        let payload = plan.wants_payload().then(|| Payload::of_news(news, settings.notify.question, pages));
        if let Some(watcher) = watcher(env.private_dirs()) {
            let ids = news.requests.iter().map(|pending| pending.id).collect();
            self.running.push((ids, plan.start(&watcher, payload)));
        }
        if self.running.len() > MOST {
            let (_, oldest) = self.running.remove(0);
            self.ended(oldest);
        }
        let osc = osc(settings, env)?;
        Some(Notify {
            after_ms: in_terminal?,
            text: news.title.clone(),
            body: news.body.clone(),
            osc,
            in_tmux: env.get("TMUX").is_some(),
        })
    }

    /// Calls off what is still to come for requests that are closed.
    pub(crate) fn heed(&mut self, notices: &[Notice]) {
        for notice in notices {
            let (Notice::Closed { id, .. } | Notice::Gone(id) | Notice::Accepted(id)) = notice else {
                continue;
            };
            for (ids, _) in &mut self.running {
                ids.retain(|known| known != id);
            }
        }
        let (over, running) =
            std::mem::take(&mut self.running).into_iter().partition(|(ids, _)| ids.is_empty());
        self.running = running;
        let over: Vec<(Vec<RequestId>, Running)> = over;
        for (_, running) in over {
            self.ended(running);
        }
    }

    fn ended(&mut self, running: Running) {
        self.troubles.extend(running.finish().iter().map(ToString::to_string));
    }

    /// What failed, a line each.
    pub(crate) fn finish(mut self) -> Vec<String> {
        for (_, running) in std::mem::take(&mut self.running) {
            self.ended(running);
        }
        self.troubles.iter().map(|trouble| escaped(trouble)).collect()
    }
}

/// The address of the requests' pages, if the command or the receiver of the webhook gets it.
#[cfg(feature = "serve")]
fn pages(settings: &Settings, env: &Env) -> Option<String> {
    let told = [&settings.notify.url, &settings.on_question_command].iter().any(|it| !it.trim().is_empty());
    told.then(|| crate::serve::page_address::for_others(env)).flatten()
}

#[cfg(not(feature = "serve"))]
fn pages(_: &Settings, _: &Env) -> Option<String> {
    None
}

/// What a click on the notification starts: `asq inbox` with the request's id, in the person's own terminal or in a popup
/// of the tmux that this inbox is in. Empty if there is neither.
fn opener(settings: &Settings, env: &Env, news: &ArrivalNews) -> Vec<String> {
    let program =
        std::env::current_exe().ok().and_then(|program| program.into_os_string().into_string().ok());
    let Some(program) = program.filter(|_| settings.notify.buttons) else { return Vec::new() };
    // Of several requests, none is the one.
    let id = match &news.requests[..] {
        [one] => Some(one.id.to_string()),
        _ => None,
    };
    let inbox = [program, "inbox".to_owned()].into_iter().chain(id);
    let before = if settings.notify.open.trim().is_empty() {
        let tmux = env.get("PATH").and_then(|path| find(path, "tmux"));
        let tmux = tmux.and_then(|tmux| tmux.into_os_string().into_string().ok());
        let socket = env.text("TMUX").and_then(|it| it.split(',').next().map(str::to_owned));
        let Some((tmux, socket)) = tmux.zip(socket) else { return Vec::new() };
        [tmux, "-S".to_owned(), socket, "display-popup".to_owned(), "-E".to_owned()].to_vec()
    } else {
        // The shell reads only the person's own setting: the rest comes as arguments.
        ["/bin/sh", "-c", &format!("{} \"$@\"", settings.notify.open), "asq"].map(str::to_owned).to_vec()
    };
    before.into_iter().chain(inbox).collect()
}
