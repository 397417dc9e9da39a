//! Several users on one machine, to test what one can do to another.
//!
//! - Ada is the person, eve another user; both have a home, and root watches.
//! - Root changes users with setpriv. Anybody else uses a user namespace, with ids from /etc/subuid.
//! - If an ordinary user has no extra ids, or [`NO_USERS`] is set, a suite prints NOT RUN and the reason.

use crate::faults::say;
use crate::folder::scratch;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Set it to 1 to skip suites that need a second user; they print NOT RUN instead of failing.
pub const NO_USERS: &str = "ASQ_TEST_NO_USERS";

/// The start of every script: `ada`, `eve` and `root` run a command as that user, in that user's own environment.
const BEGIN: &str = r#"
    cd "$T" && umask 022; asq="$T/asq"
    as() { local id=$1 home=$2; shift 2; setpriv --reuid "$id" --regid "$id" --clear-groups --inh-caps=-all -- \
        env -i HOME="$home" PATH="$PATH" LANG=C.UTF-8 TERM=xterm TZ=UTC T="$T" "$@"; }
    ada() { as 20001 "$T/ada" "$@"; }
    eve() { as 20002 "$T/eve" "$@"; }
    root() { as 0 "$T/root" "$@"; }
    forget() { rm -rf ada eve root; mkdir -m 700 ada eve root; chown 20001:20001 ada; chown 20002:20002 eve; }
"#;

/// A folder with three homes, and a program that all three can run.
#[derive(Debug)]
pub struct Users {
    folder: PathBuf,
    /// The command that runs another one as root, or as root of a namespace.
    begin: Vec<&'static str>,
}

impl Users {
    /// Prepares the homes, and this program as `$asq`; `None` if the suite is NOT RUN.
    ///
    /// # Panics
    /// The machine has no second user, and [`NO_USERS`] isn't set.
    #[expect(clippy::disallowed_methods, reason = "the tests' environment says what the machine can't do")]
    pub fn new(suite: &str, program: &Path) -> Option<Users> {
        if std::env::var_os(NO_USERS).is_some_and(|value| value == "1") {
            say(&format!("NOT RUN: {suite}, for {NO_USERS}=1"));
            return None;
        }
        let begin = if rustix::process::geteuid().is_root() {
            Vec::new()
        } else {
            vec!["unshare", "--map-root-user", "--map-auto", "--"]
        };
        if !begin.is_empty()
            && !Command::new(begin[0])
                .args(&begin[1..])
                .arg("true")
                .output()
                .is_ok_and(|it| it.status.success())
        {
            say(&format!(
                "NOT RUN: {suite}, for this machine gives an ordinary user no second one (newuidmap, and a line for them in \
                 /etc/subuid and /etc/subgid)"
            ));
            return None;
        }
        let users = Users { folder: scratch("users"), begin };
        let made =
            users.run(&format!("chmod 755 . && cp '{}' asq && chmod 755 asq && forget", program.display()));
        assert!(
            made.starts_with("0\n"),
            "this machine has no second user for the tests ({made}); {NO_USERS}=1 lets the suite say NOT RUN instead"
        );
        Some(users)
    }

    /// Runs a bash script in which `ada`, `eve` and `root` run commands. Returns the exit code and all output, with `DIR`
    /// for the folder.
    ///
    /// # Panics
    /// The machine has no bash.
    pub fn run(&self, script: &str) -> String {
        let out = self.command(script).stdin(Stdio::null()).output().unwrap_or_else(|e| panic!("bash: {e}"));
        let text = format!(
            "{}\n{}",
            out.status.code().map_or_else(|| "killed".to_owned(), |code| code.to_string()),
            String::from_utf8_lossy(&out.stdout)
        );
        text.replace(&self.folder.display().to_string(), "DIR")
    }

    /// The same script as a line of sh, for a terminal.
    pub fn shell(&self, script: &str) -> String {
        let begin = self.begin.join(" ");
        let script = format!("{BEGIN}\n{script}").replace('\'', r"'\''");
        format!("export T='{}'; exec {begin} bash -c '{script}'", self.folder.display())
    }

    fn command(&self, script: &str) -> Command {
        let mut words = self.begin.iter().copied().chain(["bash", "-c"]);
        let mut command = Command::new(words.next().unwrap_or("bash"));
        command.args(words).arg(format!("exec 2>&1\n{BEGIN}\n{script}")).env("T", &self.folder);
        command
    }
}

impl Drop for Users {
    fn drop(&mut self) {
        // Only root can remove other users' files.
        self.run("rm -rf \"$T\"");
    }
}
