//! Where the person is asked: below the cursor, on the alternate screen, or in plain lines.
//!
//! - Flags go before variables and files: --inline and --fullscreen draw even where plain lines would be the custom.
//! - No terminal, or one in another program's use, is nobody to ask.
//! - While another form is on the terminal, this one says that it waits.
//! - A signal ends it with what was typed so far; Ctrl+C is the person's own way to cancel.

use super::keep::Keeper;
use super::line;
use super::signals::Signals;
use crate::args::Surface;
use crate::clock::Clock;
use crate::editor::Editor;
use crate::env::Env;
use crate::output;
use crate::settings::Chosen;
use asq_core::form::{Form, FormRules, Guard};
use asq_core::model::{Answers, Draft, Outcome, Request};
use asq_tui::paint::Place;
use asq_tui::terminal::{Opening, Refused, Terminal};
use asq_tui::theme::Theme;
use asq_tui::{Ended, Host, TermEnv};
use rustix::process::Signal;
use rustix::termios::isatty;
use std::path::{Path, PathBuf};

/// The controlling terminal.
const TTY: &str = "/dev/tty";

/// How it ended.
pub(crate) struct Asked {
    pub(crate) outcome: Outcome,
    /// Held until the ending is printed, where it is printed on the terminal, too: the next form begins below it.
    pub(crate) turn: Option<Terminal>,
}

/// Asks, and returns how it ended; `Err` where nobody can be asked.
pub(crate) fn ask(
    surface: &Surface,
    chosen: &Chosen,
    env: &Env,
    request: Request,
    rules: FormRules,
    keeper: &mut Keeper,
    signals: &mut Signals,
) -> Result<Asked, Refused> {
    let settings = &chosen.settings;
    let term = TermEnv::new(|name| env.text(name));
    let drawn = surface.inline || surface.fullscreen;
    let lines = settings.accessible || (!drawn && term.dumb);
    let place = match settings.surface {
        asq_settings::Surface::Fullscreen => Place::FullScreen,
        asq_settings::Surface::Inline => Place::Inline,
    };
    let turns = env.get("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|dir| dir.is_absolute());
    let turns = turns.unwrap_or_else(|| PathBuf::from("/tmp"));
    let mut waiting = || output::say("asq: another question is on this terminal; this one comes after it");
    let mut opening = Opening { env: &term, place, insist: drawn, turns: &turns, waiting: &mut waiting };
    let mut terminal = match Terminal::open(&mut opening) {
        Ok(terminal) => terminal,
        Err(Refused::Ended(number)) => {
            return Ok(Asked { outcome: ended(number, untouched(&request)), turn: None });
        }
        Err(refused @ (Refused::NoTerminal | Refused::InUse | Refused::Failed(_))) => return Err(refused),
    };
    let draft = keeper.restore(env);
    let outcome = if lines {
        let mut last = draft.clone();
        let mut keep = |draft: &Draft| {
            keeper.keep(draft);
            last.clone_from(draft);
        };
        let outcome = line::ask(&terminal, request, rules, draft, &mut keep, signals);
        outcome.unwrap_or(Outcome::Withdrawn(last))
    } else {
        let guard = guard(surface.guard, &request);
        let form = Form::new(request, rules, draft).guarded(guard).with_keys(chosen.keys.clone());
        drawn_form(
            &mut terminal,
            form,
            Canvas { term, place, theme: chosen.theme.clone() },
            env,
            keeper,
            signals,
        )
    };
    let turn = isatty(rustix::stdio::stdout()).then_some(terminal);
    Ok(Asked { outcome, turn })
}

/// What a form is drawn on.
struct Canvas {
    term: TermEnv,
    place: Place,
    theme: Option<Theme>,
}

fn drawn_form(
    terminal: &mut Terminal,
    form: Form,
    on: Canvas,
    env: &Env,
    keeper: &mut Keeper,
    signals: &mut Signals,
) -> Outcome {
    let clock = Clock::start();
    // A time limit counts from here, and is said from the first frame on.
    let form = form.asked_at(clock.now());
    let host = Host {
        now: &|| clock.now(),
        edit: &mut |text| Editor::of(env).edit(text, Path::new(TTY)),
        keep: &mut |draft| keeper.keep(draft),
        announce: signals.announce(),
        theme: on.theme,
        link: None,
        shown: &mut || signals.shown(),
    };
    match asq_tui::run(terminal, form, &on.term, on.place, host) {
        Ended::Closed(outcome) => outcome,
        Ended::Signal(number, draft) => ended(number, draft),
        Ended::Aside(draft) | Ended::Elsewhere(draft) | Ended::Lost(_, draft) => Outcome::Withdrawn(draft),
    }
}

fn untouched(request: &Request) -> Draft {
    Draft { answers: Answers::none(request.questions.len()), ..Draft::default() }
}

fn ended(number: i32, draft: Draft) -> Outcome {
    if number == Signal::INT.as_raw() { Outcome::Cancelled(draft) } else { Outcome::Withdrawn(draft) }
}

/// A shorter guard than the contract's is for scripts; it never holds where an answer is dangerous.
pub(crate) fn guard(wanted: Option<u64>, request: &Request) -> Guard {
    let Some(ms) = wanted else { return Guard::DEFAULT };
    let dangerous = request.questions.iter().any(|q| q.danger.is_some());
    let least = if dangerous { Guard::DEFAULT } else { Guard::OFF };
    Guard { first: ms.max(least.first), page: ms.max(least.page) }
}
