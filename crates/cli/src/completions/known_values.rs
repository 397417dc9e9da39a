//! The candidates for a word, as far as asq knows them.
//!
//! - Knows commands, flags and the values that the command line itself lists.
//! - Knows dialects and their tools, topics of help, settings and their values, and themes.
//! - Knows open requests by their short ids, their questions, and the labels that can still be picked. A dangerous
//!   question has none: no command answers it.
//! - Offers an option's value if its label can't be typed.
//! - For a file or a folder it leaves the candidates to the shell.

use super::cursor_spot::{CursorSpot, SpotKind};
use crate::env::Env;
use crate::session::{OpenBackend, ThisProcess, ids};
use crate::{help, install, schema, settings};
use asq_asking::{listed, named_question};
use asq_core::form::Act;
use asq_core::model::{Question, QuestionOption, Request};
use asq_core::text::{Shown, Untrusted};
use asq_settings::{ALL, Setting, Shape};
use clap::{Arg, ValueHint};
use std::sync::mpsc;
use std::time::Duration;

/// The longest candidate, and its longest description.
const LONGEST: usize = 200;
const ABOUT: usize = 60;
/// How long a store may take.
const PATIENCE: Duration = Duration::from_secs(1);

pub(super) enum Completion {
    Words(Vec<Candidate>),
    Files,
    Folders,
}

pub(super) struct Candidate {
    pub(super) value: String,
    about: String,
}

impl Candidate {
    fn new(value: impl Into<String>, about: impl Into<String>) -> Candidate {
        Candidate { value: value.into(), about: about.into() }
    }

    fn bare(value: impl Into<String>) -> Candidate {
        Candidate::new(value, "")
    }

    /// Whether a person sees what it is, and the shell's line holds it as it is.
    pub(super) fn is_plain(&self) -> bool {
        is_plain(&self.value)
    }

    pub(super) fn about(&self) -> Shown {
        Shown::clipped(&Untrusted::from(self.about.as_str()), ABOUT)
    }
}

fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.len() <= LONGEST && Shown::one_line(&Untrusted::from(text)).as_str() == text
}

/// What completes the word at this spot.
pub(super) fn of(spot: &CursorSpot<'_>, cli: &clap::Command, env: &Env) -> Completion {
    match spot.kind {
        SpotKind::Flag => Completion::Words(flags(spot)),
        SpotKind::Value(arg) => value(arg, spot, cli, env),
        SpotKind::Argument(arg) => {
            let mut words = if spot.arguments.is_empty() { commands(spot.command) } else { Vec::new() };
            match arg.map(|arg| value(arg, spot, cli, env)) {
                Some(Completion::Words(more)) => words.extend(more),
                Some(others) => return others,
                None => {}
            }
            Completion::Words(words)
        }
    }
}

fn commands(command: &clap::Command) -> Vec<Candidate> {
    let shown = command.get_subcommands().filter(|command| !command.is_hide_set());
    let about = |command: &clap::Command| command.get_about().map(ToString::to_string).unwrap_or_default();
    shown.map(|command| Candidate::new(command.get_name(), about(command))).collect()
}

fn flags(spot: &CursorSpot<'_>) -> Vec<Candidate> {
    let shown = spot.command.get_arguments().filter(|arg| !arg.is_hide_set());
    let candidate = |arg: &Arg| {
        let equals = if arg.is_require_equals_set() { "=" } else { "" };
        let about = arg.get_help().map(ToString::to_string).unwrap_or_default();
        Some(Candidate::new(format!("--{}{equals}", arg.get_long()?), about))
    };
    shown.filter_map(candidate).collect()
}

/// What completes the value of this argument.
fn value(arg: &Arg, spot: &CursorSpot<'_>, cli: &clap::Command, env: &Env) -> Completion {
    let words = match (&spot.path[..], arg.get_id().as_str()) {
        (["install" | "uninstall", ..], "dialect") => install::pi_dialects().map(Candidate::bare).collect(),
        (_, "dialect") | (["demo" | "schema"], "id") => dialects(),
        (["schema"], "tool") => tools(spot.arguments.first()),
        (["help"], "topic") => {
            help::known(cli).into_iter().map(|(name, about)| Candidate::new(name, about)).collect()
        }
        (["show" | "answer" | "decline" | "cancel" | "withdraw"], "id") | (["wait"], "ids") => {
            let typed: Vec<String> = spot.arguments.iter().map(|id| (*id).to_owned()).collect();
            open(env).into_iter().filter(|it| !typed.contains(&it.value)).collect()
        }
        (["answer"], "question") => asked(spot, env).map(|request| questions(&request)).unwrap_or_default(),
        (["answer"], "pick") => asked(spot, env).map(|request| labels(spot, &request)).unwrap_or_default(),
        (["confirm"], "default") => ["yes", "no"].map(Candidate::bare).into(),
        (["pick"], "default") => typed_labels(spot),
        (["settings", "set"], "pairs") => match spot.arguments.len() % 2 {
            0 => names(spot, true),
            _ => spot.arguments.last().map(|name| setting_values(name, env)).unwrap_or_default(),
        },
        (["settings", "unset"], "names") => names(spot, true),
        (["settings", "explain"], "names") => names(spot, false),
        _ => return listed_values(arg),
    };
    Completion::Words(words)
}

/// The labels that are typed before the cursor, after the question.
fn typed_labels(spot: &CursorSpot<'_>) -> Vec<Candidate> {
    let labels = spot.arguments.iter().skip(1).copied();
    labels.filter(|label| *label != "-" && is_plain(label)).map(Candidate::bare).collect()
}

/// The values that the command line lists, else files or folders, if it takes those.
fn listed_values(arg: &Arg) -> Completion {
    let about =
        |value: &clap::builder::PossibleValue| value.get_help().map(ToString::to_string).unwrap_or_default();
    let values: Vec<Candidate> = arg
        .get_possible_values()
        .iter()
        .filter(|value| !value.is_hide_set())
        .map(|value| Candidate::new(value.get_name(), about(value)))
        .collect();
    let is_path = matches!(
        arg.get_value_hint(),
        ValueHint::AnyPath | ValueHint::FilePath | ValueHint::DirPath | ValueHint::ExecutablePath
    );
    let names = arg.get_value_names().unwrap_or_default();
    match (values.is_empty(), is_path) {
        (false, _) | (true, false) => Completion::Words(values),
        (true, true) if names.iter().any(|name| name == "DIR") => Completion::Folders,
        (true, true) => Completion::Files,
    }
}

fn dialects() -> Vec<Candidate> {
    schema::with_tools().map(|(id, tools)| Candidate::new(id, tools)).collect()
}

fn tools(dialect: Option<&&str>) -> Vec<Candidate> {
    let found = dialect.and_then(|id| schema::with_tools().find(|(known, _)| known == id));
    found.map(|(_, tools)| tools.split(", ").map(Candidate::bare).collect()).unwrap_or_default()
}

/// The settings; those that can be set in the file that a flag names, if one does.
fn names(spot: &CursorSpot<'_>, sets: bool) -> Vec<Candidate> {
    let in_contract = spot.switches.iter().any(|flag| matches!(*flag, "--global" | "--project"));
    let settings = ALL.iter().filter(|setting| !in_contract || setting.in_contract());
    let mut all: Vec<Candidate> = settings.map(|it| Candidate::new(it.name, it.about)).collect();
    if sets && !in_contract && spot.typed.starts_with("keys.b") {
        all.extend(Act::names().map(|act| Candidate::bare(format!("keys.bindings.{act}"))));
    }
    all
}

fn setting_values(name: &str, env: &Env) -> Vec<Candidate> {
    let Some(setting) = Setting::named(name) else { return Vec::new() };
    match setting.shape {
        Shape::Flag => ["true", "false"].map(Candidate::bare).into(),
        Shape::Word(words) => words.iter().copied().map(Candidate::bare).collect(),
        Shape::WordOrFile(_) => settings::theme_names(env).into_iter().map(Candidate::bare).collect(),
        Shape::Integer { .. }
        | Shape::Number { .. }
        | Shape::Text { .. }
        | Shape::Hours
        | Shape::Bindings => Vec::new(),
    }
}

/// The open requests, with what they ask.
fn open(env: &Env) -> Vec<Candidate> {
    let env = env.clone();
    let rows = in_time(move || {
        let opened = OpenBackend::existing(&env, ThisProcess::looks(&env)).ok()??;
        listed(&*opened.backend).ok()
    });
    let candidate = |row: asq_wire::public::ListedRequest| {
        Candidate::new(row.short, Shown::one_line(&row.pending.summary.text).as_str())
    };
    rows.unwrap_or_default().into_iter().map(candidate).collect()
}

/// The request that the command line names, if it is open.
fn asked(spot: &CursorSpot<'_>, env: &Env) -> Option<Request> {
    let id = (*spot.arguments.first()?).to_owned();
    let env = env.clone();
    in_time(move || {
        let opened = OpenBackend::existing(&env, ThisProcess::looks(&env)).ok()??;
        let stored = opened.backend.read(ids::find(&*opened.backend, &id).ok()?).ok()?;
        let is_open = stored.life.closed().is_none();
        stored.asked().filter(|_| is_open).map(|asked| asked.request.clone())
    })
}

/// What a store says, if it says so in time.
fn in_time<T: Send + 'static>(look: impl FnOnce() -> Option<T> + Send + 'static) -> Option<T> {
    let (send, said) = mpsc::channel();
    std::thread::spawn(move || {
        // Nobody may wait for it any more.
        let _ = send.send(look());
    });
    said.recv_timeout(PATIENCE).ok().flatten()
}

fn questions(request: &Request) -> Vec<Candidate> {
    let candidate = |(at, question): (usize, &Question)| {
        let named = [question.id.raw(), question.header.raw()].into_iter().find(|name| is_plain(name));
        let about = Shown::one_line(&question.text);
        Candidate::new(named.map_or_else(|| (at + 1).to_string(), str::to_owned), about.as_str())
    };
    request.questions.iter().enumerate().map(candidate).collect()
}

/// The labels of the question that the flags name, without those that are picked.
fn labels(spot: &CursorSpot<'_>, request: &Request) -> Vec<Candidate> {
    let start = spot.flags.iter().rposition(|(flag, _)| *flag == "question");
    let at = match start {
        Some(at) => named_question(spot.flags[at].1, request),
        None => (request.questions.len() == 1).then_some(0),
    };
    let question = at.and_then(|at| request.questions.get(at)).filter(|question| question.danger.is_none());
    let since = &spot.flags[start.unwrap_or(0)..];
    let is_picked = |text: &str| since.iter().any(|(flag, picked)| *flag == "pick" && *picked == text);
    let options = question.map(|question| question.options.as_slice()).unwrap_or_default();
    let typed = |option: &QuestionOption| {
        let texts = [option.label.raw().trim(), option.value.raw().trim()];
        texts.into_iter().find(|text| is_plain(text) && !text.starts_with('-')).map(str::to_owned)
    };
    let about = |option: &QuestionOption| {
        option.description.as_ref().map(|text| Shown::one_line(text).as_str().to_owned()).unwrap_or_default()
    };
    let candidates = options.iter().filter_map(|option| Some(Candidate::new(typed(option)?, about(option))));
    candidates.filter(|candidate| !is_picked(&candidate.value)).collect()
}
