//! Where a fenced block of markdown begins.

/// Mark, length and language of a fence that begins at the margin.
pub(crate) fn opens(line: &str) -> Option<(u8, usize, &str)> {
    let mark = *line.as_bytes().first().filter(|b| matches!(b, b'`' | b'~'))?;
    let count = line.bytes().take_while(|b| *b == mark).count();
    let info = line[count..].trim();
    (count >= 3 && !(mark == b'`' && info.contains('`'))).then_some((mark, count, info))
}
