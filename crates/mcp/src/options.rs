//! What a server offers, and how long it lets a call wait.

use asq_core::model::Prefs;
use asq_dialects::Dialect;
use std::time::Duration;

/// What a server offers.
#[derive(Clone, Debug)]
pub struct McpOptions {
    /// Their tools are offered, in this order.
    dialects: Vec<&'static Dialect>,
    tools: Vec<NamedTool>,
    /// Whether results have structured content in every dialect, not in asq's own alone.
    pub structured: bool,
    /// How long a call waits for the person, whatever the client.
    pub limit: Option<Duration>,
    /// How long the calls of some agents wait, by the beginning of their names; the first one that fits counts.
    pub agent_limits: Vec<AgentLimit>,
    /// Whether a call that the client cancels takes its question back.
    pub withdraw: bool,
}

/// How long the calls of an agent wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentLimit {
    /// The beginning of its name.
    pub agent: String,
    /// The time before a pending result.
    pub limit: Duration,
}

/// A tool's name, and whose tool it is.
#[derive(Clone, Copy, Debug)]
struct NamedTool {
    name: &'static str,
    dialect: &'static Dialect,
}

/// Why a server can't offer some dialects together.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' and '{1}' both have a tool called '{2}'; choose one of them")]
pub struct OptionsError(&'static str, &'static str, &'static str);

impl McpOptions {
    /// These dialects, each once.
    ///
    /// # Errors
    /// Two of them have a tool of the same name.
    pub fn of(named: &[&'static Dialect]) -> Result<McpOptions, OptionsError> {
        let mut dialects: Vec<&'static Dialect> = Vec::new();
        for dialect in named {
            if dialects.iter().all(|other| other.id != dialect.id) {
                dialects.push(dialect);
            }
        }
        let mut tools: Vec<NamedTool> = Vec::new();
        for dialect in &dialects {
            for spec in (dialect.tools)(&Prefs::default()) {
                if let Some(other) = tools.iter().find(|tool| tool.name == spec.name) {
                    return Err(OptionsError(other.dialect.id, dialect.id, spec.name));
                }
                tools.push(NamedTool { name: spec.name, dialect });
            }
        }
        Ok(McpOptions {
            dialects,
            tools,
            structured: false,
            limit: None,
            agent_limits: Vec::new(),
            withdraw: false,
        })
    }

    /// The offered dialects.
    pub fn dialects(&self) -> &[&'static Dialect] {
        &self.dialects
    }

    /// How long a call of this client waits, if the person says so.
    pub(crate) fn limit_of(&self, client: Option<&str>) -> Option<Duration> {
        let of_agent = || {
            let known = self
                .agent_limits
                .iter()
                .find(|known| client.is_some_and(|name| name.starts_with(&known.agent)));
            known.map(|known| known.limit)
        };
        self.limit.or_else(of_agent)
    }

    /// The dialect of the tool with this name.
    pub(crate) fn dialect_of(&self, tool: &str) -> Option<&'static Dialect> {
        self.tools.iter().find(|known| known.name == tool).map(|known| known.dialect)
    }
}

#[cfg(test)]
mod tests {
    use super::{AgentLimit, McpOptions, OptionsError};
    use std::time::Duration;

    #[test]
    fn each_dialect_is_offered_once_in_the_named_order_and_each_tool_is_one_dialects() {
        let (asq, question, opencode) =
            (&asq_dialects::asq::DIALECT, &asq_dialects::question::DIALECT, &asq_dialects::opencode::DIALECT);
        let of = |named: &[&'static super::Dialect]| {
            McpOptions::of(named).map(|it| it.dialects().iter().map(|dialect| dialect.id).collect::<Vec<_>>())
        };
        assert_eq!(of(&[question, asq, question]), Ok(vec!["question", "asq"]));
        assert_eq!(of(&[asq, question, opencode]), Err(OptionsError("question", "opencode", "question")));
    }

    #[test]
    fn the_first_limit_that_fits_counts_unless_all_calls_have_one() {
        let limit =
            |agent: &str, seconds| AgentLimit { agent: agent.into(), limit: Duration::from_secs(seconds) };
        let mut options = McpOptions::of(&[&asq_dialects::asq::DIALECT]).unwrap();
        options.agent_limits = vec![limit("cursor", 1), limit("cur", 2), limit("c", 3)];
        let of = |options: &McpOptions| {
            ["cursor-vscode", "cursor", "curl", "codex", "x"]
                .map(|name| options.limit_of(Some(name)).map_or(0, |limit| limit.as_secs()))
        };
        assert_eq!((of(&options), options.limit_of(None)), ([1, 1, 2, 3, 0], None));
        options.limit = Some(Duration::from_secs(9));
        assert_eq!((of(&options), options.limit_of(None)), ([9; 5], Some(Duration::from_secs(9))));
    }
}
