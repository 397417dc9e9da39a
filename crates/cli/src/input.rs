//! Reads a call.
//!
//! - The call comes from a file or standard input, and ends with its JSON value, not at end of file.
//! - Doesn't wait for the end of a pipe that stays open; waits for a slow pipe in non-blocking mode.
//! - Reads no more than a call may have.

use crate::error::{CommandError, ErrorClass};
use asq_wire::{MAX_BYTES, ScanProgress, Scanner};
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::FileType;
use rustix::io::Errno;
use std::fs::File;
use std::hint::black_box;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

/// The size of the first read. Most calls need no more, and unused pages cost as much as used ones.
const FIRST: usize = 8 << 10;
/// The size of later reads: the capacity of a pipe.
const PIECE: usize = 64 << 10;

/// The bytes of the call in this file; `-` or nothing is standard input.
pub(crate) fn read(file: Option<&Path>) -> Result<Vec<u8>, CommandError> {
    let Some(path) = file.filter(|p| *p != Path::new("-")) else {
        return call(rustix::stdio::stdin())
            .map_err(|e| CommandError::new(ErrorClass::Usage, format!("can't read standard input: {e}")));
    };
    let unreadable = |e: io::Error| {
        let name = path.to_string_lossy();
        if name.trim_start().starts_with(['{', '[']) {
            let line = name.split_whitespace().collect::<Vec<_>>().join(" ");
            let head: String = line.chars().take(24).collect();
            return CommandError::new(
                ErrorClass::Usage,
                format!("'{head}…' is JSON, not the name of a file"),
            )
            .hint("JSON comes from a file or through a pipe: … | asq ask -");
        }
        CommandError::new(ErrorClass::Usage, format!("can't read '{name}': {e}"))
    };
    #[expect(clippy::disallowed_methods, reason = "a file that the asker names")]
    let file = File::open(path).map_err(unreadable)?;
    call(file.as_fd()).map_err(unreadable)
}

/// All bytes of this file, but no more than a call may have; `-` is standard input.
pub(crate) fn whole(file: &Path) -> Result<Vec<u8>, CommandError> {
    let bytes = up_to(file, MAX_BYTES).map_err(|why| CommandError::new(ErrorClass::Usage, why))?;
    if bytes.len() > MAX_BYTES {
        let message = format!("{} holds more than {} MiB", named(file), MAX_BYTES >> 20);
        return Err(CommandError::new(ErrorClass::Usage, message));
    }
    Ok(bytes)
}

/// The bytes of this file; if there are more than `most`, one more than that. `-` is standard input. `Err` says why it
/// can't be read.
pub(crate) fn up_to(file: &Path, most: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let most = most as u64 + 1;
    #[expect(clippy::disallowed_methods, reason = "a file that the person or the asker names")]
    let read = if file == Path::new("-") {
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        File::open(file).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    read.map(|_| bytes).map_err(|e| format!("can't read {}: {e}", named(file)))
}

/// A file in a message.
fn named(file: &Path) -> String {
    if file == Path::new("-") { "standard input".to_owned() } else { format!("'{}'", file.display()) }
}

/// Standard input, if it is a pipe or a file.
pub(crate) fn piped_labels() -> Option<OwnedFd> {
    let kind = FileType::from_raw_mode(rustix::fs::fstat(rustix::stdio::stdin()).ok()?.st_mode);
    let piped = matches!(kind, FileType::Fifo | FileType::RegularFile);
    piped.then(|| rustix::io::dup(rustix::stdio::stdin()).ok()).flatten()
}

/// Whether standard input is a terminal, where only a person can type a call.
pub(crate) fn is_terminal() -> bool {
    rustix::termios::isatty(rustix::stdio::stdin())
}

fn call(from: BorrowedFd<'_>) -> io::Result<Vec<u8>> {
    match rustix::fs::fstat(from) {
        // A file is complete, so the reader can report text after the call as a mistake.
        Ok(stat) if FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile => {
            of_file(from, usize::try_from(stat.st_size).unwrap_or(0))
        }
        Ok(_) | Err(_) => piped(from),
    }
}

/// Reads a file of about this size.
fn of_file(from: BorrowedFd<'_>, size: usize) -> io::Result<Vec<u8>> {
    if size > PIECE {
        // glibc maps each block of this size separately, with fresh pages. After it has freed a longer block, it takes
        // them from its heap, where the parser can reuse the pages of the text.
        drop(black_box(Vec::<u8>::with_capacity(2 * MAX_BYTES)));
    }
    // With one byte more, the first read already reaches the end of the file.
    let mut call = Vec::with_capacity(size.min(MAX_BYTES) + 1);
    while call.len() <= MAX_BYTES {
        call.reserve(1);
        match rustix::io::read(from, spare_capacity(&mut call)) {
            Ok(0) => break,
            Ok(_) | Err(Errno::INTR) => {}
            Err(e) => return Err(e.into()),
        }
    }
    Ok(call)
}

fn piped(from: BorrowedFd<'_>) -> io::Result<Vec<u8>> {
    let mut scanner = Scanner::new();
    let mut call = Vec::with_capacity(FIRST);
    loop {
        let before = call.len();
        // A call in many pieces is long: growing in large steps avoids copying it each time.
        call.reserve(if before == 0 { FIRST } else { PIECE });
        match rustix::io::read(from, spare_capacity(&mut call)) {
            Ok(0) => return Ok(call),
            Ok(_) | Err(Errno::INTR) => {}
            // Another process that shares the pipe may have made it non-blocking.
            Err(Errno::AGAIN) => match poll(&mut [PollFd::new(&from, PollFlags::IN)], None) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(e) => return Err(e.into()),
            },
            Err(e) => return Err(e.into()),
        }
        if let ScanProgress::Done(used) = scanner.push(&call[before..]) {
            call.truncate(before + used);
            return Ok(call);
        }
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "a test")]
mod tests {
    use super::{MAX_BYTES, call};
    use asq_testkit::folder::TempFolder;
    use std::fs::File;
    use std::io::Write;
    use std::os::fd::AsFd;
    use std::os::unix::net::UnixStream;

    #[test]
    fn of_a_file_that_is_too_long_no_more_is_read_than_shows_it() {
        let folder = TempFolder::new("input");
        let path = folder.join("call.json");
        let all = 4 * MAX_BYTES;
        File::create(&path).unwrap().set_len(all as u64).unwrap();
        let read = call(File::open(&path).unwrap().as_fd()).unwrap().len();
        assert!(read > MAX_BYTES && read < all, "{read}");
    }

    #[test]
    fn who_writes_slowly_into_a_pipe_that_does_not_block_is_waited_for() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        ours.set_nonblocking(true).unwrap();
        let wanted = br#"{"questions": []}"#;
        let writer = std::thread::spawn(move || {
            for byte in wanted {
                std::thread::yield_now();
                theirs.write_all(&[*byte]).unwrap();
            }
            // The writer stays open, so only the end of the JSON value ends the call.
            theirs
        });
        assert_eq!(call(ours.as_fd()).unwrap(), wanted);
        drop(writer.join().unwrap());
    }

    #[test]
    fn nothing_is_read_beyond_what_a_call_may_have() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let writer = std::thread::spawn(move || {
            let text = vec![b'x'; MAX_BYTES];
            // The reader stops and closes, so a write must fail.
            (0..4).try_for_each(|_| theirs.write_all(&text)).is_err()
        });
        let read = call(ours.as_fd()).unwrap().len();
        drop(ours);
        assert!(read > MAX_BYTES && read < 2 * MAX_BYTES, "{read}");
        assert!(writer.join().unwrap());
    }
}
