//! A change of a text, line by line.
//!
//! - Lines that go begin with `-`, new ones with `+`, and at most two lines around them with a blank.
//! - All of a new text is shown; of a long line, only what stays the same is cut.
//! - Line breaks and blanks at the end of a line aren't shown.

/// How many lines around a change are shown.
const AROUND: usize = 2;

/// How many characters of a line's unchanged part are shown.
const UNCHANGED: usize = 60;

/// The rows of a diff; empty if nothing changes.
pub(super) fn rows(before: &str, after: &str) -> Vec<String> {
    if before == after {
        return Vec::new();
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let most = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(old, new)| old == new).count();
    let (old_end, new_end) = (old.len() - end, new.len() - end);
    let same = |line: &&str| format!("  {}", cut(line, usize::MAX, 0));
    let mut rows: Vec<String> = old[start.saturating_sub(AROUND)..start].iter().map(same).collect();
    let (gone, come) = (&old[start..old_end], &new[start..new_end]);
    if let ([gone], [come]) = (gone, come) {
        let head = gone.chars().zip(come.chars()).take_while(|(a, b)| a == b).count();
        let most = gone.chars().count().min(come.chars().count()) - head;
        let tail = gone.chars().rev().zip(come.chars().rev()).take(most).take_while(|(a, b)| a == b).count();
        rows.push(format!("- {}", cut(gone, head, tail)));
        rows.push(format!("+ {}", cut(come, head, tail)));
    } else {
        rows.extend(gone.iter().map(|line| format!("- {line}")));
        rows.extend(come.iter().map(|line| format!("+ {line}")));
    }
    rows.extend(old[old_end..].iter().take(AROUND).map(same));
    rows.into_iter().map(|row| row.trim_end().to_owned()).collect()
}

/// The line without most of its first `head` and last `tail` characters, which are unchanged.
fn cut(line: &str, head: usize, tail: usize) -> String {
    let letters: Vec<char> = line.chars().collect();
    if head >= letters.len() {
        let shown: String = letters.iter().take(2 * UNCHANGED).collect();
        return if letters.len() > 2 * UNCHANGED { shown + "…" } else { shown };
    }
    let (from, to) = (head.saturating_sub(UNCHANGED), letters.len() - tail.saturating_sub(UNCHANGED));
    let shown: String = letters[from..to].iter().collect();
    let (before, after) = (if from > 0 { "…" } else { "" }, if to < letters.len() { "…" } else { "" });
    format!("{before}{shown}{after}")
}

#[cfg(test)]
mod tests {
    use super::rows;

    #[test]
    fn changed_lines_are_shown_with_two_around_them() {
        let (before, after) = ("a\nb\nc\nd\ne\nf\ng\n", "a\nb\nc\nD\nE\nE\ne\nf\ng\n");
        assert_eq!(rows(before, after), ["  b", "  c", "- d", "+ D", "+ E", "+ E", "  e", "  f"]);
        assert_eq!(rows("", "a\n"), ["+ a"]);
        assert_eq!(rows("a\n", ""), ["- a"]);
        assert_eq!(rows("\na\n", "\na\n\nb \n"), ["", "  a", "+", "+ b"]);
        assert_eq!(rows("a\r\nb\r\n", "a\r\nb\r\nb\r\n"), ["  a", "  b", "+ b"]);
        assert_eq!(rows("a\n", "a\n"), [""; 0]);
    }

    #[test]
    fn of_a_long_line_only_the_same_is_cut() {
        let (head, new, tail) = ("a".repeat(100), "n".repeat(100), "z".repeat(100));
        let (a, z) = ("a".repeat(60), "z".repeat(60));
        assert_eq!(
            rows(&format!("{head}{tail}"), &format!("{head}{new}{tail}")),
            [format!("- …{a}{z}…"), format!("+ …{a}{new}{z}…")]
        );
        assert_eq!(rows(&format!("{head}{head}\n"), &format!("{head}{head}\nb\n"))[0], format!("  {a}{a}…"));
    }
}
