//! Starts the watcher when a form is up, and lets it know when the form has closed.
//!
//! - The watcher holds a pipe from asq. When asq closes it, or dies, the form has closed.
//! - The process that asq starts only starts the watcher and ends, so asq has no child to reap.
//! - Failures to start are reported once the form has closed.

use super::job::Job;
use super::payload::Payload;
use super::plan::Plan;
use super::trouble::SignalTrouble;
use crate::file_limit;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, channel, sync_channel};
use std::thread;
use std::time::Duration;

/// How long a closing form waits for signals that are still starting.
const PATIENCE: Duration = Duration::from_secs(1);

/// The most bytes that a watcher reports.
const REPORTS: u64 = 4096;

/// The command line of the watcher, and its folders.
#[derive(Clone, Debug)]
pub struct Watcher {
    /// A program that calls [`detach`](super::detach).
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Candidates for the payload file: it goes to the first folder that is this person's alone.
    pub folders: Vec<PathBuf>,
}

/// The running signals. Finish them when the form has closed.
#[derive(Debug)]
#[must_use]
pub struct Running {
    starting: Option<Receiver<Started>>,
    missing: Vec<&'static str>,
}

/// The result of starting the watcher.
#[derive(Debug, Default)]
struct Started {
    /// The pipe to the watcher, open as long as the form is.
    pipe: Option<ChildStdin>,
    /// Lines of failures, as they come.
    reports: Option<Receiver<String>>,
    troubles: Vec<SignalTrouble>,
}

impl Plan {
    /// Starts the signals, once the form is up. Without a payload no command runs.
    pub fn start(self, watcher: &Watcher, payload: Option<Payload>) -> Running {
        let Plan { job, missing, in_terminal: _ } = self;
        if job.is_empty() {
            return Running { starting: None, missing };
        }
        let watcher = watcher.clone();
        let (done, starting) = sync_channel(1);
        // Starting a process takes milliseconds, and the form must not wait for it.
        thread::spawn(move || {
            // If the form has closed already, dropping this value closes the pipe, and the watcher notices.
            let _ = done.send(start(&watcher, job, payload.as_ref()));
        });
        Running { starting: Some(starting), missing }
    }
}

impl Running {
    /// No signals, for an ask without a form.
    pub fn nothing() -> Running {
        Running { starting: None, missing: Vec::new() }
    }

    /// Cancels the signals still to come, once the form has closed. Returns the failures.
    pub fn finish(self) -> Vec<SignalTrouble> {
        let mut troubles: Vec<SignalTrouble> = self.missing.into_iter().map(SignalTrouble::Missing).collect();
        let started =
            self.starting.and_then(|starting| starting.recv_timeout(PATIENCE).ok()).unwrap_or_default();
        troubles.extend(started.troubles);
        troubles.extend(started.reports.iter().flat_map(Receiver::try_iter).map(SignalTrouble::Webhook));
        drop(started.pipe);
        troubles
    }
}

fn start(watcher: &Watcher, mut job: Job, payload: Option<&Payload>) -> Started {
    let mut started = Started::default();
    if let Some(payload) = payload {
        match payload.write(&watcher.folders) {
            Ok(path) => job.payload = Some(path),
            Err(error) => {
                // The command reads the question from that file: without it, it would announce nothing.
                job.command = None;
                started.troubles.push(SignalTrouble::Payload(error));
            }
        }
    }
    if job.is_empty() {
        return started;
    }
    match pass_on(watcher, &job) {
        Ok((pipe, reports)) => {
            started.pipe = Some(pipe);
            started.reports = reports;
        }
        Err(why) => {
            if let Some(path) = &job.payload {
                let _ = asq_files::by_name::remove(path);
            }
            started.troubles.push(SignalTrouble::Watcher(why));
        }
    }
    started
}

/// Starts the watcher and sends it the job; returns the pipe that stays open while the form is up.
pub(super) fn pass_on(
    watcher: &Watcher,
    job: &Job,
) -> Result<(ChildStdin, Option<Receiver<String>>), String> {
    let mut line = serde_json::to_vec(job).map_err(|error| error.to_string())?;
    line.push(b'\n');
    let mut child = file_limit::command(&watcher.program)
        .args(&watcher.arguments)
        .stdin(Stdio::piped())
        .stdout(if job.post.is_some() { Stdio::piped() } else { Stdio::null() })
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut pipe = child.stdin.take().ok_or_else(|| "no pipe".to_owned())?;
    let reports = child.stdout.take().map(listen);
    let handed = pipe.write_all(&line);
    // The child detaches and ends at once. Reaping it leaves no zombie while the form is up.
    let ended = loop {
        match child.wait() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            ended => break ended,
        }
    };
    match (handed, ended) {
        (Ok(()), Ok(status)) if status.success() => Ok((pipe, reports)),
        (Err(error), _) | (_, Err(error)) => Err(error.to_string()),
        (Ok(()), Ok(status)) => Err(format!("{}: {status}", watcher.program.display())),
    }
}

/// Reads the watcher's lines, as long as it runs.
fn listen(from: ChildStdout) -> Receiver<String> {
    let (tell, reports) = channel();
    thread::spawn(move || {
        for line in BufReader::new(from.take(REPORTS)).lines().map_while(Result::ok) {
            if tell.send(line).is_err() {
                return;
            }
        }
    });
    reports
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]
mod tests {
    use super::{Job, Payload, Plan, Watcher};
    use asq_core::model::Provenance;
    use asq_testkit::folder::TempFolder;
    use asq_wire::ToolCall;
    use std::path::PathBuf;

    /// The failures of this job, with this program as its watcher and these folders for payloads.
    fn troubles(job: Job, program: &str, folders: Vec<PathBuf>) -> Vec<String> {
        let watcher = Watcher { program: program.into(), arguments: Vec::new(), folders };
        let call = ToolCall { name: None, arguments: serde_json::json!({}) };
        let payload = Payload::new(None, "question", &call, &Provenance::default(), None);
        let plan = Plan { job, ..Plan::default() };
        plan.start(&watcher, Some(payload)).finish().iter().map(ToString::to_string).collect()
    }

    fn files(folder: &TempFolder) -> usize {
        folder.path().read_dir().expect("a folder").count()
    }

    fn command() -> Job {
        Job { command: Some("true".into()), ..Job::default() }
    }

    #[test]
    fn what_could_not_be_started_is_told_and_leaves_no_file() {
        let folder = TempFolder::new("start");
        let told = troubles(command(), "/nowhere/asq", vec![folder.path().to_owned()]);
        let why = "No such file or directory (os error 2)";
        assert_eq!(told, [format!("what tells of a question elsewhere could not be started: {why}")]);
        assert_eq!(files(&folder), 0);
    }

    #[test]
    fn a_command_that_nobody_can_tell_what_is_asked_does_not_run() {
        let told = troubles(command(), "/nowhere/asq", Vec::new());
        let [one] = &told[..] else { panic!("{told:?}") };
        assert!(
            one.starts_with("the command (onQuestionCommand) was not run: its payload file can't be written"),
            "{one}"
        );
    }

    #[test]
    fn where_nothing_is_to_be_told_no_file_is_written() {
        let folder = TempFolder::new("start");
        assert_eq!(troubles(Job::default(), "/bin/true", vec![folder.path().to_owned()]), [""; 0]);
        assert_eq!(files(&folder), 0);
    }
}
