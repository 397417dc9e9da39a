//! The watcher: a process that supervises the signals' processes while a form is up, and a little longer.
//!
//! - It has its own session: no process that it starts can open the terminal or receive its Ctrl+C.
//! - It closes the inherited files of the program that started asq, so that nobody waits for its end.
//! - Command and speech start at once, the notification after its delay, unless the form has closed by then.
//! - Their output is discarded, and their input is empty.
//! - It removes the payload file when the command exits, and after a minute at the latest.
//! - It exits when no work is left; it waits at most a minute for a process.
//! - It keeps the webhook's last failure, until a POST succeeds.

mod buttons;
mod round;

use super::job::Job;
use super::webhook::WebhookPost;
use super::{PAYLOAD_FILE, WebhookFailure};
use crate::driver::{Clock, MachineClock};
use asq_core::time::Timestamp;
use buttons::Buttons;
use round::{DueTask, Round};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Starts the watcher in its own session and returns; for a process that does nothing else. `program` with `arguments`
/// calls [`watch`].
///
/// # Errors
/// The watcher could not be started.
pub fn detach(program: &Path, arguments: &[OsString]) -> io::Result<()> {
    // Otherwise locks and pipes of the program that started asq would stay open as long as the watcher runs.
    close_fds::set_fds_cloexec(3, &[]);
    // This fails only for a session leader, which has its own session already.
    let _ = rustix::process::setsid();
    Command::new(program).args(arguments).spawn().map(|_| ())
}

/// Reports from the watcher's threads.
enum WatcherReport {
    FormClosed,
    CommandEnded,
    /// What a click opened has ended.
    Opened,
    Ended,
}

/// Does the job from standard input; the form is up as long as standard input is open.
///
/// # Errors
/// Standard input contains no job.
pub fn watch() -> io::Result<()> {
    let mut from = BufReader::new(File::from(io::stdin().as_fd().try_clone_to_owned()?));
    let mut line = String::new();
    from.read_line(&mut line)?;
    let job: Job = serde_json::from_str(&line)?;
    let (tell, news) = channel();
    let clock = Stopwatch::start();
    let mut round = Round::new(&job);
    if job.command.is_some() {
        if command(&job).is_some_and(|it| run(it, &tell, WatcherReport::CommandEnded)) {
            round.command_started(clock.now());
        } else {
            forget(&job);
        }
    }
    for program in [&job.speech, &job.open] {
        if arguments(program).is_some_and(|it| run(it, &tell, WatcherReport::Ended)) {
            round.started(clock.now());
        }
    }
    if let Some(post) = job.post.clone() {
        let (tell, state) = (tell.clone(), job.state.clone());
        round.started(clock.now());
        thread::spawn(move || {
            send(&post, state.as_deref());
            let _ = tell.send(WatcherReport::Ended);
        });
    }
    let closed = tell.clone();
    thread::spawn(move || {
        let mut rest = [0; 64];
        // Nothing more is sent: the end of the pipe is the message, and it comes even if asq is killed.
        while matches!(from.read(&mut rest), Ok(n) if n > 0) {}
        let _ = closed.send(WatcherReport::FormClosed);
    });
    // The click would open what is closed, or nobody would listen to it.
    let mut buttons = None;
    loop {
        for due in round.tick(clock.now()) {
            match due {
                DueTask::Forget => forget(&job),
                DueTask::Notify if !job.on_click.is_empty() && buttons::known(&job.notify) => {
                    buttons = with_buttons(&job, &tell);
                    if buttons.is_some() {
                        round.started(clock.now());
                    }
                }
                DueTask::Notify => {
                    if arguments(&job.notify).is_some_and(|it| run(it, &tell, WatcherReport::Ended)) {
                        round.started(clock.now());
                    }
                }
            }
        }
        let Some(due) = round.deadline() else { return Ok(()) };
        match news.recv_timeout(Duration::from_millis(due.0.saturating_sub(clock.now().0))) {
            Ok(WatcherReport::FormClosed) => {
                round.form_closed();
                drop(buttons.take());
            }
            Ok(WatcherReport::CommandEnded) => round.command_ended(clock.now()),
            Ok(WatcherReport::Ended) => round.ended(),
            Ok(WatcherReport::Opened) | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
    }
}

/// Sends the POST, reports its failure, and keeps it for later.
fn send(post: &WebhookPost, state: Option<&Path>) {
    let sent = post.send();
    let kept = state.map(|folder| match &sent {
        Ok(()) => WebhookFailure::forget(folder),
        Err(why) => {
            let (url, at_ms) = (post.url().to_owned(), MachineClock.now().wall_ms);
            WebhookFailure { url, why: why.clone(), at_ms }.keep(folder)
        }
    });
    // It only helps asq doctor.
    let _ = kept;
    if let Err(why) = sent {
        // The process that started asq may be gone.
        let _ = writeln!(io::stdout(), "{why}");
    }
}

/// The notification, with a button that starts the job's command.
fn with_buttons(job: &Job, tell: &Sender<WatcherReport>) -> Option<Buttons> {
    let (open, opened, ended) = (job.on_click.clone(), tell.clone(), tell.clone());
    let clicked = move || {
        if let Some(command) = arguments(&open) {
            let _ = run(command, &opened, WatcherReport::Opened);
        }
    };
    Buttons::show(&job.notify, clicked, move || {
        let _ = ended.send(WatcherReport::Ended);
    })
}

/// Starts a process without input and output, and reports its end. `false`: it didn't start.
fn run(mut command: Command, tell: &Sender<WatcherReport>, ended: WatcherReport) -> bool {
    let nothing = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = nothing.spawn() else { return false };
    let tell = tell.clone();
    thread::spawn(move || {
        // Its exit status doesn't matter.
        let _ = child.wait();
        let _ = tell.send(ended);
    });
    true
}

/// The person's own line; the questions are in the file only.
fn command(job: &Job) -> Option<Command> {
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(job.command.as_ref()?).env(PAYLOAD_FILE, job.payload.as_ref()?);
    Some(command)
}

fn arguments(of: &[String]) -> Option<Command> {
    let (program, rest) = of.split_first()?;
    let mut command = Command::new(program);
    command.args(rest);
    Some(command)
}

fn forget(job: &Job) {
    if let Some(path) = &job.payload {
        // The command may have moved or removed the file.
        let _ = asq_files::by_name::remove(path);
    }
}

#[derive(Clone, Copy)]
struct Stopwatch(Instant);

impl Stopwatch {
    #[allow(
        clippy::disallowed_methods,
        reason = "the watcher is a process of its own, with a clock of its own"
    )]
    fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    fn now(self) -> Timestamp {
        Timestamp(self.0.elapsed().as_millis() as u64)
    }
}
