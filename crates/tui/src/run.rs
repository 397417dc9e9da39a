//! A form on a terminal, from its first frame to its end.
//!
//! - A signal or a hung-up terminal ends it and returns the draft.
//! - A changed draft is saved at once, then at most once a second, and on leaving.
//! - The bell rings once, after the first frame, or when the store says that it is this form's turn; a notification
//!   appears only while the form is still open.
//! - The address of its page in a browser goes to the clipboard once, if the person wants that.
//! - An inline form leaves a summary behind.
//! - From the first letter of a secret on, the process hides its memory.

use crate::announce::{Announce, BELL, Notify, clipboard};
use crate::elsewhere::{NewsLink, announced};
use crate::env::TermEnv;
use crate::face::{Face, FaceDue};
use crate::input::TermInput;
use crate::page_row::FormPage;
use crate::paint::{Painter, ScreenPlace};
use crate::secret_hold::SecretHold;
use crate::terminal::Terminal;
use crate::terminal_loop::{LoopClient, LoopEnd, TerminalLoop, Ticked};
use crate::theme::Theme;
use asq_core::form::{Action, Effect, Form};
use asq_core::life::Origin;
use asq_core::model::{Draft, Outcome, WholeDraft};
use asq_core::text::wrap;
use asq_core::time::Timestamp;
use asq_frame::{Frame, Glyphs, Size, summary};
use std::io;
use std::os::fd::BorrowedFd;

/// Everything that a form on a terminal needs.
pub struct FormHost<'a> {
    /// The clock.
    pub now: &'a dyn Fn() -> Timestamp,
    /// Opens the person's editor on a text, on this terminal, and returns the edited text, or why it couldn't.
    pub edit: &'a mut dyn FnMut(&str) -> Result<String, String>,
    /// The request's origin, as the machine knows it; called when a page names it.
    pub origin: &'a dyn Fn() -> Origin,
    /// Saves a draft.
    pub keep: &'a mut dyn FnMut(&Draft),
    /// Saves the page and the reason; in a file, with the next draft.
    pub keep_whole: &'a mut dyn FnMut(&WholeDraft),
    /// Called once, when the question is announced.
    pub announced: &'a mut dyn FnMut(),
    /// Title, bell and notification, for a person who looks elsewhere.
    pub announce: Announce,
    /// The theme; `None` means the one that suits the terminal.
    pub theme: Option<Theme>,
    /// The link to the store, if the form can be answered elsewhere, too.
    pub link: Option<NewsLink<'a>>,
    /// Its page in a browser, if there is one.
    pub page: Option<FormPage>,
    /// Whether the terminal is inside tmux.
    pub in_tmux: bool,
}

/// The end of a form on a terminal.
#[derive(Debug)]
pub enum FormEnded {
    /// The form has ended.
    Closed(Outcome),
    /// The person put it aside, undecided.
    Aside(Draft),
    /// The request was closed on another surface; the text that was typed here.
    Elsewhere(Draft),
    /// A signal of this number arrived.
    Signal(i32, Draft),
    /// The terminal is gone.
    Lost(io::Error, Draft),
}

/// Shows the form until it ends.
pub fn run(
    terminal: &mut Terminal,
    form: Form,
    env: &TermEnv,
    place: ScreenPlace,
    host: FormHost<'_>,
) -> FormEnded {
    let glyphs = if env.unicode { Glyphs::Unicode } else { Glyphs::Ascii };
    terminal.entitle(host.announce.title.clone());
    let painter = Painter::new(place, theme(env, host.theme.as_ref()), env.clips, terminal.size());
    let mut term_loop = TerminalLoop::new(terminal, painter);
    let face = Face::new(form, glyphs, host.link.is_some());
    let face = face.with_page(host.page.as_ref().map(|page| page.address.clone()));
    let face = face.centred(place == ScreenPlace::FullScreen);
    let mut session = FormSession { face, host, notify_due: None, secret: None };
    let ending = term_loop.run(&mut session);
    session.end(&mut term_loop, ending)
}

/// The theme for this terminal.
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

enum Stop {
    Closed(Outcome),
    Aside,
    Elsewhere,
}

struct FormSession<'h> {
    face: Face,
    host: FormHost<'h>,
    /// When the notification is due.
    notify_due: Option<Timestamp>,
    /// Hides the process while a typed secret is in it.
    secret: Option<SecretHold>,
}

impl LoopClient for FormSession<'_> {
    type Stop = Stop;

    fn now(&self) -> Timestamp {
        (self.host.now)()
    }

    fn news_fd(&self) -> Option<BorrowedFd<'_>> {
        self.host.link.as_ref().and_then(|link| link.news)
    }

    /// Takes news from other surfaces.
    fn news(&mut self, term_loop: &mut TerminalLoop<'_>) -> io::Result<Option<Stop>> {
        let now = self.now();
        let Some(link) = &mut self.host.link else { return Ok(None) };
        let notices = (link.notices)();
        self.face.heed(now, &notices);
        if announced(&notices) {
            self.announce(term_loop)?;
        }
        Ok(None)
    }

    fn entered(&mut self, _: &mut TerminalLoop<'_>) -> io::Result<Option<Stop>> {
        Ok(None)
    }

    /// The form is on the screen.
    fn shown(&mut self, term_loop: &mut TerminalLoop<'_>) -> io::Result<()> {
        let now = self.now();
        self.face.form.shown(now);
        if let Some(page) = self.host.page.as_ref().filter(|page| page.copies) {
            term_loop.terminal.write(&clipboard(&page.address, self.host.in_tmux))?;
        }
        if self.host.announce.at_turn { Ok(()) } else { self.announce(term_loop) }
    }

    fn deadline(&self) -> Option<Timestamp> {
        [self.face.deadline(), self.notify_due].into_iter().flatten().min()
    }

    fn tick(&mut self, term_loop: &mut TerminalLoop<'_>) -> io::Result<Ticked<Stop>> {
        let now = self.now();
        if self.face.keep_is_due(now) {
            self.keep(now);
        }
        if self.notify_due.is_some_and(|due| due <= now) {
            self.notify_due = None;
            let bytes = self.host.announce.notify.as_ref().map(Notify::bytes);
            term_loop.terminal.write(&bytes.unwrap_or_default())?;
        }
        match self.face.tick(now) {
            FaceDue::Nothing => Ok(Ticked::Nothing),
            FaceDue::Elsewhere => Ok(Ticked::Stop(Stop::Elsewhere)),
            FaceDue::Effects(effects) => {
                Ok(self.effects(term_loop, effects)?.map_or(Ticked::Changed, Ticked::Stop))
            }
        }
    }

    fn input(&mut self, term_loop: &mut TerminalLoop<'_>, input: TermInput) -> io::Result<Option<Stop>> {
        match self.face.action(self.now(), input) {
            Some(action) => self.act(term_loop, action),
            None => Ok(None),
        }
    }

    fn frame(&mut self, size: Size) -> Frame {
        if self.face.form.wants_origin() {
            self.face.form.learn_origin((self.host.origin)());
        }
        self.face.frame(size)
    }

    fn wants_full_screen(&self) -> bool {
        self.face.reads()
    }
}

impl FormSession<'_> {
    /// Announces the question to a person who looks elsewhere.
    fn announce(&mut self, term_loop: &mut TerminalLoop<'_>) -> io::Result<()> {
        if self.host.announce.bell {
            term_loop.terminal.write(BELL)?;
        }
        let now = self.now();
        self.notify_due = self.host.announce.notify.as_ref().map(|notify| now.plus(notify.after_ms));
        (self.host.announced)();
        Ok(())
    }

    fn act(&mut self, term_loop: &mut TerminalLoop<'_>, action: Action) -> io::Result<Option<Stop>> {
        let now = self.now();
        let effects = self.face.handle(now, action);
        SecretHold::follow_form(&mut self.secret, &self.face.form);
        if let Some(whole) = self.face.new_whole() {
            (self.host.keep_whole)(&whole);
            // The store takes it by itself; in a file it is a part of the draft.
            if !self.face.is_posted() && self.face.changed(now) {
                self.keep(now);
            }
        }
        self.effects(term_loop, effects)
    }

    fn effects(
        &mut self,
        term_loop: &mut TerminalLoop<'_>,
        effects: Vec<Effect>,
    ) -> io::Result<Option<Stop>> {
        for effect in effects {
            match effect {
                Effect::Close(outcome) => return Ok(Some(Stop::Closed(outcome))),
                Effect::Edit(text) => {
                    let Some(left) = term_loop.edit(self.host.edit, &text)? else { return Ok(None) };
                    let action = left.map_or_else(Action::EditFailed, Action::Edited);
                    if let Some(stop) = self.act(term_loop, action)? {
                        return Ok(Some(stop));
                    }
                }
                Effect::Suspend => term_loop.suspend(true)?,
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

    fn end(mut self, term_loop: &mut TerminalLoop<'_>, ending: io::Result<LoopEnd<Stop>>) -> FormEnded {
        // An answer also leaves a draft, of everything that it doesn't contain.
        let answered = matches!(ending, Ok(LoopEnd::Stop(Stop::Closed(Outcome::Answered(_)))));
        if (answered && self.face.leaves()) || self.face.is_unkept() {
            let now = self.now();
            self.keep(now);
        }
        // What was typed goes on to whatever stores or prints it, until the process ends.
        if self.secret.take().is_some() {
            SecretHold::forever();
        }
        // A terminal that is gone shows nothing; restoring the modes is worth a try anyway.
        let _ = term_loop.go_away();
        let width = usize::from(term_loop.terminal.size().0);
        let stop = match ending {
            Ok(LoopEnd::Stop(stop)) => stop,
            Ok(LoopEnd::Signal(number)) => return FormEnded::Signal(number, self.face.form.last_draft()),
            Err(error) => return FormEnded::Lost(error, self.face.form.last_draft()),
        };
        match stop {
            Stop::Closed(outcome) => {
                let lines = summary(self.face.form.request(), &outcome, width, self.face.glyphs);
                let _ = term_loop.terminal.write(&term_loop.painter.remain(&lines));
                FormEnded::Closed(outcome)
            }
            Stop::Aside => FormEnded::Aside(self.face.form.draft()),
            Stop::Elsewhere => {
                let line = self.face.remains();
                let _ = term_loop.terminal.write(&term_loop.painter.remain(&wrap::wrap(&line, width)));
                FormEnded::Elsewhere(self.face.form.last_draft())
            }
        }
    }
}
