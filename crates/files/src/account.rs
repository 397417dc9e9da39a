//! The account that this process runs as, according to the system and not the environment.
//!
//! - /etc/passwd comes first; if the account isn't in it (a directory service), the system's own program is asked.
//! - That program has two seconds; after that the account counts as unknown.
//! - An account without an absolute home has none.
//! - In a debug build, which is what tests run, the home is `ASQ_TESTING_HOME_OF_THE_ACCOUNT` or else HOME. A release
//!   has neither (`cargo xtask hardening` checks).

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{OnceLock, mpsc};
use std::time::Duration;

/// What the system knows about an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub name: OsString,
    /// Absolute.
    pub home: Option<PathBuf>,
}

/// The most bytes that we read of the list of accounts.
const MOST: u64 = 16 << 20;

/// Most lists of accounts are shorter.
const USUAL: usize = 16 << 10;

/// The time limit for the system's own program.
const PATIENCE: Duration = Duration::from_secs(2);

/// The account of this process's effective user; `None` where the system doesn't know one.
pub fn mine() -> Option<&'static Account> {
    static MINE: OnceLock<Option<Account>> = OnceLock::new();
    MINE.get_or_init(|| {
        let me = rustix::process::geteuid().as_raw();
        // One read suffices for a list of the usual length.
        let mut list = Vec::with_capacity(USUAL);
        // An unreadable list counts as empty; then the program decides.
        let _ = File::open("/etc/passwd").and_then(|file| file.take(MOST).read_to_end(&mut list));
        found(&list, me).or_else(|| found(&asked(me)?, me))
    })
    .as_ref()
}

/// The home of the effective user, according to the system. No variable, not even HOME, changes it.
#[cfg(not(debug_assertions))]
pub fn home() -> Option<PathBuf> {
    mine()?.home.clone()
}

/// In a debug build, variables may replace the account's home, so that a test has a home of its own.
#[cfg(debug_assertions)]
pub fn home() -> Option<PathBuf> {
    #[expect(clippy::disallowed_methods, reason = "no release has this function")]
    let named = |name| std::env::var_os(name).map(PathBuf::from).filter(|home| home.is_absolute());
    named("ASQ_TESTING_HOME_OF_THE_ACCOUNT").or_else(|| named("HOME"))
}

/// Finds the account with this number in lines of /etc/passwd or of `id -P`.
fn found(list: &[u8], uid: u32) -> Option<Account> {
    list.split(|byte| *byte == b'\n').find_map(|line| {
        let fields: Vec<&[u8]> = line.split(|byte| *byte == b':').collect();
        let number: u32 = str::from_utf8(fields.get(2)?).ok()?.parse().ok()?;
        if number != uid || fields[0].is_empty() || fields.len() < 7 {
            return None;
        }
        // The home comes before the shell, which is last; `id -P` has more fields in front.
        let home = Path::new(OsStr::from_bytes(fields[fields.len() - 2]));
        let home = home.is_absolute().then(|| home.to_owned());
        Some(Account { name: OsStr::from_bytes(fields[0]).to_owned(), home })
    })
}

/// The program's output for this account.
fn asked(uid: u32) -> Option<Vec<u8>> {
    let mut command = if cfg!(target_os = "macos") {
        let mut id = Command::new("/usr/bin/id");
        id.arg("-P");
        id
    } else {
        let mut getent = Command::new("/usr/bin/getent");
        getent.arg("passwd").arg(uid.to_string());
        getent
    };
    command.env_clear();
    answer(command, PATIENCE)
}

fn answer(mut command: Command, patience: Duration) -> Option<Vec<u8>> {
    let started = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    // A machine without the program knows no other accounts.
    let mut child = started.ok()?;
    let mut out = child.stdout.take()?;
    let (done, answer) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = out.by_ref().take(MOST).read_to_end(&mut bytes);
        // The receiver is gone once the time is up.
        let _ = done.send(read.is_ok().then_some(bytes));
    });
    let answer = answer.recv_timeout(patience).ok().flatten();
    // The program has ended, or its time is up; reap it in both cases.
    let _ = child.kill();
    let _ = child.wait();
    answer
}

#[cfg(test)]
mod tests {
    use super::{Account, answer, found, mine};
    use std::path::{Path, PathBuf};
    use std::process::Command;
    use std::time::Duration;

    fn account(name: &str, home: Option<&str>) -> Account {
        Account { name: name.into(), home: home.map(PathBuf::from) }
    }

    #[test]
    fn an_account_is_found_by_number() {
        let list = b"root:x:0:0::/root:/bin/sh\n:x:7:::/no:/bin/sh\nada:x:7:7:Ada,\xff,:/home/ada:/bin/sh\n\
            short:x:8:8\nfar:*:9:9::relative:/bin/sh\nbroken\n\
            bo:********:501:20::0:0:Bo:/Users/bo:/bin/zsh\n";
        assert_eq!(
            [0, 7, 8, 9, 10, 501].map(|uid| found(list, uid)),
            [
                Some(account("root", Some("/root"))),
                Some(account("ada", Some("/home/ada"))),
                None,
                Some(account("far", None)),
                None,
                Some(account("bo", Some("/Users/bo")))
            ]
        );
    }

    #[test]
    fn the_home_is_what_the_system_says() {
        let me = rustix::process::geteuid().as_raw().to_string();
        let told = Command::new("getent").args(["passwd", &me]).output().unwrap();
        let told = String::from_utf8(told.stdout).unwrap();
        let fields: Vec<&str> = told.trim_end().split(':').collect();
        assert_eq!(mine().unwrap().home.as_deref(), fields.get(5).map(Path::new));
        #[cfg(not(debug_assertions))]
        assert_eq!(super::home().as_deref(), fields.get(5).map(Path::new));
        assert_eq!(mine().map(|it| it.name.to_str().unwrap()), fields.first().copied());
    }

    #[test]
    fn a_program_that_does_not_answer_is_given_up() {
        let mut slow = Command::new("sh");
        slow.args(["-c", "exec sleep 1000"]);
        assert_eq!(answer(slow, Duration::from_millis(20)), None);
        let mut quick = Command::new("printf");
        quick.arg("said");
        assert_eq!(answer(quick, Duration::from_mins(1)), Some(b"said".to_vec()));
        assert_eq!(answer(Command::new("/nowhere/getent"), Duration::from_mins(1)), None);
    }
}
