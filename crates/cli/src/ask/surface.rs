//! The place of the form: below the cursor, on the alternate screen, or in plain lines.
//!
//! - Flags take precedence over variables and files: --inline and --fullscreen draw even on a terminal that gets plain
//!   lines by default.
//! - Without a terminal, or on one that another program uses, there is nobody to ask.
//! - While another form is on the terminal, this one says that it waits.
//! - The form of a posted request learns from other surfaces what was typed there, and that it was answered.
//! - If it has a page in a browser, it names the page's address.
//! - A signal ends it and returns the text typed so far; Ctrl+C is the person's own way to cancel.
//! - What an earlier form left comes back.
//! - The person's settings say how long a form is guarded against stray keys; a flag only makes it longer.

use super::ask_store::{keep as keep_shared, keep_whole};
use super::keep::Keeper;
use super::line;
use super::signals::AskSignals;
use crate::args::SurfaceArgs;
use crate::clock::ProcessClock;
use crate::editor::ExternalEditor;
use crate::env::Env;
use crate::error::escaped;
use crate::output;
use crate::pace::{has_turn, pace};
use crate::settings::{self, Chosen};
use crate::tmux_buffer;
use asq_asking::FormLink;
use asq_core::form::{Aside, Form, FormRules, Guard};
use asq_core::life::{About, Origin};
use asq_core::model::{Answers, Draft, Outcome, Request};
use asq_runtime::driver::{Clock, MachineClock};
use asq_settings::Settings;
use asq_tui::paint::ScreenPlace;
use asq_tui::terminal::{Opening, Refused, Terminal};
use asq_tui::theme::Theme;
use asq_tui::{Announce, FormEnded, FormHost, FormPage, TermEnv};
use rustix::process::Signal;
use rustix::termios::isatty;
use std::cell::RefCell;
use std::time::Duration;

pub(crate) struct FormEnding {
    pub(crate) outcome: Outcome,
    /// The person put the form aside: the request stays open, without a form here.
    pub(crate) aside: bool,
    /// Held until the ending is printed on the same terminal, so that the next form begins below it.
    pub(crate) turn: Option<Terminal>,
}

/// How long a form waits for another one on its terminal to close.
pub(crate) const PATIENCE: Duration = Duration::from_mins(30);

/// What a form needs from its ask.
pub(crate) struct FormContext<'a> {
    pub(crate) env: &'a Env,
    pub(crate) chosen: &'a Chosen,
    pub(crate) keeper: &'a mut Keeper,
    pub(crate) signals: &'a mut AskSignals,
    /// What the agent was doing.
    pub(crate) about: Option<Box<About>>,
    /// The request's origin, as the machine knows it.
    pub(crate) origin: &'a dyn Fn() -> Origin,
    /// Called once, after the terminal opens and before the form does.
    pub(crate) opened: &'a mut dyn FnMut() -> FormTies,
}

/// What ties a form to the store, if it is posted.
#[derive(Default)]
pub(crate) struct FormTies {
    /// Its link to the store.
    pub(crate) link: Option<FormLink>,
    /// Its page in a browser.
    pub(crate) page: Option<FormPage>,
}

/// Whether the flags ask for a form that is drawn.
fn drawn(surface: &SurfaceArgs) -> bool {
    surface.inline || surface.fullscreen
}

/// Whether it speaks in plain lines.
fn in_lines(surface: &SurfaceArgs, accessible: bool, term: &TermEnv) -> bool {
    accessible || (!drawn(surface) && term.dumb)
}

/// Whether an ask with these flags speaks in plain lines.
pub(crate) fn speaks_lines(surface: &SurfaceArgs, env: &Env) -> bool {
    in_lines(surface, settings::is_accessible(env, surface), &TermEnv::new(|name| env.text(name)))
}

/// Where a form is drawn.
pub(super) fn place(settings: &Settings) -> ScreenPlace {
    match settings.surface {
        asq_settings::Surface::Fullscreen => ScreenPlace::FullScreen,
        asq_settings::Surface::Inline => ScreenPlace::Inline,
    }
}

/// Waits for the turn on the terminal, and opens it.
pub(super) fn open(
    surface: &SurfaceArgs,
    term: &TermEnv,
    place: ScreenPlace,
    env: &Env,
) -> Result<Terminal, Refused> {
    let turns = env.turns_dir();
    let mut waiting = |by| {
        output::say(&format!("asq: another question is on this terminal ({by}); this one comes after it"));
    };
    Terminal::open(&mut Opening {
        tty: &env.tty(),
        env: term,
        place,
        insist: drawn(surface),
        turns: turns.as_deref(),
        patience: PATIENCE,
        waiting: &mut waiting,
    })
}

/// Asks, and returns how it ended; `Err` if nobody can be asked.
pub(crate) fn ask(
    surface: &SurfaceArgs,
    request: Request,
    rules: FormRules,
    around: FormContext<'_>,
) -> Result<FormEnding, Refused> {
    let FormContext { env, chosen, keeper, signals, about, origin, opened } = around;
    let settings = &chosen.settings;
    let term = TermEnv::new(|name| env.text(name));
    let lines = in_lines(surface, settings.accessible, &term);
    let place = place(settings);
    let mut terminal = match open(surface, &term, place, env) {
        Ok(terminal) => terminal,
        Err(Refused::Ended(number)) => {
            let outcome = ended(number, untouched(&request));
            return Ok(FormEnding { outcome, aside: false, turn: None });
        }
        Err(
            refused @ (Refused::NoTerminal | Refused::InUse | Refused::Taken { .. } | Refused::Failed(_)),
        ) => {
            return Err(refused);
        }
    };
    let FormTies { link: tied, page } = opened();
    // The store has what any surface typed; a file has only what an earlier form here left.
    let shared = tied.as_ref().map(|tied| (tied.draft.clone(), tied.whole.clone()));
    let shared = shared.filter(|(draft, whole)| !draft.is_empty() || whole.reason.is_some());
    let (draft, whole) = shared.unwrap_or_else(|| keeper.restore(env));
    let (outcome, aside) = if lines {
        let mut last = draft.clone();
        let mut changed = |draft: &Draft| {
            keep(draft, tied.as_ref(), keeper);
            last.clone_from(draft);
        };
        // Plain lines don't listen while they wait for a line: they announce now or leave it to others.
        let asks = signals.announces();
        let announced = match tied.as_ref() {
            Some(tied) if asks && tied.announce(pace(settings, env)) => has_turn(tied),
            Some(_) | None => true,
        };
        let signals = announced.then_some(signals);
        if let Some(page) = &page {
            output::say(&format!("asq: also in a browser: {}", escaped(&page.address)));
        }
        let origin = (!request.from.script).then(origin);
        let outcome = line::ask(&terminal, request, rules, draft, origin.as_ref(), &mut changed, signals);
        (outcome.unwrap_or(Outcome::Withdrawn(last)), false)
    } else {
        let guard = guard(surface.guard, settings, &request);
        let form = Form::new(request, rules, draft).guarded(guard).with_keys(chosen.keys.clone());
        let form = form.with_whole(&whole).with_about(about);
        let on = FormCanvas { term, place, theme: chosen.theme.clone(), page, origin };
        drawn_form(&mut terminal, form, on, (env, settings), tied.as_ref(), keeper, signals)
    };
    // Closing the link writes the last text to the store before anybody looks there.
    drop(tied);
    let turn = isatty(rustix::stdio::stdout()).then_some(terminal);
    Ok(FormEnding { outcome, aside, turn })
}

/// Keeps the draft in the store if the request is posted, otherwise in a file.
fn keep(draft: &Draft, tied: Option<&FormLink>, keeper: &mut Keeper) {
    match tied {
        Some(tied) => keep_shared(tied, draft, keeper),
        None => keeper.keep(draft),
    }
}

/// What a form is drawn on.
struct FormCanvas<'a> {
    term: TermEnv,
    place: ScreenPlace,
    theme: Option<Theme>,
    page: Option<FormPage>,
    origin: &'a dyn Fn() -> Origin,
}

fn drawn_form(
    terminal: &mut Terminal,
    form: Form,
    on: FormCanvas<'_>,
    (env, settings): (&Env, &Settings),
    tied: Option<&FormLink>,
    keeper: &mut Keeper,
    signals: &mut AskSignals,
) -> (Outcome, bool) {
    let clock = ProcessClock::start();
    // A time limit counts from here, or from the asking where the request is posted; the first frame shows it.
    let left = tied.and_then(|tied| tied.due).map(|due| due.left(MachineClock.now()));
    let form = form.due(clock.now(), left);
    let form = if tied.is_some() { form.aside(Aside::Key) } else { form };
    let link = tied.and_then(|tied| tied.feed.as_ref());
    let mut notices = || link.map(|link| link.notices()).unwrap_or_default();
    let link = link.map(|link| asq_tui::NewsLink { news: link.descriptor(), notices: &mut notices });
    // Over all surfaces, the question is announced once.
    let at_turn = signals.announces() && tied.is_some_and(|tied| tied.announce(pace(settings, env)));
    let keeper = RefCell::new(keeper);
    let copies = on.page.as_ref().filter(|page| page.copies);
    let host = FormHost {
        now: &|| clock.now(),
        origin: on.origin,
        edit: &mut |text| ExternalEditor::of(env).edit(text, &env.tty()),
        keep: &mut |draft| keep(draft, tied, &mut keeper.borrow_mut()),
        keep_whole: &mut |whole| match tied {
            Some(tied) => keep_whole(tied, whole, &mut keeper.borrow_mut()),
            None => keeper.borrow_mut().knows_whole(whole),
        },
        announce: Announce { at_turn, ..signals.announce() },
        theme: on.theme,
        link,
        announced: &mut || signals.announced(),
        in_tmux: copies.is_some_and(|page| tmux_buffer::load(&page.address, env)),
        page: on.page,
    };
    match asq_tui::run(terminal, form, &on.term, on.place, host) {
        FormEnded::Closed(outcome) => (outcome, false),
        FormEnded::Signal(number, draft) => (ended(number, draft), false),
        FormEnded::Aside(draft) => {
            // Other surfaces continue it, including the draft that an earlier form left.
            keep(&draft, tied, &mut keeper.borrow_mut());
            (Outcome::Withdrawn(draft), true)
        }
        FormEnded::Elsewhere(draft) | FormEnded::Lost(_, draft) => (Outcome::Withdrawn(draft), false),
    }
}

fn untouched(request: &Request) -> Draft {
    Draft { answers: Answers::none(request.questions.len()), ..Draft::default() }
}

fn ended(number: i32, draft: Draft) -> Outcome {
    if number == Signal::INT.as_raw() { Outcome::Cancelled(draft) } else { Outcome::Withdrawn(draft) }
}

/// The guard from the person's settings; an ask's own wish can only lengthen it.
pub(crate) fn guard(wanted: Option<u64>, settings: &Settings, request: &Request) -> Guard {
    Guard::of(wanted.unwrap_or(0).max(settings.guard.into())).for_request(request)
}

#[cfg(test)]
mod tests {
    use super::guard;
    use asq_core::form::Guard;
    use asq_core::model::{
        AnswerRules, Complete, Danger, DangerRule, Kind, Order, Prefs, Provenance, Question, Request,
    };
    use asq_settings::Settings;

    fn request(danger: Option<Danger>) -> Request {
        let question = Question {
            id: "q".into(),
            header: "Q".into(),
            text: "?".into(),
            description: None,
            kind: Kind::One,
            options: Vec::new(),
            custom: true,
            default: None,
            danger,
            sensitive: false,
            skippable: false,
            context: None,
            custom_row: None,
        };
        let rules = AnswerRules {
            complete: Complete::Every,
            order: Order::Offered,
            notes: false,
            discuss: false,
            danger: DangerRule::ExactText,
        };
        let (prefs, from) = (Prefs::default(), Provenance::default());
        Request { questions: vec![question], rules, prefs, from, expiry: None }
    }

    #[test]
    fn a_flag_lengthens_the_guard_and_only_the_person_shortens_it() {
        let own = |guard| Settings { guard, ..Settings::default() };
        let plain = request(None);
        let danger = request(Some(Danger { confirm_text: None, direct: false }));
        let none = Guard { first: 0, page: 0 };
        let usual = Guard { first: 50, page: 250 };
        let long = Guard { first: 900, page: 900 };
        let table = [
            (None, 250, &plain, usual),
            (Some(0), 250, &plain, usual),
            (Some(100), 250, &plain, usual),
            (Some(900), 250, &plain, long),
            (None, 0, &plain, none),
            (None, 30, &plain, Guard { first: 30, page: 30 }),
            (Some(100), 0, &plain, Guard { first: 50, page: 100 }),
            (None, 900, &plain, long),
            (Some(0), 0, &danger, usual),
            (Some(900), 0, &danger, long),
        ];
        for (flag, set, request, wanted) in table {
            assert_eq!(guard(flag, &own(set), request), wanted, "--guard {flag:?}, guard = {set}");
        }
    }
}
