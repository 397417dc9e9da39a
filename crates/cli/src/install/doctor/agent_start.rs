//! How an agent starts its servers: what they get of its environment, and how it names itself to them.

use crate::args::Harness;
use crate::env::Env;

/// What Codex passes on of its environment.
const CODEX: &[&str] = &[
    "HOME",
    "LOGNAME",
    "PATH",
    "SHELL",
    "USER",
    "__CF_USER_TEXT_ENCODING",
    "LANG",
    "LC_ALL",
    "TERM",
    "TMPDIR",
    "TZ",
];

pub(super) struct AgentStart {
    /// The name of its client.
    client: &'static str,
    /// The variables that it passes on; `None` for all.
    passes: Option<&'static [&'static str]>,
}

impl AgentStart {
    pub(super) fn of(harness: Harness) -> AgentStart {
        let (client, passes) = match harness {
            Harness::Pi => ("pi", None),
            Harness::ClaudeCode => ("claude-code", None),
            Harness::Codex => ("codex-mcp-client", Some(CODEX)),
            Harness::Copilot => ("copilot-cli", None),
            Harness::Gemini => ("gemini-cli-mcp-client", None),
            Harness::Qwen => ("qwen-cli-mcp-client", None),
            Harness::Opencode => ("opencode", None),
            Harness::Cursor => ("cursor-vscode", None),
            Harness::Vscode => ("Visual Studio Code", None),
        };
        AgentStart { client, passes }
    }

    /// The agent's name, as it is recorded: asq goes by its beginning, and the person sees that it is the doctor.
    pub(super) fn client(&self) -> String {
        format!("{} (asq doctor)", self.client)
    }

    /// Whether the agent keeps this variable from its servers, unless their entry names it.
    pub(super) fn keeps(&self, name: &str, more: &[String]) -> bool {
        self.passes.is_some_and(|passes| !passes.contains(&name)) && more.iter().all(|more| more != name)
    }

    /// The environment of a server, before that of its entry. `more`: variables that the entry wants, too.
    pub(super) fn environment(&self, env: &Env, more: &[String]) -> Env {
        match self.passes {
            None => env.clone(),
            Some(names) => env.only(|name| names.contains(&name) || more.iter().any(|more| more == name)),
        }
    }
}
