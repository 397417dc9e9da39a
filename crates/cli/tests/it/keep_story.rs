//! What a person did in an inbox and didn't send: it is there again, whatever becomes of the window.
//!
//! - Each state of `keep_states` is tried with each end, on a file and on a PostgreSQL server.
//! - A window ends once the store has the state, and the store still has it after somebody looked at it.
//! - What was held back is sent by an inbox that can still do so; after a kill it is there for one Enter.

use crate::ASQ;
use crate::host::Host;
use crate::keep_states::{ASKS_REASON, IN_FORM, Is, STATES, State, press};
use crate::store_postgres::{open_server, server_store};
use crate::terminal::{Home, Session};
use asq_core::life::RequestId;
use asq_store::{Sqlite, Store};
use asq_testkit::eventually::{eventually, wait};
use asq_testkit::tmux::Tmux;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// What becomes of the window, and where the request is looked at again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// `q`, and another inbox.
    Quit,
    /// Esc, and the same inbox.
    Esc,
    /// Its terminal hangs up; another inbox.
    Hup,
    /// `kill -9`, and another inbox.
    Kill,
    /// It is looked at in another inbox, and in one after that.
    Again,
    /// It stays; another inbox.
    Second,
    /// `kill -9`, and `asq inbox --once`.
    Once,
    /// `kill -9`, and the form of the same call.
    Form,
    /// `kill -9`, and the form of the same call in pi.
    Pi,
}

/// How many stories go on at a time.
const AT_ONCE: usize = 4;

/// A home with a store and one request.
struct Scene {
    home: Home,
    /// The address of the store; empty for the file in the home.
    address: String,
}

impl Scene {
    fn new(address: String) -> Scene {
        let scene = Scene { home: Home::new().unguarded(), address };
        std::os::unix::fs::symlink("/bin/bash", scene.home.path("agent")).unwrap();
        scene
    }

    /// Keeps what is announced in a file.
    fn notes_announcements(&self) {
        let settings = "guard = 0\nonQuestionCommand = \"cat $PI_QUESTIONNAIRE_PAYLOAD_FILE >>$HOME/told\"\n";
        self.home.write(".config/asq/config.toml", settings);
    }

    /// What was announced so far.
    fn told(&self) -> String {
        std::fs::read_to_string(self.home.path("told")).unwrap_or_default()
    }

    fn store(&self) -> Box<dyn Store> {
        if self.address.is_empty() {
            Box::new(Sqlite::open(&self.home.path(".local/share/asq/store.db")).unwrap())
        } else {
            Box::new(open_server(&self.address))
        }
    }

    fn environment(&self, command: &mut Command) {
        command.env_clear().current_dir(self.home.path("")).env("HOME", self.home.path("")).env("TZ", "UTC");
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("LC_ALL", "C.UTF-8").env("ASQ_NOTIFY_BATCH", "0");
        if !self.address.is_empty() {
            command.env("ASQ_STORE", &self.address);
        }
    }

    fn output(&self, command: &mut Command) -> String {
        self.environment(command);
        let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    fn asq(&self, arguments: &[&str]) -> String {
        self.output(Command::new(ASQ).args(arguments))
    }

    /// Asks below a program of its own, so that the person isn't in its process tree.
    fn asks(&self, call: &str) -> String {
        let text =
            format!("{ASQ} ask --no-wait --agent pi --session s --call-id {call} {call}.json; exit $?");
        self.output(Command::new("setsid").args(["--wait"]).arg(self.home.path("agent")).args(["-c", &text]))
    }

    fn posts(&self, call: &str, questions: &str) -> RequestId {
        let text = format!(r#"{{"name":"ask","arguments":{{"questions":[{questions}]}}}}"#);
        self.home.write(&format!("{call}.json"), &text);
        let line: serde_json::Value = serde_json::from_str(&self.asks(call)).unwrap();
        line["id"].as_str().and_then(|id| id.parse().ok()).unwrap()
    }

    /// Runs asq with these words in a terminal.
    fn runs(&self, words: &str) -> Session<'_> {
        let store =
            if self.address.is_empty() { String::new() } else { format!("ASQ_STORE='{}'", self.address) };
        self.home.run(&format!("{store} ASQ_INBOX_HOLD=10 ASQ_NOTIFY_BATCH=0 $asq {words}"))
    }

    fn inbox(&self) -> Session<'_> {
        let inbox = self.runs("inbox");
        inbox.sees("waiting");
        inbox
    }

    /// The first line of the form of the same call in pi, after this key.
    fn pi(&self, questions: &str, key: &str) -> Vec<String> {
        let mut command = Command::new(self.home.path("agent"));
        self.environment(&mut command);
        let mut host = Host::of(command.args(["-c", &format!("{ASQ} embed; exit $?")]));
        let open = format!(
            r#"{{"type":"open","v":1,"id":"1","agent":"pi","session":"s","call_id":"c","waits":true,"surface":"form","width":80,"height":24,"guard_ms":0,"call":{{"name":"ask","arguments":{{"questions":[{questions}]}}}}}}"#
        );
        let mut lines = host.say(&open);
        if key == "C-x" {
            lines = host.say(r#"{"type":"input","id":"1","data":"\u0018"}"#);
        }
        host.hang_up();
        lines
    }
}

/// A story: a state, an end, and a database.
struct Story<'a> {
    scene: &'a Scene,
    state: &'a State,
    end: End,
    id: RequestId,
    store: Box<dyn Store>,
}

impl Story<'_> {
    /// What the store keeps outside of its records.
    fn disk(&self) -> Vec<String> {
        let text = |row: asq_store::DraftRow| String::from_utf8(row.body).unwrap();
        let rows = self.store.drafts(self.id).unwrap().into_iter().map(text);
        let late = self.store.late_drafts(self.id).unwrap().into_iter().map(text);
        let snoozed = self.store.snoozed().unwrap().into_iter().map(|_| "put off".to_owned());
        rows.chain(late).chain(snoozed).collect()
    }

    fn shown(&self, screen: &str) {
        let Story { state, end, .. } = self;
        for part in state.shows {
            assert!(screen.contains(part), "{}, {end:?}: no {part:?}\n{screen}", state.name);
        }
    }

    /// Waits until all that shows the state is on the screen.
    fn sees(&self, tmux: &Tmux) {
        let what = format!("{}, {:?}", self.state.name, self.end);
        tmux.wait(&what, |screen| self.state.shows.iter().all(|part| screen.contains(part)));
    }

    fn plays(&self) {
        let Story { scene, state, end, .. } = self;
        let first = scene.inbox();
        first.sees(
            "Ship it?\nHow many?\nWhy?\nWhich?".lines().find(|it| state.questions.contains(it)).unwrap(),
        );
        for (key, then) in state.keys {
            press(&first, key);
            first.sees(then);
        }
        if state.is == Is::Late {
            scene.asq(&["answer", &self.id.to_string(), "--pick", "Yes", "--as", "bob"]);
            first.sees("your text stays");
        }
        if state.is == Is::Seen {
            eventually("it is announced", || scene.told().contains(&self.id.to_string()));
        }
        let wanted = |all: &[String]| state.disk.iter().all(|part| all.iter().any(|row| row.contains(part)));
        eventually("it is on disk", || {
            let all = self.disk();
            if wanted(&all) { Ok(()) } else { Err(format!("{}: {all:?}", state.name)) }
        });
        match end {
            End::Quit | End::Again => self.quits(first),
            End::Esc => return self.esc(&first),
            End::Hup => dies(first, "HUP"),
            End::Kill | End::Once | End::Form | End::Pi => dies(first, "KILL"),
            End::Second => {
                // While it looks on, it doesn't send what it holds back.
                first.signal("STOP");
                self.looks(&scene.inbox());
                first.signal("KILL");
            }
        }
        let sent = matches!(end, End::Quit | End::Hup | End::Again);
        if let (Is::Held(ending), true) = (state.is, sent) {
            let said = scene.asks("c");
            assert!(said.contains(ending), "{}, {end:?}: {said}", state.name);
            return;
        }
        match end {
            End::Esc | End::Second => {}
            End::Once => self.once(),
            End::Form => self.form(),
            End::Pi => self.pi(),
            End::Quit | End::Hup | End::Kill => self.looks(&scene.inbox()),
            End::Again => {
                let second = scene.inbox();
                if state.is != Is::Seen {
                    self.looks(&second);
                }
                self.quits(second);
                self.looks(&scene.inbox());
            }
        }
        assert!(wanted(&self.disk()), "{}, {end:?}: {:?}", state.name, self.disk());
    }

    /// Looks at it in another inbox.
    fn looks(&self, inbox: &Session<'_>) {
        inbox.sees(self.state.row);
        if self.state.is == Is::Seen {
            return self.another();
        }
        press(inbox, self.state.opens);
        self.sees(&inbox.tmux);
        if self.state.is == Is::Late {
            inbox.tmux.keys(&["Enter"]);
            inbox.sees("came too late │ after lunch");
        }
    }

    /// A later request is announced, so this one would have been announced again before it. What arrives in front of a
    /// typing person is not announced; so there are several. On a slow machine the newest may miss its announcement.
    fn another(&self) {
        let mut later = Vec::new();
        eventually("a later one is announced", || {
            let n = later.len() + 1;
            let question = format!(r#"{{"question":"And {n}?","kind":"select_one","options":["a","b"]}}"#);
            later.push(self.scene.posts(&format!("later{n}"), &question).to_string());
            wait(Duration::from_secs(1), || {
                let told = self.scene.told();
                later.iter().any(|id| told.contains(id))
            })
        });
        let told = self.scene.told();
        // An inbox names a request twice, a form names none but its question.
        let times = (told.matches(&self.id.to_string()).count(), told.matches("Ship it?").count());
        assert_eq!(times, (2, 0), "{:?}: {told}", self.end);
    }

    fn once(&self) {
        let once = self.scene.runs("inbox --once");
        match self.state.is {
            Is::PutOff => assert_eq!(once.end().err, "asq: nothing waits; 1 is put off\n"),
            Is::Late => assert_eq!(once.end().err, "asq: nothing is open\n"),
            Is::Seen => {
                once.sees(IN_FORM);
                self.another();
            }
            Is::Draft | Is::Held(_) => {
                // The strip above it is there before the form, which ignores keys until it is on the screen.
                once.sees(IN_FORM);
                once.sees("Esc");
                self.in_form(&once);
            }
        }
    }

    fn form(&self) {
        let form = self.scene.runs("ask --agent pi --session s --call-id c c.json >out");
        match self.state.is {
            Is::Late => assert!(form.end().out.contains("Yes")),
            Is::Seen => {
                form.sees("Ship it?");
                let _inbox = self.scene.inbox();
                self.another();
            }
            Is::PutOff | Is::Draft | Is::Held(_) => {
                form.sees("Esc");
                self.in_form(&form);
            }
        }
    }

    fn in_form(&self, form: &Session<'_>) {
        if !self.state.in_form.is_empty() {
            press(form, self.state.in_form);
        }
        self.sees(&form.tmux);
    }

    fn pi(&self) {
        let lines = self.scene.pi(self.state.questions, self.state.in_form).join("\n");
        match self.state.is {
            Is::Late => assert!(lines.contains("Yes"), "{lines}"),
            Is::Seen => {
                self.shown(&lines);
                let _inbox = self.scene.inbox();
                self.another();
            }
            Is::PutOff | Is::Draft | Is::Held(_) => self.shown(&lines),
        }
    }

    /// Goes out by Esc, and looks at it in the same inbox.
    fn esc(&self, inbox: &Session<'_>) {
        inbox.tmux.wait_for("the list", |tmux| tmux.presses(&["Escape"]), is_list);
        match self.state.is {
            Is::Seen => return self.another(),
            Is::Held(_) => press(inbox, "{u}"),
            Is::Draft | Is::PutOff | Is::Late => press(inbox, self.state.opens),
        }
        if let Is::Held(_) = self.state.is {
            // On a slow machine it may have been sent by now.
            let shows = |screen: &str| self.state.shows.iter().all(|part| screen.contains(part));
            inbox.tmux.wait("it is there or sent", |screen| shows(screen) || screen.contains(" by you"));
        } else if self.state.goes_back {
            // Esc went back to its first page.
            inbox.sees("❯ 2. No");
        } else {
            self.sees(&inbox.tmux);
        }
    }

    /// Leaves by `q`. A key that comes right after a form is ignored, and so are those after it.
    fn quits(&self, inbox: Session<'_>) {
        let leave = |tmux: &Tmux| {
            let screen = tmux.screen();
            if is_list(&screen) {
                return screen;
            }
            tmux.presses(&[if screen.contains(IN_FORM) { "C-]" } else { "C-c" }])
        };
        inbox.tmux.wait_for("the list", leave, is_list);
        let quit = |tmux: &Tmux| {
            if !tmux.screen().contains("ignored") {
                tmux.text("q");
            }
            self.scene.home.path("code").exists().to_string()
        };
        inbox.tmux.wait_for("its end", quit, |over| over == "true");
        inbox.end();
    }
}

fn dies(inbox: Session<'_>, signal: &str) {
    inbox.signal(signal);
    inbox.end();
}

fn is_list(screen: &str) -> bool {
    !screen.contains(IN_FORM) && !screen.contains(ASKS_REASON)
}

fn stories(end: End, address: fn() -> String) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|all| {
        for _ in 0..AT_ONCE {
            all.spawn(|| {
                while let Some(state) = STATES.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let scene = Scene::new(address());
                    if state.is == Is::Seen {
                        scene.notes_announcements();
                    }
                    let id = scene.posts("c", state.questions);
                    Story { scene: &scene, state, end, id, store: scene.store() }.plays();
                }
            });
        }
    });
}

fn file() -> String {
    String::new()
}

#[test]
fn what_was_done_is_there_after_q_and_after_esc() {
    stories(End::Quit, file);
    stories(End::Esc, file);
}

#[test]
fn what_was_done_is_there_after_a_hangup_and_after_a_kill() {
    stories(End::Hup, file);
    stories(End::Kill, file);
}

#[test]
fn what_was_done_is_there_in_a_second_inbox_and_in_a_third() {
    stories(End::Again, file);
    stories(End::Second, file);
}

#[test]
fn what_was_done_is_there_in_a_popup_in_a_form_and_in_pi() {
    stories(End::Once, file);
    stories(End::Form, file);
    stories(End::Pi, file);
}

#[test]
fn on_a_server_what_was_done_is_there_after_q_and_after_esc() {
    stories(End::Quit, server_store);
    stories(End::Esc, server_store);
}

#[test]
fn on_a_server_what_was_done_is_there_after_a_hangup_and_after_a_kill() {
    stories(End::Hup, server_store);
    stories(End::Kill, server_store);
}

#[test]
fn on_a_server_what_was_done_is_there_in_a_second_inbox_and_in_a_third() {
    stories(End::Again, server_store);
    stories(End::Second, server_store);
}

#[test]
fn on_a_server_what_was_done_is_there_in_a_popup_in_a_form_and_in_pi() {
    stories(End::Once, server_store);
    stories(End::Form, server_store);
    stories(End::Pi, server_store);
}
