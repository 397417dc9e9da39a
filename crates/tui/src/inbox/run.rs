//! The inbox on a terminal, from its first frame to its end.
//!
//! - It has the screen to itself; the old content comes back afterwards.
//! - While a secret is typed or held back, the process hides its memory.
//! - Only keys, signals, news and the board's own deadline wake it.
//! - A signal or a hung-up terminal ends it; what it holds back is sent at once, unless the settings keep it.

use super::InboxFace;
use crate::announce::{BELL, Notify, clipboard};
use crate::env::TermEnv;
use crate::input::TermInput;
use crate::paint::{Painter, ScreenPlace};
use crate::run::theme;
use crate::secret_hold::SecretHold;
use crate::terminal::Terminal;
use crate::terminal_loop::{LoopClient, LoopEnd, TerminalLoop, Ticked};
use crate::theme::Theme;
use asq_core::inbox::{ArrivalNews, BoardEffect, Command, Notice, Now, OpenTarget};
use asq_core::text::{Shown, Untrusted};
use asq_core::time::Timestamp;
use asq_frame::{Frame, Size};
use std::io;
use std::os::fd::BorrowedFd;

/// Everything that an inbox on a terminal needs.
pub struct InboxHost<'a> {
    /// The clocks.
    pub now: &'a dyn Fn() -> Now,
    /// Can be read when there is news.
    pub news: Option<BorrowedFd<'a>>,
    /// Returns the news, and makes [`InboxHost::news`] unreadable again.
    pub notices: &'a mut dyn FnMut() -> Vec<Notice>,
    /// Passes a command on.
    pub command: &'a mut dyn FnMut(Command),
    /// Goes to a tmux pane, or says why it can't.
    pub jump: &'a mut dyn FnMut(&Untrusted) -> Result<(), String>,
    /// Puts a text into the buffer of the tmux around; false without one. Must not block.
    pub copy: &'a mut dyn FnMut(&str) -> bool,
    /// Opens a folder, a diff or a link through the person's own command; says what was started, or why nothing was.
    pub open: &'a mut dyn FnMut(&OpenTarget) -> Result<String, String>,
    /// Opens the person's editor on a text, on this terminal.
    pub edit: &'a mut dyn FnMut(&str) -> Result<String, String>,
    /// Whether the title has the number of waiting requests.
    pub counts: bool,
    /// Whether clicks and the wheel work.
    pub mouse: bool,
    /// Tells the person of requests by other means than the terminal's; returns what the terminal shows.
    pub announce: &'a mut dyn FnMut(ArrivalNews) -> Option<Notify>,
    /// The theme; `None` means the one that suits the terminal.
    pub theme: Option<Theme>,
}

/// How the inbox ended.
#[derive(Debug)]
pub enum InboxEnded {
    /// The person left, or the one request is answered.
    Left,
    /// A signal of this number arrived.
    Signal(i32),
    /// The terminal is gone.
    Lost(io::Error),
}

/// Shows the inbox until it ends.
pub fn run(terminal: &mut Terminal, face: &mut InboxFace, env: &TermEnv, host: InboxHost<'_>) -> InboxEnded {
    terminal.entitle(Some(Shown::own("asq inbox")));
    terminal.report_mouse(host.mouse);
    let look = theme(env, host.theme.as_ref());
    let painter = Painter::new(ScreenPlace::FullScreen, look, env.clips, terminal.size());
    let mut term_loop = TerminalLoop::new(terminal, painter);
    let mut session = InboxSession { face, host, notify: None, secret: None };
    let ended = match term_loop.run(&mut session) {
        Ok(LoopEnd::Stop(())) => InboxEnded::Left,
        Ok(LoopEnd::Signal(number)) => InboxEnded::Signal(number),
        Err(error) => InboxEnded::Lost(error),
    };
    if !matches!(ended, InboxEnded::Left) {
        // Before anything is written to a terminal that may take nothing any more.
        session.hung_up();
    }
    // A terminal that is gone shows nothing; restoring the modes is worth a try anyway.
    let _ = term_loop.go_away();
    ended
}

struct InboxSession<'a, 'h> {
    face: &'a mut InboxFace,
    host: InboxHost<'h>,
    /// A notification that the terminal shows later, if a request still waits then.
    notify: Option<(Timestamp, Notify)>,
    /// Hides the process while a typed secret is in it.
    secret: Option<SecretHold>,
}

impl LoopClient for InboxSession<'_, '_> {
    type Stop = ();

    fn now(&self) -> Timestamp {
        self.both().at
    }

    fn news_fd(&self) -> Option<BorrowedFd<'_>> {
        self.host.news
    }

    fn news(&mut self, term_loop: &mut TerminalLoop<'_>) -> io::Result<Option<()>> {
        let notices = (self.host.notices)();
        let effects = self.face.notices(self.both(), notices);
        self.followed(term_loop, effects)
    }

    /// The first frame shows the open requests.
    fn entered(&mut self, term_loop: &mut TerminalLoop<'_>) -> io::Result<Option<()>> {
        (self.host.command)(Command::Late);
        self.news(term_loop)
    }

    fn shown(&mut self, _: &mut TerminalLoop<'_>) -> io::Result<()> {
        Ok(())
    }

    fn deadline(&self) -> Option<Timestamp> {
        self.face.deadline().into_iter().chain(self.notify.as_ref().map(|(due, _)| *due)).min()
    }

    fn tick(&mut self, term_loop: &mut TerminalLoop<'_>) -> io::Result<Ticked<()>> {
        let now = self.both();
        if let Some((_, notify)) = self.notify.take_if(|(due, _)| *due <= now.at)
            && self.face.waits()
        {
            term_loop.terminal.write(&notify.bytes())?;
        }
        let effects = self.face.tick(now);
        Ok(self.followed(term_loop, effects)?.map_or(Ticked::Changed, Ticked::Stop))
    }

    fn input(&mut self, term_loop: &mut TerminalLoop<'_>, input: TermInput) -> io::Result<Option<()>> {
        let effects = self.face.input(self.both(), input);
        self.followed(term_loop, effects)
    }

    fn frame(&mut self, size: Size) -> Frame {
        self.face.paint(self.both(), size)
    }

    fn wants_full_screen(&self) -> bool {
        false
    }
}

impl InboxSession<'_, '_> {
    /// Sends what the board sends when its window closes.
    fn hung_up(&mut self) {
        for effect in self.face.ended(self.both()) {
            if let BoardEffect::Command(command) = effect {
                (self.host.command)(command);
            }
        }
    }

    fn both(&self) -> Now {
        (self.host.now)()
    }

    /// Follows effects, and gives the title the number of requests that wait now.
    fn followed(
        &mut self,
        term_loop: &mut TerminalLoop<'_>,
        effects: Vec<BoardEffect>,
    ) -> io::Result<Option<()>> {
        SecretHold::follow(&mut self.secret, self.face.holds_secret());
        let stop = self.follow(term_loop, effects)?;
        if self.host.counts {
            term_loop.terminal.retitle(&self.face.title())?;
        }
        Ok(stop)
    }

    fn follow(
        &mut self,
        term_loop: &mut TerminalLoop<'_>,
        effects: Vec<BoardEffect>,
    ) -> io::Result<Option<()>> {
        for effect in effects {
            match effect {
                BoardEffect::Command(command) => (self.host.command)(command),
                BoardEffect::Bell => term_loop.terminal.write(BELL)?,
                BoardEffect::Announce(news) => {
                    if let Some(notify) = (self.host.announce)(*news) {
                        // Later, so that an answer given at once spares the notification.
                        let due = self.both().at.plus(notify.after_ms);
                        self.notify = Some((due, notify));
                    }
                }
                BoardEffect::Jump(pane) => {
                    if let Err(why) = (self.host.jump)(&pane) {
                        self.face.failed(&why);
                    }
                }
                BoardEffect::Copy(text) => {
                    let in_tmux = (self.host.copy)(&text);
                    term_loop.terminal.write(&clipboard(&text, in_tmux))?;
                }
                BoardEffect::Open(target) => match (self.host.open)(&target) {
                    Ok(started) => self.face.told(&started),
                    Err(why) => self.face.failed(&why),
                },
                BoardEffect::Edit(text) => {
                    let Some(left) = term_loop.edit(self.host.edit, &text)? else { return Ok(None) };
                    let effects = self.face.edited(self.both(), left);
                    if let Some(stop) = self.follow(term_loop, effects)? {
                        return Ok(Some(stop));
                    }
                }
                BoardEffect::Suspend => term_loop.suspend(true)?,
                BoardEffect::Quit => return Ok(Some(())),
            }
        }
        Ok(None)
    }
}
