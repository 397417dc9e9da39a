//! The loop of a form or an inbox that has a terminal to itself.
//!
//! - Keys and news come in batches; each batch is painted once.
//! - An idle form writes nothing and wakes nothing.
//! - While asq is suspended, or the person's editor runs, the terminal is in its old state; afterwards the form or inbox
//!   is drawn below.
//! - A signal or a hung-up terminal ends it with the modes restored; what has come of a paste is kept as text.
//! - A reply of the terminal's is never waited for, except at the end: it must not reach the shell. Keys that are typed
//!   meanwhile are left to the shell.

use crate::input::{Parser, TermInput};
use crate::paint::{Painter, ScreenPlace};
use crate::reply_wait::ReplyWait;
use crate::terminal::{TermSignal, Terminal};
use asq_core::time::Timestamp;
use asq_frame::{Frame, Size};
use signal_hook::consts::SIGINT;
use std::io;
use std::os::fd::BorrowedFd;

/// How many milliseconds the end waits for a reply that may still come.
const LAST_REPLY: u64 = 100;
/// The bytes of the shortest reply. A key alone has fewer.
const SHORTEST_REPLY: u64 = 6;

/// A form or an inbox: it is shown and takes the keys.
pub(crate) trait LoopClient {
    type Stop;

    fn now(&self) -> Timestamp;

    /// Can be read when there is news.
    fn news_fd(&self) -> Option<BorrowedFd<'_>>;

    fn news(&mut self, term_loop: &mut TerminalLoop<'_>) -> io::Result<Option<Self::Stop>>;

    /// The terminal is taken, but shows nothing yet.
    fn entered(&mut self, term_loop: &mut TerminalLoop<'_>) -> io::Result<Option<Self::Stop>>;

    /// Its first frame is on the screen.
    fn shown(&mut self, term_loop: &mut TerminalLoop<'_>) -> io::Result<()>;

    /// When [`LoopClient::tick`] is due.
    fn deadline(&self) -> Option<Timestamp>;

    /// Does everything that is due; returns whether the screen changed.
    fn tick(&mut self, term_loop: &mut TerminalLoop<'_>) -> io::Result<Ticked<Self::Stop>>;

    fn input(&mut self, term_loop: &mut TerminalLoop<'_>, input: TermInput)
    -> io::Result<Option<Self::Stop>>;

    fn frame(&mut self, size: Size) -> Frame;

    /// Whether it needs the whole screen for a while.
    fn wants_full_screen(&self) -> bool;
}

/// The result of a tick.
pub(crate) enum Ticked<S> {
    Nothing,
    Changed,
    Stop(S),
}

pub(crate) enum LoopEnd<S> {
    /// The form or the inbox wants to end.
    Stop(S),
    /// A signal of this number arrived.
    Signal(i32),
}

/// The terminal, its input and its output.
pub(crate) struct TerminalLoop<'a> {
    pub(crate) terminal: &'a mut Terminal,
    pub(crate) painter: Painter,
    parser: Parser,
    /// The signal that came while the person's editor ran: it ends the loop, too.
    ended: Option<i32>,
    reply: Option<ReplyWait>,
}

impl<'a> TerminalLoop<'a> {
    pub(crate) fn new(terminal: &'a mut Terminal, painter: Painter) -> TerminalLoop<'a> {
        TerminalLoop { terminal, painter, parser: Parser::new(), ended: None, reply: None }
    }

    /// Shows it until it ends.
    pub(crate) fn run<T: LoopClient>(&mut self, client: &mut T) -> io::Result<LoopEnd<T::Stop>> {
        let ended = self.show(client);
        if !matches!(ended, Ok(LoopEnd::Stop(_))) {
            let mut inputs = Vec::new();
            self.parser.lost(&mut inputs);
            for input in inputs {
                // It ends anyway, and how is known.
                let _ = client.input(self, input);
            }
        }
        ended
    }

    fn show<T: LoopClient>(&mut self, client: &mut T) -> io::Result<LoopEnd<T::Stop>> {
        self.terminal.enter()?;
        if let Some(stop) = client.entered(self)? {
            return Ok(LoopEnd::Stop(stop));
        }
        // Keys typed so far were typed without seeing the form; the guard begins with the first frame.
        self.terminal.forget_input();
        self.paint(client)?;
        client.shown(self)?;
        let mut bytes = Vec::with_capacity(64 * 1024);
        loop {
            let patience = self.patience(client);
            let mut ready = self.terminal.wait_also(patience, client.news_fd())?;
            let mut dirty = ready.also;
            let mut stop = if ready.also { client.news(self)? } else { None };
            // Before the input: a new size changes what a key does, and no key delays an ending.
            for signal in self.terminal.signals() {
                dirty = true;
                match signal {
                    TermSignal::End(number) => return Ok(LoopEnd::Signal(number)),
                    TermSignal::Resize => self.painter.signalled(self.terminal.size()),
                    TermSignal::Suspend => {
                        self.suspend(false)?;
                        // Going away takes a reply out of the input, and a read that finds nothing would wait for a key.
                        ready.input = self.terminal.wait(Some(0))?;
                    }
                    TermSignal::Continue => {
                        self.terminal.leave();
                        self.come_back()?;
                    }
                }
            }
            let mut inputs = Vec::new();
            if ready.input && stop.is_none() {
                if self.terminal.read_into(&mut bytes)? == 0 {
                    return Err(io::ErrorKind::BrokenPipe.into());
                }
                self.parser.feed(client.now(), &bytes, &mut inputs);
            }
            let now = client.now();
            if self.parser.deadline().is_some_and(|due| due <= now) {
                self.parser.expire(now, &mut inputs);
            }
            dirty |= !inputs.is_empty();
            self.hear(now, &mut inputs);
            if stop.is_none() && client.deadline().is_some_and(|due| due <= now) {
                match client.tick(self)? {
                    Ticked::Nothing => {}
                    Ticked::Changed => dirty = true,
                    Ticked::Stop(why) => stop = Some(why),
                }
            }
            let mut inputs = inputs.into_iter();
            while let (None, None) = (&stop, self.ended) {
                let Some(input) = inputs.next() else { break };
                stop = client.input(self, input)?;
            }
            if let Some(number) = self.ended {
                return Ok(LoopEnd::Signal(number));
            }
            if let Some(stop) = stop {
                return Ok(LoopEnd::Stop(stop));
            }
            if dirty {
                self.paint(client)?;
            }
        }
    }

    /// How long to wait if no input comes.
    fn patience<T: LoopClient>(&self, client: &T) -> Option<u64> {
        let reply = self.reply.map(ReplyWait::deadline);
        let due = [client.deadline(), self.parser.deadline(), reply].into_iter().flatten().min()?;
        Some(due.0.saturating_sub(client.now().0))
    }

    /// Takes the terminal's own replies out of the input.
    fn hear(&mut self, now: Timestamp, inputs: &mut Vec<TermInput>) {
        inputs.retain(|input| {
            if let TermInput::Cursor(column, row) = input {
                self.painter.stands((*column, *row));
            }
            !matches!(input, TermInput::Cursor(..))
        });
        if self.reply.is_some_and(|wait| wait.is_over(now, !inputs.is_empty())) {
            self.painter.unanswered();
        }
        self.reply = self.reply.filter(|_| self.painter.awaits_reply());
    }

    /// Waits for a reply that may still come, and takes it out of the input. A key without a reply stays there, and so
    /// does what comes after a reply. Keys before the reply were typed without seeing the form.
    fn hear_last(&mut self) -> io::Result<()> {
        while self.painter.awaits_reply()
            && self.terminal.wait(Some(LAST_REPLY))?
            && self.terminal.unread()? >= SHORTEST_REPLY
        {
            let mut byte = [0];
            while self.painter.awaits_reply() && self.terminal.unread()? > 0 {
                let n = self.terminal.read(&mut byte)?;
                let mut inputs = Vec::new();
                self.parser.feed(Timestamp(0), &byte[..n], &mut inputs);
                self.hear(Timestamp(0), &mut inputs);
            }
        }
        self.reply = None;
        Ok(())
    }

    /// Gives the terminal to the person's editor; `None` if a signal ends the loop.
    pub(crate) fn edit(
        &mut self,
        edit: &mut dyn FnMut(&str) -> Result<String, String>,
        text: &str,
    ) -> io::Result<Option<Result<String, String>>> {
        self.go_away()?;
        let left = edit(text);
        // The editor handles Ctrl+C itself.
        self.ended = self.terminal.signals().into_iter().find_map(|signal| match signal {
            TermSignal::End(number) if number != SIGINT => Some(number),
            TermSignal::End(_) | TermSignal::Resize | TermSignal::Suspend | TermSignal::Continue => None,
        });
        if self.ended.is_some() {
            return Ok(None);
        }
        self.come_back()?;
        Ok(Some(left))
    }

    pub(crate) fn suspend(&mut self, group: bool) -> io::Result<()> {
        self.go_away()?;
        self.terminal.stop(group);
        self.come_back()
    }

    /// Restores the terminal's old state.
    pub(crate) fn go_away(&mut self) -> io::Result<()> {
        let bytes = self.painter.erase();
        self.terminal.write(&bytes)?;
        if self.painter.is_away() {
            self.return_below()?;
        }
        let heard = self.hear_last();
        self.terminal.leave();
        heard
    }

    /// Returns to the screen on which the form began, and erases the form there.
    fn return_below(&mut self) -> io::Result<()> {
        self.terminal.switch(ScreenPlace::Inline)?;
        let bytes = self.painter.erase_on_return(self.terminal.size());
        self.terminal.write(&bytes)
    }

    /// Takes the terminal again after other programs wrote to it.
    fn come_back(&mut self) -> io::Result<()> {
        self.painter.forget();
        self.terminal.enter()
    }

    fn paint<T: LoopClient>(&mut self, client: &mut T) -> io::Result<()> {
        self.painter.resized(self.terminal.size());
        let (width, height) = self.painter.room();
        let frame = client.frame(Size { width, height });
        let reads = client.wants_full_screen();
        if self.painter.must_return(reads) {
            self.return_below()?;
        }
        if self.painter.must_switch(&frame.lines, frame.caret, reads) {
            // Erase the form below, so that a resize meanwhile has nothing to move.
            let bytes = self.painter.clears();
            self.terminal.write(&bytes)?;
            self.terminal.switch(ScreenPlace::FullScreen)?;
            self.painter.switched(reads);
        }
        let bytes = self.painter.draw(&frame.lines, frame.caret);
        self.terminal.write(&bytes)?;
        self.painter.written_at(self.terminal.size());
        if self.painter.awaits_reply() && self.reply.is_none() {
            self.reply = Some(ReplyWait::from(client.now()));
        }
        Ok(())
    }
}
