//! A real terminal for tests: tmux on its own socket.
//!
//! - [`Tmux::start`] runs a command at a size. Dropping it stops the server and waits for the window's processes to
//!   exit, since they may still write files.
//! - Keys are typed by name or as text. Pastes are bracketed if the program asked for it.
//! - [`Tmux::wait`] polls the screen until it matches; a failure shows the screen. [`Tmux::shows`] waits for a picture.
//! - [`Tmux::insist`] presses a key again if the form ignored it, as a person does.
//! - [`Tmux::missing`] tells whether a test must be skipped for lack of tmux.

use crate::eventually::{PATIENCE, eventually, wait};
use crate::folder::TempFolder;
use crate::stat::Stat;
use expect_test::Expect;
use std::fmt::Write as _;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// A screen is still if it doesn't change for this long, in so many looks: on a busy machine a look takes long, too.
/// tmux tells a program its new size up to 250 ms late.
const STILL: (Duration, usize) = (Duration::from_millis(350), 20);
/// What a form says that ignored a key.
const IGNORED: &str = " ignored: ";
/// A key without any effect for so long was ignored, and nobody saw the form say so.
const NO_EFFECT: Duration = Duration::from_secs(5);
/// How long the processes of a closed window may take to end before we give up on them.
const LAST_LOOKS: Duration = Duration::from_secs(5);

/// One tmux server with one window.
#[derive(Debug)]
pub struct Tmux {
    folder: TempFolder,
}

impl Tmux {
    /// Whether this machine lacks tmux.
    pub fn missing() -> bool {
        Command::new("tmux").arg("-V").output().is_err()
    }

    /// Runs `command` by `sh -c` in a window of this size. The window stays open when it ends.
    pub fn start(columns: u16, rows: u16, command: &str) -> Tmux {
        let tmux = Tmux { folder: TempFolder::new("tmux") };
        let (columns, rows) = (columns.to_string(), rows.to_string());
        tmux.run(&[
            "new-session",
            "-d",
            "-x",
            &columns,
            "-y",
            &rows,
            "sh",
            "-c",
            "stty -echo; cat >/dev/null",
        ]);
        tmux.run(&["set-option", "-g", "remain-on-exit", "on"]);
        tmux.run(&["set-option", "-g", "status", "off"]);
        tmux.run(&["set-option", "-g", "history-limit", "10000"]);
        tmux.run(&["set-option", "-g", "default-terminal", "tmux-256color"]);
        tmux.run(&["set-option", "-sg", "escape-time", "0"]);
        // The options above apply to new windows only.
        tmux.run(&["new-window", "-k", "-t", ":0", "sh", "-c", command]);
        tmux.resize(columns.parse().unwrap_or(80), rows.parse().unwrap_or(24));
        tmux
    }

    /// Types keys by their tmux names (`Enter`, `C-c`, `Down`, `M-Enter`).
    pub fn keys(&self, names: &[&str]) {
        self.run(&[&["send-keys"], names].concat());
    }

    /// Types this text, each character as a key.
    pub fn text(&self, text: &str) {
        self.run(&["send-keys", "-l", "--", text]);
    }

    /// Pastes this text, bracketed if the program asked for it. Line feeds stay line feeds.
    pub fn paste(&self, text: &str) {
        let file = self.folder.join("paste");
        std::fs::write(&file, text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        self.run(&["load-buffer", &file.to_string_lossy()]);
        self.run(&["paste-buffer", "-p", "-r"]);
    }

    pub fn resize(&self, columns: u16, rows: u16) {
        self.run(&["resize-window", "-x", &columns.to_string(), "-y", &rows.to_string()]);
    }

    /// Without styles.
    pub fn screen(&self) -> String {
        self.run(&["capture-pane", "-p"])
    }

    /// With the escape sequences that style it.
    pub fn styled(&self) -> String {
        self.run(&["capture-pane", "-p", "-e"])
    }

    /// Includes everything that scrolled off the screen.
    pub fn history(&self) -> String {
        self.run(&["capture-pane", "-p", "-S", "-"])
    }

    /// The main screen while the alternate one covers it; empty while nothing does.
    pub fn covered(&self) -> String {
        if self.tell("#{alternate_on}") == "1" {
            self.run(&["capture-pane", "-p", "-a"])
        } else {
            String::new()
        }
    }

    /// Evaluates a tmux format: `#{pane_title}`, `#{alternate_on}`, `#{cursor_x}`.
    pub fn tell(&self, format: &str) -> String {
        self.run(&["display-message", "-p", format]).trim_end().to_owned()
    }

    /// Waits until the screen matches, and returns it.
    pub fn wait(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        self.wait_for(what, Tmux::screen, wanted)
    }

    /// Waits until this text is on the screen, and returns the screen.
    pub fn wait_text(&self, text: &str) -> String {
        self.wait(text, |screen| screen.contains(text))
    }

    /// Waits until the output of `look` matches.
    pub fn wait_for(
        &self,
        what: &str,
        look: impl Fn(&Tmux) -> String,
        wanted: impl Fn(&str) -> bool,
    ) -> String {
        eventually(what, || {
            let now = look(self);
            if wanted(&now) { Ok(now) } else { Err(format!("the last look:\n{now}")) }
        })
    }

    /// Waits until `read` finds this picture on the screen, and compares the last one, so that a difference is shown.
    #[track_caller]
    pub fn shows(&self, picture: &Expect, read: impl Fn(&str) -> String) {
        // A rewritten picture is what the screen comes to.
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            return picture.assert_eq(&read(&self.wait_still()));
        }
        let words = |text: &str| text.split_whitespace().map(ToOwned::to_owned).collect::<Vec<_>>();
        let wanted = words(picture.data());
        let mut last = String::new();
        let _ = wait(PATIENCE, || {
            last = read(&self.screen());
            words(&last) == wanted
        });
        picture.assert_eq(&last);
    }

    /// Presses keys until the screen matches, and returns it. It presses them again once the form no longer says that
    /// they came too soon, or if they had no effect for some seconds.
    pub fn insist(&self, what: &str, names: &[&str], wanted: impl Fn(&str) -> bool) -> String {
        eventually(what, || {
            let screen = self.screen();
            if wanted(&screen) {
                return Ok(screen);
            }
            // A form that ignores a key ignores the next one, too.
            if !screen.contains(IGNORED) {
                self.keys(names);
                let _ = wait(NO_EFFECT, || {
                    let screen = self.screen();
                    wanted(&screen) || screen.contains(IGNORED)
                });
            }
            Err(format!("the last look:\n{screen}"))
        })
    }

    /// Presses keys, and waits for a change of the screen, for some seconds at most; returns the screen.
    pub fn presses(&self, names: &[&str]) -> String {
        let before = self.screen();
        self.keys(names);
        let _ = wait(NO_EFFECT, || self.screen() != before);
        self.screen()
    }

    /// Waits until the screen hasn't changed for a moment. That proves nothing on a busy machine: a wait for what
    /// should be there is better.
    pub fn wait_still(&self) -> String {
        let (mut last, mut since, mut same) = (self.screen(), Instant::now(), 0);
        eventually("a still screen", || {
            let now = self.screen();
            if now == last {
                same += 1;
            } else {
                (last, since, same) = (now, Instant::now(), 0);
            }
            since.elapsed() >= STILL.0 && same >= STILL.1
        });
        last
    }

    /// The window's process.
    pub fn pid(&self) -> String {
        self.tell("#{pane_pid}")
    }

    fn tmux(&self) -> Command {
        let mut command = Command::new("tmux");
        command.arg("-S").arg(self.folder.join("socket")).args(["-f", "/dev/null"]);
        command
    }

    /// Runs any tmux command.
    pub fn run(&self, arguments: &[&str]) -> String {
        let Output { status, stdout, stderr } = self
            .tmux()
            .args(arguments)
            .env_remove("TMUX")
            .env("LC_ALL", "C.UTF-8")
            .output()
            .unwrap_or_else(|e| panic!("tmux: {e}"));
        let mut shown = String::new();
        for part in [&stdout, &stderr] {
            let _ = write!(shown, "{}", String::from_utf8_lossy(part));
        }
        assert!(status.success(), "tmux {arguments:?}: {shown}");
        String::from_utf8_lossy(&stdout).into_owned()
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        let tmux = |arguments: &[&str]| {
            let output = self.tmux().args(arguments).output();
            output.map(|it| String::from_utf8_lossy(&it.stdout).into_owned()).unwrap_or_default()
        };
        let windows = tmux(&["list-panes", "-a", "-F", "#{pane_pid}"]);
        tmux(&["kill-server"]);
        let windows: Vec<u32> = windows.split_whitespace().filter_map(|pid| pid.parse().ok()).collect();
        let _ = wait(LAST_LOOKS, || !windows.iter().any(|window| runs_in(*window)));
    }
}

/// The window's first process leads a session; the others belong to it.
fn runs_in(window: u32) -> bool {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let mut stats = processes.filter_map(|it| Stat::of(&it.path().join("stat")));
    stats.any(|it| it.session == window && !it.gone())
}
