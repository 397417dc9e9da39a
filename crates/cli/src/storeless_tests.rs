//! The three surfaces over a backend in memory: `asq ask`, the inbox and embed, without a store.
//!
//! - `asq ask` posts, somebody answers in the inbox, and asking again gets the answer.
//! - Its form on a terminal is in the inbox, too: whichever of the two answers first, the other one closes.
//! - A form without news of other surfaces says so, on a terminal and in a host.
//! - A host's form is in the inbox, too: an answer there closes it, and an answer here leaves the inbox.
//! - Leaves no file: each surface sees a [`Backend`](asq_backend::Backend) and nothing else.

use crate::args::store::PostArgs;
use crate::args::{DialectArgs, SurfaceArgs};
use crate::ask::{self, LocalAsk, PrintedEnding, post};
use crate::embed::Host;
use crate::env::Env;
use crate::inbox::setup;
use crate::output::SAID;
use crate::session::ThisAsker;
use crate::settings;
use crate::zone::LocalZone;
use asq_asking::{Call, ReadCall, read_call};
use asq_backend::{Backend, Feed, Follow, Wake};
use asq_core::inbox::{BoardEffect, Now};
use asq_core::model::{Prefs, Provenance};
use asq_core::time::Timestamp;
use asq_dialects::What;
use asq_frame::{Glyphs, Size};
use asq_testkit::backend::TestBackend;
use asq_testkit::folder::TempFolder;
use asq_testkit::keys::{Keystroke, parse};
use asq_testkit::tmux::Tmux;
use asq_tui::embed::Embed;
use asq_tui::inbox::InboxFace;
use asq_tui::input::TermInput;
use asq_wire::Ended;
use asq_wire::embed::ToHost;
use expect_test::expect;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::spawn;
use std::time::Duration;

const CALL: &str =
    r#"{"name": "ask", "arguments": {"questions": [{"question": "Which?", "options": ["a", "b"]}]}}"#;

fn env(backend: &TestBackend) -> Env {
    Env::of(&[]).with_backend(Arc::new(backend.clone()))
}

/// How an ask ended, its values, and the lines on standard error.
type TerminalEnding = (Ended, String, Vec<String>);

/// `asq ask` with its form on a terminal: the screen, and the end of the thread that asks.
struct TerminalAsk {
    tmux: Tmux,
    ended: Receiver<TerminalEnding>,
    home: TempFolder,
    _alone: MutexGuard<'static, ()>,
}

/// A process restores the modes of one terminal.
static ALONE: Mutex<()> = Mutex::new(());

impl TerminalAsk {
    fn new(backend: &TestBackend) -> TerminalAsk {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        // The form is on the pane's terminal, which this command leaves alone.
        let (tmux, home) = (Tmux::start(60, 14, "exec tail -f /dev/null"), TempFolder::new("storeless"));
        let (tty, own) = (tmux.tell("#{pane_tty}"), home.path().to_string_lossy().into_owned());
        let backend = Arc::new(backend.clone());
        let (tell, ended) = channel();
        spawn(move || {
            let vars = [("HOME", &*own), ("TERM", "xterm-256color"), ("LANG", "C.UTF-8")];
            let env = Env::of(&vars).with_backend(backend).with_tty(&tty);
            let post = PostArgs { inbox: false, wait: None, no_wait: false };
            let surface = SurfaceArgs { inline: true, ..SurfaceArgs::default() };
            let (named, from) = (DialectArgs::default(), Provenance::default());
            let ending = ask::ask(CALL.into(), &named, from, Some(&post), &surface, false, &env).unwrap();
            if let Some(delivery) = ending.delivery {
                delivery.record().unwrap();
            }
            tell.send((ending.ended, ending.values, SAID.take())).unwrap();
        });
        tmux.wait_text("Which?");
        TerminalAsk { tmux, ended, home, _alone: alone }
    }

    /// Its ending, its values and its lines, once it has closed. It has left no file.
    fn end(self) -> TerminalEnding {
        self.left_no_file(self.ended.recv_timeout(Duration::from_mins(1)).unwrap())
    }

    /// Picks the second option. A key within the guard doesn't count, so it is pressed until the form closes.
    fn pick_second(self) -> TerminalEnding {
        self.tmux.keys(&["Down"]);
        self.tmux.wait_text("❯ 2");
        let closed = (0..60).find_map(|_| {
            self.tmux.keys(&["Enter"]);
            self.ended.recv_timeout(Duration::from_secs(1)).ok()
        });
        self.left_no_file(closed.unwrap())
    }

    fn left_no_file(&self, ending: TerminalEnding) -> TerminalEnding {
        assert_eq!(files_below(self.home.path()), [""; 0]);
        ending
    }
}

fn files_below(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = |path: PathBuf| {
        if path.is_dir() { files_below(&path) } else { vec![path.display().to_string()] }
    };
    entries.flat_map(files).collect()
}

/// Another person's inbox, without a terminal.
struct Inbox {
    face: InboxFace,
    feed: Box<dyn Feed>,
    ms: u64,
}

impl Inbox {
    fn new(backend: &TestBackend) -> Inbox {
        backend.use_inbox(true);
        let bob = backend.seen_by("bob");
        let env = env(&bob);
        let chosen = settings::for_ask(&env, &SurfaceArgs::default());
        let face = InboxFace::new(setup(&chosen, &env, &bob, LocalZone::UTC, false), Glyphs::Unicode);
        let feed = bob.follow(Follow::Inbox, Wake::Descriptor).unwrap();
        let mut inbox = Inbox { face, feed, ms: 0 };
        inbox.settle(Vec::new());
        inbox
    }

    fn now(&self) -> Now {
        Now { at: Timestamp(self.ms), wall_ms: 1_800_000_000_000 + self.ms, boot: None }
    }

    /// Carries out effects and reads notices until none are left, a second later.
    fn settle(&mut self, mut effects: Vec<BoardEffect>) {
        self.ms += 1000;
        loop {
            for effect in effects {
                match effect {
                    BoardEffect::Command(command) => self.feed.send(command),
                    BoardEffect::Bell
                    | BoardEffect::Announce(_)
                    | BoardEffect::Jump(_)
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

    fn keys(&mut self, keys: &str) {
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
    fn send(&mut self) {
        self.ms += 10_000;
        let effects = self.face.tick(self.now());
        self.settle(effects);
    }

    fn screen(&mut self) -> String {
        let frame = self.face.paint(self.now(), Size { width: 46, height: 12 });
        let lines: Vec<String> = frame.lines.iter().map(|line| line.text().trim_end().to_owned()).collect();
        lines.join("\n") + "\n"
    }
}

fn asks(env: &Env, how: &PostArgs) -> PrintedEnding {
    let ReadCall::Call(call) = read_call(CALL.into(), (None, None), Prefs::default()) else {
        panic!("misuse")
    };
    let Call { call, dialect, reading } = *call;
    let What::Ask { request, .. } = reading.what else { panic!("nobody is asked") };
    let side = ThisAsker { folder: Some(Path::new("/src")), ..ThisAsker::of(env) };
    let asker = LocalAsk { call: &call, dialect, request: &request, side, by_flags: false };
    post::ask(&asker, how).unwrap()
}

#[test]
fn an_ask_is_answered_in_the_inbox_and_asked_again() {
    let backend = TestBackend::new("ann");
    let env = env(&backend);
    let mut inbox = Inbox::new(&backend);
    let posted = asks(&env, &PostArgs { inbox: false, wait: None, no_wait: true });
    assert_eq!(posted.ended, Ended::Pending);
    inbox.settle(Vec::new());
    let listed = inbox.screen();
    inbox.keys("<ret><down><ret>");
    inbox.send();
    expect![[r#"
        Inbox  1 waiting
        ──────────────────────────────────────────────
        ❯   Which?                                 now
            somebody        /src






        ──────────────────────────────────────────────
        Enter open · s later · d decline · q quit
        =====
        Inbox  0 waiting
        ──────────────────────────────────────────────
        ❯   Which?                                 now
            ✔ answered by you at 08:00






        ──────────────────────────────────────────────
        x let go · / search · ? keys · q quit
    "#]]
    .assert_eq(&format!("{listed}=====\n{}", inbox.screen()));
    let answered = asks(&env, &PostArgs { inbox: false, wait: Some(0), no_wait: false });
    assert_eq!((answered.id, answered.ended, answered.values.as_str()), (posted.id, Ended::Answered, "b\n"));
    answered.delivery.unwrap().record().unwrap();
    assert_eq!(backend.count().unwrap(), 0);
}

/// The line with which a host opens a form.
fn open(id: &str) -> String {
    format!(
        r#"{{"type": "open", "v": 1, "id": "{id}", "surface": "form", "waits": true, "guard_ms": 0, "call": {CALL}}}"#
    )
}

/// The lines that the host gets, without frames.
fn lines_for_host(lines: &[ToHost]) -> String {
    let line = |line: &ToHost| (!matches!(line, ToHost::Frame { .. })).then(|| format!("{}\n", line.line()));
    lines.iter().filter_map(line).collect()
}

#[test]
fn a_hosts_form_and_the_inbox_are_two_surfaces_of_one_request() {
    let backend = TestBackend::new("ann");
    let env = env(&backend);
    let mut inbox = Inbox::new(&backend);
    let mut host = Host::new(&env);
    let mut embed = Embed::new(&mut host);
    let mut all = lines_for_host(&embed.line(Timestamp(0), open("f1")));
    inbox.settle(Vec::new());
    assert_eq!(backend.count().unwrap(), 1);
    inbox.keys("<ret><down><ret>");
    inbox.send();
    all += &lines_for_host(&embed.take_news(Timestamp(5000)));
    embed.written();
    all += "=====\n";
    all += &lines_for_host(&embed.line(Timestamp(9000), open("f2")));
    inbox.settle(Vec::new());
    let before = inbox.screen();
    let enter = r#"{"type": "input", "id": "f2", "data": "\r"}"#;
    all += &lines_for_host(&embed.line(Timestamp(12_000), enter));
    embed.written();
    inbox.settle(Vec::new());
    assert_ne!(inbox.screen(), before);
    assert_eq!(backend.count().unwrap(), 0);
    expect![[r#"
        {"type":"signal","id":"f1","signal":"title","title":"asq — Question 1"}
        {"type":"signal","id":"f1","signal":"bell"}
        {"type":"signal","id":"f1","signal":"title","title":null}
        {"type":"done","id":"f1","outcome":"answered","content":"The user answered your question.\n1. q1: \"Which?\"\n   picked: \"b\"","details":{"outcome":"answered","answers":{"q1":{"kind":"select_one","value":"b","label":"b","index":1}}},"is_error":false,"notes":[],"told":"asq: answered by bob on a terminal"}
        =====
        {"type":"signal","id":"f2","signal":"title","title":"asq — Question 1"}
        {"type":"signal","id":"f2","signal":"bell"}
        {"type":"signal","id":"f2","signal":"title","title":null}
        {"type":"done","id":"f2","outcome":"answered","content":"The user answered your question.\n1. q1: \"Which?\"\n   picked: \"a\"","details":{"outcome":"answered","answers":{"q1":{"kind":"select_one","value":"a","label":"a","index":0}}},"is_error":false,"notes":[]}
        =====
        Inbox  0 waiting
        ──────────────────────────────────────────────
        ❯   Which?                                 now
            ✔ answered by you at 08:00
            Which?                                 now
            – answered by ann on a terminal at 08:00




        ──────────────────────────────────────────────
        x let go · / search · ? keys · q quit
    "#]].assert_eq(&format!("{all}=====\n{}", inbox.screen()));
}

#[test]
fn a_form_on_a_terminal_and_the_inbox_are_two_surfaces_of_one_request() {
    let backend = TestBackend::new("ann");
    let mut inbox = Inbox::new(&backend);
    let asked = TerminalAsk::new(&backend);
    inbox.settle(Vec::new());
    assert_eq!(backend.count().unwrap(), 1);
    assert_eq!(asked.pick_second(), (Ended::Answered, "b\n".to_owned(), Vec::new()));
    inbox.settle(Vec::new());
    let screen = inbox.screen();
    assert!(screen.contains("– answered by ann on a terminal at 08:00"), "{screen}");
}

#[test]
fn a_form_on_a_terminal_closes_when_the_inbox_answers() {
    let backend = TestBackend::new("ann");
    let mut inbox = Inbox::new(&backend);
    let asked = TerminalAsk::new(&backend);
    inbox.settle(Vec::new());
    inbox.keys("<ret><down><ret>");
    inbox.send();
    asked.tmux.wait_text("– answered by bob on a terminal");
    assert_eq!(asked.end(), (Ended::Answered, "b\n".to_owned(), Vec::new()));
    assert_eq!(backend.count().unwrap(), 0);
}

/// The line of a form that nobody tells what other surfaces do.
const UNHEARD: &str = "asq: this form doesn't see what others do with the question: no descriptor is left";

#[test]
fn a_form_that_gets_no_news_of_other_surfaces_says_so() {
    let backend = TestBackend::new("ann");
    backend.use_inbox(true);
    backend.refuse_feeds();
    let asked = TerminalAsk::new(&backend);
    assert_eq!(asked.pick_second(), (Ended::Answered, "b\n".to_owned(), vec![UNHEARD.to_owned()]));
    let env = env(&backend);
    let mut host = Host::new(&env);
    let mut embed = Embed::new(&mut host);
    embed.line(Timestamp(0), open("f1"));
    // A host shows it next to the ending.
    let lines = embed.line(Timestamp(3000), r#"{"type": "input", "id": "f1", "data": "\r"}"#);
    let Some(ToHost::Done { told, .. }) = lines.last() else { panic!("{}", lines_for_host(&lines)) };
    assert_eq!(told.as_deref(), Some(UNHEARD));
}
