//! Another program of this machine, through which a test calls a server: it is in no process tree of the test's.
//!
//! - It is this test program once more, orphaned, in a session of its own; it ends with the test program.
//! - It passes bytes on in both directions, and what one end closes it closes at the other.

use crate::client::{Address, Call, Line, Reply};
use crate::peers::Stranger;
use crate::served::{Served, ask};
use std::io::{BufRead, BufReader, Read, Write, copy};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock};
use std::thread;

const ROLE: &str = "ASQ_TEST_PASSES_ON";

/// What the other program runs: it prints its address, and passes connections on until its input ends.
#[test]
fn role() {
    if std::env::var_os(ROLE).is_none() {
        return;
    }
    // A connection takes it six descriptors.
    asq_runtime::file_limit::raise();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    println!("at={}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for near in listener.incoming().map_while(Result::ok) {
            // A connection that breaks concerns only its test.
            thread::spawn(move || pass_on(near));
        }
    });
    let _ = std::io::stdin().read(&mut [0]);
}

/// The first line names the server.
fn pass_on(near: TcpStream) -> Option<()> {
    let mut reader = BufReader::with_capacity(1, near.try_clone().ok()?);
    let mut server = String::new();
    reader.read_line(&mut server).ok()?;
    let far = TcpStream::connect(server.trim_end().parse::<SocketAddr>().ok()?).ok()?;
    far.set_nodelay(true).ok()?;
    let (mut from_far, mut to_near) = (far.try_clone().ok()?, near);
    let back = thread::spawn(move || {
        let _ = copy(&mut from_far, &mut to_near);
        let _ = to_near.shutdown(Shutdown::Write);
    });
    let mut to_far = far;
    let _ = copy(&mut reader, &mut to_far);
    let _ = to_far.shutdown(Shutdown::Write);
    back.join().ok()
}

/// A connection to this server, which another program makes.
pub(crate) fn connect(server: SocketAddr) -> TcpStream {
    static PROGRAM: OnceLock<(SocketAddr, Mutex<ChildStdin>)> = OnceLock::new();
    let (at, _) = PROGRAM.get_or_init(|| {
        let mut child = Command::new("setsid")
            .arg("--fork")
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", "other_program::role", "--nocapture"])
            .env(ROLE, "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // It outlives the readers of this one's.
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let at = lines.find_map(|line| line.split("at=").nth(1)?.parse().ok()).unwrap();
        let input = child.stdin.take().unwrap();
        child.wait().unwrap();
        // Rust's test program ends if it can't report that this one runs for long.
        std::mem::forget(lines);
        (at, Mutex::new(input))
    });
    let mut socket = TcpStream::connect(at).unwrap();
    writeln!(socket, "{server}").unwrap();
    socket
}

impl Served {
    /// A call of the asker, which is another program.
    pub(crate) fn asks(&self, call: Call) -> Reply {
        let Address::Tcp(at) = &self.at else { panic!("its first listener has a port") };
        let mut line = Line::on(connect(*at));
        let call = call.token(&self.asker).with("Connection", "close");
        line.send(&call.bytes(&self.at.host()));
        line.reply(&call.method)
    }

    /// A call of an asker that nobody can tell from another program: what it claims is all that is known of it.
    pub(crate) fn asks_unseen(&self, call: Call) -> Reply {
        let mut line = self.line();
        let _stranger = Stranger::shares(&line);
        line.call(&call.token(&self.asker), &self.at.host())
    }

    /// Asks as another program; the id.
    #[track_caller]
    pub(crate) fn ask(&self, name: &str) -> String {
        let reply = self.asks(Call::post("/v1/requests", &ask(name)));
        assert_eq!(reply.status, 201, "{}", reply.text());
        reply.json()["id"].as_str().unwrap().to_owned()
    }

    /// The same for one of hundreds: without an agent, nothing earlier is looked for that it may have left behind.
    #[track_caller]
    pub(crate) fn ask_one_of_many(&self, name: &str) {
        let mut body = ask(name);
        body.as_object_mut().unwrap().remove("agent");
        let reply = self.asks(Call::post("/v1/requests", &body));
        assert_eq!(reply.status, 201, "{}", reply.text());
    }
}
