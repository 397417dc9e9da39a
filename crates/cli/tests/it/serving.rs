//! `asq serve` as a process of its own, for the tests of what it serves.
//!
//! - It runs for the owner of a shop, in a session of its own, and dies with the test.
//! - What it prints at the start says where it is; the rest of its output comes at the end.

use crate::ASQ;
use crate::done::Done;
use crate::shop::Shop;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command};

#[path = "../../../server/tests/it/client.rs"]
#[allow(dead_code, reason = "the server's tests use all of it")]
pub(crate) mod client;

pub(crate) use client::{Address, Call, Reply};

pub(crate) struct Serving {
    child: Option<Child>,
    out: BufReader<ChildStdout>,
    /// What it printed at the start.
    pub(crate) line: String,
}

impl Serving {
    pub(crate) fn start(shop: &Shop, args: &[&str]) -> Serving {
        let mut command = shop.command(ASQ);
        command.arg("serve").args(args);
        Serving::of(command)
    }

    /// The same at this address alone.
    pub(crate) fn start_at(shop: &Shop, at: SocketAddr, args: &[&str]) -> Serving {
        let (address, port) = (at.ip().to_string(), at.port().to_string());
        Serving::start(shop, &[&["--listen", &address, "--port", &port], args].concat())
    }

    /// The same through another program, such as `prlimit`.
    pub(crate) fn of(mut command: Command) -> Serving {
        let mut child = command.spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        // All of it is one write, so the rest is here already.
        line.push_str(str::from_utf8(out.buffer()).unwrap());
        out.consume(out.buffer().len());
        let mut serving = Serving { child: Some(child), out, line };
        assert!(!serving.line.is_empty(), "it does not serve: {:?}", serving.ended());
        serving
    }

    /// The first word of the start that begins with this.
    fn word(&self, begin: &str) -> &str {
        let found = self.line.split_whitespace().find(|word| word.starts_with(begin));
        found.unwrap_or_else(|| panic!("no {begin} in {:?}", self.line))
    }

    /// The port's address.
    pub(crate) fn port(&self) -> Address {
        Address::Tcp(self.word("http://").split('/').nth(2).unwrap().parse().unwrap())
    }

    /// The port's address, as a browser has it.
    pub(crate) fn at(&self) -> &str {
        self.word("http://")
    }

    /// The address for other machines.
    pub(crate) fn tls_url(&self) -> String {
        let host = self.word("https://").split('/').nth(2).unwrap();
        format!("https://{host}")
    }

    /// The socket file.
    pub(crate) fn socket(&self) -> PathBuf {
        self.word("http+unix://").strip_prefix("http+unix://").unwrap().into()
    }

    /// The path of the link that it printed at the start.
    pub(crate) fn link(&self) -> Option<String> {
        link_in(&self.line)
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.as_ref().unwrap().id()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(self.pid().try_into().unwrap()).unwrap();
        kill_process(pid, signal).unwrap();
    }

    /// Its end, and what it printed after its start.
    pub(crate) fn ended(&mut self) -> Done {
        let mut child = self.child.take().unwrap();
        let (mut out, mut err) = (String::new(), String::new());
        self.out.read_to_string(&mut out).unwrap();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        Done { code: child.wait().unwrap().code().unwrap_or(-1), out, err }
    }

    /// Ends it as its person does.
    pub(crate) fn stopped(&mut self) -> Done {
        self.signal(Signal::TERM);
        self.ended()
    }

    pub(crate) fn killed(&mut self) {
        self.signal(Signal::KILL);
        self.ended();
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The path of a link in a text.
pub(crate) fn link_in(text: &str) -> Option<String> {
    let rest = &text[text.find("/l/")?..];
    Some(rest.split_whitespace().next()?.to_owned())
}

/// Makes a token and returns its text.
pub(crate) fn token(shop: &Shop, right: &str) -> String {
    let done = shop.asq(&["token", "new", "--right", right]);
    assert_eq!(done.code, 0, "{done:?}");
    done.out.trim().to_owned()
}

/// A call that asks for a database.
pub(crate) fn question() -> Value {
    serde_json::json!({"agent": "builder", "call": {"name": "question", "arguments": {"questions": [
        {"id": "db", "prompt": "Which database?", "options": [{"value": "pg", "label": "PostgreSQL"}]}]}}})
}
