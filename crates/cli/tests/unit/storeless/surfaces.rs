//! The surfaces of these tests: an ask on a terminal, and another person's inbox.
//!
//! - Each is at home in a folder of its own, in which no file may be left.
//! - The form's terminal is the pane of a tmux of its own. Only one such form is open at a time.
//! - The inbox needs no terminal: keys and notices go in, screens come out.

use super::CALL;
use crate::args::store::PostArgs;
use crate::args::{DialectArgs, SurfaceArgs};
use crate::ask;
use crate::env::Env;
use crate::inbox::setup;
use crate::output::SAID;
use crate::settings;
use crate::zone::LocalZone;
use asq_backend::{Backend, Feed, Follow, Wake};
use asq_core::inbox::{BoardEffect, Now};
use asq_core::time::Timestamp;
use asq_frame::{Glyphs, Size};
use asq_testkit::backend::TestBackend;
use asq_testkit::folder::TempFolder;
use asq_testkit::keys::{Keystroke, parse};
use asq_testkit::tmux::Tmux;
use asq_tui::inbox::InboxFace;
use asq_tui::input::TermInput;
use asq_wire::Ended;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::spawn;
use std::time::Duration;

/// A home folder in which no file may be left.
pub(super) struct Home(TempFolder);

impl Home {
    pub(super) fn new() -> Home {
        Home(TempFolder::new("storeless"))
    }

    /// The environment of a process at home here.
    pub(super) fn env(&self, backend: &TestBackend) -> Env {
        let home = self.0.path().to_string_lossy();
        Env::of(&[("HOME", &*home), ("TERM", "xterm-256color"), ("LANG", "C.UTF-8")])
            .with_backend(Arc::new(backend.clone()))
    }

    pub(super) fn assert_empty(&self) {
        assert_eq!(files_below(self.0.path()), [""; 0]);
    }
}

/// How an ask ended, its values, and the lines on standard error.
pub(super) type TerminalEnding = (Ended, String, Vec<String>);

/// `asq ask` with its form on a terminal: the screen, and the end of the thread that asks.
pub(super) struct TerminalAsk {
    pub(super) tmux: Tmux,
    ended: Receiver<TerminalEnding>,
    home: Home,
    _alone: MutexGuard<'static, ()>,
}

/// A process restores the modes of one terminal.
static ALONE: Mutex<()> = Mutex::new(());

impl TerminalAsk {
    pub(super) fn new(backend: &TestBackend) -> TerminalAsk {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        // The form is on the pane's terminal, which this command leaves alone.
        let (tmux, home) = (Tmux::start(60, 14, "exec tail -f /dev/null"), Home::new());
        let env = home.env(backend).with_tty(&tmux.tell("#{pane_tty}"));
        let (tell, ended) = channel();
        spawn(move || {
            let post = PostArgs { inbox: false, wait: None, no_wait: false };
            let surface = SurfaceArgs { inline: true, ..SurfaceArgs::default() };
            let (named, claims) = (DialectArgs::default(), ask::Claims::default());
            let ending = ask::ask(CALL.into(), &named, &claims, Some(&post), &surface, false, &env).unwrap();
            if let Some(delivery) = ending.delivery {
                delivery.record().unwrap();
            }
            tell.send((ending.ended, ending.values, SAID.take())).unwrap();
        });
        tmux.wait_text("Which?");
        TerminalAsk { tmux, ended, home, _alone: alone }
    }

    /// Its ending, its values and its lines, once it has closed. It has left no file.
    pub(super) fn end(self) -> TerminalEnding {
        self.left_no_file(self.ended.recv_timeout(Duration::from_mins(1)).unwrap())
    }

    /// Picks the second option. A key within the guard doesn't count, so it is pressed until the form closes.
    pub(super) fn pick_second(self) -> TerminalEnding {
        self.tmux.keys(&["Down"]);
        self.tmux.wait_text("❯ 2");
        let closed = (0..60).find_map(|_| {
            self.tmux.keys(&["Enter"]);
            self.ended.recv_timeout(Duration::from_secs(1)).ok()
        });
        self.left_no_file(closed.unwrap())
    }

    fn left_no_file(&self, ending: TerminalEnding) -> TerminalEnding {
        self.home.assert_empty();
        ending
    }
}

#[expect(clippy::disallowed_methods, reason = "a test looks at what is left behind")]
fn files_below(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = |path: PathBuf| {
        if path.is_dir() { files_below(&path) } else { vec![path.display().to_string()] }
    };
    entries.flat_map(files).collect()
}

/// Another person's inbox, without a terminal.
pub(super) struct InboxStandIn {
    face: InboxFace,
    feed: Box<dyn Feed>,
    ms: u64,
    pub(super) home: Home,
}

impl InboxStandIn {
    pub(super) fn new(backend: &TestBackend) -> InboxStandIn {
        backend.use_inbox(true);
        let bob = backend.seen_by("bob");
        let home = Home::new();
        let env = home.env(&bob);
        let chosen = settings::for_ask(&env, &SurfaceArgs::default());
        let face = InboxFace::new(setup(&chosen, &env, &bob, LocalZone::UTC, false), Glyphs::Unicode);
        let feed = bob.follow(Follow::Inbox, Wake::Descriptor).unwrap();
        let mut inbox = InboxStandIn { face, feed, ms: 0, home };
        inbox.settle(Vec::new());
        inbox
    }

    fn now(&self) -> Now {
        Now { at: Timestamp(self.ms), wall_ms: 1_800_000_000_000 + self.ms, boot: None }
    }

    /// Carries out effects and reads notices until none are left, a second later.
    pub(super) fn settle(&mut self, mut effects: Vec<BoardEffect>) {
        self.ms += 1000;
        loop {
            for effect in effects {
                match effect {
                    BoardEffect::Command(command) => self.feed.send(command),
                    BoardEffect::Bell
                    | BoardEffect::Announce(_)
                    | BoardEffect::Jump(_)
                    | BoardEffect::Copy(_)
                    | BoardEffect::Open(_)
                    | BoardEffect::Edit(_)
                    | BoardEffect::Suspend
                    | BoardEffect::Quit => {}
                }
            }
            let notices = self.feed.notices();
            if notices.is_empty() {
                break;
            }
            effects = self.face.notices(self.now(), notices);
        }
        self.screen();
    }

    pub(super) fn keys(&mut self, keys: &str) {
        for typed in parse(keys) {
            let input = match typed {
                Keystroke::Key(key) => TermInput::Key(key),
                Keystroke::Paste(text) => TermInput::Paste(text),
            };
            let effects = self.face.input(self.now(), input);
            self.settle(effects);
        }
    }

    /// Lets the time pass in which an answer can be taken back.
    pub(super) fn send(&mut self) {
        self.ms += 10_000;
        let effects = self.face.tick(self.now());
        self.settle(effects);
    }

    pub(super) fn screen(&mut self) -> String {
        let frame = self.face.paint(self.now(), Size { width: 46, height: 12 });
        let lines: Vec<String> = frame.lines.iter().map(|line| line.text().trim_end().to_owned()).collect();
        lines.join("\n") + "\n"
    }
}
