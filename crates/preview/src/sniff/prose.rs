//! Signs of prose.
//!
//! - A sentence has four words or more, mostly of letters only, some of them common small words, and a
//!   capital at its start or a stop at its end.
//! - Comments in code aren't sentences.
//! - Marks of Markdown that are rare in code: headings with two or more `#`, rules of tables, bold words at
//!   the start of a line, checkboxes, links.

/// Common small words, except those that are also words of programming languages.
const SMALL: &str = " a an and are be been but by can could did does had has have he her his i if in is isn't it it's \
    its may more most must my no nor not of on one or our own she should so some than that the their them then there \
    these they this those to too until up upon was we were what when where which while who will with would you your ";

/// Length of the longest of them, in bytes.
const LONGEST: usize = 6;

/// Whether a fence starts somewhere.
pub(super) fn has_fence(near: &str) -> bool {
    near.lines().any(|line| {
        let line = line.trim_start();
        line.starts_with("```") || line.starts_with("~~~")
    })
}

/// How many lines are sentences, except those known to be code.
pub(super) fn sentences(near: &str, told: &[&str]) -> usize {
    near.lines().filter(|line| !told.contains(line) && reads(line) >= 1).count()
}

/// Whether a line is prose, whatever it starts with.
pub(super) fn is_sentence(line: &str) -> bool {
    reads(line) >= 2
}

/// 0: not a sentence; 1: maybe; 2: for sure.
fn reads(line: &str) -> usize {
    let line = line.trim();
    if ["//", "/*", "*/", "--", ";;", "<!--", "# ", "#", "\"\"\"", "%%"]
        .iter()
        .any(|mark| line.starts_with(mark))
    {
        return 0;
    }
    let text = line.trim_start_matches(['-', '*', '+', '>', ' ', '"', '\'']);
    let (mut all, mut plain) = (0_usize, 0_usize);
    let mut small: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        all += 1;
        let inner = word.trim_start_matches(['(', '"', '“', '‘']);
        let inner = inner.trim_end_matches([',', '.', ';', ':', '!', '?', ')', '"', '”', '’']);
        let letters = inner.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '’' | '-'));
        let shouted = inner.len() > 1 && inner.chars().all(char::is_uppercase);
        if inner.is_empty() || inner.starts_with('-') || !letters || shouted {
            continue;
        }
        plain += 1;
        if inner.len() <= LONGEST {
            let lower = inner.to_lowercase();
            // Each counts once, because `a` is also a name.
            small.extend(SMALL.split_whitespace().find(|w| *w == lower && !small.contains(w)));
        }
    }
    if all < 4 || plain * 4 < all * 3 {
        return 0;
    }
    let capital = text.starts_with(char::is_uppercase);
    let stop = text.ends_with(['.', '!', '?']);
    let opens = text.ends_with(['{', '(', '[', '=', ';', ':']);
    match (small.len(), usize::from(capital) + usize::from(stop)) {
        (2.., 1..) | (1.., 2) if !opens => 2,
        (4.., _) if !opens => 2,
        (2.., _) | (1, 1..) | (0, 2) => 1,
        (0 | 1, _) => 0,
    }
}

/// How many lines have marks of Markdown.
pub(super) fn marks(near: &str) -> usize {
    let marked = |line: &&str| {
        let line = line.trim();
        let item = line.trim_start_matches(['-', '*', '+']).trim_start();
        line.starts_with("## ")
            || line.starts_with("### ")
            || line.starts_with("**") && line[2..].contains("**")
            || line.starts_with("> ") && line.len() > 2
            || line.len() > item.len() && (item.starts_with("[ ] ") || item.starts_with("[x] "))
            || line.contains("](http")
            || line.starts_with('|') && line.len() > 4 && line.bytes().all(|b| b"|-: ".contains(&b))
    };
    near.lines().filter(marked).count()
}
