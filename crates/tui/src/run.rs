//! A form on a terminal, from its first frame to its end.
//!
//! - Keys are read in batches; each batch is painted once.
//! - Nothing is written and nothing wakes up while nothing happens.
//! - Suspending and the person's own editor get the terminal as it was; the form comes back below.
//! - A signal or a hung-up terminal ends it with the modes restored and the draft handed back.
//! - A changed draft is kept at once, then at most once a second, and on leaving.
//! - The bell rings once, after the first frame; a notification goes out while the form is still up.
//! - What remains of an inline form is a summary.

use crate::announce::{Announce, BELL, Notify};
use crate::elsewhere::Link;
use crate::env::TermEnv;
use crate::face::{Due, Face};
use crate::input::{Input, Parser};
use crate::paint::{Painter, Place};
use crate::terminal::{Signal, Terminal};
use crate::theme::Theme;
use asq_core::form::{Action, Effect, Form};
use asq_core::model::{Draft, Outcome};
use asq_core::text::wrap;
use asq_core::time::Timestamp;
use asq_frame::{Glyphs, Size, summary};
use signal_hook::consts::SIGINT;
use std::io;

/// What cli hands in.
pub struct Host<'a> {
    /// The clock.
    pub now: &'a dyn Fn() -> Timestamp,
    /// Opens the person's editor on a text, on this terminal, and returns what it left, or why
    /// it could not.
    pub edit: &'a mut dyn FnMut(&str) -> Result<String, String>,
    /// Keeps a draft.
    pub keep: &'a mut dyn FnMut(&Draft),
    /// Called once, when the first frame is on the screen.
    pub shown: &'a mut dyn FnMut(),
    /// What the terminal tells somebody who looks elsewhere.
    pub announce: Announce,
    /// What tones look like; `None` is what suits the terminal.
    pub theme: Option<Theme>,
    /// What ties it to the store, where it can be answered elsewhere, too.
    pub link: Option<Link<'a>>,
}

/// How a form on a terminal ended.
#[derive(Debug)]
pub enum Ended {
    /// The form is over.
    Closed(Outcome),
    /// It was put aside, undecided.
    Aside(Draft),
    /// It was ended on another surface; what was typed here.
    Elsewhere(Draft),
    /// A signal of this number came.
    Signal(i32, Draft),
    /// The terminal is gone.
    Lost(io::Error, Draft),
}

/// Shows the form until it ends.
pub fn run(terminal: &mut Terminal, form: Form, env: &TermEnv, place: Place, host: Host<'_>) -> Ended {
    let glyphs = if env.unicode { Glyphs::Unicode } else { Glyphs::Ascii };
    terminal.entitle(host.announce.title.clone());
    let painter = Painter::new(place, theme(env, host.theme.as_ref()), env.clips, terminal.size());
    let mut session = Session {
        terminal,
        painter,
        face: Face::new(form, glyphs, host.link.is_some()),
        parser: Parser::new(),
        host,
        notify_due: None,
    };
    let stop = match session.show() {
        Ok(stop) => stop,
        Err(error) => Stop::Lost(error),
    };
    session.end(stop)
}

/// What tones look like on this terminal.
pub(crate) fn theme(env: &TermEnv, wanted: Option<&Theme>) -> Theme {
    let theme = match (env.colours, wanted, env.background) {
        (false, _, _) => Theme::new(false),
        (true, Some(theme), _) if env.rgb => theme.clone(),
        (true, Some(theme), _) => theme.clone().in_256(),
        (true, None, Some(background)) => Theme::on(background),
        (true, None, None) => Theme::new(true),
    };
    if env.indexed { theme } else { theme.in_16() }
}

/// Why the loop ends.
enum Stop {
    Closed(Outcome),
    Aside,
    Elsewhere,
    Signal(i32),
    Lost(io::Error),
}

struct Session<'a, 'h> {
    terminal: &'a mut Terminal,
    painter: Painter,
    face: Face,
    parser: Parser,
    host: Host<'h>,
    /// When the notification is to go out.
    notify_due: Option<Timestamp>,
}

impl Session<'_, '_> {
    fn now(&self) -> Timestamp {
        (self.host.now)()
    }

    fn show(&mut self) -> io::Result<Stop> {
        self.terminal.enter()?;
        // Whatever was typed so far was typed without having seen it; what the guard is for begins with the frame.
        self.terminal.forget_input();
        self.paint()?;
        let now = self.now();
        self.face.form.shown(now);
        self.announce(now)?;
        let mut bytes = vec![0; 64 * 1024];
        loop {
            let mut dirty = false;
            let news = self.host.link.as_ref().and_then(|link| link.news);
            let ready = self.terminal.wait_also(self.patience(), news)?;
            dirty |= ready.also;
            if ready.also {
                self.news();
            }
            for signal in self.terminal.signals() {
                dirty = true;
                match signal {
                    Signal::End(number) => return Ok(Stop::Signal(number)),
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
                    return Ok(Stop::Lost(io::ErrorKind::BrokenPipe.into()));
                }
                let now = self.now();
                self.parser.feed(now, &bytes[..n], &mut inputs);
            }
            dirty |= !inputs.is_empty();
            if let Some(stop) = self.time(&mut inputs, &mut dirty)? {
                return Ok(stop);
            }
            for input in inputs {
                if let Some(stop) = self.input(input)? {
                    return Ok(stop);
                }
            }
            if dirty {
                self.paint()?;
            }
        }
    }

    /// The form is on the screen: says so to those who look elsewhere.
    fn announce(&mut self, now: Timestamp) -> io::Result<()> {
        if self.host.announce.bell {
            self.terminal.write(BELL)?;
        }
        self.notify_due = self.host.announce.notify.as_ref().map(|notify| now.plus(notify.after_ms));
        (self.host.shown)();
        Ok(())
    }

    fn notify(&mut self) -> io::Result<()> {
        self.notify_due = None;
        let bytes = self.host.announce.notify.as_ref().map(Notify::bytes);
        self.terminal.write(&bytes.unwrap_or_default())
    }

    /// How long nothing needs to be done by itself.
    fn patience(&self) -> Option<u64> {
        let due = [self.face.deadline(), self.parser.deadline(), self.notify_due];
        let due = due.into_iter().flatten().min()?;
        Some(due.0.saturating_sub(self.now().0))
    }

    /// Does what is due.
    fn time(&mut self, inputs: &mut Vec<Input>, dirty: &mut bool) -> io::Result<Option<Stop>> {
        let Some(0) = self.patience() else { return Ok(None) };
        let now = self.now();
        self.parser.expire(now, inputs);
        *dirty |= !inputs.is_empty();
        if self.face.keep_is_due(now) {
            self.keep(now);
        }
        if self.notify_due.is_some_and(|due| due <= now) {
            self.notify()?;
        }
        match self.face.tick(now) {
            Due::Nothing => Ok(None),
            Due::Elsewhere => Ok(Some(Stop::Elsewhere)),
            Due::Effects(effects) => {
                *dirty = true;
                self.effects(effects)
            }
        }
    }

    /// Takes in what other surfaces did.
    fn news(&mut self) {
        let now = self.now();
        if let Some(link) = &mut self.host.link {
            self.face.heed(now, &(link.notices)());
        }
    }

    fn input(&mut self, input: Input) -> io::Result<Option<Stop>> {
        match self.face.action(self.now(), input) {
            Some(action) => self.act(action),
            None => Ok(None),
        }
    }

    fn act(&mut self, action: Action) -> io::Result<Option<Stop>> {
        let now = self.now();
        let effects = self.face.form.handle(now, action);
        self.effects(effects)
    }

    fn effects(&mut self, effects: Vec<Effect>) -> io::Result<Option<Stop>> {
        for effect in effects {
            match effect {
                Effect::Close(outcome) => return Ok(Some(Stop::Closed(outcome))),
                Effect::Edit(text) => {
                    if let Some(stop) = self.edit(&text)? {
                        return Ok(Some(stop));
                    }
                }
                Effect::Suspend => self.suspend(true)?,
                Effect::Aside => return Ok(Some(Stop::Aside)),
                Effect::DraftChanged => {
                    let now = self.now();
                    if self.face.changed(now) {
                        self.keep(now);
                    }
                }
            }
        }
        Ok(None)
    }

    fn keep(&mut self, now: Timestamp) {
        (self.host.keep)(&self.face.keep(now));
    }

    fn edit(&mut self, text: &str) -> io::Result<Option<Stop>> {
        self.go_away()?;
        let edited = (self.host.edit)(text);
        // Ctrl+C in an editor is the editor's.
        let ended = self.terminal.signals().into_iter().find_map(|signal| match signal {
            Signal::End(number) if number != SIGINT => Some(number),
            Signal::End(_) | Signal::Resize | Signal::Suspend | Signal::Continue => None,
        });
        if let Some(number) = ended {
            return Ok(Some(Stop::Signal(number)));
        }
        match edited {
            Ok(text) => {
                self.come_back()?;
                self.act(Action::Edited(text))
            }
            Err(why) => {
                self.come_back()?;
                self.act(Action::EditFailed(why))
            }
        }
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
        if self.painter.is_away() {
            self.return_below()?;
        }
        self.terminal.leave();
        Ok(())
    }

    /// Goes back to the screen where the form began, and erases what that shows of it.
    fn return_below(&mut self) -> io::Result<()> {
        self.terminal.switch(Place::Inline)?;
        let bytes = self.painter.returned(self.terminal.size());
        self.terminal.write(&bytes)
    }

    /// Takes the terminal again, after others wrote to it.
    fn come_back(&mut self) -> io::Result<()> {
        self.painter.forget();
        self.terminal.enter()
    }

    fn paint(&mut self) -> io::Result<()> {
        self.painter.resized(self.terminal.size());
        let (width, height) = self.painter.room();
        let frame = self.face.frame(Size { width, height });
        let reads = self.face.reads();
        if self.painter.comes_back(reads) {
            self.return_below()?;
        }
        if self.painter.leaves(frame.lines.len(), reads) {
            if reads && self.painter.is_settled() {
                // Nothing stands there then that a resize could move.
                let bytes = self.painter.erase();
                self.terminal.write(&bytes)?;
            }
            self.terminal.switch(Place::FullScreen)?;
            self.painter.left(reads);
        }
        let bytes = self.painter.draw(&frame.lines, frame.caret);
        self.terminal.write(&bytes)?;
        self.painter.written_at(self.terminal.size());
        Ok(())
    }

    fn end(mut self, stop: Stop) -> Ended {
        // An answer, too, leaves what it does not hold.
        let leaves = matches!(stop, Stop::Closed(Outcome::Answered(_))) && self.face.leaves();
        if leaves || self.face.is_unkept() {
            let now = self.now();
            self.keep(now);
        }
        // A terminal that is gone shows nothing; the modes are tried all the same.
        let _ = self.go_away();
        match stop {
            Stop::Closed(outcome) => {
                let lines = summary(
                    self.face.form.request(),
                    &outcome,
                    usize::from(self.terminal.size().0),
                    self.face.glyphs,
                );
                let _ = self.terminal.write(&self.painter.remain(&lines));
                Ended::Closed(outcome)
            }
            Stop::Aside => Ended::Aside(self.face.form.draft()),
            Stop::Elsewhere => {
                let line = self.face.remains();
                let width = usize::from(self.terminal.size().0);
                let _ = self.terminal.write(&self.painter.remain(&wrap::wrap(&line, width)));
                Ended::Elsewhere(self.face.form.last_draft())
            }
            Stop::Signal(number) => Ended::Signal(number, self.face.form.last_draft()),
            Stop::Lost(error) => Ended::Lost(error, self.face.form.last_draft()),
        }
    }
}
