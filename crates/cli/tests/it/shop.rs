//! A home with a store of its own, for several runs of the real binary.
//!
//! - An asker runs below a program of its own, so answers from elsewhere don't come from its process tree.
//! - Texts that differ from run to run are masked: ids, times, process numbers, folders.

use crate::ASQ;
pub(crate) use crate::done::Done;
use asq_testkit::folder::TempFolder;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A home that the end of the test removes.
pub(crate) struct Shop {
    home: TempFolder,
    variables: Vec<(String, String)>,
}

/// A run that hasn't ended.
pub(crate) struct Running {
    child: Child,
    out: Option<BufReader<std::process::ChildStdout>>,
    err: BufReader<std::process::ChildStderr>,
    seen: String,
}

impl Running {
    /// Reads standard error up to a line that holds this.
    pub(crate) fn until(&mut self, what: &str) -> String {
        loop {
            let mut line = String::new();
            assert!(self.err.read_line(&mut line).unwrap() > 0, "it ended before {what:?}: {:?}", self.seen);
            self.seen += &line;
            if line.contains(what) {
                return line;
            }
        }
    }

    /// The process id of asq, which runs below the shell.
    pub(crate) fn pid(&self) -> i32 {
        let children = format!("/proc/{0}/task/{0}/children", self.child.id());
        let text = fs::read_to_string(children).unwrap();
        text.split_whitespace().next().unwrap().parse().unwrap()
    }

    /// Sends a signal to asq, not to the shell above it.
    pub(crate) fn signal(&self, signal: rustix::process::Signal) {
        let pid = rustix::process::Pid::from_raw(self.pid()).unwrap();
        rustix::process::kill_process(pid, signal).unwrap();
    }

    pub(crate) fn input(&mut self) -> std::process::ChildStdin {
        self.child.stdin.take().unwrap()
    }

    /// Reads a line of standard output.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.out.as_mut().unwrap().read_line(&mut line).unwrap();
        line
    }

    /// Closes the pipe of standard output.
    pub(crate) fn shut(&mut self) {
        self.out = None;
    }

    pub(crate) fn done(mut self) -> Done {
        let mut out = String::new();
        if let Some(mut left) = self.out.take() {
            left.read_to_string(&mut out).unwrap();
        }
        self.err.read_to_string(&mut self.seen).unwrap();
        let code = self.child.wait().unwrap().code().unwrap_or(-1);
        Done { code, out, err: self.seen }
    }
}

impl Shop {
    pub(crate) fn new(name: &str) -> Shop {
        Shop { home: TempFolder::new(name).unguarded(), variables: Vec::new() }
    }

    /// The same home, with one variable more.
    pub(crate) fn with(&mut self, name: &str, value: &str) {
        self.variables.push((name.to_owned(), value.to_owned()));
    }

    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.home.join(name)
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.home.join(".local/share/asq")
    }

    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new("setsid");
        command.arg("--wait").arg(program).env_clear().current_dir(self.home.path());
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("HOME", self.home.path()).env("LANG", "C.UTF-8").env("TZ", "UTC");
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs asq without a terminal.
    pub(crate) fn asq(&self, args: &[&str]) -> Done {
        let mut command = self.command(ASQ);
        Shop::ended(command.args(args), "")
    }

    /// Runs it with this standard input.
    pub(crate) fn fed(&self, args: &[&str], input: &str) -> Done {
        let mut command = self.command(ASQ);
        Shop::ended(command.args(args), input)
    }

    fn ended(command: &mut Command, input: &str) -> Done {
        let mut child = command.spawn().unwrap();
        // A command that reads nothing may have ended.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        Done::of(&output)
    }

    /// Runs asq as an agent does: below a shell.
    pub(crate) fn agent(&self, args: &[&str]) -> Done {
        self.start(args).done()
    }

    /// Starts it, and doesn't wait for its end.
    pub(crate) fn start(&self, args: &[&str]) -> Running {
        self.script(r#""$0" "$@"; exit $?"#, args)
    }

    /// Prepares a script of a program called `agent`, in which `$0` is asq. The program is bash under another
    /// name: asq looks past shells, because they pass on what others start.
    pub(crate) fn script(&self, script: &str, args: &[&str]) -> Running {
        let agent = self.home.join("agent");
        if !agent.exists() {
            std::os::unix::fs::symlink("/bin/bash", &agent).unwrap();
        }
        // Without `setsid --wait`, asq is the child.
        let mut command = Command::new(agent);
        command.args(["-c", script, ASQ]).args(args).env_clear().current_dir(self.home.path());
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("HOME", self.home.path()).env("LANG", "C.UTF-8").env("TZ", "UTC");
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.stdin(if args == ["embed"] { Stdio::piped() } else { Stdio::null() });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().unwrap();
        let err = BufReader::new(child.stderr.take().unwrap());
        let out = child.stdout.take().map(BufReader::new);
        Running { child, out, err, seen: String::new() }
    }

    /// Posts the question for a database; returns the id.
    pub(crate) fn posted(&self, more: &[&str]) -> String {
        let done = self.agent(&[&DATABASE[..], &["--no-wait"], more].concat());
        assert_eq!(done.code, 6, "{done:?}");
        done.id()
    }

    /// Holds the lock of an open inbox.
    pub(crate) fn inbox(&self) -> fs::File {
        let path = self.folder().join("store.db.inbox");
        let file = fs::OpenOptions::new().read(true).write(true).open(path).unwrap();
        rustix::fs::flock(file.as_fd(), rustix::fs::FlockOperation::LockShared).unwrap();
        file
    }

    /// Masks the text.
    pub(crate) fn masked(&self, text: &str) -> String {
        let name = |command: &str, arg: &str| {
            let output = Command::new(command).arg(arg).output().unwrap();
            String::from_utf8(output.stdout).unwrap().trim().to_owned()
        };
        let (user, host) = (name("id", "-un"), fs::read_to_string("/proc/sys/kernel/hostname").unwrap());
        let bash = fs::canonicalize("/bin/bash").unwrap();
        let text = text.replace(self.home.path().to_str().unwrap(), "HOME").replace(ASQ, "ASQ");
        let text = text.replace(bash.to_str().unwrap(), "BASH");
        let text = text.replace(&format!("host        {}", host.trim()), "host        HOST");
        let text = text.replace(&format!(": {user}\n"), ": USER\n");
        let text = text.replace(&format!("\"name\":\"{user}\""), "\"name\":\"USER\"");
        masked(&without_leader(&text))
    }
}

/// The exit codes and the masked output of these runs.
pub(crate) fn picture(shop: &Shop, all: &[&Done]) -> String {
    let one = |done: &&Done| format!("{}\n{}{}", done.code, shop.masked(&done.out), shop.masked(&done.err));
    all.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// `asq ask` with a question in flags.
pub(crate) const DATABASE: [&str; 9] =
    ["ask", "-q", "Which database?", "-o", "PostgreSQL", "-o", "SQLite", "--agent", "claude"];

/// The session's leader differs from machine to machine.
fn without_leader(text: &str) -> String {
    let mut parts = text.split(r#""leader":{"#);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + r#""leader":LEADER"# + part.split_once('}').map_or("", |(_, rest)| rest)
    })
}

/// Masks ids, times, ages and process numbers; keeps words and blanks.
fn masked(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let word =
            rest.find(|c: char| !(c.is_ascii_alphanumeric() || "-:+.".contains(c))).unwrap_or(rest.len());
        let c = rest.chars().next().unwrap();
        if word == 0 || matches!(c, ':' | '-' | '.') {
            out.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let (this, after) = rest.split_at(word);
        out.push_str(&of_word(this, &out));
        rest = after;
    }
    out
}

fn of_word(word: &str, before: &str) -> String {
    let (bare, point) = match word.strip_suffix([':', '.', '-']) {
        Some(bare) => (bare, &word[bare.len()..]),
        None => (word, ""),
    };
    let letters = |c: char| c.is_ascii_digit() || (c.is_ascii_lowercase() && !"ilou".contains(c));
    let shape: String = bare.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    let all = bare.chars().all(letters);
    // An id starts with a digit.
    let id = all && bare.starts_with(|c: char| c.is_ascii_digit());
    let masked = match shape.as_str() {
        "0000-00-00" => "DATE",
        "00:00" | "00:00:00" => "TIME",
        "+00:00" => "+00:00",
        "0000-00-00T00:00:00.000Z" => "UTC",
        _ if is_number(bare)
            && ["process ", "pid\":", "process     "].iter().any(|it| before.ends_with(it)) =>
        {
            "PID"
        }
        // A step of a test may take a second.
        _ if is_number(bare) && ["+00:00, ", "ID6  "].iter().any(|it| before.ends_with(it)) => "N",
        _ if id && bare.len() == 26 => "ID",
        _ if all && bare.len() == 64 => "HASH",
        _ if bare.contains(':') && bare.len() > 64 => "HEAD",
        _ if id && bare.len() == 6 => "ID6",
        _ => return word.to_owned(),
    };
    format!("{masked}{point}")
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}
