//! The select that every toolkit asks here; the bench reads the same words from select.json.

pub const QUESTION: &str = "Which database should the service use?";
pub const OPTIONS: [&str; 5] = ["SQLite", "PostgreSQL", "MariaDB", "Redis", "Plain files"];
