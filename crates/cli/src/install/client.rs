//! The agents that start asq over MCP: where their settings are, and how they spell an entry.
//!
//! - The person's own file is where the agent's variable says, else in the home.
//! - Of several files that an agent reads, the one that is there counts.
//! - The agent's own limit for a call becomes a day, as far as it has one, and asq waits for 23 hours. For Claude Code, and
//!   for agents whose limit nobody can set, asq itself knows how long to wait.
//! - Of an entry that is there, flags for `asq mcp`, the chosen tools and variables stay.

use super::allow_rule::{CLAUDE_RULES, RuleFiles};
use super::config_file::ConfigFile;
use crate::args::Harness;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The name of the entry.
pub(super) const ENTRY: &str = "asq";

/// The argument that makes asq a server.
const SERVER: &str = "mcp";

/// Its limit, which ends before that of the agent: the agent would give the call up.
const LIMIT: [&str; 2] = ["--limit", "23h"];

/// The variables that say where asq's store and files are, and which pane asks. Codex passes on what an entry names.
const VARIABLES: [&str; 10] = [
    "ASQ_STORE",
    "ASQ_TOKEN_FILE",
    "ASQ_INSECURE",
    "SSL_CERT_FILE",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "XDG_RUNTIME_DIR",
    "TMUX",
    "TMUX_PANE",
];

/// A day. Some agents take at most 2^31-1 milliseconds.
const DAY_SECONDS: u32 = 24 * 60 * 60;
const DAY_MS: u32 = DAY_SECONDS * 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ConfigSyntax {
    Json,
    Toml,
}

/// How an agent spells an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntryStyle {
    /// With this type, and a limit in milliseconds; asq knows the agent's own.
    Typed(&'static str),
    /// The same with all tools named.
    AllTools(&'static str),
    /// Without a type, with a limit in milliseconds, and trusted: its calls are made without asking first.
    Bare,
    /// A limit in seconds, and the names of the variables that asq gets.
    Seconds,
    /// Program and arguments in one list.
    OneList,
    /// With this type; the agent has no limit.
    NoLimit(Option<&'static str>),
}

impl EntryStyle {
    /// Whether asq gets a limit next to the agent's own.
    fn has_limit(self) -> bool {
        match self {
            EntryStyle::AllTools(_) | EntryStyle::Bare | EntryStyle::Seconds | EntryStyle::OneList => true,
            EntryStyle::Typed(_) | EntryStyle::NoLimit(_) => false,
        }
    }
}

/// The person's own folder of an agent's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ClientFolder {
    /// A variable that names a folder, and the folder below it.
    variable: Option<(&'static str, &'static str)>,
    below_home: &'static str,
    /// The same on macOS, if it differs.
    below_home_on_macos: Option<&'static str>,
}

pub(super) struct McpClient {
    pub(super) name: &'static str,
    pub(super) syntax: ConfigSyntax,
    /// The member that holds the entries.
    pub(super) container: &'static str,
    style: EntryStyle,
    folder: ClientFolder,
    /// The files in that folder, the first one is made.
    files: &'static [&'static str],
    /// The files in a project's folder.
    project: &'static [&'static str],
    /// Where a rule lets it call asq without asking first, if that isn't in the entry.
    pub(super) rules: Option<RuleFiles>,
    /// What to know about its calls.
    note: &'static str,
    /// What it wants before it starts any server.
    trust_note: &'static str,
    /// What to know about a project's file.
    project_note: &'static str,
}

const fn folder(variable: Option<(&'static str, &'static str)>, below_home: &'static str) -> ClientFolder {
    ClientFolder { variable, below_home, below_home_on_macos: None }
}

const CLAUDE_CODE: McpClient = McpClient {
    name: "Claude Code",
    syntax: ConfigSyntax::Json,
    container: "mcpServers",
    style: EntryStyle::Typed("stdio"),
    folder: folder(Some(("CLAUDE_CONFIG_DIR", "")), ""),
    files: &[".claude.json"],
    project: &[".mcp.json"],
    rules: Some(CLAUDE_RULES),
    note: "In its terminal a call waits at most 110 s; then the model calls wait.\nCLAUDE_CODE_MCP_AUTO_BACKGROUND_MS=0 makes that 23 hours.",
    trust_note: "",
    project_note: "It asks you before it starts a project's servers.",
};

const CODEX: McpClient = McpClient {
    name: "Codex",
    syntax: ConfigSyntax::Toml,
    container: "mcp_servers",
    style: EntryStyle::Seconds,
    folder: folder(Some(("CODEX_HOME", "")), ".codex"),
    files: &["config.toml"],
    project: &[".codex/config.toml"],
    rules: None,
    note: "",
    trust_note: "",
    project_note: "It reads a project's settings once you trust the project.",
};

const COPILOT: McpClient = McpClient {
    name: "Copilot",
    syntax: ConfigSyntax::Json,
    container: "mcpServers",
    style: EntryStyle::AllTools("local"),
    folder: folder(Some(("COPILOT_HOME", "")), ".copilot"),
    files: &["mcp-config.json"],
    // It reads .mcp.json, too; but there an entry of Claude Code's has another type.
    project: &[".github/mcp.json"],
    rules: None,
    note: "",
    trust_note: "",
    project_note: "It starts a project's servers once you trust the folder.",
};

/// What `trust` in an entry does.
const TRUSTED: &str = "While trust is true in the entry, it calls asq without asking you first.";

const GEMINI: McpClient = McpClient {
    name: "Gemini",
    syntax: ConfigSyntax::Json,
    container: "mcpServers",
    style: EntryStyle::Bare,
    folder: folder(Some(("GEMINI_CLI_HOME", ".gemini")), ".gemini"),
    files: &["settings.json"],
    project: &[".gemini/settings.json"],
    rules: None,
    note: TRUSTED,
    trust_note: "It starts servers only in folders that you trust.",
    project_note: "",
};

const QWEN: McpClient = McpClient {
    name: "Qwen",
    syntax: ConfigSyntax::Json,
    container: "mcpServers",
    style: EntryStyle::Bare,
    folder: folder(Some(("QWEN_HOME", "")), ".qwen"),
    files: &["settings.json"],
    project: &[".qwen/settings.json"],
    rules: None,
    note: TRUSTED,
    trust_note: "",
    project_note: "It reads a project's settings once you trust the folder.",
};

const OPENCODE: McpClient = McpClient {
    name: "OpenCode",
    syntax: ConfigSyntax::Json,
    container: "mcp",
    style: EntryStyle::OneList,
    folder: folder(Some(("XDG_CONFIG_HOME", "opencode")), ".config/opencode"),
    files: &["opencode.json", "opencode.jsonc"],
    project: &["opencode.json", "opencode.jsonc"],
    rules: None,
    note: "",
    trust_note: "",
    project_note: "",
};

const CURSOR: McpClient = McpClient {
    name: "Cursor",
    syntax: ConfigSyntax::Json,
    container: "mcpServers",
    style: EntryStyle::NoLimit(None),
    folder: folder(None, ".cursor"),
    files: &["mcp.json"],
    project: &[".cursor/mcp.json"],
    rules: None,
    note: "",
    trust_note: "",
    project_note: "",
};

const VSCODE: McpClient = McpClient {
    name: "VS Code",
    syntax: ConfigSyntax::Json,
    container: "servers",
    style: EntryStyle::NoLimit(Some("stdio")),
    folder: ClientFolder {
        variable: Some(("XDG_CONFIG_HOME", "Code/User")),
        below_home: ".config/Code/User",
        below_home_on_macos: Some("Library/Application Support/Code/User"),
    },
    files: &["mcp.json"],
    project: &[".vscode/mcp.json"],
    rules: None,
    note: "",
    trust_note: "",
    project_note: "It asks you before it starts a server for the first time.",
};

impl McpClient {
    /// `None` for an agent that gets asq in another way.
    pub(super) fn of(harness: Harness) -> Option<&'static McpClient> {
        match harness {
            Harness::Pi => None,
            Harness::ClaudeCode => Some(&CLAUDE_CODE),
            Harness::Codex => Some(&CODEX),
            Harness::Copilot => Some(&COPILOT),
            Harness::Gemini => Some(&GEMINI),
            Harness::Qwen => Some(&QWEN),
            Harness::Opencode => Some(&OPENCODE),
            Harness::Cursor => Some(&CURSOR),
            Harness::Vscode => Some(&VSCODE),
        }
    }

    /// For all projects. No link leads out of the home, or of the folder that the agent's variable names.
    pub(super) fn own_file(&self, env: &Env) -> Result<ConfigFile, CommandError> {
        let (folder, named) = self.own_folder(env)?;
        let inside = [env.home(), named].into_iter().flatten().collect();
        Ok(ConfigFile::own(self.file(&folder, self.files), inside))
    }

    /// The file of the project in this folder.
    pub(super) fn project_file(&self, cwd: &Path) -> ConfigFile {
        ConfigFile::project(self.file(cwd, self.project), cwd.to_owned())
    }

    /// Of these files the one that has the entry, else the first that is there, else the first.
    fn file(&self, folder: &Path, names: &[&str]) -> PathBuf {
        let all: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
        let there = || all.iter().filter(|path| asq_files::by_name::look(path).is_ok());
        let chosen = if there().count() > 1 { there().find(|path| self.has_entry(path)) } else { None };
        chosen.or_else(|| there().next()).or(all.first()).cloned().unwrap_or_default()
    }

    /// The folder of the person's own file, and the folder that a variable names.
    pub(super) fn own_folder(&self, env: &Env) -> Result<(PathBuf, Option<PathBuf>), CommandError> {
        let below_home = match self.folder.below_home_on_macos {
            Some(below) if cfg!(target_os = "macos") => below,
            Some(_) | None => self.folder.below_home,
        };
        if let Some((variable, below)) = self.folder.variable
            && !(cfg!(target_os = "macos") && self.folder.below_home_on_macos.is_some())
            && let Some(named) = env.get(variable).map(PathBuf::from)
        {
            if named.is_absolute() {
                return Ok((named.join(below), Some(named)));
            }
            let what = format!("{variable} has to be an absolute path, and is '{}'", named.display());
            return Err(CommandError::new(ErrorClass::Usage, what));
        }
        let home = env.home().ok_or_else(|| {
            CommandError::new(ErrorClass::Usage, "HOME names no folder, so there is no place for the file")
                .hint("--project puts it in this folder")
        })?;
        Ok((home.join(below_home), None))
    }

    /// A folder that shows that this agent was used here.
    pub(super) fn traces(&self, env: &Env) -> Option<PathBuf> {
        let (folder, _) = self.own_folder(env).ok()?;
        let sign = if folder == env.home()? { folder.join(self.files.first()?) } else { folder };
        asq_files::by_name::is_there(&sign).then_some(sign)
    }

    /// What to know after an install.
    pub(super) fn after(&self, project: bool) -> String {
        let mut text = format!("{} reads it the next time it starts.", self.name);
        if project && !self.project_note.is_empty() {
            text.push(' ');
            text.push_str(self.project_note);
        }
        text.push('\n');
        for note in [self.trust_note, self.note].into_iter().filter(|note| !note.is_empty()) {
            text.push_str(note);
            text.push('\n');
        }
        text
    }

    /// What the agent wants before it starts a server of this file.
    pub(super) fn conditions(&self, project: bool) -> impl Iterator<Item = &'static str> {
        let of_project = if project { self.project_note } else { "" };
        [self.trust_note, of_project].into_iter().filter(|note| !note.is_empty())
    }

    /// The members of an entry that starts this asq, in place of the one that is there.
    pub(super) fn members(&self, asq: &str, there: Option<&Value>) -> Vec<(&'static str, Value)> {
        let old = |name: &str| there.and_then(|there| there.get(name));
        let arguments = |old: Option<&[Value]>| -> Vec<Value> {
            let there = old.filter(|old| old.first().is_some_and(|first| first == SERVER));
            let mut all = there.map_or_else(|| vec![json!(SERVER)], <[Value]>::to_vec);
            if self.style.has_limit() && all.iter().all(|one| one != LIMIT[0]) {
                all.extend(LIMIT.map(|one| json!(one)));
            }
            all
        };
        let list = |name: &str| old(name).and_then(Value::as_array).map(Vec::as_slice);
        let args = || ("args", Value::from(arguments(list("args"))));
        let command = ("command", json!(asq));
        let timeout = ("timeout", json!(DAY_MS));
        match self.style {
            EntryStyle::Typed(kind) => vec![("type", json!(kind)), command, args(), timeout],
            EntryStyle::AllTools(kind) => {
                let tools = list("tools").map_or_else(|| json!(["*"]), |tools| json!(tools));
                vec![("type", json!(kind)), command, args(), ("tools", tools), timeout]
            }
            EntryStyle::Bare => {
                // A person who wants to be asked first says so by false.
                let trust = old("trust").cloned().unwrap_or(json!(true));
                vec![command, args(), timeout, ("trust", trust)]
            }
            EntryStyle::Seconds => {
                let mut passed = list("env_vars").map_or_else(Vec::new, <[Value]>::to_vec);
                let missing: Vec<Value> = VARIABLES
                    .iter()
                    .filter(|name| !names(&passed).any(|it| it == **name))
                    .map(|name| json!(name))
                    .collect();
                passed.extend(missing);
                vec![command, args(), ("env_vars", json!(passed)), ("tool_timeout_sec", json!(DAY_SECONDS))]
            }
            EntryStyle::OneList => {
                let rest = list("command").and_then(|list| list.get(1..));
                let whole: Vec<Value> = [json!(asq)].into_iter().chain(arguments(rest)).collect();
                vec![("type", json!("local")), ("command", json!(whole)), ("enabled", json!(true)), timeout]
            }
            EntryStyle::NoLimit(kind) => {
                kind.map(|kind| ("type", json!(kind))).into_iter().chain([command, args()]).collect()
            }
        }
    }
}

/// The names in a list of variables: texts, or objects with a name.
pub(super) fn names(list: &[Value]) -> impl Iterator<Item = &str> {
    list.iter().filter_map(|one| one.as_str().or_else(|| one.get("name")?.as_str()))
}

/// The program that an entry starts, with its first argument.
pub(super) fn started(entry: &Value) -> Option<(&str, Option<&str>)> {
    let command = entry.get("command")?;
    let (program, first) = match command.as_array() {
        Some(list) => (list.first()?, list.get(1)),
        None => (command, entry.get("args").and_then(|args| args.get(0))),
    };
    Some((program.as_str()?, first.and_then(Value::as_str)))
}

/// Whether an entry starts an asq, this one or another.
pub(super) fn is_asq(entry: &Value, asq: &str) -> bool {
    let name = |path: &str| Path::new(path).file_name().map(std::ffi::OsStr::to_owned);
    started(entry).is_some_and(|(program, first)| {
        let same =
            program == asq || name(program) == name(asq) || name(program).is_some_and(|it| it == ENTRY);
        same && first == Some(SERVER)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_of_another_program_is_not_asqs() {
        for (entry, expected) in [
            (json!({"command": "asq", "args": ["mcp"]}), true),
            (json!({"command": "/old/asq", "args": ["mcp", "--dialect", "question"]}), true),
            (json!({"command": ["/new/asq-2", "mcp"]}), true),
            (json!({"command": "npx", "args": ["asq", "mcp"]}), false),
            (json!({"command": "/old/asq"}), false),
            (json!({"command": "/old/asq", "args": ["serve"]}), false),
            (json!({"url": "https://asq"}), false),
            (json!({"command": 1}), false),
            (json!("asq"), false),
        ] {
            assert_eq!(is_asq(&entry, "/new/asq-2"), expected, "{entry}");
        }
    }

    #[test]
    fn flags_and_chosen_tools_stay() {
        let there = json!({"args": ["mcp", "--limit", "1h", "--dialect", "question"], "tools": ["ask"]});
        let members = |there: &Value| {
            Value::Object(
                COPILOT.members("/asq", Some(there)).into_iter().map(|(k, v)| (k.to_owned(), v)).collect(),
            )
        };
        assert_eq!(
            members(&there),
            json!({"type": "local", "command": "/asq", "args": there["args"], "tools": ["ask"], "timeout": 86_400_000})
        );
        assert_eq!(
            members(&json!({"args": ["mcp", "--dialect", "question"]}))["args"],
            json!(["mcp", "--dialect", "question", "--limit", "23h"])
        );
        assert_eq!(members(&json!({"args": ["serve"]}))["args"], json!(["mcp", "--limit", "23h"]));
        let there = json!({"env_vars": ["MINE", {"name": "TMUX", "source": "local"}]});
        let mut passed = vec![json!("MINE"), there["env_vars"][1].clone()];
        passed.extend(VARIABLES.iter().filter(|name| **name != "TMUX").map(|name| json!(name)));
        assert_eq!(CODEX.members("/asq", Some(&there))[2], ("env_vars", json!(passed)));
        let there = json!({"command": ["/old/asq", "mcp", "--limit", "23h", "--withdraw"]});
        let members = OPENCODE.members("/asq", Some(&there));
        assert_eq!(members[1], ("command", json!(["/asq", "mcp", "--limit", "23h", "--withdraw"])));
    }
}
