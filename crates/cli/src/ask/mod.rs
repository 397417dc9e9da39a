//! `asq ask`: a call in, a form on the terminal, one line of JSON out, if that goes to a pipe or a file.
//!
//! - Reads the call strictly; reports on standard error what it dropped or repaired.
//! - A malformed call ends at once, with all its problems in the words of its dialect.
//! - Asks nobody if the contract's own gate offers no tool here.
//! - If nobody can be asked, the dialect's own ending says so; asq never hangs and never fakes a cancel.
//! - With --inbox, --wait or --no-wait the question waits in the store; otherwise asq opens a form here if it can.
//! - Reads the settings for each ask; reports that a variable of the contracts' first version has no effect.
//! - Questions may come as flags instead of a call; then asq reads no call.
//! - Flags or the environment name the asker; flags without any agent come from a script.

mod about;
mod ask_store;
mod asker;
mod ending;
mod find;
mod form;
mod keep;
mod line;
#[cfg(feature = "serve")]
mod page_offer;
pub(crate) mod post;
pub(crate) mod signals;
mod surface;

use crate::args::store::PostArgs;
use crate::args::{AskArgs, DialectArgs, IdentityArgs, OutputArgs, OutputFormat, SurfaceArgs};
use crate::bad_line::{TO_ASK_THAT, is_question};
use crate::env::Env;
use crate::error::{CommandError, ErrorClass, escaped};
use crate::exit::Exit;
use crate::session::ThisAsker;
use crate::{call, input, output, quick, schema, settings};
use asq_asking::{Call, ReadCall, WrittenEnding};
use asq_core::life::About;
use asq_core::model::Provenance;
use asq_core::text::Untrusted;
use asq_dialects::{Reading, What, Why};
use asq_wire::{Ended, Note};
use std::borrow::Cow;
use std::ffi::OsString;
use std::path::Path;

pub(crate) use ask_store::{AskStore, keep, keep_whole, place};
pub(crate) use asker::LocalAsk;
pub(crate) use ending::{PrintedEnding, record};
pub(crate) use find::{FindList, FindResult, find};
pub(crate) use keep::Keeper;
pub(crate) use line::{LineSignals, TerminalLines, writer as line_writer};
pub(crate) use surface::{PATIENCE, guard, speaks_lines};

/// In version 1 of `AskUserQuestion`, this variable named a file with answers.
const ANSWERS_FILE: &str = "PI_QUESTIONNAIRE_ANSWERS_FILE";

/// `asq ask`.
pub(crate) fn run(args: &AskArgs, env: &Env) -> Result<Exit, CommandError> {
    if !args.quick.is_some() && args.file.is_none() && input::is_terminal() {
        return Err(CommandError::new(ErrorClass::Usage, "there is nothing to ask yet")
            .hint("a question: asq ask -q 'Which database?' -o PostgreSQL -o SQLite")
            .hint("a call from a file, or through a pipe: asq ask call.json, … | asq ask -")
            .hint("asq ask --help explains the rest"));
    }
    Ok(asked(args, env)?.deliver(&args.output, env))
}

/// The question that was typed where a file belongs. JSON there has an error of its own.
fn typed_question(args: &AskArgs) -> Option<Cow<'_, str>> {
    let file = args.file.as_deref().filter(|file| !asq_files::by_name::is_there(file))?;
    Some(file.to_string_lossy())
        .filter(|text| is_question(text) && !text.trim_start().starts_with(['{', '[']))
}

/// Asks; the ending isn't printed yet.
pub(crate) fn asked(args: &AskArgs, env: &Env) -> Result<PrintedEnding, CommandError> {
    let by_flags = args.quick.is_some();
    let mut from = provenance(&args.identity, env);
    let of_own = DialectArgs { dialect: Some(asq_dialects::asq::DIALECT.id.to_owned()), tool: None };
    let (bytes, named, about) = if by_flags {
        if let Some(text) = typed_question(args) {
            let quoted = if text.contains('\'') { "TEXT".into() } else { format!("'{text}'") };
            let failure = CommandError::new(ErrorClass::Usage, format!("-q is missing before '{text}'"));
            return Err(failure.hint(format!("asq ask -q {quoted} …")));
        }
        from.script = from.is_empty() && !env.is_agents();
        let by = if from.script { quick::AskedBy::Script } else { quick::AskedBy::Agent };
        (quick::call(&args.quick, by)?, &of_own, about::read(&args.about, false)?)
    } else {
        call::known(&args.named)?;
        let piped = args.file.as_deref().is_none_or(|file| file == Path::new("-"));
        // Reading the call may have to wait.
        let about = about::read(&args.about, piped)?;
        let call = input::read(args.file.as_deref()).map_err(|failure| {
            if typed_question(args).is_some() { failure.hint(TO_ASK_THAT) } else { failure }
        });
        (call?, &args.named, about)
    };
    let only_values = args.output.chosen() == Some(OutputFormat::Value);
    let claims = Claims { from, about, only_values };
    let ending = ask(bytes, named, &claims, Some(&args.post), &args.surface, by_flags, env)?;
    Ok(if args.quick.is_lone_confirm() { ending.of_a_confirm() } else { ending })
}

/// Asks a sample call, in this terminal only.
pub(crate) fn sample(
    dialect: &'static str,
    call: &[u8],
    surface: &SurfaceArgs,
    output: &OutputArgs,
    env: &Env,
) -> Result<Exit, CommandError> {
    let ending = ask(call.to_vec(), &DialectArgs::default(), &Claims::default(), None, surface, false, env)?;
    Ok(ending.of_a_sample(dialect).deliver(output, env))
}

/// Asks the person who runs asq a question of asq's own. Returns the picked option's value, or `None` if they left.
pub(crate) fn choose(question: &serde_json::Value, env: &Env) -> Result<Option<String>, CommandError> {
    let mut question = question.clone();
    question["kind"] = "select_one".into();
    question["custom"] = false.into();
    let call = serde_json::json!({"questions": [question], "discuss": false});
    let named = DialectArgs { dialect: Some(asq_dialects::asq::DIALECT.id.to_owned()), tool: None };
    let bytes = call.to_string().into_bytes();
    let ending = ask(bytes, &named, &Claims::default(), None, &SurfaceArgs::default(), true, env)?;
    Ok(ending.taken())
}

/// What an asker says of itself and of its work.
#[derive(Debug, Default)]
pub(crate) struct Claims {
    pub(crate) from: Provenance,
    pub(crate) about: Option<Box<About>>,
    /// Whether it gets the answer's values alone. Then a script's note would reach nobody.
    pub(crate) only_values: bool,
}

/// Asks; without `post` it uses no store.
pub(crate) fn ask(
    bytes: Vec<u8>,
    named: &DialectArgs,
    claims: &Claims,
    post: Option<&PostArgs>,
    surface: &SurfaceArgs,
    by_flags: bool,
    env: &Env,
) -> Result<PrintedEnding, CommandError> {
    let chosen = settings::for_ask(env, surface);
    let prefs = settings::prefs(&chosen.settings, env);
    let Call { call, dialect, reading } = match call::read(bytes, named, prefs) {
        ReadCall::Call(call) => *call,
        ReadCall::Misuse(_, reply) => return Ok(PrintedEnding::unasked(Ended::Misuse, reply)),
    };
    let Reading { what, notes } = reading;
    let questions = if let What::Ask { request, .. } = &what { request.questions.len() } else { 0 };
    tell(&notes, by_flags.then_some(questions));
    if env.get(ANSWERS_FILE).is_some() {
        output::say(&format!("asq: {ANSWERS_FILE} was removed: no answers are read from a file"));
    }
    let answered = |reply| WrittenEnding::of(Ended::Answered, reply).noting(&notes).into();
    let (mut request, immediate) = match what {
        What::Reply(reply) => return Ok(answered(reply)),
        What::Ask { request, immediate } => (request, immediate),
    };
    if let Some(reply) = immediate {
        return Ok(answered(reply));
    }
    let elsewhere = match post {
        Some(_) => "\n  --inbox lets it wait until somebody answers elsewhere",
        None if by_flags => "",
        None => "\n  run it in a terminal, or see the sample call: asq demo --print",
    };
    if !schema::offered(dialect, prefs) {
        let side = ThisAsker::of(env);
        let asker =
            LocalAsk { by_flags, notes: &notes, elsewhere, ..LocalAsk::of(&call, dialect, &request, side) };
        return Ok(asker.unavailable(Why::NotOffered));
    }
    request.from = claims.from.clone();
    let takes_notes = !(claims.from.script && claims.only_values);
    let returns = post.is_some_and(PostArgs::returns);
    let side = ThisAsker { returns, about: claims.about.as_deref(), ..ThisAsker::of(env) };
    let asker = LocalAsk {
        by_flags,
        takes_notes,
        notes: &notes,
        elsewhere,
        ..LocalAsk::of(&call, dialect, &request, side)
    };
    match post {
        Some(post) if post.is_asked_for() => post::ask(&asker, post),
        Some(_) | None => form::ask(&asker, post.is_some(), surface, &chosen),
    }
}

/// Reports what a reading dropped or repaired; flags made the call of so many questions.
fn tell(notes: &[Note], by_flags: Option<usize>) {
    for note in notes {
        let text = by_flags.map_or_else(|| note.to_string(), |questions| quick::noted(note, questions));
        output::say(&format!("asq: {}", escaped(&text)));
    }
}

fn provenance(identity: &IdentityArgs, env: &Env) -> Provenance {
    let given = |flag: Option<&OsString>| flag.map(|v| v.to_string_lossy().into_owned());
    let named = |flag, variable| given(flag).or_else(|| env.text(variable));
    let name = |text: Option<String>| text.filter(|t| !t.is_empty()).map(Untrusted::from);
    Provenance {
        agent: name(named(identity.agent.as_ref(), "ASQ_AGENT")),
        session: name(named(identity.session.as_ref(), "ASQ_SESSION")),
        call_id: name(given(identity.call_id.as_ref())),
        script: false,
    }
}
