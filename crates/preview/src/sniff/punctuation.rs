//! Code by its punctuation, whatever its language.
//!
//! - Lines count as code by how they begin and end, by operators, calls, flags and names with `_`.
//! - Lines below an opening bracket or a key belong to it.
//! - Comments count for neither side, nor does what is in backticks.
//! - It is code if at least half of the lines are, with three for each sentence, and none as an introduction.

use super::prose;

/// Signs within a line of code.
const INSIDE: [&str; 16] =
    [" = ", "()", "==", "!=", "::", "->", "=>", "&&", "||", ":=", "+=", "${", "$(", "[\"", "\": ", "=\""];
/// Starts of comments that take the rest of the line. `* ` is in the middle of a longer one.
const COMMENTS: [&str; 7] = ["//", "# ", "-- ", "---", ";;", "%%", "* "];
/// Longer comments: how they begin and how they end.
const LONG_COMMENTS: [(&str, &str); 2] = [("/*", "*/"), ("\"\"\"", "\"\"\"")];

/// Judges a text by its punctuation: whether to show it as code.
pub(super) fn is_code(near: &str) -> bool {
    let lines: Vec<&str> = near.lines().filter(|l| !l.trim().is_empty()).collect();
    let introduced = lines.first().is_some_and(|line| prose::is_sentence(line));
    if introduced || prose::has_marks(near) {
        return false;
    }
    if !lines.is_empty() && lines.iter().all(|line| is_statement(line.trim())) {
        return true;
    }
    let (mut code, mut sentences, mut others) = (0_usize, 0_usize, 0_usize);
    let mut comment: Option<&str> = None;
    // The indentation of the line that the following ones belong to.
    let mut opened: Option<usize> = None;
    for (at, line) in lines.iter().enumerate() {
        let text = line.trim();
        if let Some(end) = comment {
            comment = comment.filter(|_| !text.contains(end));
            continue;
        }
        if let Some((start, end)) = LONG_COMMENTS.iter().find(|(start, _)| text.starts_with(start)) {
            comment = Some(*end).filter(|end| !text[start.len()..].contains(end));
            continue;
        }
        if text == "#" || COMMENTS.iter().any(|start| text.starts_with(start)) {
            continue;
        }
        opened = opened.filter(|outer| indent(line) > *outer);
        let key = is_key(text);
        let opens = lines.get(at + 1).is_some_and(|next| indent(next) > indent(line))
            && (text.ends_with(['{', '(', '[']) || key && text.ends_with(':'));
        if prose::is_sentence(text) {
            sentences += 1;
        } else if opens || (key || !prose::is_item(text)) && (opened.is_some() || has_signs(text)) {
            code += 1;
        } else {
            others += 1;
        }
        if opens {
            opened = opened.or(Some(indent(line)));
        }
    }
    code > 1 && code >= 3 * sentences && code >= sentences + others
}

/// Whether a line ends as statements and blocks do, and not as sentences do.
fn is_statement(line: &str) -> bool {
    line.ends_with([';', '{', '}']) && (line.len() < 3 || line.contains(['(', '.', '=', '{', '}']))
}

/// Whether a line has the punctuation of code.
fn has_signs(line: &str) -> bool {
    let bare: String;
    let line = if line.matches('`').count() > 1 {
        bare = line.split('`').step_by(2).collect();
        bare.trim()
    } else {
        line
    };
    // Tags occur in prose, too.
    if line.contains('<') && line.ends_with('>') {
        return line.starts_with("<?");
    }
    let first = line.split([' ', '\t']).next().unwrap_or("");
    let begins = line.starts_with(['}', ')', ']', '$'])
        || line.starts_with("<?")
        || ["@", "#"].iter().any(|sign| {
            line.strip_prefix(sign).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
        })
        || line.starts_with('[') && line.ends_with(']');
    let ends = line.ends_with(['{', '}', ';', '(', '[', '\\'])
        || ["):", "),", " ="].iter().any(|sign| line.ends_with(sign));
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let joined = line.as_bytes().windows(3).any(|b| match b[1] {
        b'(' => is_word(b[0]) && !(b[2] == b's' && line.contains("(s)")),
        b'_' => is_word(b[0]) && is_word(b[2]),
        _ => false,
    });
    let mut words = line.split_whitespace();
    let flag = |w: &str| w.trim_start_matches('-').starts_with(|c: char| c.is_ascii_alphabetic());
    let set = line.split_once('=').is_some_and(|(name, value)| {
        !name.is_empty() && !value.is_empty() && name.bytes().all(|b| is_word(b) || b == b'.' || b == b'-')
    });
    begins
        || ends
        || joined
        || set
        || matches!(line, "end" | "fi" | "done" | "else" | "do" | "then" | "begin" | "try:" | "else:")
        || INSIDE.iter().any(|sign| line.contains(sign))
        || words.any(|w| w.starts_with('-') && flag(w))
        || is_shouted(first) && line.split_whitespace().nth(1).is_some_and(|word| !is_shouted(word))
}

/// Whether a word is in capitals: `SELECT`, `FROM`.
fn is_shouted(word: &str) -> bool {
    word.len() > 2 && word.bytes().all(|b| b.is_ascii_uppercase())
}

/// Whether a line has a key before `:`, maybe as an item.
fn is_key(line: &str) -> bool {
    let line = line.strip_prefix("- ").unwrap_or(line);
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '"');
    line.split_once(':').is_some_and(|(key, rest)| {
        !key.is_empty() && key.chars().all(fits) && (rest.is_empty() || rest.starts_with(' '))
    })
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}
