//! The agents that asq knows, and how an environment shows that one of them started a program.
//!
//! - Each agent has its programs, its npm packages and its variables here; `asq install` takes them from here, too.
//! - Some variables name the session that a program runs in; others say only that there is an agent.
//! - A session counts only if the asker's and the answerer's environment both name it. It is kept as a digest.
//! - [`variable`] is for what only a person may have: it also knows the variables that several agents share.

use super::Lookup;
use asq_wire::stored::name_of;

/// The variable that names the agent that asks.
pub const AGENT: &str = "ASQ_AGENT";

/// The variable that names its session.
const SESSION: &str = "ASQ_SESSION";

/// Variables that several agents set; a person's own shell may have them, so they show no session.
const SHARED: [&str; 2] = ["AI_AGENT", "AGENT"];

/// An agent.
#[derive(Debug)]
pub struct KnownAgent {
    /// Its name on the command line of `asq install`, if that knows it.
    pub id: &'static str,
    /// The names of its program.
    pub programs: &'static [&'static str],
    /// Its npm packages.
    pub packages: &'static [&'static str],
    /// The variables that name its session for the programs that it starts.
    pub sessions: &'static [&'static str],
    /// The variables that say only that it started them.
    pub marks: &'static [&'static str],
}

impl KnownAgent {
    /// All its variables. Empty for an agent that sets none of its own.
    pub fn variables(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.sessions.iter().chain(self.marks).copied()
    }
}

pub static PI: KnownAgent = KnownAgent {
    id: "pi",
    programs: &["pi"],
    packages: &["@earendil-works/pi-coding-agent", "@mariozechner/pi-coding-agent"],
    sessions: &[],
    marks: &["PI_CODING_AGENT"],
};

pub static CLAUDE_CODE: KnownAgent = KnownAgent {
    id: "claude-code",
    programs: &["claude"],
    packages: &["@anthropic-ai/claude-code"],
    sessions: &["CLAUDE_CODE_SESSION_ID", "CLAUDE_SESSION_ID"],
    marks: &["CLAUDECODE"],
};

pub static CODEX: KnownAgent = KnownAgent {
    id: "codex",
    programs: &["codex"],
    packages: &["@openai/codex"],
    sessions: &["CODEX_THREAD_ID"],
    marks: &["CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED"],
};

pub static COPILOT: KnownAgent = KnownAgent {
    id: "copilot",
    programs: &["copilot"],
    packages: &["@github/copilot"],
    sessions: &["COPILOT_AGENT_SESSION_ID"],
    marks: &["COPILOT_CLI"],
};

pub static GEMINI: KnownAgent = KnownAgent {
    id: "gemini",
    programs: &["gemini"],
    packages: &["@google/gemini-cli"],
    sessions: &[],
    marks: &["GEMINI_CLI"],
};

pub static QWEN: KnownAgent = KnownAgent {
    id: "qwen",
    programs: &["qwen"],
    packages: &["@qwen-code/qwen-code"],
    sessions: &["QWEN_CODE_SESSION_ID"],
    marks: &["QWEN_CODE"],
};

pub static OPENCODE: KnownAgent = KnownAgent {
    id: "opencode",
    programs: &["opencode"],
    packages: &["opencode-ai"],
    sessions: &[],
    marks: &["OPENCODE"],
};

pub static CURSOR: KnownAgent = KnownAgent {
    id: "cursor",
    programs: &["cursor-agent", "cursor"],
    packages: &[],
    sessions: &[],
    marks: &["CURSOR_AGENT"],
};

// Its terminals are the person's, too: what its agent runs there has no variable of its own.
pub static VSCODE: KnownAgent =
    KnownAgent { id: "vscode", programs: &["code"], packages: &[], sessions: &[], marks: &[] };

pub static GOOSE: KnownAgent = KnownAgent {
    id: "goose",
    programs: &["goose"],
    packages: &[],
    sessions: &["AGENT_SESSION_ID"],
    marks: &["GOOSE_TERMINAL"],
};

pub static CRUSH: KnownAgent =
    KnownAgent { id: "crush", programs: &["crush"], packages: &[], sessions: &[], marks: &["CRUSH"] };

pub static CLINE: KnownAgent =
    KnownAgent { id: "cline", programs: &["cline"], packages: &[], sessions: &[], marks: &["CLINE_ACTIVE"] };

pub static AMP: KnownAgent = KnownAgent {
    id: "amp",
    programs: &["amp"],
    packages: &[],
    sessions: &["AMP_CURRENT_THREAD_ID"],
    marks: &[],
};

// It names itself in the shared variable alone.
pub static WARP: KnownAgent =
    KnownAgent { id: "warp", programs: &["warp-terminal"], packages: &[], sessions: &[], marks: &[] };

pub static AUGGIE: KnownAgent = KnownAgent {
    id: "auggie",
    programs: &["auggie"],
    packages: &[],
    sessions: &[],
    marks: &["AUGMENT_AGENT"],
};

/// All of them.
pub static KNOWN_AGENTS: [&KnownAgent; 15] = [
    &PI,
    &CLAUDE_CODE,
    &CODEX,
    &COPILOT,
    &GEMINI,
    &QWEN,
    &OPENCODE,
    &CURSOR,
    &VSCODE,
    &GOOSE,
    &CRUSH,
    &CLINE,
    &AMP,
    &WARP,
    &AUGGIE,
];

/// The variables that show a session: asq's own, then those of each agent.
fn session_variables() -> impl Iterator<Item = &'static str> {
    std::iter::once(SESSION).chain(KNOWN_AGENTS.iter().flat_map(|agent| agent.variables()))
}

/// The session that an environment names.
pub fn session(env: Lookup<'_>) -> Option<String> {
    let all = KNOWN_AGENTS.iter().flat_map(|agent| agent.sessions.iter().copied());
    std::iter::once(SESSION).chain(all).find_map(|name| env(name).filter(|value| !value.is_empty()))
}

/// All variables that show an agent.
pub fn variables() -> impl Iterator<Item = &'static str> {
    std::iter::once(AGENT).chain(session_variables()).chain(SHARED)
}

/// The first variable of an environment that names an agent or its session.
pub fn variable(env: Lookup<'_>) -> Option<&'static str> {
    variables().find(|name| env(name).is_some_and(|value| !value.is_empty()))
}

/// The digests of the sessions in an environment.
pub(super) fn sessions(env: Lookup<'_>) -> Vec<String> {
    let named = session_variables().filter_map(|name| Some((name, env(name).filter(|it| !it.is_empty())?)));
    // They are only compared, so the log needn't keep the sessions themselves.
    named.map(|(name, value)| format!("{name}:{}", &name_of(&[name, &value])[..16])).collect()
}

#[cfg(test)]
mod tests {
    use super::{AGENT, KNOWN_AGENTS, sessions, variable};

    #[test]
    fn a_session_is_a_digest_of_what_the_variable_says() {
        let env = |session: &'static str| {
            move |name: &str| match name {
                "CLAUDE_CODE_SESSION_ID" => Some(session.to_owned()),
                "CLAUDECODE" => Some(String::new()),
                "HOME" => Some("/root".to_owned()),
                _ => None,
            }
        };
        let [one] = &sessions(&env("s1"))[..] else { panic!() };
        assert!(one.starts_with("CLAUDE_CODE_SESSION_ID:") && !one.contains("s1"), "{one}");
        assert_eq!(&sessions(&env("s1"))[0], one);
        assert_ne!(&sessions(&env("s2"))[0], one);
    }

    #[test]
    fn every_agents_variable_shows_an_agent_and_a_shared_one_shows_no_session() {
        let only = |set: &'static str| move |name: &str| (name == set).then(|| "1".to_owned());
        for name in KNOWN_AGENTS.iter().flat_map(|agent| agent.variables()) {
            assert_eq!(variable(&only(name)), Some(name));
            assert_eq!(sessions(&only(name)).len(), 1, "{name}");
        }
        for name in [AGENT, "AI_AGENT", "AGENT"] {
            assert_eq!((variable(&only(name)), sessions(&only(name))), (Some(name), Vec::new()));
        }
        assert_eq!((variable(&only("HOME")), variable(&|_| Some(String::new()))), (None, None));
    }
}
