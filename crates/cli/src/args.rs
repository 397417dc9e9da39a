//! The command line: its arguments and its help.
//!
//! - Every command has a short help and a long one, most of them with examples.
//! - The short forms of `asq ask` print the answer alone, unless --format says otherwise.
//! - The place of an install is a choice of three; two of them together are refused.

mod about;
pub(crate) mod answer_flags;
mod ask;
#[cfg(feature = "bridges")]
pub(crate) mod attach;
pub(crate) mod inbox;
pub(crate) mod man;
#[cfg(feature = "mcp")]
pub(crate) mod mcp;
mod output;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod status;
pub(crate) mod store;
#[cfg(feature = "serve")]
pub(crate) mod token;

pub(crate) use about::AboutArgs;
pub(crate) use ask::{
    ASK_ABOUT, ASK_EXAMPLES, ASK_IN_SCRIPTS, AskArgs, DialectArgs, IdentityArgs, SurfaceArgs,
};

use crate::quick::{
    CONFIRM_ABOUT, CONFIRM_EXAMPLES, ConfirmArgs, INPUT_ABOUT, INPUT_EXAMPLES, InputArgs, PICK_ABOUT,
    PICK_EXAMPLES, PickArgs, ShortArgs,
};
use crate::settings::args::{
    SETTINGS_ABOUT, SETTINGS_EXAMPLES, SettingsArgs, TRUST_ABOUT, TRUST_EXAMPLES, TrustArgs,
};
#[cfg(feature = "bridges")]
use attach::{ATTACH_ABOUT, AttachArgs};
use clap::builder::PossibleValue;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use inbox::{INBOX_ABOUT, INBOX_EXAMPLES, InboxArgs};
use man::{MAN_ABOUT, MAN_EXAMPLES, ManArgs};
#[cfg(feature = "mcp")]
use mcp::{MCP_ABOUT, MCP_EXAMPLES, McpArgs};
pub(crate) use output::{OutputArgs, OutputFormat};
#[cfg(feature = "serve")]
use serve::{SERVE_ABOUT, SERVE_EXAMPLES, ServeArgs};
use status::{STATUS_ABOUT, STATUS_EXAMPLES, StatusArgs};
use std::ffi::OsString;
use std::path::PathBuf;
#[cfg(feature = "serve")]
use token::{TOKEN_ABOUT, TOKEN_EXAMPLES, TokenArgs};

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "asq",
    about = "Ask a person a structured question in the terminal and get the answer as JSON",
    long_about = "asq asks a person on behalf of an AI agent or a script. It opens a form in this terminal, waits for the \
answer and leaves a summary; a pipe or a file gets one line of JSON.",
    after_help = FIRST_STEPS,
    styles = STYLES,
    disable_version_flag = true,
    disable_help_subcommand = true,
    max_term_width = 100
)]
pub(crate) struct Cli {
    /// Print the version; with --json as JSON
    #[arg(short = 'V', long)]
    pub(crate) version: bool,

    /// With --version: print JSON
    #[arg(long, requires = "version")]
    pub(crate) json: bool,

    #[command(subcommand)]
    pub(crate) command: Option<Verb>,
}

/// The colours of help on a terminal.
pub(crate) const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const FIRST_STEPS: &str = "\
First steps:
  asq demo                                    see a form and answer it
  asq demo --print question | asq ask -       the same through a pipe, as an agent does it
  asq check call.json                         what is right or wrong in a call
  asq help exit-codes                         what the exit code tells a script
  asq completions bash, asq man --install     Tab in your shell, and man asq";

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Ask what a tool call asks, and print the answer as JSON
    #[command(before_help = ASK_IN_SCRIPTS, long_about = ASK_ABOUT, after_long_help = ASK_EXAMPLES)]
    Ask(Box<AskArgs>),
    /// Ask yes or no; the exit code is the answer
    #[command(long_about = CONFIRM_ABOUT, after_long_help = CONFIRM_EXAMPLES, mut_arg("format", values))]
    Confirm(ShortArgs<ConfirmArgs>),
    /// Let the person pick one or several items of a list, and print them
    #[command(long_about = PICK_ABOUT, after_long_help = PICK_EXAMPLES, mut_arg("format", values))]
    Pick(Box<PickArgs>),
    /// Ask for a text or a number, and print it
    #[command(long_about = INPUT_ABOUT, after_long_help = INPUT_EXAMPLES, mut_arg("format", values))]
    Input(ShortArgs<InputArgs>),
    /// Check a tool call and list its problems, without a form
    #[command(long_about = CHECK_ABOUT, after_long_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Try a form with a sample call
    #[command(long_about = DEMO_ABOUT, after_long_help = DEMO_EXAMPLES)]
    Demo(DemoArgs),
    /// Show all open requests on this terminal, and answer them
    #[command(long_about = INBOX_ABOUT, after_long_help = INBOX_EXAMPLES)]
    Inbox(InboxArgs),
    /// Print how many requests wait, for a status bar or a prompt
    #[command(long_about = STATUS_ABOUT, after_long_help = STATUS_EXAMPLES)]
    Status(StatusArgs),
    /// List the requests that are open
    #[command(long_about = store::LIST_ABOUT, after_long_help = store::LIST_EXAMPLES)]
    List(store::ListArgs),
    /// Show one request, open or closed
    #[command(long_about = store::SHOW_ABOUT)]
    Show(store::OneArgs),
    /// Answer a request from the command line
    #[command(long_about = store::ANSWER_ABOUT, after_long_help = store::ANSWER_EXAMPLES)]
    Answer(store::AnswerArgs),
    /// Say no to a request
    Decline(store::DeclineArgs),
    /// Stop the work that a request belongs to
    Cancel(store::CancelArgs),
    /// Take a request back, as its asker
    Withdraw(store::OneArgs),
    /// Wait until posted requests are closed, and print how they ended
    #[command(long_about = store::WAIT_ABOUT, after_long_help = store::WAIT_EXAMPLES, mut_arg("format", json))]
    Wait(store::WaitArgs),
    /// Search closed requests
    #[command(long_about = store::HISTORY_ABOUT, after_long_help = store::HISTORY_EXAMPLES)]
    History(store::HistoryArgs),
    /// Verify, export and import the log of every request
    #[command(long_about = store::LOG_ABOUT, after_long_help = store::LOG_EXAMPLES)]
    Log(store::LogArgs),
    /// Erase the text of old closed requests
    #[command(long_about = store::PRUNE_ABOUT, after_long_help = store::PRUNE_EXAMPLES)]
    Prune(store::PruneArgs),
    /// Check the terminal, the settings and the store, or an agent's connection to asq
    #[command(long_about = store::DOCTOR_ABOUT, after_long_help = store::DOCTOR_EXAMPLES)]
    Doctor(store::DoctorArgs),
    #[cfg(feature = "serve")]
    /// Serve the store over HTTP, for agents and people elsewhere
    #[command(long_about = SERVE_ABOUT, after_long_help = SERVE_EXAMPLES)]
    Serve(Box<ServeArgs>),
    #[cfg(feature = "serve")]
    /// Make, list and revoke the tokens that asq serve knows
    #[command(long_about = TOKEN_ABOUT, after_long_help = TOKEN_EXAMPLES)]
    Token(TokenArgs),
    #[cfg(feature = "bridges")]
    /// Carry the questions of another running system, such as OpenCode, into asq
    #[command(long_about = ATTACH_ABOUT)]
    Attach(AttachArgs),
    #[cfg(feature = "mcp")]
    /// Serve an agent over MCP, on standard input and output
    #[command(long_about = MCP_ABOUT, after_long_help = MCP_EXAMPLES)]
    Mcp(McpArgs),
    /// Put asq's tools where an agent finds them
    #[command(long_about = INSTALL_ABOUT, after_long_help = INSTALL_EXAMPLES)]
    Install(InstallArgs),
    /// Remove what install wrote
    #[command(long_about = UNINSTALL_ABOUT)]
    Uninstall(UninstallArgs),
    /// Show forms inside another program, over lines of JSON (docs/embed.md)
    #[command(long_about = EMBED_ABOUT)]
    Embed,
    /// List the tool contracts that asq speaks
    #[command(
        long_about = "Lists the dialects: the tool contracts that asq reads calls of and writes replies in. \
                            One per line: its id and its tools."
    )]
    Dialects,
    #[command(
        about = "Print what an agent is told about a dialect's tools, as JSON",
        long_about = SCHEMA_ABOUT, after_long_help = SCHEMA_EXAMPLES)]
    Schema {
        /// A dialect's id, as `asq dialects` lists it
        id: String,
        /// Print only the JSON schema of this tool's arguments, for editors and validators
        #[arg(long, value_name = "NAME")]
        tool: Option<String>,
        /// Print what OpenAI's strict mode takes: every key is required, and null stands for one that is left out
        #[arg(long)]
        strict: bool,
    },
    /// Show and change settings
    #[command(long_about = SETTINGS_ABOUT, after_long_help = SETTINGS_EXAMPLES)]
    Settings(SettingsArgs),
    /// Let a folder's settings file run a command or switch off the danger check
    #[command(long_about = TRUST_ABOUT, after_long_help = TRUST_EXAMPLES)]
    Trust(TrustArgs),
    /// Explain a command or a topic: exit-codes, keys, drafts, store, environment, agents
    Help {
        /// A command or a topic; without it the overview
        topic: Vec<String>,
    },
    /// Print a completion script for a shell
    #[command(after_long_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Look after the processes that a form starts
    #[command(name = "__signals", hide = true)]
    Signals {
        /// Be the one that looks after them
        #[arg(long)]
        watch: bool,
    },
    /// Print the candidates for a word on a shell's command line
    #[command(name = "__complete", hide = true)]
    Complete {
        /// The shell whose script asks
        shell: Shell,
        /// What that shell says of its command line
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        said: Vec<OsString>,
    },
    /// Install the man pages, for `man asq`
    #[command(long_about = MAN_ABOUT, after_long_help = MAN_EXAMPLES)]
    Man(ManArgs),
    /// Print the version
    Version {
        /// Print JSON: also the dialects that this asq speaks
        #[arg(long)]
        json: bool,
    },
}

/// A script wants the answer and nothing around it.
pub(crate) fn values(format: clap::Arg) -> clap::Arg {
    format.default_value("value")
}

/// A waiting program reads JSON, wherever it goes.
fn json(format: clap::Arg) -> clap::Arg {
    format.default_value("json")
}

const CHECK_ABOUT: &str = "\
Reads one tool call as `asq ask` would and prints the dialect that it was taken for, the request as a person would \
see it, what was dropped or mended, and all problems at once. It opens no form. Exits with 0, or with 65 if \
the call can't be asked.";

const CHECK_EXAMPLES: &str = "\
Examples:
  asq check call.json
  asq demo --print question | asq check -
  asq check --dialect ask_user_question call.json     judged strictly by that contract";

const DEMO_ABOUT: &str = "\
Opens a form with a sample call of a dialect, exactly as `asq ask` would. Two lines below the receipt say what the \
agent receives; a pipe or a file gets its line of JSON.";

const DEMO_EXAMPLES: &str = "\
Examples:
  asq demo
  asq demo ask_user_question
  asq demo --print question | asq ask -";

const INSTALL_ABOUT: &str = "\
Puts asq's tools where an agent finds them: for pi one extension file per contract, for the others an entry named asq \
in their settings, which starts asq mcp and lets a question wait for a day. Without an agent it lists the agents on this \
machine, with their versions and what is installed.

asq first shows what it will write, and asks on a terminal. If an extension isn't asq's, or was changed since, \
asq leaves it alone and writes nothing at all. In an agent's settings only the entry changes: comments, order and \
everything else stay. asq leaves an entry named asq alone if it starts another program.";

const INSTALL_EXAMPLES: &str = "\
Examples:
  asq install                                 which agents are here, and what they have
  asq install claude-code                     an entry in ~/.claude.json, once you say yes
  asq install codex --project                 for this project: .codex/config.toml
  asq install gemini --yes                    without the question
  asq install pi                              asks which tool pi's agent gets, or updates what is there
  asq install pi --dialect AskUserQuestion    this one, for you
  asq install pi --project                    for this project: .pi/extensions
  asq install pi --path ~/dotfiles            for a folder that is linked into your home
  asq install pi --dry-run                    only show the change";

const UNINSTALL_ABOUT: &str = "\
Removes what `asq install` wrote, with the same flags. If an extension isn't asq's, or was changed since, asq leaves it \
alone and removes nothing at all. asq restores the agent's file byte for byte; if it has changed, \
asq removes only its entry. On a terminal asq asks first, unless you pass --yes; afterwards it prints what it removed.";

const EMBED_ABOUT: &str = "\
Reads lines of JSON from a host program (an editor, an agent's own screen) and answers with lines of JSON: frames to \
draw, signals to raise, and how each form ended. One process serves many forms, one after the other. It ends with its \
input. docs/embed.md has the lines.";

const SCHEMA_ABOUT: &str = "\
Prints one line of JSON: the dialect's tools, each with name, description and the JSON schema of its arguments, and \
if the contract has them a snippet and guidelines for the agent's own instructions. With --tool it prints only the \
schema of that tool's arguments, as a document.

The schemas use only what Anthropic, OpenAI and Gemini accept. For OpenAI's strict mode use --strict: such a call has \
every key, and asq reads null as left out.";

const SCHEMA_EXAMPLES: &str = "\
Examples:
  asq schema question
  asq schema ask_user_question | jq '.tools[0].input_schema'
  asq schema asq --strict                     for hosts that set strict: true
  asq schema asq --tool ask > ask.schema.json";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  asq completions bash > ~/.local/share/bash-completion/completions/asq
  asq completions zsh > \"${fpath[1]}/_asq\"
  asq completions fish > ~/.config/fish/completions/asq.fish";

/// `asq check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The call: a file, or - for standard input
    #[arg(value_name = "FILE|-")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) named: DialectArgs,
}

/// `asq demo`.
#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    /// A dialect's id, as `asq dialects` lists it; without it the first
    pub(crate) id: Option<String>,
    /// Print the sample call instead of asking it
    #[arg(long)]
    pub(crate) print: bool,
    #[command(flatten)]
    pub(crate) surface: SurfaceArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `asq install`.
#[derive(Debug, Args)]
pub(crate) struct InstallArgs {
    /// For which agent; without it the agents on this machine are listed
    #[arg(value_enum, value_name = "AGENT")]
    pub(crate) harness: Option<InstallTarget>,
    /// For agents-md: the file; without it AGENTS.md, CLAUDE.md or GEMINI.md of this folder
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
}

/// `asq uninstall`.
#[derive(Debug, Args)]
pub(crate) struct UninstallArgs {
    /// For which agent
    #[arg(value_enum, value_name = "AGENT")]
    pub(crate) harness: InstallTarget,
    /// For agents-md: the file; without it AGENTS.md, CLAUDE.md or GEMINI.md of this folder
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
}

/// What asq installs something for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InstallTarget {
    /// An agent.
    Agent(Harness),
    /// The page of instructions that any agent reads.
    AgentsMd,
}

impl ValueEnum for InstallTarget {
    fn value_variants<'a>() -> &'a [InstallTarget] {
        &[
            InstallTarget::Agent(Harness::Pi),
            InstallTarget::Agent(Harness::ClaudeCode),
            InstallTarget::Agent(Harness::Codex),
            InstallTarget::Agent(Harness::Copilot),
            InstallTarget::Agent(Harness::Gemini),
            InstallTarget::Agent(Harness::Qwen),
            InstallTarget::Agent(Harness::Opencode),
            InstallTarget::Agent(Harness::Cursor),
            InstallTarget::Agent(Harness::Vscode),
            InstallTarget::AgentsMd,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            InstallTarget::Agent(harness) => harness.to_possible_value(),
            InstallTarget::AgentsMd => Some(
                PossibleValue::new("agents-md")
                    .help("Any agent with a shell: a part of AGENTS.md tells it how to ask"),
            ),
        }
    }
}

/// Where and how something is installed or removed.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("place").multiple(false))]
pub(crate) struct PlaceArgs {
    /// For pi: this contract, by its id, its tool or its file; may be given several times. Without it install asks on a terminal, or updates what is there
    #[arg(long, value_name = "ID", requires = "harness")]
    pub(crate) dialect: Vec<String>,
    /// Write into this project's folder
    #[arg(long, group = "place", requires = "harness")]
    pub(crate) project: bool,
    /// Write into your own folder of the agent (the default)
    #[arg(long, group = "place", requires = "harness")]
    pub(crate) global: bool,
    /// For pi: write into DIR/.pi/agent/extensions
    #[arg(long, value_name = "DIR", group = "place", requires = "harness")]
    pub(crate) path: Option<PathBuf>,
    /// Only show what would be done
    #[arg(long, requires = "harness")]
    pub(crate) dry_run: bool,
    /// Write or remove without asking
    #[arg(long, requires = "harness")]
    pub(crate) yes: bool,
}

/// An agent that asq's tools can be put into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Harness {
    /// The coding agent pi
    Pi,
    /// Claude Code
    ClaudeCode,
    /// OpenAI's Codex
    Codex,
    /// GitHub's Copilot on the command line
    Copilot,
    /// Google's Gemini on the command line
    Gemini,
    /// Qwen Code
    Qwen,
    /// OpenCode
    Opencode,
    /// Cursor
    Cursor,
    /// Visual Studio Code
    Vscode,
}
