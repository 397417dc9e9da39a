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
            let run = |what: &str, closed: &[i32]| {
                let closing: Vec<String> = closed.iter().map(|number| format!("{number}>&-")).collect();
                let script = format!("exec \"$0\" \"$@\" {}", closing.join(" "));
                let mut shell = Command::new("sh");
                shell.args(["-c", &script]).arg(std::env::current_exe().unwrap());
                shell.args(closed.iter().map(i32::to_string)).env(CHILD, what);
                shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
            };
            for closed in [&[][..], &[0], &[1], &[2], &[0, 2], &[0, 1, 2]] {
                assert!(run("streams", closed).wait().unwrap().success(), "{closed:?}");
            }
            let mut child = run("pipe", &[]);
            drop(child.stdout.take());
            assert_eq!(child.wait().unwrap().code(), Some(7));
            0
        }
    }
}

/// 0 if the streams that the arguments name lead to /dev/null and can be written to, and the others elsewhere.
fn streams() -> u8 {
    let null = metadata("/dev/null").unwrap().rdev();
    let closed: Vec<String> = std::env::args().skip(1).collect();
    let fine = [stdin(), stdout(), stderr()].into_iter().enumerate().all(|(number, stream)| {
        let is_null = fstat(stream).unwrap().st_rdev == null;
        let is_closed = closed.contains(&number.to_string());
        is_null == is_closed && (!is_closed || rustix::io::write(stream, b"x") == Ok(1))
    });
    u8::from(!fine)
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
