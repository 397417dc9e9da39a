//! Signs of prose.
//!
//! - A sentence has four words or more, mostly of letters only, some of them common small words, and a
//!   capital at its start or a stop at its end.
//! - Comments in code aren't sentences.
//! - Marks of Markdown that are rare in code: headings with two or more `#` or above `===`, rules of tables, bold
//!   words at the start of a line, checkboxes, links.

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

/// Whether a line is a sentence.
pub(super) fn is_sentence(line: &str) -> bool {
    let line = line.trim();
    if ["//", "/*", "*/", "--", ";;", "<!--", "# ", "#", "\"\"\"", "%%"]
        .iter()
        .any(|mark| line.starts_with(mark))
    {
        return false;
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
    if all < 4 || plain * 4 < all * 3 || text.ends_with(['{', '(', '[', '=', ';', ':']) {
        return false;
    }
    let capital = text.starts_with(char::is_uppercase);
    let stop = text.ends_with(['.', '!', '?']);
    match usize::from(capital) + usize::from(stop) {
        2 => !small.is_empty(),
        1 => small.len() > 1,
        _ => small.len() > 3,
    }
}

/// Whether a line starts like a list item.
pub(super) fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let mark =
        if digits > 0 { line[digits..].strip_prefix(['.', ')']) } else { line.strip_prefix(['-', '*', '+']) };
    mark.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// Whether a line has marks of Markdown.
pub(super) fn has_marks(near: &str) -> bool {
    let marked = |line: &str| {
        let line = line.trim();
        let item = line.trim_start_matches(['-', '*', '+']).trim_start();
        let hashes = line.bytes().take_while(|b| *b == b'#').count();
        (2..=6).contains(&hashes) && line[hashes..].starts_with(' ')
            || line.len() > 2 && line.bytes().all(|b| b == b'=')
            || line.starts_with("**") && line[2..].contains("**")
            || line.starts_with("> ") && line.len() > 2
            || line.len() > item.len() && (item.starts_with("[ ] ") || item.starts_with("[x] "))
            || line.contains("](http")
            || line.starts_with(['[', '!']) && line.contains("][")
            || line.starts_with('|') && line.len() > 4 && line.bytes().all(|b| b"|-: ".contains(&b))
    };
    near.lines().any(marked)
}
