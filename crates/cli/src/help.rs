//! `asq help`: commands and topics.
//!
//! - A command's name prints its long help; a topic's name explains the topic.
//! - The exit codes come from the same table that the program uses.
//! - A mistyped name gets a suggestion of the nearest one.
//! - The commands stand in groups: ask and answer, look, set up, maintain. Each one is in one of them.
//! - The texts have the colours of help in them; the output leaves them out of pipes and files.

use crate::args::{Cli, STYLES};
use crate::error::{CommandError, ErrorClass, meant};
use crate::exit::Exit;
use crate::install;
use crate::output;
use crate::own_keys;
use crate::settings::wrapped::wrapped;
use clap::CommandFactory;
use std::fmt::Write;

const TOPICS: [(&str, &str); 6] = [
    ("exit-codes", "how a script tells one ending from another"),
    ("keys", "what the keys of a form do"),
    ("drafts", "how typed text is kept when a form closes"),
    ("store", "where questions wait, and how their answers come back"),
    ("environment", "the variables that asq reads"),
    ("agents", "what to tell an agent that has a shell"),
];

/// The commands, as a person looks for them.
const GROUPS: [(&str, &[&str]); 4] = [
    (
        "Ask and answer",
        &["ask", "confirm", "pick", "input", "inbox", "answer", "decline", "cancel", "withdraw", "wait"],
    ),
    (
        "Look",
        &["list", "show", "history", "status", "demo", "check", "dialects", "schema", "help", "version"],
    ),
    (
        "Set up",
        &[
            "install",
            "uninstall",
            "settings",
            "trust",
            "completions",
            "man",
            "serve",
            "token",
            "attach",
            "mcp",
            "embed",
        ],
    ),
    ("Maintain", &["doctor", "log", "prune"]),
];

/// The most columns of a help.
const WIDTH: usize = 100;

/// The text that `asq help [TOPIC]` prints.
pub(crate) fn text(topic: Option<&str>) -> Result<String, CommandError> {
    let text = match topic {
        None => Ok(overview()),
        Some("exit-codes") => Ok(exit_codes()),
        Some("keys") => Ok(KEYS.to_owned() + &own_keys::text()),
        Some("drafts") => Ok(DRAFTS.to_owned()),
        Some("store") => Ok(STORE.to_owned()),
        Some("environment") => Ok(ENVIRONMENT.to_owned()),
        Some("agents") => Ok(agents()),
        Some(other) => command(other),
    };
    text.map(|t| trimmed(&t))
}

/// Removes the blanks at the ends of a help text's lines.
pub(crate) fn trimmed(text: &str) -> String {
    text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// The command line, with its commands in groups.
pub(crate) fn cli() -> clap::Command {
    let header = STYLES.get_header();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{}\n{header}Options:{header:#}\n{{options}}{{after-help}}",
        groups(output::width().map_or(WIDTH, |width| width.min(WIDTH)))
    );
    Cli::command().help_template(template)
}

/// The groups of commands, each line this wide at most.
fn groups(width: usize) -> String {
    let (header, literal) = (STYLES.get_header(), STYLES.get_literal());
    let cli = Cli::command();
    let column = 4 + commands(&cli).map(str::len).max().unwrap_or(0);
    let mut text = String::new();
    for (title, names) in GROUPS {
        let _ = writeln!(text, "\n{header}{title}:{header:#}");
        // A build without a feature lacks its commands.
        for command in names.iter().filter_map(|name| cli.find_subcommand(name)) {
            let name = command.get_name();
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let about = wrapped(&" ".repeat(column), &about, width.max(column + 20));
            let _ = write!(text, "  {literal}{name}{literal:#}{}", &about[2 + name.len()..]);
        }
    }
    text
}

/// The first lines of help, for `asq` alone.
pub(crate) fn short() -> String {
    cli().render_help().ansi().to_string()
}

fn overview() -> String {
    let (header, literal) = (STYLES.get_header(), STYLES.get_literal());
    let mut text = cli().render_long_help().ansi().to_string();
    let _ = writeln!(text, "\n{header}Topics (asq help TOPIC):{header:#}");
    for (name, about) in TOPICS {
        let _ = writeln!(text, "  {literal}{name}{literal:#}{:1$} {about}", "", 12 - name.len());
    }
    text
}

/// The command with this name; `log verify` is a command below another one.
fn subcommand(name: &str) -> Option<clap::Command> {
    let mut cli = Cli::command();
    cli.build();
    name.split(' ').try_fold(&cli, |command, word| command.find_subcommand(word)).cloned()
}

fn command(name: &str) -> Result<String, CommandError> {
    if let Some(mut command) = subcommand(name) {
        return Ok(command.render_long_help().ansi().to_string());
    }
    let cli = Cli::command();
    let known: Vec<&str> = TOPICS.iter().map(|(name, _)| *name).chain(commands(&cli)).collect();
    let failure = CommandError::new(ErrorClass::Usage, format!("no command or topic is called '{name}'"));
    let Some(near) = meant(name, &known) else {
        let topics: Vec<&str> = TOPICS.iter().map(|(name, _)| *name).collect();
        let topics = format!("the topics are: {}", topics.join(", "));
        return Err(failure.hint(topics).hint("asq --help lists the commands"));
    };
    Err(failure.hint(format!("did you mean 'asq help {near}'?")))
}

/// The names of the commands and topics that help knows, each with a word about it.
pub(crate) fn known(cli: &clap::Command) -> Vec<(String, String)> {
    let about = |c: &clap::Command| c.get_about().map(ToString::to_string).unwrap_or_default();
    let shown = cli.get_subcommands().filter(|c| !c.is_hide_set());
    let topics = TOPICS.iter().map(|(name, about)| ((*name).to_owned(), (*about).to_owned()));
    topics.chain(shown.map(|c| (c.get_name().to_owned(), about(c)))).collect()
}

fn commands(cli: &clap::Command) -> impl Iterator<Item = &str> {
    cli.get_subcommands().filter(|c| !c.is_hide_set()).map(clap::Command::get_name)
}

fn exit_codes() -> String {
    let mut text =
        String::from("How asq ask ends, for scripts. `outcome` in its JSON has the same word.\n\n");
    for exit in Exit::all() {
        let _ = writeln!(text, "  {:>2}  {}", exit.code(), exit.meaning());
    }
    text.push_str(
        "
0 means answered; for asq confirm and a single --confirm it means yes, and 1
means no. With 2 and 66, asq asked nothing and writes nothing to standard
output. With any other code, asq ask writes one line of JSON to a pipe or a
file, if it can; to a terminal only with --format json. asq pick, asq input and
--format value write only the answer, and asq confirm true or false; without an
answer, nothing. asq wait exits with the code of the last request that closed,
or with 6 if one is still open. asq answer, decline, cancel and withdraw exit
with 0 if it worked, 65 if it was refused, 9 if somebody else was first.

Examples:
  asq confirm 'Deploy?' && deploy
  if reply=$(asq ask call.json); then
      echo \"$reply\" | jq .details
  elif [ $? -eq 7 ]; then
      echo 'nobody there, going on without an answer'
  fi
",
    );
    text
}

fn agents() -> String {
    let text = install::AGENTS_MD;
    format!("asq install agents-md puts this into AGENTS.md, CLAUDE.md, GEMINI.md or another file:\n\n{text}")
}

const KEYS: &str = "\
The last line of a form shows its most useful keys; ? shows all of them, unless
you are typing. Forms differ a little, because each follows the contract of the
agent's tool: a few have no filter, or use Tab for notes. Otherwise:

  Up, Down      move                       Enter      pick, open, submit
  1 to 9        the row with that number   Esc        one step out, then cancel
  y, n          yes, no                    Space      tick one of several
  Tab, <-, ->   another question           /          filter the list by typing
  n, Alt+N      a note; Alt+N if n is no   s          skip the question
  z, Ctrl+O     read cut or hidden text on the full screen, and back
  i, Alt+I      what the agent was doing, if it said so
  Ctrl+C        cancel at once; the typed text is kept as a draft
                (in the inbox: put aside, then leave; Alt+X cancels there)
  Ctrl+Z        suspend asq; fg brings it back (while you type: undo)

In a list of ten rows or more a number is typed whole: 12 is row 12. A 1 alone
moves there, and waits for the next digit or for Enter. A row that the filter
hides is never picked.

In a list from a pipe (… | asq pick TEXT) what you type filters. Up and Down
move, Enter picks; with --many, Tab ticks and Enter submits. Esc clears what you
typed, then cancels.

While you type:

  Ctrl+J, Alt+Enter   a new line (Shift+Enter if the terminal can tell)
  Ctrl+G              open the text in your editor ($VISUAL, $EDITOR, vi)
  Ctrl+A, Ctrl+E      to the start, the end of the line
  Alt+B, Alt+F        a word to the left, to the right
  Ctrl+W, Alt+D       delete the word to the left, to the right
  Ctrl+U, Ctrl+K      delete to the start, to the end of the line
  Ctrl+Y              put back the deleted text
  Ctrl+Z, Ctrl+_      undo (Alt+Z: redo)

A paste is text: it never submits anything. For a quarter of a second after a
page appears, asq ignores keys that would pick or submit. A key typed right
after an ignored one is ignored, too. The last line says so. --guard MS makes
that time longer; guard in config.toml can also make it shorter. asq discards
keys typed before the form appeared.

Letters that a list has no use for are a text that was meant for somebody else.
Until you pause for 0.7 seconds, or press an arrow, Tab or Esc, nothing commits
and no letter is a command. Digits alone are no text.

In plain lines (--accessible) every step is a numbered list, and ? lists the
words that can be typed there. Only Enter ends a line, a paste doesn't: several
pasted lines are one text.
";

const DRAFTS: &str = "\
Your text isn't lost when a form closes without an answer: on Esc, on Ctrl+C, if
the terminal goes away, if asq is killed. When the same question is asked again,
the text is back in its row, marked with the time when it was kept; Ctrl+U clears
it. A kept text is never an answer by itself. A question asked by flags counts as
the same only in the same folder.

Drafts are files that only you can read, one per content, in
$XDG_STATE_HOME/asq/drafts (by default ~/.local/state/asq/drafts). A draft is
deleted when its question is answered, or after a week; text that you typed but
didn't choose stays for that week. asq never keeps secrets.
";

const STORE: &str = "\
Waiting questions are kept in the store, a file of your own on this machine. A
question outlives the agent that asked it, the terminal and a power cut; it can
be answered anywhere on the machine, once, and its asker gets the answer, once.
No server is needed: every asq opens the same file. For agents in sandboxes and
on other machines there is asq serve.

How a question gets there:
  asq ask --inbox            post it and wait until it is answered
  asq ask --wait=10m         the same; after 10 minutes exit with 6
  asq ask --no-wait          exit with 6 at once, with the id for asq wait
  asq ask                    with a terminal: a form, and also posted while an
                             inbox is open; without a terminal: like --inbox
                             while an inbox is open, else unavailable (7)

How it is answered: in asq inbox, in the form on its own terminal, or with asq
answer ID. The first answer wins; a later answer is refused with the name of the
first (9).

How an answer comes back: Ask the same again, or run asq wait ID. Asking again
attaches to the open question, or returns its answer. Two asks are the same if
agent, session and --call-id are; without a call id, if agent, session and
content are, until the answer is delivered. The same call id with other content
is a conflict (9). Ctrl+C in a waiting asq leaves the question open: pending (6).
asq withdraw ID takes it back.

A script asks again with each run. Unless it has an agent's name or waits with
--inbox, --wait or --no-wait, it never gets an answer that came after an earlier
run was killed.

The file is $XDG_DATA_HOME/asq/store.db (by default in ~/.local/share/asq), or
the one that ASQ_STORE names; only you can read it. asq doctor checks it. Never
open it with another sqlite3 while asq runs: asq log export copies it safely.
A secret's answer is erased once it is delivered.
";

const ENVIRONMENT: &str = "\
An empty variable counts as unset. Flags override variables. Most settings have
a variable, too: asq settings explain names it.

  ASQ_AGENT, ASQ_SESSION    who asks, as --agent and --session
  ACCESSIBLE                any value but 0: plain numbered lines
  TERM                      dumb: plain numbered lines
  NO_COLOR                  any value: no colours
  COLORFGBG                 whether the background is dark or light (theme auto)
  COLORTERM                 truecolor or 24bit: a theme's #rrggbb as they are
  LC_ALL, LC_CTYPE, LANG    the first one set: UTF-8, else plain ASCII marks
  VISUAL, EDITOR            the editor that Ctrl+G opens, as a command for sh
  XDG_RUNTIME_DIR, TMPDIR   the folder for the payload of onQuestionCommand and
                            for the text in the editor, if only you can open it;
                            else below XDG_STATE_HOME. The socket of asq serve
                            is in the first
  SSH_CONNECTION            set: notifications go to the terminal, too
  TMUX                      set: they are passed on through tmux
  PATH                      where notify-send, osascript and attn are found, and
                            for asq install the programs of agents
  XDG_STATE_HOME            the folder for drafts, trusted folders, turns on a
                            terminal, and the data for an uninstall
  XDG_CONFIG_HOME           the folder of config.toml and themes
  XDG_DATA_HOME             the folder of the store
  ASQ_STORE                 the store's file in another place, a database, or a
                            server (https://, http://, http+unix://)
  ASQ_TOKEN_FILE            the file with the token for that server; else it is
                            in tokens below XDG_CONFIG_HOME
  ASQ_INSECURE              1: plain http to another machine is allowed
  SSL_CERT_FILE             the file with the CA certificates to trust, instead of
                            this machine's
  PI_CODING_AGENT_DIR       the folder of pi's own settings of the contract
  CLAUDE_CONFIG_DIR, CODEX_HOME, COPILOT_HOME, GEMINI_CLI_HOME, QWEN_HOME
                            the folders in which these agents, and so asq
                            install, find their settings
  OPENCODE_CLIENT, OPENCODE_ENABLE_QUESTION_TOOL
                            whether OpenCode's tool is offered, as in OpenCode
  TZ                        the time zone of the times shown
";

#[cfg(test)]
mod tests {
    use super::{GROUPS, TOPICS, commands, text};
    use crate::args::Cli;
    use clap::CommandFactory;

    #[test]
    fn every_command_is_in_one_group() {
        let cli = Cli::command();
        let mut known: Vec<&str> = commands(&cli).collect();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        known.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, known);
    }

    #[test]
    fn every_topic_has_a_text() {
        for (topic, _) in TOPICS {
            let text = text(Some(topic)).unwrap();
            assert!(text.lines().count() > 3, "{topic}");
        }
    }
}
