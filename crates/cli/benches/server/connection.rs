//! One connection to a server, with as little of HTTP as a bench needs.

use crate::Outcome;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// The server's public name: its callers count as other machines, since an asker's own process can't answer.
pub(crate) const PUBLIC: &str = "bench.example";

/// A connection that is kept for call after call.
pub(crate) struct Connection {
    stream: BufReader<TcpStream>,
    head: String,
}

/// A reply.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    /// The body as JSON.
    pub(crate) fn json(&self) -> Outcome<Value> {
        Ok(serde_json::from_slice(&self.body)?)
    }
}

/// The value of an `Authorization` header for one of asq's tokens.
pub(crate) fn bearer(token: &str) -> String {
    format!("Bearer {token}")
}

impl Connection {
    /// Connects to `HOST:PORT`.
    pub(crate) fn new(address: &str, authorization: &str) -> Outcome<Connection> {
        Connection::of(address, address, authorization)
    }

    /// The same to a server of this name.
    pub(crate) fn of(host: &str, address: &str, authorization: &str) -> Outcome<Connection> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_mins(1)))?;
        let head = format!("Host: {host}\r\nAuthorization: {authorization}\r\n");
        Ok(Connection { stream: BufReader::new(stream), head })
    }

    /// Sends a call without waiting for its reply.
    pub(crate) fn send(&mut self, method: &str, path: &str, body: &str) -> Outcome<()> {
        let kind = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
        let length = body.len();
        let call =
            format!("{method} {path} HTTP/1.1\r\n{}{kind}Content-Length: {length}\r\n\r\n{body}", self.head);
        Ok(self.stream.get_mut().write_all(call.as_bytes())?)
    }

    /// The reply to the call before.
    pub(crate) fn reply(&mut self) -> Outcome<Reply> {
        let (status, length) = self.reply_head()?;
        let body = match length {
            Some(length) => {
                let mut body = vec![0; length];
                self.stream.read_exact(&mut body)?;
                body
            }
            None => self.chunks()?,
        };
        Ok(Reply { status, body })
    }

    /// A call with its reply.
    pub(crate) fn call(&mut self, method: &str, path: &str, body: &str) -> Outcome<Reply> {
        self.send(method, path, body)?;
        self.reply()
    }

    /// The status and the length of a reply; `None` if its body comes in chunks.
    fn reply_head(&mut self) -> Outcome<(u16, Option<usize>)> {
        let status = self.line()?;
        let status = status.split(' ').nth(1).ok_or("no status")?.parse()?;
        let mut length = None;
        loop {
            let line = self.line()?;
            if line.is_empty() {
                return Ok((status, length));
            }
            let (name, value) = line.split_once(':').ok_or("no header")?;
            if name.eq_ignore_ascii_case("content-length") {
                length = Some(value.trim().parse()?);
            }
        }
    }

    /// Begins to read a stream of events.
    pub(crate) fn stream(&mut self, path: &str) -> Outcome<()> {
        self.send("GET", path, "")?;
        let (status, _) = self.reply_head()?;
        if status == 200 { Ok(()) } else { Err(format!("{path}: {status}").into()) }
    }

    /// The next line of a stream's data that is JSON.
    pub(crate) fn event(&mut self) -> Outcome<Value> {
        loop {
            let line = self.line()?;
            if let Some(data) = line.strip_prefix("data: ") {
                return Ok(serde_json::from_str(data)?);
            }
        }
    }

    fn chunks(&mut self) -> Outcome<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let length = usize::from_str_radix(self.line()?.trim(), 16)?;
            let from = body.len();
            body.resize(from + length, 0);
            self.stream.read_exact(&mut body[from..])?;
            self.line()?;
            if length == 0 {
                return Ok(body);
            }
        }
    }

    fn line(&mut self) -> Outcome<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 {
            return Err("the server has closed the connection".into());
        }
        line.truncate(line.trim_end().len());
        Ok(line)
    }
}

/// The body of an ask; no two are the same.
pub(crate) fn ask(n: &str) -> String {
    // Another text each time: the same one would go on with a question whose asker is gone.
    let text =
        format!("Where should the sessions of {n} be kept, given that the service runs on two machines?");
    let options = serde_json::json!([
        {"label": "PostgreSQL", "description": "It runs already, and both machines reach it."},
        {"label": "Redis", "description": "Fast, and lost when it restarts, unless it is set up otherwise."},
        {"label": "SQLite", "description": "A file on each machine; sessions stay where they were begun."},
        {"label": "Plain files", "description": "No server; slower to search."}
    ]);
    let call = serde_json::json!({"name": "ask", "arguments": {"questions": [{"question": text, "options": options}]}});
    serde_json::json!({
        "call": call, "dialect": "asq", "agent": "builder", "session": "a0c3f7", "call_id": format!("call {n}")
    })
    .to_string()
}

/// Asks, and returns the id.
pub(crate) fn asked(connection: &mut Connection, n: &str) -> Outcome<String> {
    let reply = connection.call("POST", "/v1/requests", &ask(n))?;
    if reply.status != 201 {
        return Err(format!("asked: {} {}", reply.status, String::from_utf8_lossy(&reply.body)).into());
    }
    Ok(reply.json()?["id"].as_str().ok_or("no id")?.to_owned())
}
