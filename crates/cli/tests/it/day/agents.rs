//! The agents' side of a day: each question has an asker, which is a process.
//!
//! - An asker waits, or posts its question, goes, and comes back for the answer.
//! - A killed asker asks again, as an agent does that was started again.

use super::Day;
use super::questions::Question;
use crate::ASQ;
use asq_testkit::eventually::eventually;
use asq_testkit::faults::ChildProcess;
use serde_json::Value;
use std::process::{Command, Output, Stdio};

/// A question that was asked.
pub(super) struct Asked {
    pub(super) question: Question,
    /// The process that waits for the ending.
    asker: Option<ChildProcess>,
    /// What its processes printed at their end.
    pub(super) printed: Vec<Printed>,
    /// The answer that the person gave last and didn't take back.
    pub(super) given: Option<Given>,
}

/// The output of one asker; all of it is in the message of a failure.
#[derive(Debug)]
#[expect(dead_code, reason = "a failure shows them")]
pub(super) struct Printed {
    pub(super) lines: Vec<Value>,
    /// Whether it was killed.
    pub(super) killed: bool,
    code: Option<i32>,
    err: String,
}

/// What the person did with a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Given {
    /// Picked these options.
    Picked(Vec<usize>),
    /// Typed this, among other words.
    Typed(String),
    Number(u64),
    Declined,
    Cancelled,
    /// Somebody else answered with this text first.
    Elsewhere(String),
}

impl Printed {
    fn has_ending(&self) -> bool {
        self.lines.iter().any(|line| line["outcome"] != "pending")
    }
}

impl Asked {
    fn take(&mut self, output: &Output, killed: bool) {
        let text = String::from_utf8_lossy(&output.stdout);
        let lines = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        self.printed.push(Printed { lines, killed, code: output.status.code(), err });
    }

    /// The request's id, if one of its processes said it.
    pub(super) fn id(&self) -> Option<String> {
        let lines = self.printed.iter().flat_map(|printed| &printed.lines);
        lines.filter_map(|line| Some(line["id"].as_str()?.to_owned())).next_back()
    }

    /// Whether a process waits for the ending.
    pub(super) fn waits(&self) -> bool {
        self.asker.is_some()
    }
}

impl Day<'_> {
    /// A process of this day, without a terminal.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        let path = std::env::var_os("PATH").unwrap_or_default();
        command.env_clear().current_dir(self.home.path("")).env("PATH", path);
        command.env("HOME", self.home.path("")).env("LANG", "C.UTF-8").env("TZ", "UTC");
        if let Some(address) = self.store.address() {
            command.env("ASQ_STORE", address);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs asq to its end, in a session of its own: what the askers' session does counts as theirs.
    pub(super) fn asq(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = self.command("setsid").args(["--wait", ASQ]).args(arguments).output().expect("it runs");
        (output.status.code(), String::from_utf8(output.stdout).expect("text"))
    }

    /// Each line of the output as JSON.
    pub(super) fn rows(&self, arguments: &[&str]) -> Vec<Value> {
        let (code, out) = self.asq(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {out}");
        out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    /// Below a program of its own, which is bash under another name: asq looks past shells, and an answer from the
    /// asker's own process tree is refused.
    fn starts(&self, arguments: &[&str]) -> ChildProcess {
        let agent = self.home.path("agent");
        if !agent.exists() {
            std::os::unix::fs::symlink("/bin/bash", &agent).expect("a link");
        }
        let mut command = self.command(agent.to_str().expect("text"));
        command.args(["-c", r#""$0" "$@"; exit $?"#, ASQ]).args(arguments);
        ChildProcess::start(&mut command)
    }

    fn ask_again(&self, question: &Question) -> ChildProcess {
        let (file, call) = (format!("call-{}.json", question.n), format!("call-{}", question.n));
        let how = if question.comes_back { "--no-wait" } else { "--inbox" };
        let who = ["--agent", question.agent, "--session", "day", "--call-id", &call];
        self.starts(&[&["ask", &file, how], &who[..]].concat())
    }

    pub(super) fn ask(&mut self, question: Question) {
        self.home.write(&format!("call-{}.json", question.n), &question.call().to_string());
        let asker = self.ask_again(&question);
        let mut asked = Asked { question, asker: None, printed: Vec::new(), given: None };
        if asked.question.comes_back {
            asked.take(&asker.ended(), false);
            asked.id().expect("a posted question has an id");
        } else {
            asked.asker = Some(asker);
        }
        self.asked.push(asked);
    }

    /// Lets the asker of a posted question come back and wait.
    pub(super) fn come_back(&mut self, at: usize) {
        let asked = &self.asked[at];
        let has = asked.printed.iter().any(|printed| !printed.killed && printed.has_ending());
        if asked.question.comes_back && asked.asker.is_none() && !has {
            let id = asked.id().expect("an id");
            let asker = self.starts(&["wait", &id]);
            self.asked[at].asker = Some(asker);
        }
    }

    /// Kills the asker and has it ask again.
    pub(super) fn kill_asker(&mut self, at: usize) {
        let Some(mut asker) = self.asked[at].asker.take() else { return };
        if asker.child().try_wait().is_ok_and(|ended| ended.is_some()) {
            return self.asked[at].take(&asker.ended(), false);
        }
        asker.kill();
        self.asked[at].take(&asker.ended(), true);
        if self.asked[at].question.comes_back {
            self.come_back(at);
        } else {
            let again = self.ask_again(&self.asked[at].question);
            self.asked[at].asker = Some(again);
        }
    }

    /// Waits for the end of all askers.
    pub(super) fn askers_end(&mut self) {
        for at in 0..self.asked.len() {
            self.come_back(at);
            if let Some(asker) = self.asked[at].asker.take() {
                let output = asker.ended();
                self.asked[at].take(&output, false);
            }
        }
    }

    /// Waits until each asker is seen to wait: one that has just begun to connect finds no server, and says so.
    pub(super) fn all_wait(&self) {
        eventually("askers that wait", || {
            let open = self.rows(&["list", "--json"]);
            let waits = |asked: &Asked| {
                let text = format!("Question {}:", asked.question.n);
                let of = |row: &&Value| row["question"].as_str().is_some_and(|it| it.starts_with(&text));
                open.iter().find(of).is_some_and(|row| row["asker_waits"] == true)
            };
            let mut left = self.asked.iter().filter(|asked| asked.waits() && asked.given.is_none());
            left.find(|asked| !waits(asked)).map_or(Ok(()), |asked| Err(format!("{:?}", asked.question)))
        });
    }

    /// The id of an open question.
    pub(super) fn open_id(&self, n: usize) -> Option<String> {
        let text = format!("Question {n}:");
        let open = self.rows(&["list", "--json"]);
        let row = open.iter().find(|row| row["question"].as_str().is_some_and(|it| it.starts_with(&text)));
        row.and_then(|row| Some(row["id"].as_str()?.to_owned()))
    }
}
