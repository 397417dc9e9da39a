//! An OpenCode server that says what a test wants.
//!
//! - A script sees each call, in the order of their arrival, and says what becomes of it.
//! - It can close a connection instead of a reply, stay silent, or hold a reply back until the test has it sent.
//! - An [`OpenCode`] is a script with a reply for each line, such as `GET /path`; a line without one is missing there.
//! - Its stream of events is in the hands of the test.

use asq_testkit::eventually::eventually;
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

/// A call as it arrived.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Came {
    /// `GET /path`.
    pub(crate) line: String,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Value,
}

/// What becomes of a call.
pub(crate) enum Act {
    Reply(u16, String),
    /// The connection ends without a reply.
    Drop,
    /// Nothing, for as long as the bridge waits.
    Silent,
    Held(HeldReply),
    /// A stream of these texts, until the sender is gone.
    Stream(Receiver<String>),
}

/// A reply that waits for its text, and says when it was written, or couldn't be.
pub(crate) struct HeldReply {
    text: Receiver<String>,
    written: Sender<()>,
}

/// The test's end of a held reply.
pub(crate) struct ReplyHold {
    text: Sender<String>,
    written: Receiver<()>,
}

pub(crate) fn held() -> (ReplyHold, Act) {
    let ((send, text), (written, done)) = (channel(), channel());
    (ReplyHold { text: send, written: done }, Act::Held(HeldReply { text, written }))
}

impl ReplyHold {
    /// Sends the reply, whether or not anybody still reads it.
    pub(crate) fn send(self, body: &Value) {
        self.text.send(body.to_string()).unwrap();
        self.written.recv().unwrap();
    }
}

impl Act {
    pub(crate) fn json(body: &Value) -> Act {
        Act::Reply(200, body.to_string())
    }
}

type Script = dyn FnMut(&Came) -> Act + Send;

/// A server on the loopback interface.
pub(crate) struct Scripted {
    pub(crate) address: SocketAddr,
    came: Arc<Mutex<Vec<Came>>>,
    stopped: Arc<AtomicBool>,
    connections: Arc<Mutex<Vec<TcpStream>>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Scripted {
    pub(crate) fn new(script: impl FnMut(&Came) -> Act + Send + 'static) -> Scripted {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let script: Arc<Mutex<Script>> = Arc::new(Mutex::new(script));
        let (came, stopped, connections) = (Arc::default(), Arc::default(), Arc::default());
        let mut server = Scripted { address, came, stopped, connections, thread: None };
        let (came, stopped) = (server.came.clone(), server.stopped.clone());
        let connections = server.connections.clone();
        server.thread = Some(thread::spawn(move || {
            for stream in listener.incoming() {
                let stream = stream.unwrap();
                if stopped.load(Ordering::SeqCst) {
                    return;
                }
                connections.lock().unwrap().push(stream.try_clone().unwrap());
                let (came, script) = (came.clone(), script.clone());
                // A connection that ends in the middle is what the script wanted, or the bridge's end.
                thread::spawn(move || drop(serve(stream, &came, &script)));
            }
        }));
        server
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The calls so far.
    pub(crate) fn came(&self) -> Vec<Came> {
        self.came.lock().unwrap().clone()
    }

    /// The same as lines.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.came().into_iter().map(|came| came.line).collect()
    }
}

impl Drop for Scripted {
    /// Everything ends at once, as if the server was killed.
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::SeqCst);
        for stream in self.connections.lock().unwrap().iter() {
            // The bridge may have closed it.
            let _ = stream.shutdown(Shutdown::Both);
        }
        // Wakes the listener.
        drop(TcpStream::connect(self.address));
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

fn serve(mut stream: TcpStream, came: &Mutex<Vec<Came>>, script: &Mutex<Script>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    while let Some(call) = read(&mut reader)? {
        came.lock().unwrap().push(call.clone());
        let act = (script.lock().unwrap())(&call);
        match act {
            Act::Reply(status, body) => stream.write_all(&reply(status, &body))?,
            Act::Drop => return stream.shutdown(Shutdown::Both),
            Act::Silent => {
                // The bridge closes the connection in the end.
                reader.read_to_end(&mut Vec::new())?;
                return Ok(());
            }
            Act::Held(HeldReply { text, written }) => {
                // Without a text the test is over.
                let Ok(text) = text.recv() else { return Ok(()) };
                let done = stream.write_all(&reply(200, &text));
                // The test may have ended meanwhile.
                let _ = written.send(());
                done?;
            }
            Act::Stream(texts) => {
                stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n")?;
                for text in texts {
                    stream.write_all(text.as_bytes())?;
                }
                return stream.shutdown(Shutdown::Both);
            }
        }
    }
    Ok(())
}

fn read(reader: &mut BufReader<TcpStream>) -> std::io::Result<Option<Came>> {
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        if line == "\r\n" {
            break;
        }
        head.push(line.trim_end().to_owned());
    }
    let line = head[0].trim_end_matches(" HTTP/1.1").to_owned();
    let header = |line: &String| {
        let (name, value) = line.split_once(": ").unwrap();
        (name.to_ascii_lowercase(), value.to_owned())
    };
    let headers: BTreeMap<String, String> = head[1..].iter().map(header).collect();
    let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let body = if body.is_empty() { Value::Null } else { serde_json::from_slice(&body).unwrap() };
    Ok(Some(Came { line, headers, body }))
}

fn reply(status: u16, body: &str) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status} Said\r\ncontent-type: application/json\r\n");
    format!("{head}content-length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// What an OpenCode server says.
#[derive(Default)]
struct Replies {
    /// By line: for the next calls, one each.
    next: BTreeMap<String, VecDeque<Act>>,
    /// By line: for all others.
    always: BTreeMap<String, (u16, String)>,
}

/// A server of OpenCode with the directory /a, and without questions at first.
pub(crate) struct OpenCode {
    pub(crate) server: Scripted,
    replies: Arc<Mutex<Replies>>,
    streams: Receiver<EventStream>,
}

/// The stream of events. Dropping it ends the stream.
pub(crate) struct EventStream(Sender<String>);

impl OpenCode {
    pub(crate) fn new() -> OpenCode {
        let replies = Arc::new(Mutex::new(Replies::default()));
        let (opened, streams) = channel();
        let known = replies.clone();
        let server = Scripted::new(move |came| {
            let mut replies = known.lock().unwrap();
            if let Some(act) = replies.next.get_mut(&came.line).and_then(VecDeque::pop_front) {
                return act;
            }
            if came.line == "GET /global/event" {
                let (send, texts) = channel();
                // The test may have ended.
                let _ = opened.send(EventStream(send));
                return Act::Stream(texts);
            }
            match replies.always.get(&came.line) {
                Some((status, body)) => Act::Reply(*status, body.clone()),
                None => Act::Reply(404, "{}".to_owned()),
            }
        });
        let code = OpenCode { server, replies, streams };
        code.says("GET /global/health", &json!({"healthy": true, "version": "1.18.33"}));
        code.says("GET /path", &json!({"directory": "/a"}));
        code.says("GET /experimental/session?limit=50", &json!([]));
        code.says("GET /question?directory=/a", &json!([]));
        code
    }

    /// Says this from now on.
    pub(crate) fn says(&self, line: &str, body: &Value) {
        self.replies.lock().unwrap().always.insert(line.to_owned(), (200, body.to_string()));
    }

    /// Does this with the next such call that has nothing of its own yet.
    pub(crate) fn next(&self, line: &str, act: Act) {
        self.replies.lock().unwrap().next.entry(line.to_owned()).or_default().push_back(act);
    }

    /// The next stream of events that the bridge opens.
    pub(crate) fn stream(&self) -> EventStream {
        eventually("a stream of events", || self.streams.try_recv().ok())
    }

    /// Waits for this call, the first one or a later one.
    pub(crate) fn gets(&self, line: &str, times: usize) {
        eventually(line, || self.server.lines().iter().filter(|came| *came == line).count() >= times);
    }

    /// The call of this line, which came once.
    pub(crate) fn call(&self, line: &str) -> Came {
        let mut came = self.server.came();
        came.retain(|came| came.line == line);
        assert_eq!(came.len(), 1, "{line}");
        came.remove(0)
    }
}

impl EventStream {
    /// Says what happened in the directory /a.
    pub(crate) fn says(&self, kind: &str, said: &Value) {
        let event = json!({"directory": "/a", "payload": {"type": kind, "properties": said}});
        self.0.send(format!("data: {event}\n\n")).unwrap();
    }

    /// Waits until the bridge has closed it.
    pub(crate) fn ends(&self) {
        eventually("the end of the stream", || self.0.send(": heartbeat\n\n".to_owned()).is_err());
    }
}
