//! `asq pick`: one of a list, or several, for scripts.
//!
//! - Labels come from the arguments, then from a file or standard input, a line each or between NUL bytes.
//! - Without labels and a file, a pipe on standard input has them; an agent and a question that waits have to say so
//!   with -, since their pipe may stay open.
//! - Labels from a file or a pipe are found by typing: the list is there at once, and goes on while they arrive.
//! - What a list can't do (danger, own words, an inbox, plain lines, JSON) opens the form, with at most 200 labels.
//! - Prints values, or with `--index` numbers, a line each or with `--print0` each with a NUL byte after it.

use super::flags::QuickFlag;
use super::short::{PickForm, ShortArgs};
use crate::args::{AskArgs, OutputFormat};
use crate::ask::{self, FindList};
use crate::env::Env;
use crate::error::{CommandError, ErrorClass, escaped};
use crate::exit::Exit;
use crate::{input, output};
use asq_core::text::Untrusted;
use asq_dialects::asq;
use asq_finder::{FinderRules, LabelList, Separator};
use clap::Args;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::FileType;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

/// The most labels of a form.
const FORM: usize = asq::DIALECT.limits.options.1;

#[derive(Debug, Args)]
pub(crate) struct PickArgs {
    #[command(flatten)]
    asks: ShortArgs<PickForm>,
    #[command(flatten)]
    list: LabelArgs,
}

/// Where labels come from, and how picks are printed.
#[derive(Debug, Args)]
#[command(next_help_heading = "The labels")]
struct LabelArgs {
    /// Labels from a file, a line each; - is standard input
    #[arg(long, value_name = "FILE|-")]
    from: Option<PathBuf>,
    /// A NUL byte ends each label that is read, so that a label may have line breaks (find -print0)
    #[arg(short = '0', long)]
    null: bool,
    /// Split each label at TEXT into LABEL, the VALUE to print, and a DESCRIPTION
    #[arg(long, value_name = "TEXT")]
    delimiter: Option<String>,
    /// Print each pick's line number instead, counting from 1
    #[arg(long)]
    index: bool,
    /// Print a NUL byte after each pick, not a line break (xargs -0)
    #[arg(long)]
    print0: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct PickOutput {
    index: bool,
    print0: bool,
}

impl PickOutput {
    /// What is printed of these labels.
    fn of(self, labels: &LabelList, picks: impl IntoIterator<Item = usize>) -> Vec<u8> {
        let mut out = Vec::new();
        for at in picks {
            if self.index {
                out.extend_from_slice(labels.number(at).to_string().as_bytes());
            } else {
                out.extend_from_slice(labels.value(at));
            }
            out.push(if self.print0 { 0 } else { b'\n' });
        }
        out
    }
}

/// `asq pick`.
pub(crate) fn run(args: PickArgs, env: &Env) -> Result<Exit, CommandError> {
    let PickArgs { asks, list } = args;
    let (typed, dash) = asks.labels();
    let from = match source(list.from.as_deref(), dash)? {
        None if typed.is_empty() && asks.reads_a_bare_pipe(env) => input::piped_labels(),
        from => from,
    };
    if list.null && from.is_none() {
        return Err(usage(
            "-0 says how labels are read, but none are read",
            "… -print0 | asq pick TEXT -0 -",
        ));
    }
    let separator = if list.null { Separator::Nul } else { Separator::Line };
    let delimiter = list.delimiter.as_deref();
    if delimiter == Some("") {
        return Err(usage("--delimiter is empty", "such as --delimiter ::"));
    }
    let mut labels = LabelList::new(separator, delimiter);
    for label in &typed {
        labels.push(label.as_bytes());
    }
    let printed = PickOutput { index: list.index, print0: list.print0 };
    let Some(from) = from else {
        labels.complete();
        if labels.is_empty() {
            let nothing = match input::piped_labels() {
                _ if !typed.is_empty() => "all labels are empty",
                Some(_) if !asks.reads_a_bare_pipe(env) => {
                    "there is nothing to pick from: for an agent, and for a question that waits, - reads the pipe"
                }
                Some(_) | None => "there is nothing to pick from",
            };
            return Err(usage(nothing, SOURCES));
        }
        if labels.len() > FORM {
            return Err(usage(
                format!("at most {FORM} labels can be typed, got {}", labels.len()),
                &format!(
                    "a piped list takes up to {} and filters as you type: … | asq pick TEXT -",
                    LabelList::MOST
                ),
            ));
        }
        return as_form(asks, &labels, printed, env);
    };
    if let Some(why) = asks.needs_form(env) {
        read_whole(&mut labels, from, why)?;
        return as_form(asks, &labels, printed, env);
    }
    let found = ask::find(
        FindList {
            question: Untrusted::from(asks.text()),
            description: asks.one(QuickFlag::Description).map(Untrusted::from),
            rules: rules(&asks)?,
            labels,
            from,
        },
        asks.surface(),
        env,
    )?;
    match found {
        ask::FindResult::Picked(labels, picks) => deliver(&printed.of(&labels, picks)),
        ask::FindResult::Nothing(exit) => Ok(exit),
        ask::FindResult::Empty => Err(nothing_read()),
    }
}

fn nothing_read() -> CommandError {
    usage("there is nothing to pick from: what was read has no label", SOURCES)
}

const SOURCES: &str =
    "type labels after the question, pipe them (… | asq pick TEXT -), or name a file (--from FILE)";

fn usage(what: impl Into<String>, hint: &str) -> CommandError {
    CommandError::new(ErrorClass::Usage, what.into()).hint(hint)
}

/// Opens what the labels are read from.
fn source(from: Option<&Path>, dash: usize) -> Result<Option<OwnedFd>, CommandError> {
    let piped = dash + usize::from(from == Some(Path::new("-")));
    if piped > 1 {
        return Err(usage("- was given twice: standard input is read once", SOURCES));
    }
    if piped == 1 {
        if from.is_some_and(|path| path != Path::new("-")) {
            return Err(usage(
                "--from and - can't be used together: labels are read from one place",
                SOURCES,
            ));
        }
        if input::is_terminal() {
            return Err(usage("- reads labels from a pipe, but standard input is a terminal", SOURCES));
        }
        let unreadable = |e: rustix::io::Errno| {
            CommandError::new(ErrorClass::Usage, format!("can't read standard input: {e}"))
        };
        return rustix::io::dup(rustix::stdio::stdin()).map(Some).map_err(unreadable);
    }
    let Some(path) = from else { return Ok(None) };
    let unreadable = |e: io::Error| {
        CommandError::new(ErrorClass::Usage, format!("can't read '{}': {e}", path.display()))
            .hint("--from names a file with a label on each line")
    };
    #[expect(clippy::disallowed_methods, reason = "a file that the asker names")]
    let file = File::open(path).map_err(unreadable)?;
    let is_folder = rustix::fs::fstat(&file)
        .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Directory);
    if is_folder {
        return Err(unreadable(io::ErrorKind::IsADirectory.into()));
    }
    Ok(Some(file.into()))
}

/// The bounds of the picks.
fn rules(asks: &ShortArgs<PickForm>) -> Result<FinderRules, CommandError> {
    let many = asks.one(QuickFlag::Many).is_some();
    let wrong = |why: String| usage(why, "asq pick --help explains the flags");
    let number = |flag: QuickFlag| match asks.one(flag) {
        None => Ok(None),
        Some(_) if !many => Err(wrong(format!("{} needs --many", flag.typed()))),
        Some(text) => text
            .parse::<usize>()
            .map(Some)
            .map_err(|_| wrong(format!("{} expects a whole number, got '{text}'", flag.typed()))),
    };
    let (min, max) = (number(QuickFlag::Min)?, number(QuickFlag::Max)?);
    if max == Some(0) {
        return Err(wrong("--max can't be 0".to_owned()));
    }
    if let (Some(min), Some(max)) = (min, max)
        && min > max
    {
        return Err(wrong(format!("--max {max} is less than --min {min}")));
    }
    if asks.times(QuickFlag::Default) > 1 {
        return Err(wrong("--default may be typed only once without --many".to_owned()));
    }
    let start = asks.one(QuickFlag::Default).map(|label| label.trim().to_owned());
    Ok(FinderRules { many, min: min.unwrap_or(0), max, start, ..FinderRules::default() })
}

/// Reads all labels for a form.
fn read_whole(labels: &mut LabelList, from: OwnedFd, why: &str) -> Result<(), CommandError> {
    let mut from = File::from(from);
    let mut block = vec![0; 64 << 10];
    let mut told = false;
    loop {
        if !told && !arrives_soon(&from) {
            told = true;
            output::say(&format!("asq: {why} needs all labels at once; waiting for the end of the input"));
        }
        match io::Read::read(&mut from, &mut block) {
            Ok(0) => break,
            Ok(n) => labels.arrive(&block[..n]),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => {
                return Err(CommandError::new(ErrorClass::Usage, format!("can't read the labels: {e}")));
            }
        }
        if labels.len() > FORM {
            return Err(usage(
                format!("{why} takes at most {FORM} labels, but there are more"),
                &format!("without it, asq pick takes up to {} and finds them as you type", LabelList::MOST),
            ));
        }
    }
    labels.complete();
    if labels.is_empty() {
        return Err(nothing_read());
    }
    Ok(())
}

/// Whether there is something to read before a person wonders what is going on; true if nobody watches.
fn arrives_soon(from: &File) -> bool {
    const SOON: Timespec = Timespec { tv_sec: 0, tv_nsec: 500_000_000 };
    let watched = rustix::termios::isatty(rustix::stdio::stderr());
    !watched || poll(&mut [PollFd::new(from, PollFlags::IN)], Some(&SOON)) != Ok(0)
}

/// Asks with a form, whose options have the labels' numbers as values if those are printed.
fn as_form(
    asks: ShortArgs<PickForm>,
    labels: &LabelList,
    printed: PickOutput,
    env: &Env,
) -> Result<Exit, CommandError> {
    let numbered = printed.index || printed.print0;
    if numbered && asks.format() != OutputFormat::Value {
        let flag = if printed.index { "--index" } else { "--print0" };
        return Err(usage(
            format!("{flag} goes only with --format value"),
            "it says how values are printed: leave --format out",
        ));
    }
    if numbered && asks.one(QuickFlag::Other).is_some() {
        return Err(usage(
            "own words have no number and may have line breaks",
            "--other goes without --index and --print0",
        ));
    }
    let mut typed = Vec::new();
    for at in 0..labels.len() {
        typed.push((QuickFlag::Label, text(labels, at, labels.label(at).as_bytes())?));
        let value = labels.value(at);
        if numbered {
            typed.push((QuickFlag::Value, format!("#{at}")));
        } else if value != labels.label(at).as_bytes() {
            typed.push((QuickFlag::Value, text(labels, at, value)?));
        }
        let description = labels.description(at);
        if !description.is_empty() {
            typed.push((QuickFlag::Describe, description.into_owned()));
        }
    }
    let args: AskArgs = asks.into_ask(typed);
    if labels.skipped() > 0 {
        // What is wrong comes first, and alone.
        super::call(&args.quick, super::AskedBy::Script)?;
        output::say(&format!(
            "asq: {} empty {} left out",
            labels.skipped(),
            if labels.skipped() == 1 { "label was" } else { "labels were" }
        ));
    }
    if !numbered {
        return ask::run(&args, env);
    }
    let ending = ask::asked(&args, env)?;
    let picks: Vec<usize> =
        ending.values().lines().filter_map(|line| line.strip_prefix('#')?.parse().ok()).collect();
    let values = String::from_utf8_lossy(&printed.of(labels, picks)).into_owned();
    Ok(ending.with_values(values).deliver(&args.output, env))
}

/// A label or a value as text.
fn text(labels: &LabelList, at: usize, bytes: &[u8]) -> Result<String, CommandError> {
    String::from_utf8(bytes.to_vec()).map_err(|_| {
        let label = escaped(&labels.label(at));
        usage(
            format!("label {} is not UTF-8: {label}", labels.number(at)),
            "a list from a pipe takes any bytes: … | asq pick TEXT -",
        )
    })
}

/// Prints picks; on a terminal nothing in them acts.
fn deliver(picks: &[u8]) -> Result<Exit, CommandError> {
    let written = if rustix::termios::isatty(rustix::stdio::stdout()) {
        output::deliver(output::shown(String::from_utf8_lossy(picks).into_owned()).as_bytes())
    } else {
        output::deliver(picks)
    };
    match written {
        Ok(()) => Ok(Exit::DONE),
        Err(e) => Err(CommandError::new(
            ErrorClass::Output,
            format!("can't write the picks to standard output: {e}"),
        )),
    }
}
