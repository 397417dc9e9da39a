//! Breaks sentences at blanks, and keeps them in their column.

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

/// The least room for a text in its column, and where one begins that has lines of its own instead.
const ROOM: usize = 40;
const MARGIN: &str = "    ";

/// A head and a text behind it, which stays in its column; on a narrow terminal it has lines of its own. Without a
/// width, which is that of a terminal, all is on one line.
pub(crate) fn in_column(head: &str, text: &str, width: Option<usize>) -> String {
    let column = head.chars().count();
    let is_wider = |width: &usize| column + text.chars().count() > *width;
    match width.filter(is_wider) {
        None => format!("{head}{text}\n"),
        Some(width) if width >= column + ROOM => {
            let rows = wrapped(&" ".repeat(column), text, width);
            format!("{head}{}", rows.trim_start_matches(' '))
        }
        Some(width) if head.trim().is_empty() => wrapped(MARGIN, text, width),
        Some(width) => format!("  {}\n{}", head.trim(), wrapped(MARGIN, text, width)),
    }
}

#[cfg(test)]
mod tests {
    use super::{in_column, wrapped};

    #[test]
    fn lines_keep_to_the_width_where_their_words_do() {
        assert_eq!(wrapped("  ", "one two three", 9), "  one two\n  three\n");
        assert_eq!(wrapped("  ", "one two three", 15), "  one two three\n");
        assert_eq!(wrapped("  ", "a verylongword b", 6), "  a\n  verylongword\n  b\n");
        assert_eq!(wrapped("", "", 6), "\n");
    }
    #[test]
    fn a_text_stays_in_its_column_if_there_is_room() {
        let text = "one two three four five six seven eight nine ten";
        let told = |head, width| in_column(head, text, width);
        assert_eq!(told("  a  ", None), format!("  a  {text}\n"));
        assert_eq!(told("  a  ", Some(53)), format!("  a  {text}\n"));
        assert_eq!(told("  a  ", Some(45)), "  a  one two three four five six seven eight\n     nine ten\n");
        let below = "    one two three four five six seven eight\n    nine ten\n";
        assert_eq!(told("  a  ", Some(44)), format!("  a\n{below}"));
        assert_eq!(told("     ", Some(44)), below);
    }
}
