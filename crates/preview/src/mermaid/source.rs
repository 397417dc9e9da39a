//! A diagram's source in parts: title, header, statements.
//!
//! - Front matter gives a title; its configuration doesn't change what a diagram says.
//! - Comments and directives are left out.
//! - Attributes in `@{ … }` over several lines form one statement.

use super::NotDrawn;

/// A source, prepared for the readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DiagramSource {
    pub(super) title: Option<String>,
    /// The first line, which names the family.
    pub(super) header: String,
    /// The other lines, trimmed and not empty.
    pub(super) statements: Vec<String>,
}

impl DiagramSource {
    /// `flowchart`, `pie`, …
    pub(super) fn family(&self) -> &str {
        self.header.split([' ', ';', ':']).next().unwrap_or("")
    }
}

pub(super) fn read(source: &str) -> Result<DiagramSource, NotDrawn> {
    let mut lines = source.lines().map(str::trim).filter(|l| !l.is_empty()).peekable();
    let mut title = None;
    if lines.next_if(|l| *l == "---").is_some() {
        loop {
            let line = lines.next().ok_or(NotDrawn::Unclosed)?;
            if line == "---" {
                break;
            }
            if let Some(text) = line.strip_prefix("title:") {
                let text = text.trim();
                let bare = ['"', '\''].iter().find_map(|q| text.strip_prefix(*q)?.strip_suffix(*q));
                title = Some(bare.unwrap_or(text).to_owned()).filter(|t| !t.is_empty());
            }
        }
    }
    let mut statements: Vec<String> = Vec::new();
    let mut directive = false;
    for line in lines {
        directive |= line.starts_with("%%{");
        let comment = directive || line.starts_with("%%");
        if directive && line.contains("}%%") {
            directive = false;
        }
        if comment {
            continue;
        }
        match statements.last_mut() {
            Some(open) if unclosed(open) => {
                open.push(' ');
                open.push_str(line);
            }
            Some(_) | None => statements.push(line.to_owned()),
        }
    }
    if statements.is_empty() {
        return Err(NotDrawn::Empty);
    }
    let first = statements.remove(0);
    let header = match first.split_once(';') {
        Some((header, rest)) => {
            if !rest.trim().is_empty() {
                statements.insert(0, rest.trim().to_owned());
            }
            header.trim().to_owned()
        }
        None => first,
    };
    Ok(DiagramSource { title, header, statements })
}

/// Whether attributes start here and continue on the next line.
fn unclosed(statement: &str) -> bool {
    statement.rfind("@{").is_some_and(|at| !statement[at..].contains('}'))
}
