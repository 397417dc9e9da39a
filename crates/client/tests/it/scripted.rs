//! A server that does what a script says.
//!
//! - A script sees each call, in the order of their arrival, and says what becomes of it.
//! - It can close a connection before, in the middle of, or instead of a reply, stay silent, or send bytes one by one.
//! - It can be stopped, and come back under the same address.

use asq_testkit::loopback::own_socket;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread;

/// A call as it arrived.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Came {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Value,
}

impl Came {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    /// `GET /path`.
    pub(crate) fn line(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

/// What becomes of a call.
pub(crate) enum Act {
    Reply(u16, Value),
    /// With one more header.
    With(u16, (&'static str, &'static str), Value),
    /// This text instead of JSON.
    Text(u16, &'static str),
    /// The connection ends without a reply.
    Drop,
    /// Half of the reply, then the end.
    Half(Value),
    /// The reply, byte by byte.
    Slow(Value),
    /// Nothing, for as long as the client waits.
    Silent,
    /// A stream of these texts, until the sender is gone.
    Stream(Receiver<String>),
}

type Script = dyn FnMut(&Came) -> Act + Send;

/// The server.
pub(crate) struct Scripted {
    pub(crate) address: SocketAddr,
    pub(crate) came: Arc<Mutex<Vec<Came>>>,
    stopped: Arc<AtomicBool>,
    connections: Arc<Mutex<Vec<TcpStream>>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Scripted {
    pub(crate) fn new(script: impl FnMut(&Came) -> Act + Send + 'static) -> Scripted {
        Scripted::at(own_socket(), script)
    }

    /// At an address that was used before.
    pub(crate) fn at(address: SocketAddr, script: impl FnMut(&Came) -> Act + Send + 'static) -> Scripted {
        let listener = TcpListener::bind(address).unwrap();
        let address = listener.local_addr().unwrap();
        let came = Arc::new(Mutex::new(Vec::new()));
        let script: Arc<Mutex<Script>> = Arc::new(Mutex::new(script));
        let (stopped, connections) = (Arc::new(AtomicBool::new(false)), Arc::default());
        let mut server = Scripted { address, came: came.clone(), stopped, connections, thread: None };
        let (stopped, connections) = (server.stopped.clone(), server.connections.clone());
        let thread = thread::spawn(move || {
            for stream in listener.incoming() {
                let stream = stream.unwrap();
                if stopped.load(Ordering::SeqCst) {
                    return;
                }
                connections.lock().unwrap().push(stream.try_clone().unwrap());
                let (came, script) = (came.clone(), script.clone());
                // A connection that ends in the middle is what the script wanted, or the client's end.
                thread::spawn(move || drop(serve(stream, &came, &script)));
            }
        });
        server.thread = Some(thread);
        server
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// How many connections there were.
    pub(crate) fn connections(&self) -> usize {
        self.connections.lock().unwrap().len()
    }

    /// Ends every connection; new ones are taken.
    pub(crate) fn close_connections(&self) {
        for stream in self.connections.lock().unwrap().iter() {
            // The client may have closed it.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// The calls so far, as lines.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.came.lock().unwrap().iter().map(Came::line).collect()
    }
}

impl Drop for Scripted {
    /// Everything ends at once, as if the server was killed.
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::SeqCst);
        self.close_connections();
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
            Act::Reply(status, body) => stream.write_all(&reply(status, None, &body.to_string()))?,
            Act::With(status, header, body) => {
                stream.write_all(&reply(status, Some(header), &body.to_string()))?;
            }
            Act::Text(status, body) => stream.write_all(&reply(status, None, body))?,
            Act::Drop => return stream.shutdown(Shutdown::Both),
            Act::Half(body) => {
                let whole = reply(200, None, &body.to_string());
                stream.write_all(&whole[..whole.len() - 5])?;
                return stream.shutdown(Shutdown::Both);
            }
            Act::Slow(body) => {
                for byte in reply(200, None, &body.to_string()) {
                    stream.write_all(&[byte])?;
                }
            }
            Act::Silent => {
                // The client closes the connection in the end.
                reader.read_to_end(&mut Vec::new())?;
                return Ok(());
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
    let mut first = head[0].split(' ');
    let [method, path] = [first.next(), first.next()].map(|it| it.unwrap().to_owned());
    let header = |line: &String| {
        let (name, value) = line.split_once(": ").unwrap();
        (name.to_ascii_lowercase(), value.to_owned())
    };
    let headers: BTreeMap<String, String> = head[1..].iter().map(header).collect();
    let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let body = if body.is_empty() { Value::Null } else { serde_json::from_slice(&body).unwrap() };
    Ok(Some(Came { method, path, headers, body }))
}

fn reply(status: u16, header: Option<(&str, &str)>, body: &str) -> Vec<u8> {
    let header = header.map_or_else(String::new, |(name, value)| format!("{name}: {value}\r\n"));
    let length = body.len();
    format!("HTTP/1.1 {status} Said\r\ncontent-type: application/json\r\n{header}content-length: {length}\r\n\r\n{body}")
        .into_bytes()
}

/// A stream, and the sender of its texts.
pub(crate) fn stream() -> (std::sync::mpsc::Sender<String>, Act) {
    let (send, texts) = channel();
    (send, Act::Stream(texts))
}
