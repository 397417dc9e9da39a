//! A running `asq serve` with a store and tokens of its own.
//!
//! - Nothing of this shell's environment reaches it.
//! - It counts as started once it has printed where it listens.
//! - It is killed when it is dropped.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::Outcome;

/// A server, killed when this is dropped.
pub(super) struct Served {
    asq: PathBuf,
    home: PathBuf,
    child: Child,
    /// `HOST:PORT`.
    pub(super) address: String,
    /// From exec to the line that names the address.
    pub(super) took: Duration,
}

impl Served {
    /// Starts it on a new store in this folder.
    pub(super) fn start(asq: &Path, home: &Path) -> Outcome<Served> {
        Served::with(&["serve", "--no-link"], asq, home)
    }

    /// The same, behind a public name as well.
    pub(super) fn public(asq: &Path, home: &Path) -> Outcome<Served> {
        // All of 127/8 is loopback on Linux, and nobody else uses this process's part of it.
        let [_, high, middle, low] = std::process::id().to_be_bytes();
        let (address, port) = (format!("127.{}.{middle}.{low}", 64 | high), "20000");
        let public = ["serve", "--no-link", "--public-url", "https://bench.example"];
        let with = [&public[..], &["--listen", &address, "--port", port]].concat();
        let mut served = Served::with(&with, asq, home)?;
        served.address = format!("{address}:{port}");
        Ok(served)
    }

    fn with(arguments: &[&str], asq: &Path, home: &Path) -> Outcome<Served> {
        let begun = Instant::now();
        let mut child = command(asq, home)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()?;
        let stdout = child.stdout.take().ok_or("no output")?;
        let mut line = String::new();
        let mut stdout = BufReader::new(stdout);
        stdout.read_line(&mut line)?;
        let took = begun.elapsed();
        let address = line.split("://").nth(1).and_then(|rest| rest.split([' ', '/', ',', '\n']).next());
        let address = address.ok_or_else(|| format!("asq serve prints no address: {line}"))?.to_owned();
        // Whatever else it prints goes nowhere, and the pipe stays open.
        std::thread::spawn(move || stdout.read_to_end(&mut Vec::new()));
        Ok(Served { asq: asq.to_owned(), home: home.to_owned(), child, address, took })
    }

    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// A new token with this right.
    pub(super) fn token(&self, right: &str) -> Outcome<String> {
        let done = command(&self.asq, &self.home).args(["token", "new", "--right", right]).output()?;
        if !done.status.success() {
            return Err(format!("asq token: {}", String::from_utf8_lossy(&done.stderr)).into());
        }
        Ok(String::from_utf8(done.stdout)?.trim().to_owned())
    }

    /// So many tokens with this right.
    pub(super) fn tokens(&self, right: &str, many: usize) -> Outcome<Vec<String>> {
        (0..many).map(|_| self.token(right)).collect()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // Both fail only if it has ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// asq in a home of its own, without the variables of this shell.
fn command(asq: &Path, home: &Path) -> Command {
    let mut command = Command::new(asq);
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.env("HOME", home).env("LANG", "C.UTF-8").current_dir(home);
    // The home is that of the account unless a folder of the environment names another place.
    for (name, folder) in
        [("XDG_DATA_HOME", "data"), ("XDG_STATE_HOME", "state"), ("XDG_CONFIG_HOME", "config")]
    {
        command.env(name, home.join(folder));
    }
    let run = home.join("run");
    // It exists already after the first call; any other failure shows when the server starts.
    let _ = std::fs::create_dir_all(&run);
    command.env("XDG_RUNTIME_DIR", run);
    command
}
