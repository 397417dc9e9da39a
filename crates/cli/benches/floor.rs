//! The floor for `cargo xtask bench terminal`: raw mode, one write of the bytes that it is given, and out.
//! Without bytes (as `cargo bench` starts it) it does nothing.

use std::io::{self, Write as _};
use std::os::unix::ffi::OsStrExt as _;

use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

fn main() -> io::Result<()> {
    let Some(frame) = std::env::args_os().skip(1).find(|argument| argument != "--bench") else {
        return Ok(());
    };
    let terminal = io::stdin();
    let before = tcgetattr(&terminal)?;
    let mut raw = before.clone();
    raw.make_raw();
    tcsetattr(&terminal, OptionalActions::Now, &raw)?;
    let mut out = io::stdout().lock();
    out.write_all(frame.as_bytes())?;
    out.flush()?;
    tcsetattr(&terminal, OptionalActions::Now, &before)?;
    Ok(())
}
