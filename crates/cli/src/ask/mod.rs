//! `asq ask`: a call in, a form on the terminal, one line of JSON out.
//!
//! - The call is read strictly; what was dropped or mended is said on standard error.
//! - An ill call ends at once, with all its problems in the words of its dialect.
//! - A contract whose own gate offers no tool here asks nobody.
//! - Where nobody can be asked, the dialect's own ending says so; never a hang, never a fake cancel.
//! - Settings are read anew for each ask; a variable of the contracts' first version is told to do nothing.
//! - Questions may come as flags instead of a call; then nothing is read.
//! - Who asks comes from flags, else from the environment.

mod ending;
mod input;
mod keep;
mod line;
pub(crate) mod signals;
mod surface;
mod values;

use crate::args::{AskArgs, Identity, Named, Output, Surface};
use crate::call::{Call, Understood};
use crate::env::Env;
use crate::error::{Failure, escaped};
use crate::exit::Exit;
use crate::{call, help, output, quick, schema, settings};
use asq_core::model::{Provenance, Request};
use asq_core::text::Untrusted;
use asq_dialects::{Dialect, What, Why};
use asq_tui::terminal::Refused;
use asq_wire::{Ended, Note, ToolCall};
use ending::Ending;
use signals::{Of, Signals};
use std::ffi::OsString;
use surface::Asked;

pub(crate) use input::read;
pub(crate) use keep::Keeper;
pub(crate) use surface::guard;

/// Named a file with answers, in version 1 of `AskUserQuestion`.
const ANSWERS_FILE: &str = "PI_QUESTIONNAIRE_ANSWERS_FILE";

/// `asq ask`.
pub(crate) fn run(args: &AskArgs, env: &Env) -> Result<Exit, Failure> {
    if args.quick.is_some() {
        let named = Named { dialect: Some(asq_dialects::asq::DIALECT.id.to_owned()), tool: None };
        let bytes = quick::call(&args.quick)?;
        let ending = ask(bytes, &named, provenance(&args.identity, env), &args.surface, env);
        return Ok(ending.deliver(&args.output));
    }
    if args.file.is_none() && input::is_terminal() {
        output::say(help::ask().trim_end());
        return Ok(Exit::Usage);
    }
    call::known(&args.named)?;
    let bytes = input::read(args.file.as_deref())?;
    let ending = ask(bytes, &args.named, provenance(&args.identity, env), &args.surface, env);
    Ok(ending.deliver(&args.output))
}

/// Asks a sample call.
pub(crate) fn sample(call: &[u8], surface: &Surface, output: &Output, env: &Env) -> Exit {
    ask(call.to_vec(), &Named::default(), Provenance::default(), surface, env).deliver(output)
}

fn ask(bytes: Vec<u8>, named: &Named, from: Provenance, surface: &Surface, env: &Env) -> Ending {
    let chosen = settings::for_ask(env, surface);
    let prefs = settings::prefs(&chosen.settings, env);
    let Call { call, dialect, reading } = match call::understand(bytes, named, prefs) {
        Understood::Call(call) => *call,
        Understood::Misuse(_, reply) => return Ending::unasked(Ended::Misuse, reply),
    };
    tell(&reading.notes);
    if env.get(ANSWERS_FILE).is_some() {
        output::say(&format!("asq: {ANSWERS_FILE} was removed and does nothing; the person is asked"));
    }
    let (mut request, immediate) = match reading.what {
        What::Reply(reply) => return Ending::unasked(Ended::Answered, reply),
        What::Ask { request, immediate } => (request, immediate),
    };
    if let Some(reply) = immediate {
        return Ending::unasked(Ended::Answered, reply);
    }
    if !schema::offered(dialect, prefs) {
        return unavailable(dialect, &call, &request, Why::NotOffered);
    }
    request.from = from;
    let mut keeper = Keeper::new(env, dialect.id, &call, &request);
    let rules = (dialect.form)(&request.prefs);
    let cwd = std::env::current_dir().ok();
    let of = Of { call: &call, dialect, request: &request, called: rules.called, cwd: cwd.as_deref() };
    let mut signals = Signals::new(&chosen.settings, env, of);
    let asked = surface::ask(surface, &chosen, env, request.clone(), rules, &mut keeper, &mut signals);
    for trouble in signals.finish() {
        output::say(&format!("asq: {trouble}"));
    }
    match asked {
        Ok(Asked { outcome, turn }) => {
            let reply = (dialect.write)(&call, Some(&request), asq_dialects::Ending::Closed(&outcome));
            let values = values::of(&request, &outcome);
            Ending { ended: Ended::from(&outcome), reply, values, said: Some((outcome, keeper)), turn }
        }
        Err(refused) => unavailable(dialect, &call, &request, why(&refused)),
    }
}

/// Says in plain words why nobody was asked; the agent is told in the dialect's.
fn unavailable(dialect: &Dialect, call: &ToolCall, request: &Request, why: Why) -> Ending {
    let way_out = match why {
        Why::TerminalInUse => "\n  --inline or --fullscreen asks there all the same",
        Why::NotOffered => "\n  OPENCODE_ENABLE_QUESTION_TOOL=1 offers it all the same",
        Why::NoTerminal | Why::TerminalFailed => "",
    };
    output::say(&format!("asq: nobody was asked: {why}{way_out}"));
    let reply = (dialect.write)(call, Some(request), asq_dialects::Ending::Unavailable(why));
    Ending::unasked(Ended::Unavailable, reply)
}

fn why(refused: &Refused) -> Why {
    match refused {
        Refused::NoTerminal => Why::NoTerminal,
        Refused::InUse => Why::TerminalInUse,
        Refused::Ended(_) | Refused::Failed(_) => Why::TerminalFailed,
    }
}

/// Says what a reading dropped or mended.
fn tell(notes: &[Note]) {
    for note in notes {
        output::say(&format!("asq: {}", escaped(&note.to_string())));
    }
}

fn provenance(identity: &Identity, env: &Env) -> Provenance {
    let given = |flag: Option<&OsString>| flag.map(|v| v.to_string_lossy().into_owned());
    let named = |flag, variable| given(flag).or_else(|| env.text(variable));
    let name = |text: Option<String>| text.filter(|t| !t.is_empty()).map(Untrusted::from);
    Provenance {
        agent: name(named(identity.agent.as_ref(), "ASQ_AGENT")),
        session: name(named(identity.session.as_ref(), "ASQ_SESSION")),
        call_id: name(given(identity.call_id.as_ref())),
    }
}
