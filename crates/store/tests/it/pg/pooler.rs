//! PgBouncer in front of a server.
//!
//! - Each transaction may get another of its sessions.
//! - However the tests end, a watcher ends it and removes its folder.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods, reason = "part of the tests")]

use super::Server;
use super::server::{ask, find, folder, other, psql};
use asq_testkit::eventually::eventually;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// It only names the socket in the pooler's own folder.
const PORT: u16 = 6432;

/// A pooler that assigns a session to each transaction.
pub(crate) struct Pooler {
    folder: PathBuf,
    child: Child,
    /// The end of its standard input means that the tests are over.
    watcher: Child,
}

impl Pooler {
    /// Starts one in front of this server, with this many sessions per database.
    pub(crate) fn start(server: &Server, sessions: usize) -> Pooler {
        let folder = folder("pool");
        let text = format!(
            "[databases]\n* = host={} port={}\n[pgbouncer]\npool_mode = transaction\nauth_type = trust\n\
             auth_file = {folder}/users\nlisten_addr =\nlisten_port = {PORT}\nunix_socket_dir = {folder}\n\
             default_pool_size = {sessions}\nserver_idle_timeout = 1\nmax_client_conn = 500\n\
             ignore_startup_parameters = extra_float_digits\n",
            server.folder(),
            server.port(),
            folder = folder.display()
        );
        std::fs::write(folder.join("ini"), text).unwrap();
        std::fs::write(folder.join("users"), "\"postgres\" \"\"\n").unwrap();
        let mut command = Command::new(find("pgbouncer"));
        command.arg("-q").arg(folder.join("ini")).stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(std::fs::File::create(folder.join("log")).unwrap());
        if let Some((user, group)) = other() {
            command.uid(user).gid(group);
        }
        let mut child = command.spawn().unwrap();
        let watch = "trap '' INT TERM HUP; read -r line; kill -KILL \"$1\"; rm -rf \"$2\"";
        let watcher = Command::new("sh")
            .args(["-c", watch, "watcher", &child.id().to_string()])
            .arg(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .process_group(0)
            .spawn()
            .unwrap();
        let socket = folder.join(format!(".s.PGSQL.{PORT}"));
        eventually("a pooler", || {
            let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
            assert!(child.try_wait().unwrap().is_none(), "the pooler ended: {log}");
            UnixStream::connect(&socket).map_err(|_| log)
        });
        Pooler { folder, child, watcher }
    }

    /// The address of a database behind it.
    pub(crate) fn url(&self, database: &str) -> String {
        let folder = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://postgres@{folder}:{PORT}/{database}?listen=off")
    }

    /// Runs SQL through it; returns the bare output.
    pub(crate) fn sql(&self, database: &str, sql: &str) -> String {
        ask(&psql(&self.folder, PORT, database), sql)
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        drop(self.watcher.stdin.take());
        let _ = self.child.wait();
        let _ = self.watcher.wait();
    }
}
