//! A plain HTTP client: it sends what a test says, byte for byte, and reads replies and streams.

use serde_json::Value;
use std::fmt::Write as _;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

/// Far more than a busy machine needs.
pub(crate) const LONG: Duration = Duration::from_mins(1);

/// Where a server listens.
#[derive(Clone, Debug)]
pub(crate) enum Address {
    Tcp(SocketAddr),
    Unix(PathBuf),
}

/// A connection that a test reads and writes.
pub(crate) struct Line {
    socket: Socket,
    unread: Vec<u8>,
}

enum Socket {
    Tcp(TcpStream),
    Unix(UnixStream),
}

/// A reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    /// Names are in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

/// An event of a stream.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Event {
    pub(crate) id: Option<u64>,
    pub(crate) name: String,
    pub(crate) data: Value,
}

/// A request, in parts that a test may change.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Call {
    pub(crate) fn new(method: &str, path: &str) -> Call {
        Call { method: method.into(), path: path.into(), headers: Vec::new(), body: Vec::new() }
    }

    pub(crate) fn get(path: &str) -> Call {
        Call::new("GET", path)
    }

    pub(crate) fn post(path: &str, body: &Value) -> Call {
        Call::new("POST", path).json(body.to_string())
    }

    /// The button on the page of a link, as a browser sends it.
    pub(crate) fn sign_in(link: &str, origin: &str) -> Call {
        let call = Call { body: b"act=sign-in".to_vec(), ..Call::new("POST", link) };
        call.with("Content-Type", "application/x-www-form-urlencoded").with("Origin", origin)
    }

    pub(crate) fn json(self, body: impl Into<Vec<u8>>) -> Call {
        Call { body: body.into(), ..self }.with("Content-Type", "application/json")
    }

    pub(crate) fn with(mut self, name: &str, value: &str) -> Call {
        self.headers.push((name.into(), value.into()));
        self
    }

    pub(crate) fn token(self, token: &str) -> Call {
        self.with("Authorization", &format!("Bearer {token}"))
    }

    /// The bytes; without a host of its own it names this one.
    pub(crate) fn bytes(&self, host: &str) -> Vec<u8> {
        let has = |name: &str| self.headers.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
        let mut text = format!("{} {} HTTP/1.1\r\n", self.method, self.path);
        if !has("host") {
            let _ = write!(text, "Host: {host}\r\n");
        }
        for (name, value) in &self.headers {
            let _ = write!(text, "{name}: {value}\r\n");
        }
        if !has("content-length")
            && !has("transfer-encoding")
            && (!self.body.is_empty() || self.method != "GET")
        {
            let _ = write!(text, "Content-Length: {}\r\n", self.body.len());
        }
        [text.as_bytes(), b"\r\n", &self.body[..]].concat()
    }
}

impl Address {
    pub(crate) fn host(&self) -> String {
        match self {
            Address::Tcp(address) => address.to_string(),
            Address::Unix(_) => "localhost".into(),
        }
    }

    pub(crate) fn connect(&self) -> Line {
        let socket = match self {
            Address::Tcp(address) => return Line::on(TcpStream::connect(address).unwrap()),
            Address::Unix(path) => {
                let socket = UnixStream::connect(path).unwrap();
                socket.set_read_timeout(Some(LONG)).unwrap();
                Socket::Unix(socket)
            }
        };
        Line { socket, unread: Vec::new() }
    }

    /// Makes a call on a connection of its own.
    pub(crate) fn call(&self, call: &Call) -> Reply {
        let mut line = self.connect();
        line.send(&call.clone().with("Connection", "close").bytes(&self.host()));
        line.reply(&call.method)
    }
}

impl Line {
    /// A connection that somebody made.
    pub(crate) fn on(socket: TcpStream) -> Line {
        socket.set_read_timeout(Some(LONG)).unwrap();
        socket.set_nodelay(true).unwrap();
        Line { socket: Socket::Tcp(socket), unread: Vec::new() }
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) {
        self.try_send(bytes).unwrap();
    }

    /// The same where the server may hang up meanwhile.
    pub(crate) fn try_send(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        match &mut self.socket {
            Socket::Tcp(socket) => socket.write_all(bytes),
            Socket::Unix(socket) => socket.write_all(bytes),
        }
    }

    /// Takes little that isn't read: the peer soon notices that nobody reads.
    pub(crate) fn takes_little(self) -> Line {
        let small = 4 << 10;
        match &self.socket {
            Socket::Tcp(socket) => rustix::net::sockopt::set_socket_recv_buffer_size(socket, small),
            Socket::Unix(socket) => rustix::net::sockopt::set_socket_recv_buffer_size(socket, small),
        }
        .unwrap();
        self
    }

    /// The connection once more, for all child processes to inherit.
    pub(crate) fn inherited(&self) -> OwnedFd {
        match &self.socket {
            Socket::Tcp(socket) => rustix::io::dup(socket),
            Socket::Unix(socket) => rustix::io::dup(socket),
        }
        .unwrap()
    }

    /// The connection once more, for one child process.
    pub(crate) fn given(&self) -> Stdio {
        match &self.socket {
            Socket::Tcp(socket) => socket.try_clone().map(OwnedFd::from),
            Socket::Unix(socket) => socket.try_clone().map(OwnedFd::from),
        }
        .unwrap()
        .into()
    }

    pub(crate) fn end_sending(&self) {
        match &self.socket {
            Socket::Tcp(socket) => socket.shutdown(Shutdown::Write).unwrap(),
            Socket::Unix(socket) => socket.shutdown(Shutdown::Write).unwrap(),
        }
    }

    fn receive(&mut self) -> std::io::Result<usize> {
        let mut bytes = [0; 16 << 10];
        let read = match &mut self.socket {
            Socket::Tcp(socket) => socket.read(&mut bytes),
            Socket::Unix(socket) => socket.read(&mut bytes),
        }?;
        self.unread.extend_from_slice(&bytes[..read]);
        Ok(read)
    }

    /// More bytes; `false` at the end.
    fn read(&mut self) -> bool {
        match self.receive() {
            Ok(read) => read > 0,
            Err(error) if error.kind() == ErrorKind::Interrupted => true,
            Err(error) if error.kind() == ErrorKind::ConnectionReset => false,
            Err(error) => panic!("nothing comes: {error}"),
        }
    }

    /// What has come so far and isn't read, and whether the end has come. Waits for nothing.
    pub(crate) fn so_far(&mut self) -> (&[u8], bool) {
        self.waits(false);
        let over = loop {
            match self.receive() {
                Ok(0) => break true,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => break error.kind() != ErrorKind::WouldBlock,
            }
        };
        self.waits(true);
        (&self.unread[..], over)
    }

    fn waits(&self, yes: bool) {
        match &self.socket {
            Socket::Tcp(socket) => socket.set_nonblocking(!yes),
            Socket::Unix(socket) => socket.set_nonblocking(!yes),
        }
        .unwrap();
    }

    /// Everything until the end.
    pub(crate) fn rest(&mut self) -> Vec<u8> {
        while self.read() {}
        std::mem::take(&mut self.unread)
    }

    /// The same where the peer must end it in order: one that hangs up too soon resets the connection.
    pub(crate) fn rest_in_order(&mut self) -> std::io::Result<Vec<u8>> {
        while self.receive()? > 0 {}
        Ok(std::mem::take(&mut self.unread))
    }

    /// The first bytes that satisfy this, with all before them; `None` if the end comes first.
    fn until(&mut self, end: &[u8]) -> Option<Vec<u8>> {
        loop {
            let found = self.unread.windows(end.len()).position(|part| part == end);
            if let Some(at) = found {
                return Some(self.unread.drain(..at + end.len()).collect());
            }
            if !self.read() {
                return None;
            }
        }
    }

    pub(crate) fn exactly(&mut self, bytes: usize) -> Vec<u8> {
        while self.unread.len() < bytes {
            assert!(self.read(), "the end came too soon");
        }
        self.unread.drain(..bytes).collect()
    }

    /// The head of a reply, without its body.
    pub(crate) fn head(&mut self) -> Reply {
        let head = self.until(b"\r\n\r\n");
        let head = head.unwrap_or_else(|| panic!("no reply: {:?}", String::from_utf8_lossy(&self.unread)));
        let head = String::from_utf8(head).unwrap();
        let mut lines = head.trim_end().split("\r\n");
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let header = |line: &str| {
            let (name, value) = line.split_once(':').unwrap();
            (name.to_ascii_lowercase(), value.trim().to_owned())
        };
        Reply { status, headers: lines.map(header).collect(), body: Vec::new() }
    }

    /// A whole reply to a call of this method.
    pub(crate) fn reply(&mut self, method: &str) -> Reply {
        let reply = self.head();
        let body = if method == "HEAD" || reply.status == 204 {
            Vec::new()
        } else if reply.header("transfer-encoding") == Some("chunked") {
            let mut body = Vec::new();
            while let Some(chunk) = self.chunk() {
                body.extend(chunk);
            }
            body
        } else {
            let length = reply.header("content-length").map_or(0, |length| length.parse().unwrap());
            self.exactly(length)
        };
        Reply { body, ..reply }
    }

    /// Makes a call on this connection.
    pub(crate) fn call(&mut self, call: &Call, host: &str) -> Reply {
        self.send(&call.bytes(host));
        self.reply(&call.method)
    }

    /// The next chunk of a stream; `None` at its end.
    pub(crate) fn chunk(&mut self) -> Option<Vec<u8>> {
        let length = self.until(b"\r\n")?;
        let length = usize::from_str_radix(std::str::from_utf8(&length).unwrap().trim(), 16).unwrap();
        if length == 0 {
            self.until(b"\r\n");
            return None;
        }
        let mut chunk = self.exactly(length + 2);
        chunk.truncate(length);
        Some(chunk)
    }

    /// The next part of a stream that isn't a heartbeat; `None` at its end.
    pub(crate) fn event(&mut self) -> Option<Event> {
        loop {
            let text = String::from_utf8(self.chunk()?).unwrap();
            if text.starts_with(':') {
                continue;
            }
            assert!(text.ends_with("\n\n") && text.matches("\n\n").count() == 1, "{text:?}");
            let field =
                |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
            return Some(Event {
                id: field("id").map(|id| id.parse().unwrap()),
                name: field("event").unwrap().to_owned(),
                data: serde_json::from_str(field("data").unwrap()).unwrap(),
            });
        }
    }

    /// Opens a stream on this connection.
    pub(crate) fn stream(mut self, call: &Call, host: &str) -> Line {
        self.send(&call.bytes(host));
        let head = self.head();
        assert_eq!((head.status, head.header("content-type")), (200, Some("text/event-stream")), "{head:?}");
        self
    }
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The code of a problem, with its status.
    pub(crate) fn problem(&self) -> (u16, String) {
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{self:?}");
        let body = self.json();
        assert_eq!(body["status"], self.status, "{body}");
        assert!(body["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{body}");
        (self.status, body["code"].as_str().unwrap().to_owned())
    }

    /// The body of a call that succeeded.
    #[track_caller]
    pub(crate) fn ok(&self) -> Value {
        assert!(self.status < 300, "{} {}", self.status, String::from_utf8_lossy(&self.body));
        self.json()
    }
}
