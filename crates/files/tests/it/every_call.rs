//! Fails each system call of every file operation in turn: no file is half-made, and none is left over.
//!
//! - A failing call is reported in the system's words, and the old content is intact.
//! - An interrupted call is repeated.
//! - After a kill at any call, the next process can go on.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, clippy::exit, reason = "a test")]

use asq_files::{Durable, Fault, Folder, FoundFile, Whose, private, read};
use asq_testkit::faults::{Strace, Struck, again, job};
use asq_testkit::folder::TempFolder;
use rustix::fs::{FlockOperation, flock};
use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// One operation of the crate.
struct Operation {
    name: &'static str,
    /// Runs in a folder and reports its outcome.
    act: fn(&Path) -> Result<String, Fault>,
    /// The call that fails after the work is done.
    late: Option<&'static str>,
    /// Part of a call's line; its failure does no harm.
    spare: Option<&'static str>,
    /// The operation has several steps, each complete by itself; finished steps stay.
    steps: bool,
    /// A second run fails because the first one succeeded.
    once: bool,
}

const ONE: Operation =
    Operation { name: "", act: |_| Ok(String::new()), late: None, spare: None, steps: false, once: false };

const OPERATIONS: &[Operation] = &[
    Operation { name: "make", act: make, steps: true, ..ONE },
    Operation { name: "close", act: |at| done(Folder::make(&at.join("open"), 0o700, Whose::Mine)), ..ONE },
    Operation {
        name: "open",
        act: |at| Ok(Folder::open(&at.join("open"), Whose::Mine)?.is_some().to_string()),
        ..ONE
    },
    Operation {
        name: "inside",
        act: |at| Ok(own(at)?.inside("sub", Whose::Mine)?.is_some().to_string()),
        ..ONE
    },
    Operation { name: "make inside", act: make_inside, steps: true, ..ONE },
    Operation { name: "make random", act: |at| done(own(at)?.make_random("tmp-")), ..ONE },
    Operation { name: "create", act: |at| done(own(at)?.create(F2.as_ref(), 0o644)), once: true, ..ONE },
    Operation { name: "create random", act: create_random, ..ONE },
    Operation { name: "replace", act: |at| replace(at, Durable::Yes), late: Some("fsync"), ..ONE },
    Operation { name: "replace quickly", act: |at| replace(at, Durable::No), ..ONE },
    Operation { name: "read", act: |at| said(read(&at.join("link"), 100)?), ..ONE },
    Operation { name: "read in it", act: |at| said(own(at)?.read("f".as_ref(), 100, Whose::Mine)?), ..ONE },
    Operation { name: "look", act: |at| Ok(own(at)?.look("f".as_ref())?.is_some().to_string()), ..ONE },
    Operation { name: "names", act: |at| Ok(own(at)?.names()?.len().to_string()), ..ONE },
    Operation { name: "lock", act: |at| done(own(at)?.lock(Duration::from_mins(1))), ..ONE },
    Operation { name: "lock file", act: |at| done(own(at)?.lock_file(F2.as_ref())), steps: true, ..ONE },
    Operation { name: "remove", act: |at| done(own(at)?.remove("f".as_ref())), ..ONE },
    Operation { name: "listen", act: |at| done(own(at)?.listen(F2.as_ref())), ..ONE },
    Operation {
        name: "remove for good",
        act: |at| done(own(at)?.remove_for_good("f".as_ref())),
        late: Some("fsync"),
        ..ONE
    },
    Operation {
        name: "remove inside",
        act: |at| done(own(at)?.remove_inside("sub".as_ref())),
        once: true,
        ..ONE
    },
    Operation { name: "private", act: of_several, spare: Some("/in/none"), steps: true, ..ONE },
];

const F2: &str = "new";

/// Waits for a lock that another program holds. Calls are counted per thread: the first one here succeeds, the second
/// finds the lock held, and the third, on the waiting thread, is the one to strike.
const WAIT: Operation = Operation { name: "wait", act: wait, ..ONE };

fn wait(at: &Path) -> Result<String, Fault> {
    let _ = flock(fs::File::open("/dev/null").unwrap(), FlockOperation::Unlock);
    done(own(at)?.lock(Duration::from_mins(1)))
}

fn make(at: &Path) -> Result<String, Fault> {
    done(Folder::make(&at.join("a/b/c"), 0o755, Whose::Trusted))
}

fn make_inside(at: &Path) -> Result<String, Fault> {
    done(own(at)?.make_inside(F2, 0o755, Whose::Trusted))
}

fn create_random(at: &Path) -> Result<String, Fault> {
    done(own(at)?.create_random("say", ".json", b"words"))
}

fn of_several(at: &Path) -> Result<String, Fault> {
    done(private(&[at.join("none"), at.join("last")]))
}

fn done<T>(came: Result<T, Fault>) -> Result<String, Fault> {
    came.map(|_| "done".to_owned())
}

/// The text, and whether it is trusted.
fn said(found: Option<FoundFile>) -> Result<String, Fault> {
    let found = found.unwrap();
    found.doubt.map_or_else(|| Ok(String::from_utf8(found.bytes).unwrap()), Err)
}

fn own(at: &Path) -> Result<Folder, Fault> {
    Folder::open(at, Whose::Mine).map(Option::unwrap)
}

fn replace(at: &Path, durable: Durable) -> Result<String, Fault> {
    done(own(at)?.replace("f".as_ref(), b"the new text", 0o644, durable))
}

/// The child process: runs one operation and writes its outcome to a file.
#[test]
fn the_other_process() {
    let Some(job) = job() else { return };
    let (name, scratch) = job.split_once('@').unwrap();
    let operation = OPERATIONS.iter().chain([&WAIT]).find(|it| it.name == name).unwrap();
    let scratch = Path::new(scratch);
    // A new file must get its mode whatever the umask.
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
    // strace counts calls per thread. The test harness has a thread of its own; it never gets as far as this count.
    for _ in 0..60 {
        let mut file = fs::OpenOptions::new().write(true).open("/dev/null").unwrap();
        file.write_all(b".").unwrap();
        fs::symlink_metadata("/dev/null").unwrap();
        rustix::fs::fstat(&file).unwrap();
        rustix::fs::statat(rustix::fs::CWD, "/dev/null", rustix::fs::AtFlags::SYMLINK_NOFOLLOW).unwrap();
        rustix::io::read(fs::File::open("/dev/null").unwrap(), &mut [0_u8; 1]).unwrap();
        let _ = fs::read_link("/dev/null");
    }
    let came = (operation.act)(&scratch.join("in"));
    let (code, text) = match came {
        Ok(text) => (7, text),
        Err(fault) => (8, fault.to_string()),
    };
    fs::write(scratch.join("said"), text).unwrap();
    std::process::exit(code);
}

/// The folder's names, modes and contents. Random names all print the same.
fn tree(folder: &Path, above: &str) -> Vec<String> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let about = fs::symlink_metadata(entry.path()).unwrap();
        let name = entry.file_name().into_string().unwrap();
        let random = name.as_bytes().windows(16).any(|part| part.iter().all(u8::is_ascii_hexdigit));
        let name = format!("{above}{}", if random { "RANDOM" } else { &name });
        let content = if about.is_file() { fs::read_to_string(entry.path()).unwrap() } else { String::new() };
        all.push(format!("{name} {:o} {content}", about.mode() & 0o7777));
        if about.is_dir() {
            all.extend(tree(&entry.path(), &format!("{name}/")));
        }
    }
    all.sort();
    all
}

/// The outcome of a run: success, message, and the files it left. A killed run leaves no message.
#[derive(Debug, PartialEq, Eq)]
struct Ended {
    code: Option<i32>,
    said: String,
    tree: Vec<String>,
}

fn set_up() -> TempFolder {
    let scratch = TempFolder::new("calls");
    let mode =
        |name: &str, mode| fs::set_permissions(scratch.join(name), Permissions::from_mode(mode)).unwrap();
    for folder in ["in", "in/sub", "in/open"] {
        fs::create_dir(scratch.join(folder)).unwrap();
        mode(folder, if folder == "in/open" { 0o755 } else { 0o700 });
    }
    fs::write(scratch.join("in/f"), "old").unwrap();
    mode("in/f", 0o600);
    std::os::unix::fs::symlink("f", scratch.join("in/link")).unwrap();
    scratch
}

fn command(operation: &Operation, scratch: &TempFolder) -> Command {
    again("every_call::the_other_process", &format!("{}@{}", operation.name, scratch.path().display()))
}

fn ended(scratch: &TempFolder, done: &std::process::Output) -> Ended {
    let said = fs::read_to_string(scratch.join("said")).unwrap_or_default();
    Ended { code: done.status.code(), said, tree: tree(&scratch.join("in"), "") }
}

/// The files before the run, the outcome without faults, and the calls that touch the folder.
fn undisturbed(operation: &Operation) -> (Vec<String>, Ended, Vec<Struck>) {
    let scratch = set_up();
    let before = tree(&scratch.join("in"), "");
    let there = scratch.join("in").to_str().unwrap().to_owned();
    let (calls, done) = Strace::default().calls(&command(operation, &scratch), |call, line| {
        // Closing a finished descriptor can't fail in a way that matters.
        // The same goes for reading its flags, which only debug builds do.
        !matches!(call, "close" | "fcntl") && !call.starts_with("exec") && line.contains(&there)
    });
    let after = ended(&scratch, &done);
    assert_eq!(after.code, Some(7), "{}: {after:?}", operation.name);
    assert!(!calls.is_empty(), "{}", operation.name);
    (before, after, calls.into_iter().collect())
}

/// Strikes each call of each operation with this error and collects the violations.
fn struck(error: &str, check: impl Fn(&Operation, &[String], &Ended, &Ended, &str) -> bool) {
    let mut wrong = Vec::new();
    let strace = Strace::default();
    for operation in OPERATIONS {
        let (before, after, calls) = undisturbed(operation);
        for Struck { call, nth } in calls {
            let scratch = set_up();
            let done =
                strace.inject(&command(operation, &scratch), &format!("{call}:error={error}:when={nth}"));
            let came = ended(&scratch, &done);
            let line = strace.struck().join("\n");
            // Another thread's timing may shift the count of calls.
            let there = line.contains(scratch.path().to_str().unwrap());
            if !there || !check(operation, &before, &after, &came, &line) {
                wrong.push(format!("{}, {error} at {line}\n  {came:?}", operation.name));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new(), "{}", wrong.join("\n"));
}

/// Whether the folder is in a state that a failed operation may leave.
fn whole(operation: &Operation, before: &[String], after: &Ended, came: &Ended, line: &str) -> bool {
    let late = operation.late.is_some_and(|call| line.contains(call));
    let part = |entry: &String| before.contains(entry) || after.tree.contains(entry);
    came.tree == before || late && came.tree == after.tree || operation.steps && came.tree.iter().all(part)
}

fn fails(error: &str, words: &str) {
    struck(error, |operation, before, after, came, line| {
        if operation.spare.is_some_and(|part| line.contains(part)) && came == after {
            return true;
        }
        let told = came.code == Some(8) && came.said.contains(words);
        told && whole(operation, before, after, came, line)
    });
}

#[test]
fn a_disk_that_fails_at_any_call_leaves_nothing_half_made() {
    fails("EIO", "Input/output error");
}

#[test]
fn a_full_disk_at_any_call_leaves_nothing_half_made() {
    fails("ENOSPC", "No space left on device");
}

#[test]
fn a_refusal_at_any_call_leaves_nothing_half_made() {
    fails("EACCES", "Permission denied");
}

#[test]
fn a_call_that_was_interrupted_is_made_again() {
    struck("EINTR", |_, _, after, came, _| came == after);
}

/// Every file existed before or is complete; leftovers have random names that nobody looks for.
#[test]
fn a_kill_at_any_call_leaves_a_way_on() {
    let named = |tree: &[String]| -> Vec<String> {
        tree.iter().filter(|entry| !entry.contains("RANDOM")).cloned().collect()
    };
    let name = |entry: &String| entry.split(' ').next().unwrap().to_owned();
    let strace = Strace::default();
    let mut wrong = Vec::new();
    for operation in OPERATIONS {
        let (before, after, calls) = undisturbed(operation);
        let (before, end) = (named(&before), named(&after.tree));
        // A new folder or file may still lack the bits that the umask removed.
        let closed: Vec<String> =
            end.iter().map(|it| it.replace(" 755 ", " 700 ").replace(" 644 ", " 600 ")).collect();
        for at in calls {
            let scratch = set_up();
            strace.kill(&command(operation, &scratch), &at);
            let left = named(&tree(&scratch.join("in"), ""));
            let known = |entry: &String| [&before, &end, &closed].iter().any(|all| all.contains(entry));
            let kept = |entry: &String| left.iter().any(|it| name(it) == name(entry));
            let whole = left.iter().all(known) && before.iter().filter(|it| end.contains(it)).all(kept);
            let next = ended(&scratch, &command(operation, &scratch).output().unwrap());
            let on = next.said == after.said || operation.once && left != before;
            if !whole || !on {
                wrong.push(format!("{}, killed at {at:?}: {left:?}\n  then {next:?}", operation.name));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new(), "{}", wrong.join("\n"));
}

#[test]
fn a_lock_that_fails_while_it_is_waited_for_is_not_held() {
    let scratch = set_up();
    let held = fs::File::open(scratch.join("in")).unwrap();
    flock(&held, FlockOperation::LockExclusive).unwrap();
    let strace = Strace::default();
    let done = strace.inject(&command(&WAIT, &scratch), "flock:error=EIO:when=1");
    let came = ended(&scratch, &done);
    assert_eq!((came.code, came.said.as_str()), (Some(8), "Input/output error"), "{:?}", strace.struck());
    assert_eq!(strace.struck().len(), 2, "{:?}", strace.struck());
}
