//! A program that `main!` starts has all standard streams, and no broken pipe ends it.
#![allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]
#![cfg_attr(all(target_os = "linux", target_env = "gnu"), no_main)]

use rustix::fs::fstat;
use rustix::stdio::{stderr, stdin, stdout};
use std::fs::metadata;
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::process::{Command, Stdio};

/// What the program does for its own test.
const CHILD: &str = "ASQ_BEGAN_CHILD";

asq_began::main!(code);

fn code() -> u8 {
    match std::env::var(CHILD).as_deref() {
        Ok("streams") => streams(),
        Ok(_) => pipe(),
        // As a harness would answer.
        Err(_) if std::env::args().any(|argument| argument == "--list") => {
            println!("a_program_that_main_starts: test");
            0
        }
        Err(_) => {
            let run = |what: &str, redirections: &str| {
                let script = format!("exec \"$0\" \"$1\" {redirections}");
                let mut shell = Command::new("sh");
                shell.args(["-c", &script]).arg(std::env::current_exe().unwrap()).arg("an argument");
                shell.env(CHILD, what).stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap()
            };
            for closed in ["<&-", ">&-", "2>&-", "<&- 2>&-", "<&- >&- 2>&-"] {
                assert!(run("streams", closed).wait().unwrap().success(), "{closed}");
            }
            let mut child = run("pipe", "");
            drop(child.stdout.take());
            assert_eq!(child.wait().unwrap().code(), Some(7));
            0
        }
    }
}

/// 0 if each stream leads somewhere, a closed one to /dev/null, and no file that is opened later is one of them.
fn streams() -> u8 {
    let null = metadata("/dev/null").unwrap().rdev();
    let file = std::fs::File::open("/proc/self/stat").unwrap();
    let led = [stdin(), stdout(), stderr()].map(|stream| fstat(stream).is_ok());
    let argument = std::env::args().nth(1);
    let nowhere = [stdin(), stdout(), stderr()].map(|stream| fstat(stream).is_ok_and(|s| s.st_rdev == null));
    let number = std::os::fd::AsRawFd::as_raw_fd(&file);
    u8::from(
        led != [true; 3]
            || !nowhere.contains(&true)
            || number < 3
            || argument.as_deref() != Some("an argument"),
    )
}

/// 7 if writing to a pipe that nobody reads is an error that the program sees.
fn pipe() -> u8 {
    let mut out = std::io::stdout();
    loop {
        if let Err(fault) = out.write_all(b"line\n").and_then(|()| out.flush()) {
            return if fault.kind() == std::io::ErrorKind::BrokenPipe { 7 } else { 1 };
        }
    }
}
