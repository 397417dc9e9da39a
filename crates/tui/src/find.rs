//! A finder on a terminal, from its first frame to its end.
//!
//! - Labels may arrive until it ends; each batch is painted once.
//! - A signal or a hung-up terminal ends it.
//! - It leaves one line behind.

use crate::env::TermEnv;
use crate::input::TermInput;
use crate::paint::{Painter, ScreenPlace};
use crate::run::theme;
use crate::terminal::Terminal;
use crate::terminal_loop::{LoopClient, LoopEnd, TerminalLoop, Ticked};
use crate::theme::Theme;
use asq_core::model::{
    AnswerRules, Answers, Complete, DangerRule, Draft, Entry, Kind, Order, Outcome, Pick, Question,
    QuestionOption, Request,
};
use asq_core::time::Timestamp;
use asq_finder::{Finder, FinderEnd};
use asq_frame::{FinderView, Frame, Glyphs, Size, summary};
use std::io;
use std::os::fd::BorrowedFd;

/// Everything that a finder on a terminal needs.
pub struct FindHost<'a> {
    /// The clock.
    pub now: &'a dyn Fn() -> Timestamp,
    /// Can be read when labels have arrived.
    pub news: BorrowedFd<'a>,
    /// Takes what has arrived; an empty block is the last one.
    pub blocks: &'a mut dyn FnMut() -> Vec<Vec<u8>>,
    /// Called once the list takes no more.
    pub enough: &'a mut dyn FnMut(),
    /// The theme; `None` means the one that suits the terminal.
    pub theme: Option<Theme>,
}

/// The end of a finder on a terminal.
#[derive(Debug)]
pub enum FindEnded {
    /// These labels were picked.
    Picked(Vec<usize>),
    /// The person wants none of them.
    Cancelled,
    /// All has arrived, and there was no label.
    Empty,
    /// A signal of this number arrived.
    Signal(i32),
    /// The terminal is gone.
    Lost(io::Error),
}

/// Shows the finder until it ends.
pub fn find(
    terminal: &mut Terminal,
    finder: &mut Finder,
    env: &TermEnv,
    place: ScreenPlace,
    host: FindHost<'_>,
) -> FindEnded {
    let glyphs = if env.unicode { Glyphs::Unicode } else { Glyphs::Ascii };
    let painter = Painter::new(place, theme(env, host.theme.as_ref()), env.clips, terminal.size());
    let mut term_loop = TerminalLoop::new(terminal, painter);
    let view = FinderView::new(glyphs, place == ScreenPlace::FullScreen);
    let mut session = FindSession { finder, view, host };
    let ended = term_loop.run(&mut session);
    // A terminal that is gone shows nothing; restoring the modes is worth a try anyway.
    let _ = term_loop.go_away();
    let ended = match ended {
        Ok(LoopEnd::Stop(FindStop::Picked(picks))) => FindEnded::Picked(picks),
        Ok(LoopEnd::Stop(FindStop::Cancelled)) => FindEnded::Cancelled,
        Ok(LoopEnd::Stop(FindStop::Empty)) => return FindEnded::Empty,
        Ok(LoopEnd::Signal(number)) => return FindEnded::Signal(number),
        Err(error) => return FindEnded::Lost(error),
    };
    let width = usize::from(term_loop.terminal.size().0);
    let (request, outcome) = as_asked(session.finder, &ended);
    let lines = summary(&request, &outcome, width, glyphs);
    let _ = term_loop.terminal.write(&term_loop.painter.remain(&lines));
    ended
}

/// The most picks that the line names which stays.
const NAMED: usize = 50;

/// The same as a request with nothing but the picks, for the line that stays.
fn as_asked(finder: &Finder, ended: &FindEnded) -> (Request, Outcome) {
    let labels = finder.labels();
    let picks: &[usize] = if let FindEnded::Picked(picks) = ended { picks } else { &[] };
    let named = picks.len().min(NAMED);
    let mut question = Question::new(finder.question().clone(), Kind::Many { min: 0, max: usize::MAX });
    question.options =
        picks[..named].iter().map(|at| QuestionOption::new(labels.label(*at).into_owned())).collect();
    let rules = AnswerRules {
        complete: Complete::Every,
        order: Order::Offered,
        notes: false,
        discuss: false,
        danger: DangerRule::Unknown,
    };
    let answer = asq_core::model::Answer::Picks((0..named).map(Pick::Option).collect());
    let outcome = match ended {
        FindEnded::Picked(_) => {
            Outcome::Answered(Answers { entries: vec![Entry { answer: Some(answer), ..Entry::default() }] })
        }
        FindEnded::Cancelled | FindEnded::Empty | FindEnded::Signal(_) | FindEnded::Lost(_) => {
            Outcome::Cancelled(Draft { answers: Answers::none(1), ..Draft::default() })
        }
    };
    (Request::new(vec![question], rules), outcome)
}

enum FindStop {
    Picked(Vec<usize>),
    Cancelled,
    Empty,
}

struct FindSession<'a, 'h> {
    finder: &'a mut Finder,
    view: FinderView,
    host: FindHost<'h>,
}

impl FindSession<'_, '_> {
    fn arrive(&mut self) -> Option<FindStop> {
        let now = self.now();
        for block in (self.host.blocks)() {
            if block.is_empty() {
                self.finder.complete(now);
                if self.finder.labels().is_empty() {
                    return Some(FindStop::Empty);
                }
            } else {
                self.finder.arrive(now, &block);
            }
        }
        if self.finder.is_full() {
            self.finder.complete(now);
            (self.host.enough)();
        }
        None
    }
}

impl LoopClient for FindSession<'_, '_> {
    type Stop = FindStop;

    fn now(&self) -> Timestamp {
        (self.host.now)()
    }

    fn news_fd(&self) -> Option<BorrowedFd<'_>> {
        Some(self.host.news)
    }

    fn news(&mut self, _: &mut TerminalLoop<'_>) -> io::Result<Option<FindStop>> {
        Ok(self.arrive())
    }

    /// The first frame shows what is there already.
    fn entered(&mut self, _: &mut TerminalLoop<'_>) -> io::Result<Option<FindStop>> {
        Ok(self.arrive())
    }

    fn shown(&mut self, _: &mut TerminalLoop<'_>) -> io::Result<()> {
        let now = self.now();
        self.finder.shown(now);
        Ok(())
    }

    fn deadline(&self) -> Option<Timestamp> {
        None
    }

    fn tick(&mut self, _: &mut TerminalLoop<'_>) -> io::Result<Ticked<FindStop>> {
        Ok(Ticked::Nothing)
    }

    fn input(&mut self, term_loop: &mut TerminalLoop<'_>, input: TermInput) -> io::Result<Option<FindStop>> {
        let now = self.now();
        match input {
            TermInput::Key(key) => match self.finder.key(now, key) {
                Some(FinderEnd::Picked(picks)) => return Ok(Some(FindStop::Picked(picks))),
                Some(FinderEnd::Cancelled) => return Ok(Some(FindStop::Cancelled)),
                Some(FinderEnd::Suspend) => term_loop.suspend(true)?,
                None => {}
            },
            TermInput::Paste(text) => self.finder.paste(&text),
            TermInput::Focus(_) | TermInput::Cursor(..) | TermInput::Mouse(..) | TermInput::Unknown => {}
        }
        Ok(None)
    }

    fn frame(&mut self, size: Size) -> Frame {
        self.view.paint(self.finder, size)
    }

    fn wants_full_screen(&self) -> bool {
        false
    }
}
