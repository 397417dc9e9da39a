//! An MCP client on the lines of the real binary, below a program of its own.

use crate::ASQ;
use crate::shop::{Done, Shop};
use asq_testkit::eventually::eventually;
use rustix::process::Pid;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A client, and what its server sent that it didn't ask for.
pub(crate) struct McpClient {
    pub(crate) child: Child,
    pub(crate) input: Option<ChildStdin>,
    pub(crate) output: BufReader<ChildStdout>,
    pub(crate) others: Vec<Value>,
    pub(crate) next: u64,
}

impl McpClient {
    /// A client that has sent nothing yet.
    pub(crate) fn silent(shop: &Shop, args: &[&str], variables: &[(&str, &str)]) -> McpClient {
        let agent = shop.join("agent");
        if !agent.exists() {
            std::os::unix::fs::symlink("/bin/bash", &agent).unwrap();
        }
        // Each agent in a session of its own, as in a terminal of its own.
        let mut command = Command::new("setsid");
        command.arg(agent).args(["-c", r#""$0" mcp "$@"; exit $?"#, ASQ]).args(args).env_clear();
        command.env("PATH", "/usr/bin:/bin").env("HOME", shop.join("")).env("TZ", "UTC");
        command.envs(variables.iter().copied()).current_dir(shop.join(""));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        McpClient { child, input, output, others: Vec::new(), next: 0 }
    }

    /// A client of the older era, with this name.
    pub(crate) fn named(shop: &Shop, name: &str, args: &[&str]) -> McpClient {
        let mut client = McpClient::silent(shop, args, &[]);
        client.initialize(name, &json!({}));
        client
    }

    pub(crate) fn initialize(&mut self, name: &str, capabilities: &Value) -> Value {
        let params = json!({
            "protocolVersion": "2025-11-25", "capabilities": capabilities,
            "clientInfo": {"name": name, "version": "1"},
        });
        let initialized = self.request("initialize", params);
        self.says(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        initialized
    }

    pub(crate) fn line(&mut self, line: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    pub(crate) fn says(&mut self, message: &Value) {
        self.line(message.to_string().as_bytes());
    }

    /// Sends a request, and returns its id.
    pub(crate) fn sends(&mut self, method: &str, params: Value) -> u64 {
        self.next += 1;
        let mut message = json!({"jsonrpc": "2.0", "id": self.next, "method": method});
        if !params.is_null() {
            message["params"] = params;
        }
        self.says(&message);
        self.next
    }

    pub(crate) fn read(&mut self) -> Value {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "asq mcp is gone");
        serde_json::from_str(&line).unwrap()
    }

    /// The response to this request.
    pub(crate) fn response(&mut self, id: impl Into<Value>) -> Value {
        let id = id.into();
        if let Some(at) = self.others.iter().position(|message| message["id"] == id) {
            return self.others.remove(at);
        }
        loop {
            let message = self.read();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.others.push(message);
        }
    }

    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.sends(method, params);
        self.response(id)
    }

    pub(crate) fn calls(&mut self, tool: &str, arguments: &Value) -> u64 {
        self.sends("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let id = self.calls(tool, arguments);
        self.response(id)["result"].clone()
    }

    /// The process of asq, below the agent.
    pub(crate) fn pid(&self) -> Pid {
        let children = format!("/proc/{0}/task/{0}/children", self.child.id());
        let text = std::fs::read_to_string(children).unwrap();
        Pid::from_raw(text.split_whitespace().next().unwrap().parse().unwrap()).unwrap()
    }

    /// Hangs up; returns the exit code, and what else came. A response to an open call would be part of that.
    pub(crate) fn hang_up(mut self) -> (i32, String) {
        drop(self.input.take());
        let code = self.child.wait().unwrap().code().unwrap();
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (code, rest)
    }
}

/// A client whose person can be shown something.
impl McpClient {
    /// The next request of the server.
    pub(crate) fn asked(&mut self) -> Value {
        let is_request = |message: &Value| message["method"] == json!("elicitation/create");
        if let Some(at) = self.others.iter().position(is_request) {
            return self.others.remove(at);
        }
        loop {
            let message = self.read();
            if is_request(&message) {
                return message;
            }
            self.others.push(message);
        }
    }

    pub(crate) fn replies(&mut self, form: &Value, result: &Value) {
        self.says(&json!({"jsonrpc": "2.0", "id": form["id"], "result": result}));
    }

    pub(crate) fn accepts(&mut self, form: &Value, content: &Value) {
        self.replies(form, &json!({"action": "accept", "content": content}));
    }

    pub(crate) fn notification(&mut self, method: &str) -> Value {
        loop {
            let at = self.others.iter().position(|message| message["method"] == json!(method));
            if let Some(at) = at {
                return self.others.remove(at);
            }
            let message = self.read();
            self.others.push(message);
        }
    }
}

impl Drop for McpClient {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.wait();
    }
}

pub(crate) fn store() -> Value {
    json!({"questions": [{"id": "db", "header": "Store", "question": "Which store?",
        "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}]})
}

/// The open requests, once there are so many.
pub(crate) fn open(shop: &Shop, count: usize) -> Vec<Value> {
    eventually("the open requests", || {
        let listed = shop.asq(&["list", "--json"]).out;
        let all: Vec<Value> = listed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        (all.len() == count).then_some(all)
    })
}

pub(crate) fn id(listed: &Value) -> &str {
    listed["id"].as_str().unwrap()
}

pub(crate) fn answers(shop: &Shop, listed: &Value, label: &str) -> Done {
    let done = shop.asq(&["answer", id(listed), "--pick", label]);
    assert_eq!(done.code, 0, "{done:?}");
    done
}

pub(crate) fn show(shop: &Shop, id: &str) -> Value {
    shop.asq(&["show", id, "--json"]).json()
}

pub(crate) fn is_delivered(shop: &Shop, id: &str) {
    eventually("the delivery", || !show(shop, id)["delivered_at"].is_null());
}

/// Until the asker of this request counts as waiting: that comes a moment after the request.
pub(crate) fn asker_waits(shop: &Shop, listed: &Value) {
    eventually("an asker that waits", || show(shop, id(listed))["asker_waits"] == json!(true));
}
