//! `cargo xtask bench inbox`: how fast a question reaches the person, how fast an answer goes back, and what waiting costs.
//!
//! - From an ask to its row and to the bell; from a key and from a command to the asker that waits.
//! - Ten choices in a row, one key each, at the pace of fast fingers.
//! - Ten thousand open requests: the first list, a letter of a search, memory. An inbox that nobody uses. `asq status`.
//! - Everything is a process of its own, on the release; the inbox has a terminal of its own.
//! - The rows are a section of docs/performance.md; a missed goal is a row like the others.

mod answers;
mod arrivals;
mod idle;
mod many;

use std::ffi::OsStr;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::contestants;
use super::process;
use super::pty::Session;
use super::report::{self, Row};
use crate::Outcome;

/// The heading of the section.
pub(crate) const HEADING: &str = "## The inbox";

/// Measured once by hand, for comparison; it isn't installed here.
const AUQ: &str = "AUQ 3.4.0 (OpenTUI), measured by hand on the same machine: ask → row 237 ms, answer → asker 155 ms, \
                   memory 117 MB, and 7 ticks in ten idle seconds. It takes two keys for each choice.";

/// The programs and folders of a run.
struct Bench {
    asq: PathBuf,
    /// The bench target of cli that fills stores.
    own: PathBuf,
    folder: PathBuf,
    runs: usize,
    rows: Vec<Row>,
}

/// Measures everything; figures worth keeping need at least 50 `runs`.
pub(crate) fn run(runs: usize) -> Outcome<()> {
    let folder = contestants::target().join("bench-inbox");
    std::fs::create_dir_all(&folder)?;
    let folder = std::fs::canonicalize(folder)?;
    let (asq, own) = (contestants::asq()?, contestants::bench_target("store")?);
    let mut bench = Bench { asq, own, folder, runs, rows: Vec::new() };
    let before = process::load()?;
    arrivals::rows(&mut bench)?;
    answers::rows(&mut bench)?;
    many::rows(&mut bench)?;
    idle::rows(&mut bench)?;
    let load = format!("{before} before, {} after", process::load()?);
    report::keep_section(HEADING, &bench.section(&process::machine()?, &load))
}

impl Bench {
    fn row(&mut self, what: &str, goal: &str, measured: String, met: Option<bool>) {
        self.rows.push(Row { what: what.to_owned(), goal: goal.to_owned(), measured, met });
    }

    /// An empty home with these settings.
    fn home(&self, name: &str, settings: &str) -> Outcome<PathBuf> {
        let home = self.folder.join(name);
        if home.exists() {
            std::fs::remove_dir_all(&home)?;
        }
        std::fs::create_dir_all(home.join(".config/asq"))?;
        std::fs::write(home.join(".config/asq/config.toml"), settings)?;
        // A shell by another name: asq takes an answer from the asker's own process tree for the asker's, and this
        // program would be the root of both. It looks past shells that have a shell's name.
        symlink("/bin/bash", home.join("agent"))?;
        Ok(home)
    }

    /// asq in this home, without a terminal.
    fn asq(&self, home: &Path) -> Command {
        let mut command = Command::new(&self.asq);
        environment(&mut command, home);
        command
    }

    /// The same in a session of its own: what the asker's session answers is refused.
    fn apart(&self, home: &Path) -> Command {
        let mut command = Command::new("setsid");
        environment(&mut command, home);
        command.arg("--wait").arg(&self.asq);
        command
    }

    /// The same below an agent's process.
    fn agent(&self, home: &Path) -> Command {
        let mut command = Command::new(home.join("agent"));
        environment(&mut command, home);
        command.args(["-c", r#""$0" "$@"; exit $?"#]).arg(&self.asq).process_group(0);
        command
    }

    /// An asker that waits; its standard output is a pipe.
    fn waits(&self, home: &Path, question: &str) -> Outcome<Child> {
        let mut command = self.agent(home);
        command.args(["ask", "--inbox", "-q", question, "-o", "Left", "-o", "Right", "--agent", "builder"]);
        Ok(command.stdout(Stdio::piped()).spawn()?)
    }

    /// Posts a question and returns once it is stored.
    fn post(&self, home: &Path, question: &str) -> Outcome<()> {
        let mut command = self.agent(home);
        command.args(["ask", "--no-wait", "-q", question, "-o", "Left", "-o", "Right", "--agent", "builder"]);
        let status = command.status()?;
        if status.code() == Some(6) { Ok(()) } else { Err(format!("asq ask ended with {status}").into()) }
    }

    /// How many requests are open.
    fn open(&self, home: &Path) -> Outcome<usize> {
        let done = self.asq(home).args(["list", "--count"]).stdout(Stdio::piped()).output()?;
        Ok(String::from_utf8(done.stdout)?.trim().parse()?)
    }

    fn inbox(&self, home: &Path, size: (u16, u16)) -> Outcome<Session> {
        Session::start(&[self.asq.as_os_str(), OsStr::new("inbox")], home, size)
    }

    fn section(&self, machine: &str, load: &str) -> String {
        let mut text = format!(
            "{HEADING}\n\n\
             `cargo xtask bench inbox` writes this section with each run. Times begin when the process of the ask or the \
             answer is started, or when the key is written to the inbox's terminal. Bells are measured with \
             `notify.batch = 0`, because only then each is the first; answers with `inbox.hold = 0`, because an answer \
             that is held back is late on purpose. All else is at its default, the guard included.\n\n\
             - Machine: {machine}\n- Load of the last minute: {load}\n- Runs of each: {}\n\n\
             | what | goal | measured | |\n|---|---|---|---|\n",
            self.runs
        );
        text.extend(self.rows.iter().map(|row| row.line() + "\n"));
        text + "\n" + AUQ + "\n"
    }
}

fn environment(command: &mut Command, home: &Path) {
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.env("HOME", home).env("LANG", "C.UTF-8").current_dir(home);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
}
