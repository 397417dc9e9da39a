//! The targets of reference links.
//!
//! - Searched only when a block has such a link, once for the whole document.
//! - Case and blanks in names don't matter; the first of several definitions counts.
//! - A footnote isn't a definition, and neither are several words after a name.
//! - Keeps at most 4096.

use memchr::memmem;
use std::collections::HashMap;

/// Most definitions kept.
const KEPT: usize = 4096;
/// Longest target and title, in bytes.
const LONGEST: usize = 4 << 10;
/// Longest name, in bytes.
const NAME: usize = 999;

/// The definitions of a document.
#[derive(Clone, Debug, Default)]
pub(super) struct References {
    found: Option<HashMap<String, String>>,
}

impl References {
    pub(super) fn target(&mut self, source: &str, name: &str) -> Option<&str> {
        let found = self.found.get_or_insert_with(|| definitions(source));
        found.get(&folded(name)).map(String::as_str)
    }
}

fn definitions(source: &str) -> HashMap<String, String> {
    let mut found = HashMap::new();
    // A search instead of a parse: it runs over the whole document before the first block is shown.
    for at in memmem::find_iter(source.as_bytes(), "]:") {
        let near = &source[source.ceil_char_boundary(at.saturating_sub(NAME))..at];
        let line = near.rsplit('\n').next().unwrap_or(near);
        let Some(name) = line.trim_start_matches(' ').strip_prefix('[') else { continue };
        let Some(target) = target(&source[at + 2..]) else { continue };
        // `[^1]: …` is a footnote.
        let is_name = !name.trim().is_empty() && !name.starts_with('^') && !name.contains(['[', ']']);
        if found.len() < KEPT && is_name && !target.is_empty() {
            found.entry(folded(name)).or_insert_with(|| target.to_owned());
        }
    }
    found
}

/// The target of a definition, from the text after its `]:`. More words than a title make it invalid.
fn target(after: &str) -> Option<&str> {
    let line = after.trim_start_matches([' ', '\t']);
    let line = line.strip_prefix("\r\n").or_else(|| line.strip_prefix('\n')).unwrap_or(line);
    let near = &line[..line.floor_char_boundary(LONGEST)];
    let line = near.lines().next()?.trim();
    let (target, title) = match line.strip_prefix('<') {
        Some(inner) => inner.split_once('>')?,
        None => line.split_once([' ', '\t']).unwrap_or((line, "")),
    };
    let title = title.trim();
    let closed =
        |open: char, close: char| title.starts_with(open) && title.len() > 1 && title.ends_with(close);
    let is_title = title.is_empty() || closed('"', '"') || closed('\'', '\'') || closed('(', ')');
    is_title.then_some(target)
}

fn folded(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
