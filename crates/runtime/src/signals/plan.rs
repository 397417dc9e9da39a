//! The programs to start when a form appears, from the settings.
//!
//! - With default settings nothing starts.
//! - The desktop's own program shows a notification. If there isn't one, or the person sits at another machine, the
//!   terminal shows it.
//! - Speech and notifications are argument lists, never lines for a shell.
//! - A notification of requests in an inbox has a button where the desktop has buttons; nothing answers a question.
//! - The person's own command is the setting's text and nothing else.

use super::announcement::Announcement;
use super::job::Job;
use super::webhook::Webhook;
use asq_core::inbox::ArrivalNews;
use asq_core::text::Shown;
use asq_settings::Settings;
use std::path::{Path, PathBuf};

/// The desktop's notifier on Linux.
const LINUX: &str = "notify-send";

/// The second line of a notification.
const BODY: &str = "A question is waiting in the terminal.";

/// How to announce a form, apart from bell and title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub(super) job: Job,
    /// Milliseconds until the terminal shows a notification; `None` if it isn't the terminal that shows it.
    pub in_terminal: Option<u64>,
    /// Wanted by the settings, but not possible on this machine.
    pub(super) missing: Vec<&'static str>,
}

impl Plan {
    /// The plan of these settings. `find` looks up a program; `remote`: the person sits at another machine.
    pub fn new(
        settings: &Settings,
        announcement: &Announcement,
        find: &dyn Fn(&str) -> Option<PathBuf>,
        remote: bool,
    ) -> Plan {
        let mut plan = Plan::default();
        let command = &settings.on_question_command;
        plan.job.command = (!command.trim().is_empty()).then(|| command.clone());
        if settings.tts_on_question {
            match program(find, "attn") {
                Some(attn) => plan.job.speech = vec![attn, announcement.aloud.to_string()],
                None => plan.missing.push("attn"),
            }
        }
        if settings.notification_on_question {
            let after_ms = u64::from(settings.notification_delay_seconds) * 1000;
            plan.job.notify = notifier(find, announcement).unwrap_or_default();
            plan.job.notify_after_ms = after_ms;
            plan.in_terminal = (remote || plan.job.notify.is_empty()).then_some(after_ms);
        }
        plan
    }

    /// The plan of these settings for requests that arrived in an inbox. A webhook that can't be used is left out; `pages`
    /// is the address before `/r/ID`, for its receiver.
    pub fn of_news(
        settings: &Settings,
        news: &ArrivalNews,
        find: &dyn Fn(&str) -> Option<PathBuf>,
        remote: bool,
        pages: Option<&str>,
    ) -> Plan {
        let announcement = Announcement { title: news.title.clone(), aloud: news.title.clone() };
        let mut plan = Plan::new(settings, &announcement, find, remote);
        if let Some(body) = plan.job.notify.last_mut() {
            *body = news.body.to_string();
        }
        if let Some(speech) = plan.job.speech.last_mut() {
            *speech = news.title.clone().then(&Shown::own(". ")).then(&news.body).to_string();
        }
        plan.job.post = match Webhook::read(&settings.notify.url) {
            Ok(webhook) => webhook.map(|webhook| webhook.post(news, settings.notify.question, pages)),
            Err(_) => None,
        };
        plan
    }

    /// The same with a notification that a click on starts this command, if the desktop's program knows buttons.
    #[must_use]
    pub fn opening(mut self, command: Vec<String>) -> Plan {
        let program = self.job.notify.first().map(Path::new).and_then(Path::file_name);
        if program.is_some_and(|name| name == LINUX) {
            self.job.on_click = command;
        }
        self
    }

    /// The same with a folder that keeps the webhook's last failure.
    #[must_use]
    pub fn failing_into(mut self, state: Option<PathBuf>) -> Plan {
        self.job.state = state.filter(|_| self.job.post.is_some());
        self
    }

    /// Whether a command needs the payload file.
    pub fn wants_payload(&self) -> bool {
        self.job.command.is_some()
    }
}

/// The desktop's notifier, with its arguments.
fn notifier(find: &dyn Fn(&str) -> Option<PathBuf>, announcement: &Announcement) -> Option<Vec<String>> {
    let aloud = announcement.aloud.to_string();
    let linux = || {
        let program = program(find, LINUX)?;
        Some(vec![program, "--app-name=asq".into(), "--".into(), aloud.clone(), BODY.into()])
    };
    let mac = || {
        let program = program(find, "osascript")?;
        let script =
            ["on run argv", "display notification (item 2 of argv) with title (item 1 of argv)", "end run"];
        let lines = script.iter().flat_map(|line| ["-e".to_owned(), (*line).to_owned()]);
        Some([program].into_iter().chain(lines).chain([aloud.clone(), BODY.to_owned()]).collect())
    };
    if cfg!(target_os = "macos") { mac().or_else(linux) } else { linux().or_else(mac) }
}

fn program(find: &dyn Fn(&str) -> Option<PathBuf>, name: &str) -> Option<String> {
    find(name)?.to_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::Plan;
    use crate::signals::{Announcement, Watcher};
    use asq_core::text::Shown;
    use asq_settings::Settings;
    use expect_test::{Expect, expect};
    use std::path::PathBuf;

    fn announcement() -> Announcement {
        Announcement {
            title: Shown::own("🔔 AskUserQuestion — Env"),
            aloud: Shown::own("AskUserQuestion: Env"),
        }
    }

    fn plan(settings: &Settings, present: &[&str], remote: bool) -> Plan {
        let find = |name: &str| present.contains(&name).then(|| PathBuf::from(format!("/bin/{name}")));
        Plan::new(settings, &announcement(), &find, remote)
    }

    fn check(settings: &Settings, present: &[&str], remote: bool, expected: &Expect) {
        let Plan { job, in_terminal, missing } = plan(settings, present, remote);
        let job = serde_json::to_string(&job).unwrap();
        expected.assert_eq(&format!("{job}\nin terminal: {in_terminal:?}\nmissing: {missing:?}"));
    }

    #[test]
    fn by_default_nothing_is_started() {
        let plan = plan(&Settings::default(), &["notify-send", "attn"], false);
        assert_eq!(plan, Plan::default());
        let watcher = Watcher { program: "/nowhere".into(), arguments: Vec::new(), folders: Vec::new() };
        assert!(!plan.wants_payload());
        assert!(plan.start(&watcher, None).finish().is_empty());
    }

    #[test]
    fn each_signal_is_what_its_setting_says() {
        let speech = Settings { tts_on_question: true, ..Settings::default() };
        check(
            &speech,
            &["attn"],
            false,
            &expect![[r#"
                {"command":null,"payload":null,"speech":["/bin/attn","AskUserQuestion: Env"],"notify":[],"open":[],"post":null,"on_click":[],"state":null,"notify_after_ms":0}
                in terminal: None
                missing: []"#]],
        );
        check(
            &speech,
            &[],
            false,
            &expect![[r#"
                {"command":null,"payload":null,"speech":[],"notify":[],"open":[],"post":null,"on_click":[],"state":null,"notify_after_ms":0}
                in terminal: None
                missing: ["attn"]"#]],
        );
        let command = Settings { on_question_command: "beep; beep".into(), ..Settings::default() };
        check(
            &command,
            &[],
            false,
            &expect![[r#"
                {"command":"beep; beep","payload":null,"speech":[],"notify":[],"open":[],"post":null,"on_click":[],"state":null,"notify_after_ms":0}
                in terminal: None
                missing: []"#]],
        );
        let blank = Settings { on_question_command: " ".into(), ..Settings::default() };
        check(
            &blank,
            &[],
            false,
            &expect![[r#"
                {"command":null,"payload":null,"speech":[],"notify":[],"open":[],"post":null,"on_click":[],"state":null,"notify_after_ms":0}
                in terminal: None
                missing: []"#]],
        );
    }

    #[test]
    fn a_notification_goes_to_the_desktop_else_to_the_terminal() {
        let settings = Settings { notification_on_question: true, ..Settings::default() };
        check(
            &settings,
            &["notify-send", "osascript"],
            false,
            &expect![[r#"
                {"command":null,"payload":null,"speech":[],"notify":["/bin/notify-send","--app-name=asq","--","AskUserQuestion: Env","A question is waiting in the terminal."],"open":[],"post":null,"on_click":[],"state":null,"notify_after_ms":30000}
                in terminal: None
                missing: []"#]],
        );
        check(
            &settings,
            &["osascript"],
            false,
            &expect![[r#"
                {"command":null,"payload":null,"speech":[],"notify":["/bin/osascript","-e","on run argv","-e","display notification (item 2 of argv) with title (item 1 of argv)","-e","end run","AskUserQuestion: Env","A question is waiting in the terminal."],"open":[],"post":null,"on_click":[],"state":null,"notify_after_ms":30000}
                in terminal: None
                missing: []"#]],
        );
        check(
            &settings,
            &[],
            false,
            &expect![[r#"
                {"command":null,"payload":null,"speech":[],"notify":[],"open":[],"post":null,"on_click":[],"state":null,"notify_after_ms":30000}
                in terminal: Some(30000)
                missing: []"#]],
        );
        let at_once = Settings { notification_delay_seconds: 0, ..settings };
        check(
            &at_once,
            &["notify-send"],
            true,
            &expect![[r#"
                {"command":null,"payload":null,"speech":[],"notify":["/bin/notify-send","--app-name=asq","--","AskUserQuestion: Env","A question is waiting in the terminal."],"open":[],"post":null,"on_click":[],"state":null,"notify_after_ms":0}
                in terminal: Some(0)
                missing: []"#]],
        );
    }
}
