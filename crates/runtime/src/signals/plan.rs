//! What is to happen when a form appears, as the settings say.
//!
//! - With the settings as they are by default nothing is to be started.
//! - A notification is a process of the desktop; where there is none to be found, or the person sits at
//!   another machine, the terminal is asked to show it.
//! - Speech and notifications are argument lists, never lines for a shell.
//! - The person's own command is the setting's text and nothing else.

use super::job::Job;
use super::words::Words;
use asq_settings::Settings;
use std::path::PathBuf;

/// What a notification says below its first line.
const BODY: &str = "A question is waiting in the terminal.";

/// What a form is to be announced with, apart from bell and title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Processes to start.
    pub(super) job: Job,
    /// Milliseconds after which the terminal shows a notification, where it is the one to do so.
    pub in_terminal: Option<u64>,
    /// Wanted, and not possible here.
    pub(super) missing: Vec<&'static str>,
}

impl Plan {
    /// As the settings say. `find` looks a program up; `remote`: the person sits at another machine.
    pub fn new(
        settings: &Settings,
        words: &Words,
        find: &dyn Fn(&str) -> Option<PathBuf>,
        remote: bool,
    ) -> Plan {
        let mut plan = Plan::default();
        let command = &settings.on_question_command;
        plan.job.command = (!command.trim().is_empty()).then(|| command.clone());
        if settings.tts_on_question {
            match program(find, "attn") {
                Some(attn) => plan.job.speech = vec![attn, words.aloud.to_string()],
                None => plan.missing.push("attn"),
            }
        }
        if settings.notification_on_question {
            let after_ms = u64::from(settings.notification_delay_seconds) * 1000;
            plan.job.notify = notifier(find, words).unwrap_or_default();
            plan.job.notify_after_ms = after_ms;
            plan.in_terminal = (remote || plan.job.notify.is_empty()).then_some(after_ms);
        }
        plan
    }
}

/// The desktop's own notifier and its arguments.
fn notifier(find: &dyn Fn(&str) -> Option<PathBuf>, words: &Words) -> Option<Vec<String>> {
    let aloud = words.aloud.to_string();
    let linux = || {
        let program = program(find, "notify-send")?;
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
