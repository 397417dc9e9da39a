//! `asq inbox` shows all open requests on this terminal.
//!
//! - While it is open, an inbox is in use, so asks without a terminal are posted and wait.
//! - It takes the whole screen, whatever the setting `surface` says, and restores it; with --accessible and on a terminal
//!   that can't be drawn on, it is plain lines.
//! - Reads the settings once, when it opens, and then reports what doesn't count.
//! - With --once and nothing open it says so and leaves, without making a store.
//! - If the store is gone, or isn't the one that it opened, it says so and leaves (74).
//! - What could not be stored is printed when it ends (74).
//! - tmux goes to an asker's pane, on the server that the pane belongs to.

use crate::args::SurfaceArgs;
use crate::args::inbox::InboxArgs;
use crate::arrivals::ArrivalSignals;
use crate::ask::PATIENCE;
use crate::clock::local_zone;
use crate::editor::ExternalEditor;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass, escaped};
use crate::exit::Exit;
use crate::inbox_lines::{self, LinesFor};
use crate::opener::Opener;
use crate::output;
use crate::pace::{local_offset, steady};
use crate::session::{Acts, OpenBackend, ThisProcess, ids, refused};
use crate::settings::{self, Chosen};
use crate::tmux_buffer;
use crate::zone::LocalZone;
use asq_backend::{Backend, Follow, Wake};
use asq_core::form::Guard;
use asq_core::inbox::{GroupBy, Hours, LeftOver, Now, Setup, ended_by};
use asq_core::life::RequestId;
use asq_core::text::Untrusted;
use asq_core::time::Timestamp;
use asq_frame::Glyphs;
use asq_runtime::driver::{Clock, MachineClock};
use asq_settings::{Grouped, InboxOrder, OnHangup};
use asq_tui::TermEnv;
use asq_tui::inbox::{InboxEnded, InboxFace, InboxHost};
use asq_tui::paint::ScreenPlace;
use asq_tui::terminal::{Opening, Refused, TTY, Terminal};
use asq_wire::Ended as Ending;
use std::cell::RefCell;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// `asq inbox`.
pub(crate) fn run(args: &InboxArgs, env: &Env) -> Result<Exit, CommandError> {
    let flags = SurfaceArgs { accessible: args.accessible, ..SurfaceArgs::default() };
    let chosen = settings::for_ask(env, &flags);
    let term = TermEnv::new(|name| env.text(name));
    let Some(backend) = backend(args, env)? else {
        output::say("asq: nothing is open");
        return Ok(Exit::DONE);
    };
    if args.once && args.id.is_none() && backend.waiting()? == 0 {
        let put_off = backend.count()?;
        let are = if put_off == 1 { "is" } else { "are" };
        output::say(&format!("asq: nothing waits; {put_off} {are} put off"));
        return Ok(Exit::DONE);
    }
    let first = args.id.as_ref().map(|id| ids::find(&*backend, id)).transpose()?;
    let open = first.map(|id| is_open(&*backend, id)).transpose()?.unwrap_or(true);
    if args.once && !open {
        return Ok(Exit::Ended(Ending::Conflict));
    }
    let first = first.filter(|_| open);
    let zone = local_zone(env);
    if chosen.settings.accessible || term.dumb {
        let lines = match (args.once, first) {
            (true, Some(id)) => LinesFor::One(id),
            (true, None) => LinesFor::Once,
            (false, first) => LinesFor::All(first),
        };
        return in_lines(lines, &*backend, &chosen, &term, env);
    }
    let mut terminal = terminal(env, &term)?;
    let link =
        backend.follow(Follow::Inbox, Wake::Descriptor).map_err(|failure| refused::of(&failure, &zone))?;
    let glyphs = if term.unicode { Glyphs::Unicode } else { Glyphs::Ascii };
    let mut face = InboxFace::new(
        Setup { open_first: first, ..setup(&chosen, env, &*backend, zone, args.once) },
        glyphs,
    );
    let mut opener = Opener::new(&chosen.settings.inbox_open, env);
    let signals = RefCell::new(ArrivalSignals::new(&chosen.settings, env));
    let host = InboxHost {
        now: &now,
        news: link.descriptor(),
        notices: &mut || {
            let notices = link.notices();
            signals.borrow_mut().heed(&notices);
            notices
        },
        command: &mut |command| link.send(command),
        jump: &mut |pane| jump(pane, env),
        copy: &mut |text| tmux_buffer::load(text, env),
        open: &mut |target| opener.open(target),
        edit: &mut |text| ExternalEditor::of(env).edit(text, Path::new(TTY)),
        counts: chosen.settings.notify.title,
        mouse: chosen.settings.inbox_mouse,
        announce: &mut |news| signals.borrow_mut().announce(&news),
        theme: chosen.theme.clone(),
    };
    let ended = asq_tui::inbox::run(&mut terminal, &mut face, &term, host);
    // A second hangup may end the process as soon as the terminal is given back.
    drop(opener);
    if matches!(ended, InboxEnded::Left) {
        drop(terminal);
        // Closing the link writes the last text before the process ends.
        drop(link);
    } else {
        // A terminal that is gone may take no bytes; the answers and texts go first.
        drop(link);
        drop(terminal);
    }
    for trouble in signals.into_inner().finish() {
        output::say(&format!("asq: {trouble}"));
    }
    let lost = say_left_over(&*backend, &face.left_over());
    match ended {
        InboxEnded::Left => match backend.health() {
            Err(failure) => Err(refused::of(&failure, &local_zone(env))),
            Ok(()) if lost => Ok(Exit::Output),
            Ok(()) => Ok(Exit::DONE),
        },
        InboxEnded::Signal(_) | InboxEnded::Lost(_) => Ok(Exit::Ended(Ending::Withdrawn)),
    }
}

/// Prints what exists nowhere else now; returns whether there is any.
fn say_left_over(backend: &dyn Backend, left: &[LeftOver]) -> bool {
    let mut any = false;
    for LeftOver { id, question, texts } in left {
        // The store may have taken it while the inbox closed.
        if backend.get(*id).is_ok_and(|stored| stored.life.closed().is_some()) {
            continue;
        }
        any = true;
        output::say(&format!("asq: this could not be stored: {}", escaped(question.raw())));
        for text in texts {
            for line in escaped(text.raw()).lines() {
                output::say(&format!("  │ {line}"));
            }
        }
    }
    any
}

/// Whether a request is open; says how it ended if it isn't.
fn is_open(backend: &dyn Backend, id: RequestId) -> Result<bool, CommandError> {
    let stored = backend.get(id)?;
    let how = match stored.life.closed() {
        Some((outcome, by, _)) => ended_by(by, outcome.name()).to_string(),
        None if stored.life.is_erased() => "erased".to_owned(),
        None => return Ok(true),
    };
    output::say(&format!("asq: {} isn't open: {how}", backend.short_id(id)?));
    Ok(false)
}

/// The inbox in plain lines.
fn in_lines(
    lines: LinesFor,
    backend: &dyn Backend,
    chosen: &Chosen,
    term: &TermEnv,
    env: &Env,
) -> Result<Exit, CommandError> {
    let terminal = inbox_lines::terminal(env, term)?.ok_or_else(no_terminal)?;
    let zone = local_zone(env);
    let feed =
        backend.follow(Follow::Inbox, Wake::Descriptor).map_err(|failure| refused::of(&failure, &zone))?;
    let ended = inbox_lines::run(&terminal, backend, &*feed, chosen, env, lines);
    // Closing the feed writes the last text before the process ends.
    drop(feed);
    let (_, signal) = ended?;
    backend.health().map_err(|failure| refused::of(&failure, &zone))?;
    Ok(if signal.is_some() { Exit::Ended(Ending::Withdrawn) } else { Exit::DONE })
}

fn no_terminal() -> CommandError {
    CommandError::new(ErrorClass::NoPerson, "there is no terminal to show the inbox on")
        .hint("asq list shows the open requests without a terminal")
}

/// The backend of an inbox; `None` if nothing can be open, and that is what it is for.
fn backend(args: &InboxArgs, env: &Env) -> Result<Option<Arc<dyn Backend>>, CommandError> {
    let who = ThisProcess::acts(Acts::inbox(env));
    if !args.once && args.id.is_none() {
        return Ok(Some(OpenBackend::made(env, who)?.backend));
    }
    let Some(OpenBackend { backend, .. }) = OpenBackend::existing(env, who)? else {
        return match &args.id {
            Some(id) => Err(ids::unknown(id)),
            None => Ok(None),
        };
    };
    Ok(if args.once && args.id.is_none() && backend.count()? == 0 { None } else { Some(backend) })
}

fn terminal(env: &Env, term: &TermEnv) -> Result<Terminal, CommandError> {
    let turns = env.turns_dir();
    let mut waiting = |by| {
        output::say(&format!("asq: a question is on this terminal ({by}); the inbox comes after it"));
    };
    let (turns, patience, place) = (turns.as_deref(), PATIENCE, ScreenPlace::FullScreen);
    let mut opening = Opening {
        tty: Path::new(TTY),
        env: term,
        place,
        insist: false,
        turns,
        patience,
        waiting: &mut waiting,
    };
    Terminal::open(&mut opening).map_err(|refused| match refused {
        Refused::NoTerminal => no_terminal(),
        Refused::InUse | Refused::Ended(_) | Refused::Taken { .. } | Refused::Failed(_) => {
            CommandError::new(ErrorClass::NoPerson, refused.to_string())
        }
    })
}

pub(crate) fn setup(chosen: &Chosen, env: &Env, backend: &dyn Backend, zone: LocalZone, once: bool) -> Setup {
    let settings = &chosen.settings;
    Setup {
        // A dialect that this build doesn't know gets the form of asq's own.
        rules: Box::new(|dialect, prefs| (asq_asking::dialect(dialect).form)(prefs)),
        keys: chosen.keys.clone(),
        surface: backend.new_key().0,
        guard: Guard::of(settings.guard.into()),
        danger_check: settings.danger_check_enabled,
        hold_ms: (settings.inbox_hold * 1000.0) as u64,
        advance: settings.inbox_advance,
        propose: settings.inbox_propose,
        quiet: Hours::read(&settings.inbox_quiet),
        pace: steady(settings),
        bell: settings.bell_on_question,
        notify: ArrivalSignals::wanted(settings),
        announce_question: settings.notify.question,
        group: match settings.inbox_group {
            Grouped::None => GroupBy::None,
            Grouped::Agent => GroupBy::Agent,
            Grouped::Folder => GroupBy::Folder,
            Grouped::Urgency => GroupBy::Urgency,
        },
        urgent: settings.inbox_order == InboxOrder::Urgent,
        opens: !settings.inbox_open.trim().is_empty(),
        home: env.home().and_then(|home| home.into_os_string().into_string().ok()),
        zone: local_offset(zone),
        close_after_one: once,
        open_first: None,
        send_on_hangup: settings.inbox_on_hangup == OnHangup::Send,
    }
}

/// The same clocks as those that date requests, so that ages are right.
fn now() -> Now {
    let moment = MachineClock.now();
    let at = moment.boot.map_or(moment.wall_ms, |boot| boot.ms);
    Now { at: Timestamp(at), wall_ms: moment.wall_ms, boot: moment.boot.map(|boot| boot.id) }
}

/// Goes to a tmux pane.
fn jump(pane: &Untrusted, env: &Env) -> Result<(), String> {
    let (socket, id) = known_pane(pane.raw()).ok_or("The asker's pane is not one that tmux knows.")?;
    let tmux = |arguments: &[&str]| {
        let done = Command::new("tmux")
            .arg("-S")
            .arg(socket)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        done.map_err(|error| format!("tmux can't be started: {error}"))
    };
    let found = tmux(&["select-window", "-t", id, ";", "select-pane", "-t", id])?;
    if !found.success() {
        return Err("The asker's pane is not there any more.".to_owned());
    }
    let ours = env.text("TMUX").is_some_and(|ours| ours.split(',').next() == Some(socket));
    if ours {
        // The pane may be in another session of the same server. In our own session this changes nothing.
        tmux(&["switch-client", "-t", id])?;
    }
    Ok(())
}

/// The server's socket and the pane's id, if the text is a pane as an origin names it.
fn known_pane(pane: &str) -> Option<(&str, &str)> {
    let (socket, id) = pane.rsplit_once(' ')?;
    let number = id.strip_prefix('%')?;
    let fits = socket.starts_with('/') && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    fits.then_some((socket, id))
}

#[cfg(test)]
mod tests {
    use super::known_pane;

    #[test]
    fn a_pane_is_a_socket_and_a_number() {
        assert_eq!(known_pane("/tmp/tmux 1/default %13"), Some(("/tmp/tmux 1/default", "%13")));
        for wrong in ["", "%3", "/s", "/s 3", "/s %", "/s %3;kill-server", "s %3", "/s %-1", "/s %3 "] {
            assert_eq!(known_pane(wrong), None, "{wrong:?}");
        }
    }
}
