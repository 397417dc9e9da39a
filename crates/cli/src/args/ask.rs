//! The arguments of `asq ask`, some of which other commands share.
//!
//! - They hold a call, in a file or on standard input, or a question as flags.
//! - They choose the contract, the asker's name, what it was doing, the form's place and the output.
//! - The form's place is a choice of three; two of them together are refused.

use super::about::AboutArgs;
use super::output::OutputArgs;
use super::store::{PostArgs, number_to};
use crate::quick::Quick;
use clap::{ArgGroup, Args};
use std::ffi::OsString;
use std::path::PathBuf;

pub(crate) const ASK_ABOUT: &str = "\
Reads one tool call, opens a form in this terminal and waits for the person. When the form closes, its receipt \
stays in the terminal, and the exit code says how it ended (asq help exit-codes). A pipe or a file gets one line of \
JSON; a terminal shows the JSON only with --format json.

A call is the tool's bare arguments, {\"name\": TOOL, \"arguments\": {…}}, or the block that a model's provider or an \
MCP host sends (tool_use, function, functionCall, tools/call). asq reads one JSON value and no further, so the pipe \
may stay open.

If standard input or output is a pipe, the form still opens on the terminal (/dev/tty). With \
neither a terminal nor an open inbox, and without --inbox, --wait and --no-wait, asq asks nobody: it tells the agent \
so, in the words of its contract, and exits with 7.";

/// What a script needs of `asq ask`, in five lines.
pub(crate) const ASK_IN_SCRIPTS: &str = "\
In a script:
  asq confirm 'Deploy?' && deploy                     # yes is 0, no is 1
  branch=$(asq pick 'Which?' main next) || exit       # only the answer
  note=$(asq ask -q 'Why?' --text --format value) || exit
  asq ask call.json | jq .details                     # a call; a line of JSON
  exit code 0 answered, 1 no, 3 cancelled, 4 discuss, 6 pending, 7 nobody here";

pub(crate) const ASK_EXAMPLES: &str = "\
Examples:
  asq ask call.json
  some-agent --emit-call | asq ask - --agent some-agent --session 42
  asq ask --dialect question --format text call.json
  asq ask --accessible call.json              plain numbered lines, for a screen reader
  git diff | asq ask call.json --inbox --diff - --task 'Move the tests'

Without a call:
  asq ask -q 'Which database?' -o PostgreSQL --value pg -o SQLite \\
    --describe 'One file' --recommend 1
  asq ask -q 'How many replicas?' --number --min 1 --max 9 --default 3
  asq ask -q 'Drop the table users?' --confirm --danger 'drop users' && drop_it
  branch=$(asq ask -q 'Which branch?' -o main -o next --format value) || exit
  asq ask -q 'What changed?' --multiline \\
    -q 'Which parts?' --many -o core -o docs --skippable

Flags after a -q belong to its question, and --value and --describe to the -o before them. Labels are taken \
literally. With -q no call is read \
from standard input. Without an agent a list has only your options; --other and --discuss add rows.

What the agent was doing (--about, --diff and their like) is kept next to a question in the store; i shows it in a \
form and in the inbox. It isn't part of the question, and no reply has it.

A single --confirm exits with 0 only for a yes, and with 1 for a no. asq confirm, asq pick and asq input are \
shorter ways to ask.";

/// `asq ask`.
#[derive(Debug, Default, Args)]
pub(crate) struct AskArgs {
    /// The call: a file, or - for standard input (also without it, if standard input is a pipe)
    #[arg(value_name = "FILE|-")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) quick: Quick,
    #[command(flatten)]
    pub(crate) named: DialectArgs,
    #[command(flatten)]
    pub(crate) identity: IdentityArgs,
    #[command(flatten)]
    pub(crate) about: AboutArgs,
    #[command(flatten)]
    pub(crate) post: PostArgs,
    #[command(flatten)]
    pub(crate) surface: SurfaceArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Which contract the call follows, if it does not say.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Which contract")]
pub(crate) struct DialectArgs {
    /// Judge the call strictly by this dialect
    #[arg(long, value_name = "ID")]
    pub(crate) dialect: Option<String>,
    /// The tool's name, if the call is bare arguments
    #[arg(long, value_name = "NAME")]
    pub(crate) tool: Option<String>,
}

#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Who asks (shown to the person as a claim, not checked)")]
pub(crate) struct IdentityArgs {
    /// The agent's name [also: ASQ_AGENT]
    #[arg(long, value_name = "A")]
    pub(crate) agent: Option<OsString>,
    /// Its session [also: ASQ_SESSION]
    #[arg(long, value_name = "S")]
    pub(crate) session: Option<OsString>,
    /// The id of the tool call
    #[arg(long, value_name = "C")]
    pub(crate) call_id: Option<OsString>,
}

impl IdentityArgs {
    /// Whether an asker is named.
    pub(crate) fn is_some(&self) -> bool {
        self.agent.is_some() || self.session.is_some() || self.call_id.is_some()
    }
}

/// Where and how the form appears.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "The form", group = ArgGroup::new("surface").multiple(false))]
pub(crate) struct SurfaceArgs {
    /// Open the form below the cursor (the default). A terminal that can't clean up after a resize gets the alternate screen. With this flag the form opens even while another program uses the terminal
    #[arg(long, group = "surface")]
    pub(crate) inline: bool,
    /// Open it on the alternate screen, even while another program uses the terminal
    #[arg(long, group = "surface")]
    pub(crate) fullscreen: bool,
    /// Ask in plain numbered lines, without cursor movement [also: ACCESSIBLE=1, TERM=dumb]
    #[arg(long, group = "surface")]
    pub(crate) accessible: bool,
    /// After a page appears, ignore keys that pick or submit for this many milliseconds (at least 250, unless config.toml allows less)
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = number_to(60_000))]
    pub(crate) guard: Option<u64>,
}
