//! Where a call comes from.
//!
//! - A file, or standard input; it ends where its JSON value ends, not at end of file.
//! - A pipe that stays open after the call is not waited for; one in non-blocking mode is waited for.
//! - Nothing is read beyond the limit of a call.

use crate::error::{Failure, Kind};
use asq_wire::{MAX_BYTES, Progress, Scanner};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::FileType;
use rustix::io::Errno;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;

/// The bytes of the call in this file; `-` or nothing is standard input.
pub(crate) fn read(file: Option<&Path>) -> Result<Vec<u8>, Failure> {
    let Some(path) = file.filter(|p| *p != Path::new("-")) else {
        return call(rustix::stdio::stdin())
            .map_err(|e| Failure::new(Kind::Usage, format!("can't read standard input: {e}")));
    };
    let unreadable = |e: io::Error| {
        let failure = Failure::new(Kind::Usage, format!("can't read '{}': {e}", path.display()));
        match e.kind() {
            io::ErrorKind::NotFound => failure.hint("a call may also come through a pipe: … | asq ask -"),
            _ => failure,
        }
    };
    let file = File::open(path).map_err(unreadable)?;
    call(file.as_fd()).map_err(unreadable)
}

/// Whether there is nothing to read but what somebody would type.
pub(crate) fn is_terminal() -> bool {
    rustix::termios::isatty(rustix::stdio::stdin())
}

fn call(from: BorrowedFd<'_>) -> io::Result<Vec<u8>> {
    // A file is all there: what stands after the call in it is a mistake that the reader can tell.
    let whole =
        rustix::fs::fstat(from).is_ok_and(|s| FileType::from_raw_mode(s.st_mode) == FileType::RegularFile);
    let mut scanner = Scanner::new();
    let mut call = Vec::new();
    // Most calls need one piece; pages that nobody writes to cost as much as those that somebody does.
    let mut piece = vec![0; 8 << 10];
    loop {
        let n = match rustix::io::read(from, &mut piece) {
            Ok(0) => return Ok(call),
            Ok(n) => n,
            Err(Errno::INTR) => continue,
            Err(Errno::AGAIN) => match poll(&mut [PollFd::new(&from, PollFlags::IN)], None) {
                Ok(_) | Err(Errno::INTR) => continue,
                Err(e) => return Err(e.into()),
            },
            Err(e) => return Err(e.into()),
        };
        let used = match scanner.push(&piece[..n]) {
            Progress::Done(used) if !whole => Some(used),
            Progress::Done(_) | Progress::More => None,
        };
        call.extend_from_slice(&piece[..used.unwrap_or(n)]);
        if used.is_some() || call.len() > MAX_BYTES {
            return Ok(call);
        }
    }
}
