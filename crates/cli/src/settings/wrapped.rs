//! Breaks sentences at blanks.

/// The width of the output, whatever the terminal's is, since it may go to a pipe.
pub(crate) const WIDTH: usize = 80;

/// Breaks a text at blanks so that no line is wider than this, unless a single word is. Each line begins with the
/// margin and ends with a line break.
pub(crate) fn wrapped(margin: &str, text: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last().map_or(0, |line| line.chars().count());
        if last > 0 && margin.len() + last + 1 + word.chars().count() > width {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.iter().fold(String::new(), |text, line| text + margin + line + "\n")
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_keep_to_the_width_where_their_words_do() {
        assert_eq!(wrapped("  ", "one two three", 9), "  one two\n  three\n");
        assert_eq!(wrapped("  ", "one two three", 15), "  one two three\n");
        assert_eq!(wrapped("  ", "a verylongword b", 6), "  a\n  verylongword\n  b\n");
        assert_eq!(wrapped("", "", 6), "\n");
    }
}
