//! Several users on one machine, for tests of what one may do to another.
//!
//! - Ada is the person, eve another user; both have a home of their own, and root looks on.
//! - As root, users are changed by setpriv; as anybody else in a user namespace, with the ids that /etc/subuid grants.
//! - Where an ordinary user has no ids of others, or [`NO_USERS`] is set, a suite says NOT RUN and why.

use crate::faults::say;
use crate::folder::scratch;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Set to 1 it lets suites that need a second user say NOT RUN instead of failing.
pub const NO_USERS: &str = "ASQ_TEST_NO_USERS";

/// What every script begins with: `ada`, `eve` and `root` run a command as that user, in that user's own environment.
const BEGIN: &str = r#"
    cd "$T" && umask 022; asq="$T/asq"
    as() { local id=$1 home=$2; shift 2; setpriv --reuid "$id" --regid "$id" --clear-groups --inh-caps=-all -- \
        env -i HOME="$home" PATH="$PATH" LANG=C.UTF-8 TERM=xterm TZ=UTC T="$T" "$@"; }
    ada() { as 20001 "$T/ada" "$@"; }
    eve() { as 20002 "$T/eve" "$@"; }
    root() { as 0 "$T/root" "$@"; }
    forget() { rm -rf ada eve root; mkdir -m 700 ada eve root; chown 20001:20001 ada; chown 20002:20002 eve; }
"#;

/// A folder with three homes, and a program that all can run.
#[derive(Debug)]
pub struct Users {
    folder: PathBuf,
    /// What runs a command as root, or as root of a namespace.
    begin: Vec<&'static str>,
}

impl Users {
    /// Homes for them, and this program as `$asq`; `None` where the suite is NOT RUN.
    ///
    /// # Panics
    /// The machine has no second user, and [`NO_USERS`] isn't set.
    #[expect(
        clippy::disallowed_methods,
        reason = "what the machine can't do is said in the environment of the tests"
    )]
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

    /// Runs a script of bash in which `ada`, `eve` and `root` run commands; its exit code and all that it said, with
    /// `DIR` for the folder.
    ///
    /// # Panics
    /// There is no bash.
    pub fn run(&self, script: &str) -> String {
        let out = self.command(script).stdin(Stdio::null()).output().unwrap_or_else(|e| panic!("bash: {e}"));
        let text = format!(
            "{}\n{}",
            out.status.code().map_or_else(|| "killed".to_owned(), |code| code.to_string()),
            String::from_utf8_lossy(&out.stdout)
        );
        text.replace(&self.folder.display().to_string(), "DIR")
    }

    /// The same as a line of sh, for a terminal.
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
        // Files of other users go only as root.
        self.run("rm -rf \"$T\"");
    }
}
