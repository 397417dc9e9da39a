//! The signals of an inbox: they reach a person who looks elsewhere when requests arrive.
//!
//! - Speech, the desktop's notification, the person's command and webhook, as a form has them.
//! - A notification that is still to come is called off once its requests are closed.
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
        let plan = Plan::of_news(settings, news, &program, env.get("SSH_CONNECTION").is_some());
        let in_terminal = plan.in_terminal;
        let payload = plan.wants_payload().then(|| Payload::of_news(news, settings.notify.question));
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
