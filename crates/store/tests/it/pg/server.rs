//! One PostgreSQL server.
//!
//! - A test can end it with any signal, kill all its processes, restart it, give it a standby and promote that.
//! - SQL runs as its owner, at once or as a conversation.
//! - Its ports are fixed: its socket is in its own folder, and its address belongs to the test alone.
//! - Dropping it ends it and removes its folder.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods, reason = "part of the tests")]

use super::template;
use asq_testkit::eventually::eventually;
use rustix::process::{Pid, Signal, kill_process};
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Mutex, PoisonError};

/// The port of this process's first server, below the ports that the system assigns; each further server has the next.
const FIRST_PORT: u16 = 21_432;

/// What the servers of all tests that run at the same time need, in bytes.
const ROOM: u64 = 1 << 30;

/// A server's configuration.
#[derive(Clone, Default)]
pub(crate) struct Setup {
    /// An address to listen on, in addition to the socket. No other process may use it.
    pub(crate) listen: Option<String>,
    /// More lines for postgresql.conf.
    pub(crate) lines: Vec<String>,
}

/// A running server.
pub(crate) struct Server {
    folder: PathBuf,
    port: u16,
    setup: Setup,
    child: Mutex<Option<Child>>,
    /// The end of its standard input means that the tests are over.
    watcher: Child,
}

impl Server {
    /// Starts a new, empty server.
    pub(crate) fn start(setup: Setup) -> Server {
        let server = Server::prepare(setup);
        template::copy_to(&server.data());
        server.configure();
        server.up();
        server
    }

    /// Starts a standby that follows `primary`, under this name.
    pub(crate) fn standby(primary: &Server, name: &str) -> Server {
        let server = Server::prepare(Setup::default());
        let mut copy = program("pg_basebackup");
        copy.args(["-R", "-X", "stream", "-c", "fast", "--no-sync", "-D"]).arg(server.data());
        let from = format!(
            "host={} port={} user=postgres application_name={name}",
            primary.folder.display(),
            primary.port
        );
        let made = run(copy.args(["-d", &from]));
        assert!(made.status.success(), "pg_basebackup: {}", String::from_utf8_lossy(&made.stderr));
        server.configure();
        server.up();
        server
    }

    fn prepare(setup: Setup) -> Server {
        static SERVERS: AtomicU16 = AtomicU16::new(0);
        let n = SERVERS.fetch_add(1, Ordering::Relaxed);
        let folder = folder("pg");
        let watch = "trap '' INT TERM HUP; read -r line; pid=$(head -n 1 \"$1/data/postmaster.pid\" 2>/dev/null); \
            [ -z \"$pid\" ] || { kill -QUIT \"$pid\"; timeout -s KILL 5 tail --pid=\"$pid\" -f /dev/null; }; rm -rf \"$1\"";
        let watcher = Command::new("sh")
            .args(["-c", watch, "watcher"])
            .arg(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("sh");
        Server { folder, port: FIRST_PORT + n, setup, child: Mutex::default(), watcher }
    }

    fn configure(&self) {
        let mut lines = vec![
            format!("unix_socket_directories = '{}'", self.folder.display()),
            format!("port = {}", self.port),
            format!("listen_addresses = '{}'", self.setup.listen.as_deref().unwrap_or_default()),
            "max_connections = 100".to_owned(),
            "shared_buffers = 16MB".to_owned(),
            // No test of a server cuts the power.
            "fsync = off".to_owned(),
            "log_min_messages = warning".to_owned(),
            "wal_level = replica".to_owned(),
            "max_wal_senders = 4".to_owned(),
            // The segments are small, and a standby may need the last ones.
            "wal_keep_size = 64MB".to_owned(),
        ];
        lines.extend(self.setup.lines.iter().cloned());
        let mut file =
            File::options().append(true).open(self.data().join("postgresql.conf")).expect("a file");
        writeln!(file, "{}", lines.join("\n")).expect("written");
        if self.setup.listen.is_some() {
            let mut file =
                File::options().append(true).open(self.data().join("pg_hba.conf")).expect("a file");
            writeln!(file, "host all all all trust").expect("written");
        }
    }

    /// Starts it and waits until it answers.
    pub(crate) fn up(&self) {
        self.spawn();
        eventually("a server that answers", || {
            if self.answers() {
                return Ok(());
            }
            let ended = self.child().as_mut().and_then(|child| child.try_wait().expect("a child"));
            match ended {
                None => {}
                // Some killed processes of the last server still exist.
                Some(_) if self.log().contains("pre-existing shared memory block") => self.spawn(),
                Some(status) => panic!("the server ended with {status}: {}", self.log()),
            }
            Err(self.log())
        });
    }

    fn spawn(&self) {
        let log = File::options().create(true).append(true).open(self.folder.join("log")).expect("a file");
        let mut command = program("postgres");
        command
            .arg("-D")
            .arg(self.data())
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("a file"))
            .stderr(log);
        *self.child() = Some(command.spawn().expect("postgres"));
    }

    fn answers(&self) -> bool {
        let asked = program("psql").args(self.psql("postgres")).args(["-c", "SELECT 1"]).output();
        asked.expect("psql").status.success()
    }

    /// Ends it with a signal and reaps it.
    pub(crate) fn down(&self, which: Signal) {
        if let Some(mut child) = self.child().take() {
            signal(&child, which);
            child.wait().expect("a child");
        }
    }

    /// Kills it with all its processes at once and reaps it.
    pub(crate) fn kill(&self) {
        if let Some(mut child) = self.child().take() {
            // Stop it first, so that it starts no more processes.
            signal(&child, Signal::STOP);
            for pid in children(child.id()) {
                // It may have ended by itself.
                let _ = kill_process(pid, Signal::KILL);
            }
            signal(&child, Signal::KILL);
            child.wait().expect("a child");
        }
    }

    /// Begins a conversation in SQL.
    pub(crate) fn talk(&self, database: &str) -> Talk {
        let mut command = program("psql");
        command.args(self.psql(database)).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("psql");
        let said = BufReader::new(child.stdout.take().expect("a pipe"));
        Talk { child, said }
    }

    /// Makes this standby a primary.
    pub(crate) fn promote(&self) {
        self.sql("postgres", "SELECT pg_promote(true)");
    }

    /// Runs SQL as the server's owner; returns the bare output.
    pub(crate) fn sql(&self, database: &str, sql: &str) -> String {
        ask(&self.psql(database), sql)
    }

    fn psql(&self, database: &str) -> Vec<String> {
        psql(&self.folder, self.port, database)
    }

    /// The address of a database on the socket.
    pub(crate) fn url(&self, database: &str) -> String {
        format!("postgres://postgres@{}/{database}", self.host())
    }

    /// Its socket, as the host of a URL.
    pub(crate) fn host(&self) -> String {
        format!("{}:{}", self.folder.display().to_string().replace('/', "%2F"), self.port)
    }

    /// The folder of its socket and of a test's own files.
    pub(crate) fn folder(&self) -> std::path::Display<'_> {
        self.folder.display()
    }

    /// Writes a file that only the server can read, next to its socket.
    pub(crate) fn give(&self, name: &str, text: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = self.folder.join(name);
        std::fs::write(&path, text).expect("written");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).expect("closed");
        if let Some((user, group)) = other() {
            std::os::unix::fs::chown(&path, Some(user), Some(group)).expect("given away");
        }
        path
    }

    /// Puts this line first in pg_hba.conf and reloads it.
    pub(crate) fn lets_in(&self, line: &str) {
        let path = self.data().join("pg_hba.conf");
        let others = std::fs::read_to_string(&path).expect("a file");
        std::fs::write(&path, format!("{line}\n{others}")).expect("written");
        self.reload();
    }

    /// Makes the server reload its configuration, and waits for that.
    pub(crate) fn reload(&self) {
        let read = || self.sql("postgres", "SELECT pg_conf_load_time()");
        let before = read();
        self.sql("postgres", "SELECT pg_reload_conf()");
        eventually("the new configuration", || read() != before);
    }

    /// The port of its address and of its socket.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The server's log.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn child(&self) -> std::sync::MutexGuard<'_, Option<Child>> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.down(Signal::QUIT);
        drop(self.watcher.stdin.take());
        let _ = self.watcher.wait();
    }
}

/// A conversation in SQL. Dropping it ends it.
pub(crate) struct Talk {
    child: Child,
    said: BufReader<ChildStdout>,
}

impl Talk {
    pub(crate) fn say(&mut self, sql: &str) {
        writeln!(self.child.stdin.as_mut().expect("a pipe"), "{sql}").expect("said");
    }

    pub(crate) fn hear(&mut self) -> String {
        let mut line = String::new();
        self.said.read_line(&mut line).expect("read");
        line.trim_end().to_owned()
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The arguments of psql for a server or a pooler with its socket in this folder.
pub(super) fn psql(folder: &Path, port: u16, database: &str) -> Vec<String> {
    let (folder, port) = (folder.display().to_string(), port.to_string());
    let plain = ["-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1"];
    let there = ["-h", &folder, "-p", &port, "-U", "postgres", "-d", database];
    plain.into_iter().chain(there).map(ToOwned::to_owned).collect()
}

/// Runs SQL with these arguments of psql; returns the bare output.
pub(super) fn ask(psql: &[String], sql: &str) -> String {
    let said = run(program("psql").args(psql).args(["-c", sql]));
    assert!(said.status.success(), "{sql}: {}", String::from_utf8_lossy(&said.stderr));
    String::from_utf8_lossy(&said.stdout).trim().to_owned()
}

/// The children of a process.
fn children(parent: u32) -> Vec<Pid> {
    let processes = std::fs::read_dir("/proc").expect("processes").flatten();
    let pids = processes.filter_map(|it| it.file_name().to_str()?.parse::<i32>().ok());
    let of = |pid: &i32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse::<u32>().ok()
    };
    pids.filter(|pid| of(pid) == Some(parent)).filter_map(Pid::from_raw).collect()
}

/// A program of PostgreSQL, without privileges.
pub(super) fn program(name: &str) -> Command {
    let mut command = Command::new(find(name));
    command.current_dir("/");
    if let Some((user, group)) = other() {
        command.uid(user).gid(group);
    }
    command
}

fn signal(child: &Child, which: Signal) {
    let pid = Pid::from_raw(i32::try_from(child.id()).expect("a pid")).expect("a pid");
    kill_process(pid, which).expect("sent");
}

pub(super) fn run(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).output().expect("a program that runs")
}

/// A new folder for a server or a pooler, which owns it. It is in memory if there is room: nothing of it outlives the
/// test, and a busy disk makes a thousand files slow.
pub(super) fn folder(what: &str) -> PathBuf {
    static FOLDERS: AtomicU16 = AtomicU16::new(0);
    let memory = Path::new("/dev/shm");
    let free = rustix::fs::statvfs(memory).map_or(0, |it| it.f_bavail * it.f_frsize);
    let place = if free >= ROOM { memory.to_owned() } else { std::env::temp_dir() };
    let folder = loop {
        let n = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let folder = place.join(format!("asq-{what}-{}-{n}", std::process::id()));
        match std::fs::create_dir(&folder) {
            Ok(()) => break folder,
            // A process with the same number died here.
            Err(fault) => assert_eq!(fault.kind(), ErrorKind::AlreadyExists, "{}", folder.display()),
        }
    };
    if let Some((user, group)) = other() {
        std::os::unix::fs::chown(&folder, Some(user), Some(group)).expect("given away");
    }
    folder
}

/// The user and group of servers, since PostgreSQL refuses to run as root.
pub(super) fn other() -> Option<(u32, u32)> {
    if !rustix::process::geteuid().is_root() {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").expect("users");
    let of = |name: &str| {
        users
            .lines()
            .map(|line| line.split(':').collect::<Vec<_>>())
            .find(|it| it.first() == Some(&name))
            .and_then(|it| Some((it.get(2)?.parse().ok()?, it.get(3)?.parse().ok()?)))
    };
    Some(of("postgres").or_else(|| of("nobody")).expect("a user without rights"))
}

/// The path of a program of PostgreSQL. Debian keeps some of them out of PATH.
pub(super) fn find(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let kept = Path::new("/usr/lib/postgresql");
    let mut versions: Vec<PathBuf> =
        std::fs::read_dir(kept).into_iter().flatten().flatten().map(|it| it.path().join("bin")).collect();
    versions.sort();
    folders.splice(0..0, versions.into_iter().rev());
    let found = folders.into_iter().map(|folder| folder.join(name)).find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("{name} is missing: install the package postgresql (scripts/setup does)"))
}
