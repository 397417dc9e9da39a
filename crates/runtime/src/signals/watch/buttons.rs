//! A desktop notification with a button that opens what it announces.
//!
//! - The notifier prints the name of the pressed button; one that knows no buttons shows the notification without them.
//! - A click starts the command that the job names, and nothing else: it answers nothing.
//! - Once the requests are closed, or after a minute, nobody listens to the buttons any more.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The button, and a click on the notification itself.
const ACTIONS: [&str; 2] = ["--action=default=Open", "--action=open=Open"];
const NAMES: [&str; 2] = ["default", "open"];
/// How long a notifier may take to say what it knows.
const PATIENCE: Duration = Duration::from_secs(1);
/// The most bytes of its help, and of a button's name.
const MOST: u64 = 64 << 10;

/// A notifier that waits for a click. Dropping it ends the notifier.
#[derive(Debug)]
pub(super) struct Buttons(Arc<Mutex<Child>>);

impl Buttons {
    /// Shows the notification of this command line with the button; `clicked` is called if it is pressed, `ended` at the
    /// notifier's end. `None`: it didn't start.
    pub(super) fn show(
        notify: &[String],
        clicked: impl FnOnce() + Send + 'static,
        ended: impl FnOnce() + Send + 'static,
    ) -> Option<Buttons> {
        let (program, rest) = notify.split_first()?;
        let mut command = Command::new(program);
        command.args(ACTIONS).args(rest);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().ok()?;
        let out = child.stdout.take()?;
        let child = Arc::new(Mutex::new(child));
        let waiting = child.clone();
        thread::spawn(move || {
            let mut name = String::new();
            // What isn't text doesn't name a button.
            let _ = BufReader::new(out.take(MOST)).read_line(&mut name);
            if NAMES.contains(&name.trim()) {
                clicked();
            }
            // Its exit status doesn't matter. It has closed its output, so it ends by itself, or has been ended.
            let _ = waiting.lock().unwrap_or_else(PoisonError::into_inner).wait();
            ended();
        });
        Some(Buttons(child))
    }
}

impl Drop for Buttons {
    fn drop(&mut self) {
        // It may have ended, and then its thread may hold it for a moment.
        if let Ok(mut child) = self.0.try_lock() {
            let _ = child.kill();
        }
    }
}

/// Whether the notifier of this command line knows buttons.
pub(super) fn known(notify: &[String]) -> bool {
    let Some(program) = notify.first() else { return false };
    let mut command = Command::new(program);
    command.arg("--help").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return false };
    let Some(out) = child.stdout.take() else { return false };
    let (tell, told) = channel();
    thread::spawn(move || {
        let mut text = Vec::new();
        let _ = out.take(MOST).read_to_end(&mut text);
        let _ = tell.send(String::from_utf8_lossy(&text).contains("--action"));
    });
    let known = told.recv_timeout(PATIENCE).unwrap_or(false);
    // A notifier that is still busy with its help isn't worth a wait.
    let _ = child.kill();
    let _ = child.wait();
    known
}
