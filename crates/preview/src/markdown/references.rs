//! Where links by reference lead.
//!
//! - Looked for only when a block has such a link, once for the whole document.
//! - Names are the same whatever their case and blanks; the first of several definitions counts.
//! - At most 4096 are kept.

use memchr::memmem;
use std::collections::HashMap;

/// Most definitions kept.
const KEPT: usize = 4096;
/// Longest name, in bytes.
const NAME: usize = 999;

/// The definitions of a document.
#[derive(Clone, Debug, Default)]
pub(super) struct References {
    found: Option<HashMap<String, String>>,
}

impl References {
    /// Where a name leads.
    pub(super) fn target(&mut self, source: &str, name: &str) -> Option<&str> {
        let found = self.found.get_or_insert_with(|| definitions(source));
        found.get(&folded(name)).map(String::as_str)
    }
}

fn definitions(source: &str) -> HashMap<String, String> {
    let mut found = HashMap::new();
    for at in memmem::find_iter(source.as_bytes(), "]:") {
        let near = &source[source.ceil_char_boundary(at.saturating_sub(NAME))..at];
        let line = near.rsplit('\n').next().unwrap_or(near);
        let Some(name) = line.trim_start_matches(' ').strip_prefix('[') else { continue };
        let target = source[at + 2..].split_whitespace().next().unwrap_or("");
        let target = target.strip_prefix('<').and_then(|t| t.strip_suffix('>')).unwrap_or(target);
        if found.len() < KEPT && !name.is_empty() && !target.is_empty() {
            found.entry(folded(name)).or_insert_with(|| target.to_owned());
        }
    }
    found
}

fn folded(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
