//! The keys that a running server takes in its terminal: `l` for another link.
//!
//! - It reads keys only where its job is in front; a server in the background takes none, and isn't stopped for it.
//! - After Ctrl+Z and fg it takes keys again.
//! - Ctrl+C and its like work as always; the terminal is as before when the server ends.

use asq_tui::terminal::is_in_front;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::stdio::stdin;
use rustix::termios::{LocalModes, OptionalActions, Termios, isatty, tcgetattr, tcsetattr};
use signal_hook::consts::SIGCONT;
use signal_hook::low_level::pipe;
use std::os::unix::net::UnixStream;

/// The terminal as it was; dropping it brings that back.
pub(super) struct ServerKeys {
    before: Termios,
}

impl ServerKeys {
    /// Calls back for each `l`. `None` without a terminal, or where it can't be read key by key.
    pub(super) fn read(on_link: impl Fn() + Send + 'static) -> Option<ServerKeys> {
        if !isatty(stdin()) {
            return None;
        }
        let before = tcgetattr(stdin()).ok()?;
        let (resumed, wake) = UnixStream::pair().ok()?;
        resumed.set_nonblocking(true).ok()?;
        pipe::register(SIGCONT, wake).ok()?;
        let modes = before.clone();
        let thread = std::thread::Builder::new().name("asq-keys".to_owned()).stack_size(64 << 10);
        thread.spawn(move || read(&modes, &resumed, &on_link)).ok()?;
        Some(ServerKeys { before })
    }
}

impl Drop for ServerKeys {
    fn drop(&mut self) {
        // In the background the terminal is another program's, and changing it would stop this process.
        if is_in_front(stdin()) {
            // A terminal that is gone needs nothing.
            let _ = tcsetattr(stdin(), OptionalActions::Now, &self.before);
        }
    }
}

fn read(before: &Termios, resumed: &UnixStream, on_link: &dyn Fn()) {
    let mut keys = before.clone();
    keys.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
    loop {
        let here = is_in_front(stdin());
        if here && tcsetattr(stdin(), OptionalActions::Now, &keys).is_err() {
            return;
        }
        match wait(resumed, here) {
            KeyWait::Key => {
                let mut key = [0; 1];
                match rustix::io::read(stdin(), &mut key) {
                    Ok(0) => return,
                    Ok(_) if key == *b"l" => on_link(),
                    Ok(_) | Err(Errno::INTR | Errno::AGAIN) => {}
                    Err(_) => return,
                }
            }
            KeyWait::Resumed => while rustix::io::read(resumed, &mut [0; 16]).is_ok_and(|read| read > 0) {},
            KeyWait::Ended => return,
        }
    }
}

enum KeyWait {
    Key,
    /// The job was stopped, and goes on.
    Resumed,
    Ended,
}

/// In the background nothing is read: keys are for the program in front.
fn wait(resumed: &UnixStream, here: bool) -> KeyWait {
    let stdin = stdin();
    let mut all = vec![PollFd::new(resumed, PollFlags::IN)];
    if here {
        all.push(PollFd::new(&stdin, PollFlags::IN));
    }
    loop {
        match poll(&mut all, None) {
            Err(Errno::INTR) => {}
            Err(_) => return KeyWait::Ended,
            Ok(_) if all[0].revents().intersects(PollFlags::IN) => return KeyWait::Resumed,
            Ok(_) if all.get(1).is_some_and(|keys| keys.revents().contains(PollFlags::IN)) => {
                return KeyWait::Key;
            }
            Ok(_) => return KeyWait::Ended,
        }
    }
}
