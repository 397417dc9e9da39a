//! The inbox on a terminal, from its first frame to its end.
//!
//! - It has the screen to itself; what was there comes back.
//! - Keys and news are taken in batches; each batch is painted once.
//! - It is woken by keys, signals, news and the board's own deadline, and by nothing else.
//! - Suspending and the person's own editor get the terminal as it was.
//! - A signal or a hung-up terminal ends it with the modes restored; what was held back is not sent then.

use super::{Board, Effect, Now};
use crate::announce::{BELL, Notify};
use crate::env::TermEnv;
use crate::input::{Input, Parser};
use crate::paint::{Painter, Place};
use crate::run::theme;
use crate::terminal::{Signal, Terminal};
use crate::theme::Theme;
use asq_core::inbox::{Command, Notice};
use asq_core::text::{Shown, Untrusted};
use asq_core::time::Timestamp;
use asq_frame::Size;
use signal_hook::consts::SIGINT;
use std::io;
use std::os::fd::BorrowedFd;

/// What cli hands in.
pub struct Host<'a> {
    /// The clocks.
    pub now: &'a dyn Fn() -> Now,
    /// Can be read when there is news.
    pub news: Option<BorrowedFd<'a>>,
    /// Takes the news that is there, and what made [`Host::news`] readable.
    pub notices: &'a mut dyn FnMut() -> Vec<Notice>,
    /// Hands a command on.
    pub command: &'a mut dyn FnMut(Command),
    /// Goes to a tmux pane, or says why it can't.
    pub jump: &'a mut dyn FnMut(&Untrusted) -> Result<(), String>,
    /// Opens the person's editor on a text, on this terminal.
    pub edit: &'a mut dyn FnMut(&str) -> Result<String, String>,
    /// The terminal's title.
    pub title: Option<Shown>,
    /// Whether tmux stands between.
    pub in_tmux: bool,
    /// What tones look like; `None` is what suits the terminal.
    pub theme: Option<Theme>,
}

/// How the inbox ended.
#[derive(Debug)]
pub enum Ended {
    /// The person left, or what was wanted is done.
    Left,
    /// A signal of this number came.
    Signal(i32),
    /// The terminal is gone.
    Lost(io::Error),
}

/// Shows the inbox until it ends.
pub fn run(terminal: &mut Terminal, board: &mut Board, env: &TermEnv, host: Host<'_>) -> Ended {
    terminal.entitle(host.title.clone());
    let look = theme(env, host.theme.as_ref());
    let painter = Painter::new(Place::FullScreen, look, env.clips, terminal.size());
    let mut session = Session { terminal, painter, board, parser: Parser::new(), host };
    let ended = session.show().unwrap_or_else(Ended::Lost);
    // A terminal that is gone shows nothing; the modes are tried all the same.
    let _ = session.go_away();
    ended
}

struct Session<'a, 'h> {
    terminal: &'a mut Terminal,
    painter: Painter,
    board: &'a mut Board,
    parser: Parser,
    host: Host<'h>,
}

impl Session<'_, '_> {
    fn now(&self) -> Now {
        (self.host.now)()
    }

    fn show(&mut self) -> io::Result<Ended> {
        self.terminal.enter()?;
        if let Some(ended) = self.news()? {
            return Ok(ended);
        }
        // Whatever was typed so far was typed without having seen it.
        self.terminal.forget_input();
        self.paint()?;
        let mut bytes = vec![0; 64 * 1024];
        loop {
            let ready = self.terminal.wait_also(self.patience(), self.host.news)?;
            for signal in self.terminal.signals() {
                match signal {
                    Signal::End(number) => return Ok(Ended::Signal(number)),
                    Signal::Resize => {}
                    Signal::Suspend => self.suspend(false)?,
                    Signal::Continue => {
                        self.terminal.leave();
                        self.come_back()?;
                    }
                }
            }
            let mut inputs = Vec::new();
            if ready.input {
                let n = self.terminal.read(&mut bytes)?;
                if n == 0 {
                    return Ok(Ended::Lost(io::ErrorKind::BrokenPipe.into()));
                }
                self.parser.feed(self.now().at, &bytes[..n], &mut inputs);
            }
            if ready.also
                && let Some(ended) = self.news()?
            {
                return Ok(ended);
            }
            if let Some(ended) = self.time(&mut inputs)? {
                return Ok(ended);
            }
            for input in inputs {
                let effects = self.board.input(self.now(), input);
                if let Some(ended) = self.follow(effects)? {
                    return Ok(ended);
                }
            }
            self.paint()?;
        }
    }

    fn news(&mut self) -> io::Result<Option<Ended>> {
        let notices = (self.host.notices)();
        let effects = self.board.notices(self.now(), notices);
        self.follow(effects)
    }

    /// How long nothing needs to be done by itself.
    fn patience(&self) -> Option<u64> {
        let due = [self.board.deadline(), self.parser.deadline()].into_iter().flatten().min()?;
        Some(due.0.saturating_sub(self.now().at.0))
    }

    /// Does what is due.
    fn time(&mut self, inputs: &mut Vec<Input>) -> io::Result<Option<Ended>> {
        let now = self.now();
        let due = |at: Option<Timestamp>| at.is_some_and(|at| at <= now.at);
        if due(self.parser.deadline()) {
            self.parser.expire(now.at, inputs);
        }
        if due(self.board.deadline()) {
            let effects = self.board.tick(now);
            return self.follow(effects);
        }
        Ok(None)
    }

    fn follow(&mut self, effects: Vec<Effect>) -> io::Result<Option<Ended>> {
        for effect in effects {
            match effect {
                Effect::Command(command) => (self.host.command)(command),
                Effect::Bell => self.terminal.write(BELL)?,
                Effect::Notify(text) => {
                    let notify = Notify { after_ms: 0, text, in_tmux: self.host.in_tmux };
                    self.terminal.write(&notify.bytes())?;
                }
                Effect::Jump(pane) => {
                    if let Err(why) = (self.host.jump)(&pane) {
                        self.board.failed(&why);
                    }
                }
                Effect::Edit(text) => {
                    if let Some(ended) = self.edit(&text)? {
                        return Ok(Some(ended));
                    }
                }
                Effect::Suspend => self.suspend(true)?,
                Effect::Quit => return Ok(Some(Ended::Left)),
            }
        }
        Ok(None)
    }

    fn edit(&mut self, text: &str) -> io::Result<Option<Ended>> {
        self.go_away()?;
        let left = (self.host.edit)(text);
        // Ctrl+C in an editor is the editor's.
        let ended = self.terminal.signals().into_iter().find_map(|signal| match signal {
            Signal::End(number) if number != SIGINT => Some(number),
            Signal::End(_) | Signal::Resize | Signal::Suspend | Signal::Continue => None,
        });
        if let Some(number) = ended {
            return Ok(Some(Ended::Signal(number)));
        }
        self.come_back()?;
        let effects = self.board.edited(self.now(), left);
        self.follow(effects)
    }

    fn suspend(&mut self, group: bool) -> io::Result<()> {
        self.go_away()?;
        self.terminal.stop(group);
        self.come_back()
    }

    /// Leaves the terminal as it was found.
    fn go_away(&mut self) -> io::Result<()> {
        let bytes = self.painter.erase();
        self.terminal.write(&bytes)?;
        self.terminal.leave();
        Ok(())
    }

    /// Takes the terminal again, after others wrote to it.
    fn come_back(&mut self) -> io::Result<()> {
        self.painter.forget();
        self.terminal.enter()
    }

    fn paint(&mut self) -> io::Result<()> {
        self.painter.resized(self.terminal.size());
        let (width, height) = self.painter.room();
        let frame = self.board.paint(self.now(), Size { width, height });
        let bytes = self.painter.draw(&frame.lines, frame.caret);
        self.terminal.write(&bytes)?;
        self.painter.written_at(self.terminal.size());
        Ok(())
    }
}
