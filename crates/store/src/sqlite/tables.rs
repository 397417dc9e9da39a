//! The tables that an append reads and writes, and their copies for an import.
//!
//! - Both get the same statements, except for the names.

/// A table of the log.
pub(super) struct LogTable {
    pub(super) name: &'static str,
    /// Its name while an import fills it.
    pub(super) incoming: &'static str,
    /// Its name after an import has replaced it.
    pub(super) outgoing: &'static str,
    pub(super) key: &'static str,
}

pub(super) const TABLES: [LogTable; 3] = [
    LogTable { name: "record", incoming: "incoming_record", outgoing: "outgoing_record", key: "position" },
    LogTable { name: "pending", incoming: "incoming_pending", outgoing: "outgoing_pending", key: "position" },
    LogTable { name: "claim", incoming: "incoming_claim", outgoing: "outgoing_claim", key: "key" },
];

/// Rewrites a statement for the import's tables.
pub(super) fn incoming(sql: &str) -> String {
    let named = |sql: String, LogTable { name, incoming, .. }: LogTable| {
        sql.replace(&format!(" {name} "), &format!(" {incoming} "))
    };
    TABLES.into_iter().fold(sql.to_owned(), named)
}
