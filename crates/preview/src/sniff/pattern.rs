//! Patterns of lines.
//!
//! - `…` is any text, `·` a whole word (letters, digits, `_`, `$`, not starting with a digit), `¤` a number.
//! - A blank matches one or more blanks; anything else matches itself.
//! - A pattern matches a whole line, in at most the line's length times the pattern's.

/// Whether a line matches the pattern.
pub(super) fn fits(pattern: &str, line: &str) -> bool {
    let (mut wanted, mut rest) = (pattern, line);
    // Where the last `…` can take one more character: the pattern and the line after it.
    let mut back: Option<(&str, &str)> = None;
    loop {
        let mut signs = wanted.chars();
        let taken = match signs.next() {
            None if rest.is_empty() => return true,
            None => 0,
            Some('…') => {
                wanted = signs.as_str();
                if wanted.is_empty() {
                    return true;
                }
                back = Some((wanted, rest));
                continue;
            }
            Some('·') => word(rest),
            Some('¤') => rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len(),
            Some(' ') => rest.len() - rest.trim_start_matches([' ', '\t']).len(),
            Some(sign) if rest.starts_with(sign) => sign.len_utf8(),
            Some(_) => 0,
        };
        if taken > 0 {
            wanted = signs.as_str();
            rest = &rest[taken..];
            continue;
        }
        let Some((behind, from)) = back else { return false };
        let mut left = from.chars();
        if left.next().is_none() {
            return false;
        }
        // The next part may start far from here.
        let next = behind.chars().next().filter(|sign| !matches!(sign, '…' | '·' | '¤' | ' '));
        let Some(skipped) = next.map_or(Some(0), |sign| left.as_str().find(sign)) else { return false };
        let left = &left.as_str()[skipped..];
        back = Some((behind, left));
        (wanted, rest) = (behind, left);
    }
}

/// The bytes of the leading word.
pub(super) fn word(text: &str) -> usize {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return 0;
    }
    text.len() - text.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$')).len()
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn patterns_fit_whole_lines() {
        for (pattern, line) in [
            ("fn ·(…) -> …", "fn add(a: i32) -> i32 {"),
            ("…=> …", "x => 1"),
            ("· · = ¤;", "int64  id = 12;"),
            ("…a…b", "aab ab"),
            ("", ""),
            ("…", ""),
            ("· <- ·", "größe <- x_1"),
        ] {
            assert!(fits(pattern, line), "{pattern} {line}");
        }
        for (pattern, line) in [
            ("fn ·(…)", "fn (a)"),
            ("· = …", "1 = 2"),
            ("end", "ending"),
            ("a b", "ab"),
            ("…b", "abc"),
            ("¤", ""),
            ("a…", "ba"),
        ] {
            assert!(!fits(pattern, line), "{pattern} {line}");
        }
    }

    /// The cost of a hostile line.
    #[test]
    fn many_gaps_cost_no_more_than_one() {
        let line = "ab".repeat(5_000);
        assert!(!fits("…a…b…a…b…a…b…a…b…c", &line));
    }
}
