//! The select and the confirm of every toolkit here; the bench reads the select's words from select.json.

pub const QUESTION: &str = "Which database should the service use?";
pub const OPTIONS: [&str; 5] = ["SQLite", "PostgreSQL", "MariaDB", "Redis", "Plain files"];
pub const CONFIRM: &str = "Deploy to production?";

/// Whether the confirm is wanted.
pub fn confirms() -> bool {
    std::env::args().nth(1).as_deref() == Some("confirm")
}
