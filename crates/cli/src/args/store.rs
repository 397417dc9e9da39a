//! The arguments of the store's commands.
//!
//! - The answers of `asq answer` come from flags or from a file, never from both.
//! - The ways of waiting exclude each other.
//! - Durations look like `90s`, `10m`, `1h30m`, `7d`; a bare number counts seconds, but not for
//!   `asq prune`.

use super::InstallTarget;
use super::answer_flags::AnswerFlags;
use super::output::OutputArgs;
use asq_dialects::asq::duration;
use clap::{Args, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;

pub(crate) const LIST_ABOUT: &str = "\
Lists the requests that are open, in the order of asking: id, age, whether the asker still waits, how many questions, \
what is dangerous or secret, who asks from where, and the first question. Ids are shown in their shortest form.";

pub(crate) const LIST_EXAMPLES: &str = "\
Examples:
  asq list
  asq list --count                            only how many, for a shell prompt or a status bar
  asq list --json | jq -r 'select(.danger).id'";

pub(crate) const SHOW_ABOUT: &str = "\
Shows one request, open or closed: who asked from where, the questions, and how it ended. Looking delivers nothing; \
only asq ask and asq wait do.";

pub(crate) const ANSWER_ABOUT: &str = "\
Answers a request from the command line. An answer that doesn't fit is refused, and the request stays open; for an \
unknown label asq suggests the nearest. Flags after a --question belong to it; a single question needs no --question.

Without an answer it asks the questions one by one on this terminal, in plain lines.

asq also refuses an answer from the asker's own process tree (--force insists, and that is recorded). It never takes \
the answer to a dangerous question from the command line: a person has to read and type it on a terminal.";

pub(crate) const ANSWER_EXAMPLES: &str = "\
Examples:
  asq answer k3v9xq                                  asks here, question by question
  asq answer k3v9xq --pick PostgreSQL
  asq answer k3v9xq --text 'neither: use the one in staging'
  asq answer k3v9xq --question db --pick SQLite --question replicas --number 3
  asq show k3v9xq --json | jq .answers > a.json; asq answer h7d2m0 --answers a.json";

pub(crate) const WAIT_ABOUT: &str = "\
Waits until the requests are closed, and prints the ending of each as asq ask would have: one line of JSON each, in \
the order in which they closed. The exit code is that of the last one, or 6 if one is still open.

A printed ending counts as delivered. With --since only requests that closed after a cursor count, and each line \
carries the next cursor, so a script gets each ending once.";

pub(crate) const WAIT_EXAMPLES: &str = "\
Examples:
  asq wait k3v9xq
  asq wait --any k3v9xq h7d2m0 --timeout 10m
  asq wait --any --since 0 $ids | jq .cursor";

pub(crate) const HISTORY_ABOUT: &str = "\
Lists closed requests, latest first. TEXT is searched in questions and answers, ignoring case. The history never has \
secrets. It has questions asked in a terminal only if an inbox was open, or if the setting record is always.";

pub(crate) const HISTORY_EXAMPLES: &str = "\
Examples:
  asq history postgres
  asq history --agent claude --day yesterday
  asq history --since 7d --folder . --json";

pub(crate) const LOG_ABOUT: &str = "\
The log records everything in one chain: who asked and answered, what was delivered, and when. verify finds a changed \
byte anywhere. To find out whether the end was cut off, compare it with a head that you noted earlier.";

pub(crate) const LOG_EXAMPLES: &str = "\
Examples:
  asq log head >> ~/notes/asq-heads           note the present end of the log
  asq log verify --head \"$(tail -1 ~/notes/asq-heads)\"
  asq log export backup.jsonl
  ASQ_STORE=~/new.db asq log import backup.jsonl";

pub(crate) const PRUNE_ABOUT: &str = "\
Erases what was asked and answered in requests that were closed before a time. One line per request stays, without \
its text, so that the log can still be verified. Open requests are never touched.";

pub(crate) const PRUNE_EXAMPLES: &str = "\
Examples:
  asq prune --older-than 90d --dry-run
  asq prune --older-than 90d";

pub(crate) const DOCTOR_ABOUT: &str = "\
Checks this terminal, your editor, your settings and the agents on this machine; below each problem is its fix. Then it \
checks the store: its place, file system and size, what is open, whether an inbox is open, and whether waiting works. \
Exits with 0, or with 74 if something is wrong with the store.

With an agent, it tests the whole route of that agent's questions: the agent's settings, asq's entry in them, and the \
program that the entry starts. It starts that program as the agent does, asks a question through it, and sees the answer \
come back from the store. Nobody has to answer. A step that fails says what to do.";

pub(crate) const DOCTOR_EXAMPLES: &str = "\
Examples:
  asq doctor                     the terminal, the editor, the settings, the agents, the store
  asq doctor claude-code         whether Claude Code's questions arrive, and their answers come back";

#[derive(Debug, Args)]
pub(crate) struct OneArgs {
    /// The request's id, or the beginning of it
    #[arg(value_name = "ID")]
    pub(crate) id: String,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `asq list`.
#[derive(Debug, Default, Args)]
pub(crate) struct ListArgs {
    /// Print only how many wait now
    #[arg(long)]
    pub(crate) count: bool,
    /// With --count: count put-off requests, too
    #[arg(long, requires = "count")]
    pub(crate) all: bool,
    /// Print JSON, one object per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// `asq answer`.
#[derive(Debug, Args)]
pub(crate) struct AnswerArgs {
    #[command(flatten)]
    pub(crate) one: OneArgs,
    #[command(flatten)]
    pub(crate) flags: AnswerFlags,
    /// All answers as JSON, in the shape that `asq show --json` prints: a file, or - for standard input
    #[arg(long, value_name = "FILE|-", conflicts_with_all = ["pick", "text", "number", "note", "question"])]
    pub(crate) answers: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) by: ByArgs,
}

#[derive(Debug, Default, Args)]
pub(crate) struct ByArgs {
    /// The name to record (default: your user name)
    #[arg(long = "as", value_name = "NAME")]
    pub(crate) name: Option<OsString>,
    /// Insist, though it comes from the asker's own process tree; this is recorded
    #[arg(long)]
    pub(crate) force: bool,
}

/// `asq decline`.
#[derive(Debug, Args)]
pub(crate) struct DeclineArgs {
    #[command(flatten)]
    pub(crate) one: OneArgs,
    /// Why, for the asker
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<OsString>,
    #[command(flatten)]
    pub(crate) by: ByArgs,
}

/// `asq cancel`.
#[derive(Debug, Args)]
pub(crate) struct CancelArgs {
    #[command(flatten)]
    pub(crate) one: OneArgs,
    #[command(flatten)]
    pub(crate) by: ByArgs,
}

/// `asq wait`.
#[derive(Debug, Args)]
pub(crate) struct WaitArgs {
    /// The requests' ids, or the beginnings of them
    #[arg(value_name = "ID", required = true)]
    pub(crate) ids: Vec<String>,
    /// Wait only until the first of them is closed
    #[arg(long)]
    pub(crate) any: bool,
    /// Only requests that closed after this cursor; each line then carries the next cursor
    #[arg(long, value_name = "CURSOR", allow_negative_numbers = true, value_parser = number_to(u64::MAX))]
    pub(crate) since: Option<u64>,
    /// Wait no longer than this
    #[arg(long, value_name = "DURATION", value_parser = milliseconds, allow_hyphen_values = true)]
    pub(crate) timeout: Option<u64>,
    /// The ticket that asq printed with a secret question: it gets the answer in another session (also ASQ_TICKET)
    #[arg(long, value_name = "TICKET")]
    pub(crate) ticket: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `asq history`.
#[derive(Debug, Args)]
pub(crate) struct HistoryArgs {
    /// Words that stand in a question or an answer
    pub(crate) text: Option<String>,
    /// Asked by this agent
    #[arg(long, value_name = "A")]
    pub(crate) agent: Option<String>,
    /// Asked in this folder, or below it
    #[arg(long, value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
    /// Asked on this day
    #[arg(long, value_name = "DATE", conflicts_with_all = ["since", "until"])]
    pub(crate) day: Option<String>,
    /// Asked at or after this moment
    #[arg(long, value_name = "WHEN")]
    pub(crate) since: Option<String>,
    /// Asked before this moment
    #[arg(long, value_name = "WHEN")]
    pub(crate) until: Option<String>,
    /// Print at most this many; 0 prints all
    #[arg(long, value_name = "N", default_value_t = 50, allow_negative_numbers = true, value_parser = number_to(u64::MAX))]
    pub(crate) limit: u64,
    /// Print JSON, one object per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// `asq log`.
#[derive(Debug, Args)]
pub(crate) struct LogArgs {
    #[command(subcommand)]
    pub(crate) what: LogCommand,
}

/// What `asq log` can do.
#[derive(Debug, Subcommand)]
pub(crate) enum LogCommand {
    #[command(about = "Look at every record: is it as it was written, and is none missing?")]
    Verify {
        /// A head that `asq log head` printed earlier: the log must still hold it
        #[arg(long, value_name = "HEAD")]
        head: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print where the log ends: a position, and what the whole chain up to it comes to
    Head {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Write the whole log as lines of JSON
    Export {
        /// Into this new file; without it, or with -, to standard output
        #[arg(value_name = "FILE|-")]
        file: Option<PathBuf>,
    },
    /// Read an exported log into a store that is empty
    Import {
        /// The file, or - for standard input
        #[arg(value_name = "FILE|-")]
        file: PathBuf,
    },
}

/// `asq prune`.
#[derive(Debug, Args)]
pub(crate) struct PruneArgs {
    /// Erase requests that were closed longer ago than this
    #[arg(long, value_name = "DURATION", value_parser = milliseconds_with_a_unit, allow_hyphen_values = true)]
    pub(crate) older_than: u64,
    /// Only say how many that are
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `asq doctor`.
#[derive(Debug, Default, Args)]
pub(crate) struct DoctorArgs {
    /// Check each step of a question from this agent, from its settings to the store and back; for agents-md, check the pages of this folder, and the store
    #[arg(value_enum, value_name = "AGENT")]
    pub(crate) harness: Option<InstallTarget>,
    /// Start what this project's file names without asking before
    #[arg(long, requires = "harness")]
    pub(crate) yes: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// How `asq ask` goes about waiting.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Waiting", group = clap::ArgGroup::new("posting").multiple(false))]
pub(crate) struct PostArgs {
    /// Post it and wait until it is answered somewhere: no form opens here
    #[arg(long, group = "posting")]
    pub(crate) inbox: bool,
    /// Post it and wait at most this long, without a form here; then exit with 6, and the question stays open. --expires closes a form after a time
    #[arg(long, group = "posting", value_name = "DURATION", value_parser = milliseconds, require_equals = true)]
    pub(crate) wait: Option<u64>,
    /// Post it without a form here, print its id for asq wait, and exit with 6 at once
    #[arg(long, group = "posting")]
    pub(crate) no_wait: bool,
}

impl PostArgs {
    /// Whether the asker comes back for the ending, instead of waiting for it.
    pub(crate) fn returns(&self) -> bool {
        self.wait.is_some() || self.no_wait
    }

    /// Whether the request must wait in the store, whatever else is possible.
    pub(crate) fn is_asked_for(&self) -> bool {
        self.inbox || self.wait.is_some() || self.no_wait
    }
}

/// A duration in milliseconds.
pub(super) fn milliseconds(text: &str) -> Result<u64, String> {
    duration(text).ok_or_else(|| {
        "expects a duration longer than 0, such as 90s, 10m or 7d (a bare number counts seconds)".to_owned()
    })
}

/// A duration in milliseconds that names its unit: `--older-than 10` may have meant days.
fn milliseconds_with_a_unit(text: &str) -> Result<u64, String> {
    let has_a_unit = text.chars().last().is_some_and(|last| !last.is_ascii_digit());
    let read = if has_a_unit { duration(text) } else { None };
    read.ok_or_else(|| "expects a duration longer than 0 with its unit, such as 12h or 90d".to_owned())
}

/// Reads a whole number up to this one.
pub(super) fn number_to(most: u64) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| *number <= most);
        number.ok_or_else(|| match most {
            u64::MAX => "expects a whole number from 0 up".to_owned(),
            most => format!("expects a whole number from 0 to {most}"),
        })
    }
}
