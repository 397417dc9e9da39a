//! What a folder of ours accepts, refuses and creates.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test")]

use asq_files::{Durable, Fault, Folder, Whose, read};
use asq_testkit::folder::TempFolder;
use rustix::fs::{FlockOperation, flock};
use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::Command;
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).unwrap().mode() & 0o7777
}

fn chmod(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

fn names(folder: &Folder) -> Vec<String> {
    let mut names: Vec<_> = folder.names().unwrap().into_iter().map(|it| it.into_string().unwrap()).collect();
    names.sort();
    names
}

fn mine(scratch: &TempFolder) -> Folder {
    Folder::make(&scratch.join("a/b"), 0o700, Whose::Mine).unwrap()
}

/// Several threads create the folder at once, and any of them may be first.
#[test]
fn a_folder_that_several_make_at_once_is_made_for_all() {
    for _ in 0..300 {
        let scratch = TempFolder::new("at-once");
        let (path, ready) = (scratch.join("a/b/c"), Barrier::new(4));
        let made = thread::scope(|scope| {
            let all: Vec<_> = (0..4)
                .map(|_| {
                    scope.spawn(|| {
                        ready.wait();
                        Folder::make(&path, 0o700, Whose::Mine).map(|folder| folder.path().to_owned())
                    })
                })
                .collect();
            all.into_iter().map(|one| one.join().unwrap().unwrap()).collect::<Vec<_>>()
        });
        assert_eq!(made, vec![fs::canonicalize(&path).unwrap(); 4]);
    }
}

fn why<T: std::fmt::Debug>(came: Result<T, Fault>, scratch: &TempFolder) -> String {
    came.unwrap_err().to_string().replace(scratch.path().to_str().unwrap(), "DIR")
}

#[test]
fn what_is_missing_is_made_for_us_alone() {
    let scratch = TempFolder::new("files");
    let folder = mine(&scratch);
    assert_eq!(
        [mode(&scratch.join("a")), mode(&scratch.join("a/b"))].map(|it| format!("{it:o}")),
        ["700", "700"]
    );
    folder.replace(OsStr::new("f"), b"one", 0o600, Durable::Yes).unwrap();
    assert_eq!(mode(&scratch.join("a/b/f")), 0o600);
    assert_eq!(names(&folder), ["f"]);
    // Folders that others can read are closed; folders that others can write to are refused.
    chmod(&scratch.join("a/b"), 0o755);
    mine(&scratch);
    assert_eq!(mode(&scratch.join("a/b")), 0o700);
    for open in [0o777, 0o1777, 0o720, 0o702] {
        chmod(&scratch.join("a/b"), open);
        assert_eq!(
            why(Folder::make(&scratch.join("a/b"), 0o700, Whose::Mine), &scratch),
            "its folder DIR/a/b: others can write to it (chmod go-w)",
            "{open:o}"
        );
    }
}

#[test]
fn what_leads_there_may_be_links_but_not_what_is_in_it() {
    let scratch = TempFolder::new("files");
    fs::create_dir(scratch.join("real")).unwrap();
    chmod(&scratch.join("real"), 0o700);
    symlink(scratch.join("real"), scratch.join("dotfiles")).unwrap();
    let folder = Folder::make(&scratch.join("dotfiles/asq"), 0o700, Whose::Mine).unwrap();
    assert_eq!(folder.path(), fs::canonicalize(scratch.join("real/asq")).unwrap());
    symlink(scratch.join("real"), scratch.join("real/asq/inner")).unwrap();
    assert_eq!(
        why(folder.inside("inner", Whose::Anybodys), &scratch),
        "it is a link, which is not followed here"
    );
    assert_eq!(
        why(folder.make_inside("inner", 0o700, Whose::Anybodys), &scratch),
        "it is a link, which is not followed here"
    );
    fs::write(scratch.join("aim"), "theirs").unwrap();
    symlink(scratch.join("aim"), scratch.join("real/asq/f")).unwrap();
    let f = OsStr::new("f");
    assert_eq!(
        why(folder.read(f, 100, Whose::Anybodys), &scratch),
        "it is a link, which is not followed here"
    );
    assert_eq!(why(folder.lock_file(f), &scratch), "it is a link, which is not followed here");
    assert_eq!(why(folder.create(f, 0o600), &scratch), "File exists");
    folder.replace(f, b"ours", 0o600, Durable::No).unwrap();
    assert_eq!(fs::read_to_string(scratch.join("aim")).unwrap(), "theirs");
    assert_eq!(fs::read_to_string(scratch.join("real/asq/f")).unwrap(), "ours");
    symlink("/nowhere/at/all", scratch.join("dangling")).unwrap();
    assert!(Folder::make(&scratch.join("dangling"), 0o700, Whose::Mine).is_err());
}

#[test]
fn a_file_is_judged_before_it_is_read() {
    let scratch = TempFolder::new("files");
    let folder = mine(&scratch);
    let (f, path) = (OsStr::new("f"), scratch.join("a/b/f"));
    let read = |whose| folder.read(f, 4, whose);
    assert!(read(Whose::Mine).unwrap().is_none());
    fs::write(&path, "four").unwrap();
    chmod(&path, 0o600);
    assert_eq!(read(Whose::Mine).unwrap().unwrap().bytes, b"four");
    for (open, wanted) in [
        (0o640, "others can read it (chmod go=)"),
        (0o620, "others can write to it (chmod go-w)"),
        (0o602, "others can write to it (chmod go-w)"),
    ] {
        chmod(&path, open);
        assert_eq!(why(read(Whose::Mine), &scratch), wanted);
    }
    let doubt = read(Whose::Anybodys).unwrap().unwrap().doubt.map(|it| it.to_string());
    assert_eq!(doubt.as_deref(), Some("others can write to it (chmod go-w)"));
    chmod(&path, 0o600);
    fs::hard_link(&path, scratch.join("second")).unwrap();
    assert_eq!(why(read(Whose::Mine), &scratch), "it has a second name (a hard link)");
    assert_eq!(why(folder.lock_file(f), &scratch), "it has a second name (a hard link)");
    fs::write(&path, "five5").unwrap();
    assert_eq!(why(read(Whose::Anybodys), &scratch), "it has 5 bytes; at most 4 bytes are read");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert_eq!(why(read(Whose::Anybodys), &scratch), "it isn't a regular file");
}

/// Opening these must not block, and an endless one is not read.
#[test]
fn what_is_no_file_is_not_waited_for() {
    let scratch = TempFolder::new("files");
    let folder = mine(&scratch);
    assert!(
        Command::new("mkfifo").args(["-m", "600"]).arg(scratch.join("a/b/pipe")).status().unwrap().success()
    );
    let _socket = std::os::unix::net::UnixListener::bind(scratch.join("a/b/socket")).unwrap();
    for name in ["pipe", "socket"] {
        assert_eq!(
            why(folder.read(OsStr::new(name), 9, Whose::Anybodys), &scratch),
            "it isn't a regular file",
            "{name}"
        );
    }
    assert_eq!(why(folder.lock_file(OsStr::new("pipe")), &scratch), "it isn't a regular file");
    for device in ["/dev/zero", "/dev/tty"] {
        assert!(read(Path::new(device), 9).is_err(), "{device}");
    }
}

#[test]
fn a_file_behind_links_counts_with_both_folders() {
    let scratch = TempFolder::new("files");
    for folder in ["named", "lies"] {
        fs::create_dir(scratch.join(folder)).unwrap();
        chmod(&scratch.join(folder), 0o700);
    }
    fs::write(scratch.join("lies/f"), "x").unwrap();
    chmod(&scratch.join("lies/f"), 0o644);
    symlink("../lies/f", scratch.join("named/f")).unwrap();
    let doubt = || {
        let found = read(&scratch.join("named/f"), 9).unwrap().unwrap();
        assert_eq!(found.bytes, b"x");
        found.doubt.map(|it| it.to_string().replace(scratch.path().to_str().unwrap(), "DIR"))
    };
    assert_eq!(doubt(), None);
    for folder in ["named", "lies"] {
        chmod(&scratch.join(folder), 0o1777);
        assert_eq!(doubt(), Some(format!("its folder DIR/{folder}: others can write to it (chmod go-w)")));
        chmod(&scratch.join(folder), 0o755);
    }
    chmod(&scratch.join("lies/f"), 0o664);
    assert_eq!(doubt().as_deref(), Some("others can write to it (chmod go-w)"));
    assert!(read(&scratch.join("named/none"), 9).unwrap().is_none());
    assert!(read(&scratch.join("lies/f/none"), 9).unwrap().is_none());
}

#[test]
fn a_lock_on_a_folder_is_given_up() {
    let scratch = TempFolder::new("files");
    let folder = mine(&scratch);
    let other = File::open(scratch.join("a/b")).unwrap();
    flock(&other, FlockOperation::LockExclusive).unwrap();
    assert_eq!(why(folder.lock(Duration::from_millis(20)), &scratch), "another program holds its lock");
    drop(other);
    let held = folder.lock(Duration::from_mins(1)).unwrap();
    let third = File::open(scratch.join("a/b")).unwrap();
    assert!(flock(&third, FlockOperation::NonBlockingLockExclusive).is_err());
    drop(held);
    flock(&third, FlockOperation::NonBlockingLockExclusive).unwrap();
}

#[test]
fn random_names_differ_and_are_ours_alone() {
    let scratch = TempFolder::new("files");
    let folder = mine(&scratch);
    let paths = [(); 3].map(|()| folder.create_random("asq-", ".json", b"{}").unwrap());
    assert!(paths[0] != paths[1] && paths[1] != paths[2] && paths[0] != paths[2]);
    assert!(paths.iter().all(|path| mode(path) == 0o600 && fs::read(path).unwrap() == b"{}"));
    assert_eq!(mode(folder.make_random("edit-").unwrap().path()), 0o700);
}

/// Runs in a shell whose umask removes all bits or none.
#[test]
fn modes_do_not_come_from_the_umask() {
    const JOB: &str = "ASQ_FILES_UMASK";
    if let Some(place) = std::env::var_os(JOB) {
        let folder = Folder::make(&Path::new(&place).join("x/y"), 0o755, Whose::Anybodys).unwrap();
        folder.replace(OsStr::new("f"), b"", 0o644, Durable::Yes).unwrap();
        return;
    }
    for umask in ["000", "002", "077"] {
        let scratch = TempFolder::new("files");
        let done = Command::new("sh")
            .args(["-c", "umask \"$1\"; shift; exec \"$@\"", "sh", umask])
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", "folder::modes_do_not_come_from_the_umask"])
            .env(JOB, scratch.path())
            .output()
            .unwrap();
        assert!(done.status.success(), "{done:?}");
        let modes = ["x", "x/y", "x/y/f"].map(|it| mode(&scratch.join(it)));
        assert_eq!(modes, [0o755, 0o755, 0o644], "{umask}");
    }
}

#[test]
fn a_socket_is_ours_alone_and_replaces_a_socket_alone() {
    let scratch = TempFolder::new("socket");
    let folder = mine(&scratch);
    let path = folder.path().join("asq.sock");
    let first = folder.listen(OsStr::new("asq.sock")).unwrap();
    assert_eq!(mode(&path), 0o140_600 & 0o7777);
    UnixStream::connect(&path).unwrap();
    assert!(first.accept().is_ok());
    // The old one is unreachable; everybody gets the new one.
    let second = folder.listen(OsStr::new("asq.sock")).unwrap();
    UnixStream::connect(&path).unwrap();
    assert!(second.accept().is_ok());
    first.set_nonblocking(true).unwrap();
    assert!(first.accept().is_err());
    for (name, make) in [
        ("file", (|path| drop(File::create(path).unwrap())) as fn(&Path)),
        ("folder", |path| fs::create_dir(path).unwrap()),
        ("link", |path| symlink("asq.sock", path).unwrap()),
    ] {
        make(&folder.path().join(name));
        let refused = folder.listen(OsStr::new(name)).map_err(|fault| fault.to_string());
        assert_eq!(refused.unwrap_err(), "it isn't a socket", "{name}");
    }
    assert_eq!(names(&folder), ["asq.sock", "file", "folder", "link"]);
}
