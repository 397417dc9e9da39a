//! What a server offers, and how long it lets a call wait.

use asq_dialects::Dialect;
use std::time::Duration;

/// What a server offers.
#[derive(Clone, Debug)]
pub struct McpOptions {
    /// Their tools are offered, in this order; never empty.
    dialects: Vec<&'static Dialect>,
    /// Whether results have structured content in every dialect, not in asq's own alone.
    pub structured: bool,
    /// How long a call waits for the person, whatever the client.
    pub limit: Option<Duration>,
    /// Whether a call that the client cancels takes its question back.
    pub withdraw: bool,
}

/// Why a server can't offer some dialects together.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' and '{1}' both have a tool called '{2}'; choose one of them")]
pub struct OptionsError(&'static str, &'static str, &'static str);

impl McpOptions {
    /// These dialects, or asq's own without any.
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
        if dialects.is_empty() {
            dialects.push(&asq_dialects::asq::DIALECT);
        }
        let prefs = asq_core::model::Prefs::default();
        let mut known: Vec<(&'static str, &'static str)> = Vec::new();
        for dialect in &dialects {
            for tool in (dialect.tools)(&prefs) {
                if let Some((other, _)) = known.iter().find(|(_, name)| *name == tool.name) {
                    return Err(OptionsError(other, dialect.id, tool.name));
                }
                known.push((dialect.id, tool.name));
            }
        }
        Ok(McpOptions { dialects, structured: false, limit: None, withdraw: false })
    }

    /// The offered dialects.
    pub fn dialects(&self) -> &[&'static Dialect] {
        &self.dialects
    }
}
