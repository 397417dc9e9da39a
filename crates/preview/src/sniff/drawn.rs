//! Drawings without box characters: their columns count.
//!
//! - Trees of names, and boxes of `+--+`.

/// Whether its columns matter: a tree of files, or boxes of `+--+`.
pub(super) fn is_drawn(near: &str) -> bool {
    let lines: Vec<&str> = near.lines().filter(|l| !l.trim().is_empty()).collect();
    let boxed =
        |line: &&&str| line.contains("+--") && line.trim().starts_with(['+', '|']) || line.contains("--+ ");
    if lines.iter().filter(boxed).count() >= 2 {
        return true;
    }
    let branch = |line: &&&str| {
        let line = line.trim_start_matches([' ', '|', '│']);
        ["|--", "`--", "+--", "\\--", "├─", "└─"].iter().any(|mark| line.starts_with(mark))
    };
    if lines.iter().filter(branch).count() >= 2 {
        return true;
    }
    let name = |line: &&str| {
        let name = line.split(" #").next().unwrap_or(line).trim();
        let path = name.ends_with('/')
            || name.rsplit_once('.').is_some_and(|(stem, end)| {
                !stem.is_empty()
                    && (1..=5).contains(&end.len())
                    && end.bytes().all(|b| b.is_ascii_alphanumeric())
            });
        (path || name.starts_with('.')) && !name.contains([' ', '(', ')', ';', '=', ',', '"'])
    };
    lines.len() > 1
        && lines.iter().all(name)
        && lines.iter().any(|l| l.starts_with([' ', '\t']))
        && lines.iter().any(|l| l.trim_end().ends_with('/'))
}
