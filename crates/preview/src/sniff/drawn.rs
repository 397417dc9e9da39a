//! The look of lines, regardless of their words.
//!
//! - Trees of names, and boxes of `+--+`: their columns matter.
//! - Lines that start, end and are indented like code.

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

/// Whether every line ends as statements and blocks do, and not as sentences do.
pub(super) fn is_wholly_code(near: &str) -> bool {
    let ends = |line: &str| {
        let line = line.trim();
        let signs = ["()", " = ", "==", "=>", "->", "::", "&&", "||", "();", "){"];
        line.ends_with([';', '{', '}']) && (line.len() < 3 || line.contains(['(', '.', '=', '{', '}']))
            || line.ends_with(')') && calls(line) && signs.iter().any(|sign| line.contains(sign))
            || matches!(line, "end" | "fi" | "done")
    };
    let mut lines = near.lines().filter(|l| !l.trim().is_empty()).peekable();
    lines.peek().is_some() && lines.all(ends)
}

/// Whether a bracket directly follows a word, which doesn't occur in prose.
fn calls(line: &str) -> bool {
    line.as_bytes()
        .windows(2)
        .any(|pair| pair[1] == b'(' && (pair[0].is_ascii_alphanumeric() || pair[0] == b'_'))
}

/// Whether most lines start or end like lines of code.
pub(super) fn is_code(near: &str) -> bool {
    let lines = near.lines().map(str::trim).filter(|l| !l.is_empty());
    let (mut all, mut code) = (0_usize, 0_usize);
    for line in lines {
        all += 1;
        let ends = line.ends_with(['{', '}', ';', '(', '[', '=', '\\', ')', ','])
            || line.ends_with("=>")
            || line.ends_with("->");
        let begins = line.starts_with(['}', ')', ']', '@', '$', '.'])
            || line.starts_with("//")
            || line.starts_with("/*");
        let inside =
            [" = ", "()", "==", "::", "->", "=>", "!=", "&&", "||"].iter().any(|sign| line.contains(sign));
        code += usize::from(ends || begins || inside);
    }
    code * 3 >= all * 2
}

/// Whether it has lines indented below an opening one.
pub(super) fn is_nested(near: &str) -> bool {
    let lines: Vec<&str> = near.lines().filter(|l| !l.trim().is_empty()).collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let opens = |line: &str| line.trim_end().ends_with(['{', '(', '[', ':']);
    lines.windows(2).any(|pair| opens(pair[0]) && indent(pair[1]) > indent(pair[0]))
}
