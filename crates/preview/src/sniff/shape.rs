//! What the shape of a source tells, regardless of its words.
//!
//! - `#!` and first words; diffs with their headers, or pairs of similar `-` and `+` lines.
//! - JSON by its brackets and the first character inside.
//! - Markup by its tags, except tags within prose.

/// The language of a program that names itself in its first line.
pub(super) fn program(near: &str) -> Option<&'static str> {
    let first = near.trim_start().lines().next().unwrap_or("");
    let program = first.strip_prefix("#!")?;
    let program = program.split_whitespace().filter_map(|w| w.rsplit('/').next()).find(|w| *w != "env");
    Some(match program.unwrap_or("").trim_end_matches(|c: char| c.is_ascii_digit() || c == '.') {
        "python" => "python",
        "node" | "deno" | "bun" => "js",
        "ruby" => "ruby",
        "php" => "php",
        "lua" => "lua",
        "pwsh" => "powershell",
        _ => "sh",
    })
}

/// Whether it starts like a Mermaid diagram.
pub(super) fn is_mermaid(near: &str) -> bool {
    let mut lines = near.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with("%%")).peekable();
    if lines.next_if(|l| *l == "---").is_some() && !lines.any(|l| l == "---") {
        return false;
    }
    let first = lines.next().unwrap_or("").trim_end_matches(';').trim_end();
    let (word, rest) = first.split_once([' ', ';']).unwrap_or((first, ""));
    let rest = rest.trim();
    match word {
        "graph" | "flowchart" | "flowchart-elk" => {
            let way = rest.split([' ', ';']).next().unwrap_or("");
            ["TD", "TB", "BT", "LR", "RL"].contains(&way) || first == word && lines.next().is_some()
        }
        "pie" => rest.is_empty() || rest.starts_with("title ") || rest.starts_with("showData"),
        "sequenceDiagram" | "classDiagram" | "classDiagram-v2" | "stateDiagram" | "stateDiagram-v2"
        | "erDiagram" | "gitGraph" | "gitGraph:" | "quadrantChart" | "requirementDiagram" | "C4Context"
        | "sankey-beta" | "xychart-beta" | "block-beta" | "packet-beta" | "architecture-beta" => true,
        "gantt" | "mindmap" | "timeline" | "journey" | "kanban" => rest.is_empty() && lines.next().is_some(),
        _ => false,
    }
}

/// Whether it is a difference between files.
pub(super) fn is_diff(near: &str) -> bool {
    let lines: Vec<&str> = near.lines().collect();
    let first = lines.iter().find(|l| !l.trim().is_empty()).copied().unwrap_or("");
    let heads = |pair: &[&str]| {
        pair[0].starts_with("--- ") && pair[1].starts_with("+++ ")
            || pair[0].starts_with("*** ") && pair[1].starts_with("--- ")
    };
    if first.starts_with("diff --git ") || lines.windows(2).take(12).any(heads) {
        return true;
    }
    if first.starts_with("@@ -") && first[3..].contains("@@") {
        return true;
    }
    let whole = lines.iter().all(|l| l.is_empty() || l.starts_with(['+', '-', ' ', '\t', '\\', '@']));
    let alike = |pair: &[&str]| match (pair[0].strip_prefix('-'), pair[1].strip_prefix('+')) {
        (Some(old), Some(new)) => are_alike(old.trim(), new.trim()),
        (Some(_) | None, Some(_) | None) => false,
    };
    whole && lines.windows(2).any(alike)
}

/// Whether two lines share half of their words.
fn are_alike(one: &str, other: &str) -> bool {
    let shortest = one.chars().count().min(other.chars().count());
    let before = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let after = one.chars().rev().zip(other.chars().rev()).take_while(|(a, b)| a == b).count();
    shortest > 2 && (before + after).min(shortest) * 2 >= shortest
}

/// Whether it is JSON, maybe after comments, or several lines of it.
pub(super) fn is_json(source: &str, near: &str) -> bool {
    let mut text = near.trim_start();
    while let Some(comment) = text.strip_prefix("//") {
        text = comment.find('\n').map_or("", |end| comment[end..].trim_start());
    }
    let end = source.trim_end().trim_end_matches(',');
    let inner = |text: &str| text.trim_start().chars().next();
    if let Some(inside) = text.strip_prefix('{') {
        let begun = inside.trim_start();
        let key = begun.starts_with('"') && begun[1..].contains("\":");
        let comment = begun.starts_with("//") && begun.contains("\":");
        return end.ends_with(['}', ']']) && (key || comment || begun.starts_with('}'));
    }
    if let Some(inside) = text.strip_prefix('[') {
        let value = inner(inside).is_some_and(|c| matches!(c, '{' | '[' | '"' | ']' | '-' | '0'..='9'));
        let list = inside.contains([',', '{']) || text.trim_end() == "[]";
        // `[1]` at the start is a footnote.
        let digits = inside.bytes().take_while(u8::is_ascii_digit).count();
        let footnote = digits > 0 && inside[digits..].starts_with(']');
        return end.ends_with(']') && value && list && !footnote;
    }
    let member = |line: &str| {
        let line = line.trim();
        matches!(line, "}" | "}," | "]" | "],") || line.starts_with('"') && line[1..].contains("\": ")
    };
    text.starts_with('"') && text.lines().all(member)
}

/// Tags that occur in prose.
const INLINE: &str = " a abbr b br code del details em font i img ins kbd mark p picture s small span strong sub summary sup u ";

/// Whether it is HTML, XML or SVG.
pub(super) fn is_markup(source: &str, near: &str) -> bool {
    let text = near.trim_start();
    let Some(inside) = text.strip_prefix('<') else { return false };
    if ["!doctype", "?xml", "html", "svg"]
        .iter()
        .any(|n| inside.get(..n.len()).is_some_and(|i| i.eq_ignore_ascii_case(n)))
    {
        return true;
    }
    if let Some(comment) = inside.strip_prefix("!--") {
        let after = comment.find("-->").map_or("", |end| &comment[end + 3..]);
        return is_markup(source, after);
    }
    let name = inside.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
    let after = &inside[name.len()..];
    let inline = INLINE.split_whitespace().any(|tag| tag.eq_ignore_ascii_case(name)) && !text.contains("\n<");
    let tag = after.starts_with(['>', ' ', '/', '\n', '-', ':', '.']) && !after.starts_with("://");
    let closed = text.contains("</") || text.contains("/>") || text.matches('<').count() > 1;
    let prose = text.contains("\n\n- ") || text.contains("\n\n#") || text.contains("\n\n1. ");
    name.starts_with(char::is_alphabetic)
        && tag
        && closed
        && !inline
        && !prose
        && name != "details"
        && source.trim_end().ends_with('>')
}
