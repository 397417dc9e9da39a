//! Lists of keys and of targets, recognised by all their lines.
//!
//! - YAML: keys before `:`, nested, or in lower case with short values.
//! - TOML, INI, environment: sections and `NAME=value`.
//! - Makefiles: targets with recipes after tabs.

/// Words before a `:` that aren't targets.
const BRANCHES: &str = "case default do else except finally private protected public switch try";

/// Votes for YAML, from keys with values and from items.
pub(super) fn keyed(near: &str) -> usize {
    let (mut keys, mut nested, mut lower, mut last) = (0_usize, 0_usize, true, None::<(usize, bool)>);
    let mut block = None::<usize>;
    for line in near.lines() {
        let text = line.trim();
        if text.is_empty() || text.starts_with('#') || matches!(text, "---" | "...") {
            continue;
        }
        if line.starts_with('\t') || line.trim_start_matches(' ').starts_with('\t') {
            return 0;
        }
        let mut indent = line.len() - line.trim_start_matches(' ').len();
        if block.is_some_and(|at| indent > at) {
            continue;
        }
        block = None;
        let mut inner = text;
        while let Some(item) = inner.strip_prefix("- ") {
            indent += inner.len() - item.trim_start().len();
            inner = item.trim_start();
        }
        let key = key_of(inner);
        if key.is_none() && inner.len() == text.len() && !text.starts_with(['"', '\'', '[', ']', '{', '}']) {
            return 0;
        }
        if let Some((at, open)) = last {
            let deeper = indent > at;
            nested += usize::from(deeper && open && (key.is_some() || inner.len() < text.len()));
            if deeper && !open && inner.len() == text.len() && key.is_some() {
                return 0;
            }
        }
        let open = key.is_some_and(|(_, value)| value.is_empty());
        if let Some((name, value)) = key {
            keys += 1;
            let calm = value.split_whitespace().count() <= 3 && !value.ends_with('.');
            lower &= !name.starts_with(char::is_uppercase) && calm;
            if matches!(value, "|" | ">" | "|-" | ">-") {
                block = Some(indent);
                nested += 1;
            }
        }
        last = Some((indent, open));
    }
    match (nested, keys) {
        (1.., 2..) => 9,
        (1.., 1) if lower => 7,
        (0, 2..) if lower && near.lines().all(|l| !l.trim_start().starts_with("- ")) => 6,
        (0, 3..) if near.trim_start().starts_with("---\n") => 6,
        _ => 0,
    }
}

/// A key and its value.
fn key_of(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once(':')?;
    let key = key.trim_matches(['"', '\'']);
    let named = !key.is_empty()
        && key
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '$' | '<' | '*' | '@'));
    let value = value.strip_prefix(' ').or_else(|| value.is_empty().then_some(""))?;
    let code = value.ends_with([';', '{', ',', '!']) && !value.starts_with(['{', '[', '"', '\'']);
    (named && !code).then(|| (key, value.split(" #").next().unwrap_or(value).trim()))
}

/// Votes for TOML, INI and the like: sections and assignments.
pub(super) fn assigned(near: &str) -> usize {
    let (mut sections, mut set, mut names) = (0_usize, 0_usize, true);
    let mut inside = false;
    for line in near.lines().map(str::trim) {
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if inside {
            inside = !line.starts_with(']');
            continue;
        }
        if line.starts_with('[') && line.ends_with(']') && !line.contains(", ") {
            sections += 1;
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { return 0 };
        let (name, value) = (key.trim(), value.trim());
        let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '"');
        if name.is_empty()
            || !name.chars().all(fits)
            || value.starts_with('=')
            || value.ends_with([';', '{', '('])
        {
            return 0;
        }
        inside = value == "[";
        let env = !key.ends_with(' ')
            && name.len() > 1
            && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
        let dotted = name.contains(['.', '_', '-']) && !value.contains('(');
        names &= env || dotted;
        set += 1;
    }
    match (sections, set) {
        (1.., 1..) => 9,
        (0, 2..) if names => 8,
        (0, 1) if names => 3,
        (1.., 0) | (0, _) => 0,
    }
}

/// Votes for a makefile: a target, and below it a line that starts with a tab.
pub(super) fn with_recipes(near: &str) -> usize {
    let lines: Vec<&str> = near.lines().collect();
    let target = |line: &str| {
        !line.starts_with(['\t', ' '])
            && line.split_once(':').is_some_and(|(name, rest)| {
                !rest.starts_with('=')
                    && !BRANCHES.split_whitespace().any(|word| name.split(' ').next() == Some(word))
                    && !name.is_empty()
                    && !name.contains(['(', '{', '"', '<'])
                    && !rest.ends_with(['{', ';'])
            })
    };
    let recipe = |pair: &&[&str]| target(pair[0]) && pair[1].starts_with('\t') && !pair[1].trim().is_empty();
    let set = |line: &&&str| {
        let named = line.split_once(" := ").or_else(|| line.split_once(" ?= ")).map_or("", |(name, _)| name);
        !named.is_empty() && named.bytes().all(|b| b.is_ascii_uppercase() || b == b'_')
    };
    6 * lines.windows(2).filter(recipe).count().min(2) + 6 * lines.iter().filter(set).count().min(1)
}
