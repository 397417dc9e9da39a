//! A server of an entry, started as the agent starts it, and spoken to line by line.
//!
//! - It gets the arguments and the variables of its entry, and nothing of this terminal.
//! - A server that says nothing is given up after ten seconds.
//! - One that ends is reported with its code and its last line on standard error.
//! - A line that isn't MCP is reported, cut short.
//! - Whatever happens, it ends with all that it started.

use crate::clock::ProcessClock;
use crate::env::Env;
use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How long it may say nothing, in milliseconds.
pub(super) const PATIENCE_MS: u64 = 10_000;
/// How long it may take to end by itself.
const FAREWELL_MS: u64 = 2_000;
/// How often something else may be looked at meanwhile.
const TICK: Duration = Duration::from_millis(50);
/// The most bytes of a line, and of standard error.
const LINE: u64 = 4 << 20;
const NOISE: u64 = 64 << 10;
/// How many lines wait to be read.
const QUEUE: usize = 64;
/// The most characters of a foreign line that are shown.
const SHOWN: usize = 200;

/// Why a server can't be talked to.
#[derive(Debug, thiserror::Error)]
pub(super) enum ProbeFailure {
    #[error("it can't be started: {0}")]
    NoStart(std::io::Error),
    #[error("it said nothing for 10 s, and was ended")]
    Silent,
    #[error("it ended: {0}")]
    Ended(String),
    #[error("it printed a line that isn't MCP: {0}")]
    Garbage(String),
    #[error("it refused {what}: {why}")]
    Refused { what: String, why: String },
}

pub(super) struct ServerCommand<'a> {
    pub(super) program: PathBuf,
    pub(super) args: &'a [String],
    pub(super) env: &'a Env,
    pub(super) folder: Option<&'a Path>,
}

pub(super) struct McpProbe {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
    noise: Option<JoinHandle<Vec<u8>>>,
    next: u64,
    clock: ProcessClock,
}

/// What happens while a response is awaited.
pub(super) trait Meanwhile {
    /// The result of a request that the server makes; `None` if this client can't.
    fn asked(&mut self, method: &str, params: &Value) -> Option<Value>;
    /// Time goes by, in milliseconds since the wait began. `false` gives it up.
    fn ticked(&mut self, waited_ms: u64) -> bool;
}

struct OnlyWaits;

impl Meanwhile for OnlyWaits {
    fn asked(&mut self, _: &str, _: &Value) -> Option<Value> {
        None
    }

    fn ticked(&mut self, waited_ms: u64) -> bool {
        waited_ms < PATIENCE_MS
    }
}

impl McpProbe {
    pub(super) fn start(server: &ServerCommand<'_>) -> Result<McpProbe, ProbeFailure> {
        let mut command = Command::new(&server.program);
        command.args(server.args).env_clear().envs(server.env.all());
        if let Some(folder) = server.folder {
            command.current_dir(folder);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own ends with all that the server started.
        let mut child = command.process_group(0).spawn().map_err(ProbeFailure::NoStart)?;
        let (sends, lines) = mpsc::sync_channel(QUEUE);
        if let Some(out) = child.stdout.take() {
            let mut out = BufReader::new(out);
            std::thread::spawn(move || {
                let mut line = Vec::new();
                // The receiver is gone once the probe has ended.
                while out.by_ref().take(LINE).read_until(b'\n', &mut line).is_ok_and(|read| read > 0)
                    && sends.send(std::mem::take(&mut line)).is_ok()
                {}
            });
        }
        let noise = child.stderr.take().map(|mut err| {
            std::thread::spawn(move || {
                let mut bytes = Vec::new();
                // What can't be read can't be shown.
                let _ = err.by_ref().take(NOISE).read_to_end(&mut bytes);
                let _ = std::io::copy(&mut err, &mut std::io::sink());
                bytes
            })
        });
        let input = child.stdin.take();
        Ok(McpProbe { child, input, lines, noise, next: 0, clock: ProcessClock::start() })
    }

    /// Begins the session under this name; returns the version of the protocol.
    pub(super) fn initialize(&mut self, client: &str) -> Result<String, ProbeFailure> {
        let params = json!({
            "protocolVersion": "2025-11-25", "capabilities": { "elicitation": { "form": {} } },
            "clientInfo": { "name": client, "version": env!("CARGO_PKG_VERSION") },
        });
        let result = self.request("initialize", &params, &mut OnlyWaits)?.ok_or(ProbeFailure::Silent)?;
        let version = result.get("protocolVersion").and_then(Value::as_str);
        let version = version.ok_or_else(|| garbage(&result.to_string()))?.to_owned();
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        Ok(version)
    }

    /// Its tools, each with its name and the schema of its arguments.
    pub(super) fn tools(&mut self) -> Result<Vec<(String, Value)>, ProbeFailure> {
        let result = self.request("tools/list", &json!({}), &mut OnlyWaits)?.ok_or(ProbeFailure::Silent)?;
        let tools =
            result.get("tools").and_then(Value::as_array).ok_or_else(|| garbage(&result.to_string()))?;
        let one = |tool: &Value| {
            let name = tool.get("name")?.as_str()?.to_owned();
            Some((name, tool.get("inputSchema").cloned().unwrap_or_default()))
        };
        Ok(tools.iter().filter_map(one).collect())
    }

    /// Sends a request and waits for its result; `None` if it was given up meanwhile.
    pub(super) fn request(
        &mut self,
        method: &str,
        params: &Value,
        meanwhile: &mut dyn Meanwhile,
    ) -> Result<Option<Value>, ProbeFailure> {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let began = self.clock.now().0;
        loop {
            if !meanwhile.ticked(self.clock.now().0 - began) {
                return Ok(None);
            }
            let line = match self.lines.recv_timeout(TICK) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            };
            if line.trim_ascii().is_empty() {
                continue;
            }
            let message: Value = serde_json::from_slice(&line)
                .ok()
                .filter(Value::is_object)
                .ok_or_else(|| garbage(&String::from_utf8_lossy(&line)))?;
            let its_id = message.get("id");
            match message.get("method").and_then(Value::as_str) {
                Some(asked) => {
                    // A notification wants no reply.
                    let Some(id) = its_id else { continue };
                    let params = message.get("params").cloned().unwrap_or_default();
                    let result =
                        if asked == "ping" { Some(json!({})) } else { meanwhile.asked(asked, &params) };
                    self.send(&match result {
                        Some(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
                        None => json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32601, "message": "no such method" } }),
                    });
                }
                None if its_id == Some(&json!(id)) => {
                    if let Some(result) = message.get("result") {
                        return Ok(Some(result.clone()));
                    }
                    let why = message.pointer("/error/message").and_then(Value::as_str).unwrap_or_default();
                    return Err(ProbeFailure::Refused { what: method.to_owned(), why: cut(why) });
                }
                None if message.get("jsonrpc").is_none() => return Err(garbage(&message.to_string())),
                None => {}
            }
        }
    }

    fn send(&mut self, message: &Value) {
        let Some(input) = &mut self.input else { return };
        // A server that is gone shows it by the end of its output.
        let _ = input.write_all(format!("{message}\n").as_bytes()).and_then(|()| input.flush());
    }

    /// How it ended, once its output has.
    fn ended(&mut self) -> ProbeFailure {
        self.input = None;
        let status = self.wait();
        let how = match status.map(|status| (status.code(), status.signal())) {
            Some((Some(code), _)) => format!("exit code {code}"),
            Some((None, Some(signal))) => format!("signal {signal}"),
            Some((None, None)) => "nobody knows how".to_owned(),
            None => "it closed its output".to_owned(),
        };
        self.end();
        let last = self.last_words();
        ProbeFailure::Ended(if last.is_empty() { how } else { format!("{how}, after '{last}'") })
    }

    /// The last line on standard error.
    fn last_words(&mut self) -> String {
        let bytes = self.noise.take().and_then(|noise| noise.join().ok()).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        // Usage and hints follow the sentence of an error.
        let named = lines.clone().find(|line| line.starts_with("asq: ") || line.starts_with("error: "));
        named.or_else(|| lines.next_back()).map(cut).unwrap_or_default()
    }

    fn wait(&mut self) -> Option<std::process::ExitStatus> {
        let began = self.clock.now().0;
        while self.clock.now().0 - began < FAREWELL_MS {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            std::thread::sleep(TICK / 5);
        }
        None
    }

    fn end(&mut self) {
        // Those that are gone need no signal.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.wait();
    }
}

impl Drop for McpProbe {
    fn drop(&mut self) {
        // The end of its input is the way to end a server.
        if self.input.take().is_some() {
            self.wait();
        }
        self.end();
    }
}

fn garbage(line: &str) -> ProbeFailure {
    ProbeFailure::Garbage(format!("'{}'", cut(line.trim())))
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
