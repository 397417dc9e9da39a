//! The modes for a form, and how they are restored on every way out.
//!
//! - Raw input, bracketed paste, kitty's key encoding if the terminal knows it, no wrapping.
//! - They are undone exactly once: by leaving, by dropping or by a panic.
//! - A title goes on top of the terminal's own, and comes off together with the other modes.
//! - Plain lines have a mode of their own: asq reads key by key and shows what is typed; pastes are marked.
//! - The mouse reports clicks and the wheel only where a surface wants that; the colours are never touched.

use crate::announce::{title, untitle};
use crate::paint::ScreenPlace;
use asq_core::text::Shown;
use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr};
use std::fs::File;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// How to undo the modes of the open form; there is at most one.
struct SavedModes {
    tty: File,
    termios: Termios,
    bytes: Vec<u8>,
    /// The bytes that set the modes, until something is written. For a form that is the first frame: a write of their
    /// own would wake the terminal while the frame is still being drawn.
    unsent: Vec<u8>,
    /// The bytes that come first, if the form went to the alternate screen since.
    aside: &'static [u8],
}

static UNDO: Mutex<Option<SavedModes>> = Mutex::new(None);
static HOOK: Once = Once::new();

type Held = MutexGuard<'static, Option<SavedModes>>;

fn undo_note() -> Held {
    UNDO.lock().unwrap_or_else(PoisonError::into_inner)
}

fn undo_on_panic() {
    HOOK.call_once(|| {
        let earlier = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            undo(true);
            earlier(panic);
        }));
    });
}

/// Sets the modes, unless they are set already. The escape sequences for that wait in [`unsent`].
pub(super) fn enter(
    tty: &File,
    place: ScreenPlace,
    term: &str,
    (name, mouse): (Option<&Shown>, bool),
) -> io::Result<()> {
    undo_on_panic();
    let held = undo_note();
    if held.is_some() {
        return Ok(());
    }
    let termios = tcgetattr(tty)?;
    let mut raw = termios.clone();
    raw.make_raw();
    // The Linux console takes the sequence for another one, and has no title.
    let kitty = term != "linux";
    let name = name.filter(|_| term != "linux");
    let mouse = mouse && term != "linux";
    let full = place == ScreenPlace::FullScreen;
    let pieces = |pieces: &[(bool, &str)]| -> Vec<u8> {
        pieces.iter().filter(|p| p.0).flat_map(|p| p.1.bytes()).collect()
    };
    let mut bytes = pieces(&[
        (mouse, "\x1b[?1006l\x1b[?1000l"),
        (kitty, "\x1b[<u"),
        (true, "\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[m"),
        (full, "\x1b[?1049l"),
    ]);
    bytes.extend(name.map(|_| untitle()).into_iter().flatten());
    let mut unsent = name.map(title).unwrap_or_default();
    // The alternate screen comes before the key encoding, of which each screen has its own.
    unsent.extend(pieces(&[(full, "\x1b[?1049h\x1b[?7l"), (true, "\x1b[?2004h"), (kitty, "\x1b[>1u")]));
    unsent.extend(pieces(&[(mouse, "\x1b[?1000h\x1b[?1006h")]));
    set(tty, &raw, held, SavedModes { tty: tty.try_clone()?, termios, bytes, unsent, aside: b"" })
}

/// The bytes that set the modes, if they aren't written yet. The caller writes them before all others.
pub(super) fn unsent() -> Vec<u8> {
    undo_note().as_mut().map(|held| std::mem::take(&mut held.unsent)).unwrap_or_default()
}

/// Sets the modes for plain lines, unless other modes are set: keys come one by one, and the terminal shows none of them
/// by itself. With `pastes` it marks what is pasted.
pub(super) fn lines(tty: &File, pastes: bool) -> io::Result<()> {
    undo_on_panic();
    let held = undo_note();
    if held.is_some() {
        return Ok(());
    }
    let termios = tcgetattr(tty)?;
    let mut typed = termios.clone();
    typed.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ECHONL | LocalModes::IEXTEN);
    typed.special_codes[SpecialCodeIndex::VMIN] = 1;
    typed.special_codes[SpecialCodeIndex::VTIME] = 0;
    // The key that kills a process at once would leave the terminal like this.
    typed.special_codes[SpecialCodeIndex::VQUIT] = 0;
    let (bytes, marks): (&[u8], &[u8]) = if pastes { (b"\x1b[?2004l", b"\x1b[?2004h") } else { (b"", b"") };
    let saved =
        SavedModes { tty: tty.try_clone()?, termios, bytes: bytes.to_vec(), unsent: Vec::new(), aside: b"" };
    set(tty, &typed, held, saved)?;
    let mut tty = tty;
    tty.write_all(marks)
}

/// Sets a terminal's modes. How to undo them is noted first: whatever ends the process from here on undoes them.
fn set(tty: &File, modes: &Termios, mut held: Held, saved: SavedModes) -> io::Result<()> {
    *held = Some(saved);
    drop(held);
    tcsetattr(tty, OptionalActions::Now, modes).map_err(|e| {
        // They are the old ones.
        *undo_note() = None;
        e.into()
    })
}

/// Goes to the alternate screen while the modes are set, or back to the one below. Each screen has
/// key encodings of its own.
pub(super) fn switch(tty: &File, place: ScreenPlace, term: &str) -> io::Result<()> {
    let kitty = term != "linux";
    let (there, back): (&[u8], &[u8]) = if kitty {
        (b"\x1b[?1049h\x1b[>1u", b"\x1b[<u\x1b[?1049l")
    } else {
        (b"\x1b[?1049h", b"\x1b[?1049l")
    };
    let (now, aside) = match place {
        ScreenPlace::FullScreen => (there, back),
        ScreenPlace::Inline => (back, &b""[..]),
    };
    if let Some(undo) = undo_note().as_mut() {
        undo.aside = aside;
    }
    let mut tty = tty;
    tty.write_all(&[&unsent(), now].concat())
}

/// Undoes them, if they are set.
pub(super) fn leave() {
    undo(false);
}

fn undo(panicked: bool) {
    // A panic while the lock is held must not wait for it.
    let taken = match UNDO.try_lock() {
        Ok(mut held) => held.take(),
        Err(std::sync::TryLockError::Poisoned(held)) => held.into_inner().take(),
        Err(std::sync::TryLockError::WouldBlock) => None,
    };
    let Some(SavedModes { mut tty, termios, mut bytes, unsent, aside }) = taken else {
        return;
    };
    if !unsent.is_empty() {
        // What was never set would be undone for the program that runs asq.
        bytes.clear();
    }
    // If nothing is drawn, there is nothing to erase.
    let erase: &[u8] = if panicked && !bytes.is_empty() { b"\r\x1b[J" } else { b"" };
    // A terminal that is gone can't be restored, and nobody could read about the error.
    let _ = tty.write_all(&[aside, erase, &bytes].concat());
    let _ = tcsetattr(&tty, OptionalActions::Now, &termios);
}
