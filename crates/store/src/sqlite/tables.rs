//! The tables that an append reads and writes, and their copies for an import.
//!
//! - Both get the same statements, except for the names.

/// The tables of the log, and their names during the import.
pub(super) const TABLES: [(&str, &str); 3] =
    [("record", "incoming_record"), ("pending", "incoming_pending"), ("claim", "incoming_claim")];

/// Rewrites a statement for the import's tables.
pub(super) fn incoming(sql: &str) -> String {
    let named = |sql: String, (table, incoming)| sql.replace(&format!(" {table} "), &format!(" {incoming} "));
    TABLES.into_iter().fold(sql.to_owned(), named)
}
